"""Plays games by their hands, and notes what the members saw in these."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bot.ui.kit.component_id import Verb, parse_component_id
from engine.players import Level
from tests.loopback.driver.discord_process import PATIENCE, DiscordProcess, NotPossible
from tests.loopback.driver.member import add_member
from tests.loopback.driver.player import Player, has_ended

_MOVES = {Verb.PLAY, Verb.CHOOSE, Verb.PICK}


class Play(NamedTuple):
    """An action that was played: its member, its decision, and the time of the answer.

    Times are by Discord's monotonic clock.
    """

    member: str
    decision: int
    sent_at: float
    answered_at: float


class HandChange(NamedTuple):
    """A hand as a member saw it from some moment; `decision` is None if it offers no move."""

    member: str
    at: float
    is_new: bool
    decision: int | None


@dataclass
class PlayedTable:
    """Members at a table of their own channel, and their actions in the game under way.

    `computers` are the levels of those at the table.
    """

    players: list[Player]
    rng: random.Random
    computers: Sequence[Level] = ()
    games: list[list[Play]] = field(default_factory=list)

    @property
    def discord(self) -> DiscordProcess:
        return self.players[0].member.discord

    async def open(self) -> None:
        """Begin another game."""
        host, *others = (player.member for player in self.players)
        await host.slash("new", rounds=3, seats=len(self.players) + len(self.computers))
        for member in others:
            await member.press("Join", await member.wait_for("Join"))
        for level in self.computers:
            await host.press(f"Add {level}", await host.wait_for("Join"))
        await host.press("Start", await host.wait_for("Start"))
        self.games.append([])

    async def play(self, turns: int, think: tuple[float, float]) -> None:
        """Play so many actions, each some seconds after the hand offered it."""
        changes = -1
        wanted = turns + sum(map(len, self.games))
        while sum(map(len, self.games)) < wanted:
            if not self.games or await has_ended(self.players[0].member):
                await self.open()
            played = [await self._turn(player, think) for player in self.players]
            if not any(played):
                newest = await self.discord.wait_for_change(changes, PATIENCE)
                assert newest > changes, "no hand offers a move"
                changes = newest

    async def _turn(self, player: Player, think: tuple[float, float]) -> bool:
        """Play an action if the member's hand offers one; return whether it did."""
        if await player.hand() is None:
            return False
        await asyncio.sleep(self.rng.uniform(*think))
        known = len(player.attempts)
        while len(player.attempts) == known:
            try:
                answer = await player.step()
            except NotPossible:
                # The hand has changed between the look and the press.
                continue
            if answer is None:
                return True
            played = player.attempts[-1] if len(player.attempts) > known else None
            if played is not None and played.acknowledged and answer.seconds is not None:
                answered_at = answer.sent_at + answer.seconds
                play = Play(player.member.id, played.decision, answer.sent_at, answered_at)
                self.games[-1].append(play)
        return True


async def played_tables(
    discord: DiscordProcess,
    tables: int,
    members: int,
    seed: int = 1,
    computers: Sequence[Level] = (),
) -> list[PlayedTable]:
    """Tables in channels of one server, each with members of its own."""
    guild, channels = await discord.add_guild(channels=tables)
    return [
        PlayedTable(
            [
                Player(await add_member(discord, guild, channel, f"Player {number}"))
                for number in range(members)
            ],
            random.Random(seed + at),
            computers,
        )
        for at, channel in enumerate(channels)
    ]


def changes_of(payloads: list[dict[str, Any]]) -> dict[str, list[HandChange]]:
    """The changes of hands by member, oldest first."""
    found: dict[str, list[HandChange]] = defaultdict(list)
    for change in payloads:
        parsed = [parse_component_id(custom_id) for custom_id in change["custom_ids"]]
        numbers = [one.number for one in parsed if one is not None and one.verb in _MOVES]
        decision = max(numbers, default=None)
        found[change["member"]].append(
            HandChange(change["member"], change["at"], change["is_new"], decision)
        )
    return found


def times_to_buttons(game: list[Play], seen: dict[str, list[HandChange]]) -> list[float]:
    """Seconds from each action until the next member could press a move in their hand.

    A new round's hand is left out: it follows its table.
    """
    last = {play.decision: play for play in sorted(game, key=lambda play: play.sent_at)}
    found = []
    for decision, play in last.items():
        after = last.get(decision + 1)
        if after is None or after.member == play.member:
            continue
        offers = [
            change
            for change in seen[after.member]
            if change.decision == decision + 1 and play.sent_at <= change.at <= after.sent_at
        ]
        if offers and not offers[0].is_new:
            found.append(offers[0].at - play.sent_at)
    return found


def went_back(game: list[Play], seen: dict[str, list[HandChange]]) -> list[HandChange]:
    """The changes by which a hand offered a decision that its member had already made."""
    if not game:
        return []
    ends = max(play.answered_at for play in game)
    return [
        change
        for play in game
        for change in seen[play.member]
        if change.decision is not None
        and play.answered_at < change.at <= ends
        and change.decision <= play.decision
    ]
