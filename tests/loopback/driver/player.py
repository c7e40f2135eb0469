"""A member who plays by what their own messages offer, and remembers what was answered."""

import random
from collections.abc import AsyncIterator
from typing import NamedTuple

from bot.ui.kit.component_id import ComponentId, Verb, parse_component_id
from tests.loopback.driver.discord_process import NotPossible
from tests.loopback.driver.member import Answer, Control, Member, Message

_MOVES = {Verb.PLAY, Verb.CHOOSE, Verb.PICK}
_PLAYED = "You "
"""The beginning of the hand that answers an action: `You showed 7 8 9.`"""


class Attempt(NamedTuple):
    """A press that plays an action; `acknowledged` if the answer said that it was played."""

    user_id: int
    table_id: int
    decision: int
    notation: str
    acknowledged: bool


class Player:
    """Presses the green button, or else the first one; with an `rng`, sometimes any button."""

    def __init__(self, member: Member, rng: random.Random | None = None) -> None:
        self.member = member
        self.attempts: list[Attempt] = []
        self._rng = rng

    async def hand(self) -> Message | None:
        """The member's newest hand that offers a move; None if it is not their turn."""
        offering = [message for message in await self.member.private() if _moves(message)]
        return offering[-1] if offering else None

    async def step(self) -> Answer | None:
        """Press once, if there is anything to press."""
        hand = await self.hand()
        if hand is None:
            return None
        control = self._choose(_moves(hand))
        answer = await self.member.use(hand, control)
        self._note(control, answer)
        return answer

    def _choose(self, moves: list[Control]) -> Control:
        if self._rng is not None and self._rng.random() < 0.3:
            return self._rng.choice(moves)
        return next((control for control in moves if control.is_green), moves[0])

    def _note(self, control: Control, answer: Answer) -> None:
        played = played_by(control)
        if played is None:
            return
        shown = answer.message
        said = "" if shown is None or answer.seconds is None else shown.payload["content"]
        self.attempts.append(
            Attempt(
                int(self.member.id),
                played.table_id,
                played.number,
                played.detail.partition("--")[0],
                said.startswith(_PLAYED),
            )
        )


def played_by(control: Control) -> ComponentId | None:
    """The action's press behind this control, also as an option of a select; else None."""
    found = parse_component_id(control.custom_id)
    if found is None:
        return None
    if found.verb is Verb.PICK and control.value is not None:
        verb, _, detail = control.value.partition(" ")
        found = found._replace(verb=Verb(verb), detail=detail)
    return found if found.verb is Verb.PLAY else None


def _moves(message: Message) -> list[Control]:
    """The controls that lead on to an action, not back or to another page."""
    return [
        control
        for control in message.controls
        if (found := parse_component_id(control.custom_id)) is not None
        and found.verb in _MOVES
        and not control.label.endswith(("Back", "page"))
    ]


async def play_out(players: list[Player], seconds: float) -> AsyncIterator[Answer]:
    """Play with these members until the final scores are posted; returns every answer.

    A hand that changes between the look and the press is read again. Raises AssertionError if
    nothing happens for so long.
    """
    discord = players[0].member.discord
    changes = 0
    refused = None
    while not await has_ended(players[0].member):
        answered = False
        for player in players:
            answer = None
            try:
                answer = await player.step()
            except NotPossible as error:
                refused = error
            if answer is not None:
                answered = True
                yield answer
        if not answered:
            newest = await discord.wait_for_change(changes, seconds)
            assert newest > changes, f"nothing for {seconds} seconds, last refused: {refused}"
            changes = newest


async def has_ended(member: Member) -> bool:
    """Whether the newest public message offers a rematch."""
    public = [message for message in await member.sees() if not message.is_private]
    ids = [parse_component_id(control.custom_id) for control in public[-1].controls]
    return any(found is not None and found.verb is Verb.REMATCH for found in ids)
