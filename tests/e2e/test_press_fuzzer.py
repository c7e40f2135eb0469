"""Anything at all is pressed: the tables stay what the rules allow, and everybody is answered.

SCOUT_FUZZ_PRESSES sets how many interactions each seed sends.
"""

import os
import random
from pathlib import Path

import discord
import pytest
from simcord.actors import MemberActor

from bot.tables.core.errors import NoSuchTable
from bot.tables.core.state import TableState
from engine.view import view
from tests.support.discord.channel import Channel
from tests.support.discord.messages import words
from tests.support.discord.press_fuzzer import PressFuzzer, Sent, assert_allowed, replayed
from tests.support.discord.scout_channel import scout_channel
from tests.support.discord.servers import a_manager, open_page
from tests.support.marks import with_long

PRESSES = int(os.environ.get("SCOUT_FUZZ_PRESSES", "150"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", with_long([1], [2, 3]))
async def test_crafted_interactions_do_nothing_that_is_not_allowed(folder: Path, seed: int) -> None:
    rng = random.Random(seed)
    async with scout_channel(folder, seed) as here:
        fuzzer = PressFuzzer(here, await set_the_scene(here), rng)
        known = await tables(here)
        for _ in range(PRESSES):
            sent = await fuzzer.send()
            now = await tables(here)
            await check(here, known, now, sent)
            known = now
            await check_servers(here, fuzzer.managers())
        for table_id, state in known.items():
            assert await replayed(here, table_id) == state.game


async def set_the_scene(here: Channel) -> list[MemberActor]:
    """A game, a lobby in another channel, and another server with a lobby; all who press."""
    members = await here.begin_turns(3, hints=True)
    elsewhere = here.guild.create_text_channel("elsewhere")
    await here.members[3].slash("new", elsewhere)
    for member in members:
        await member.slash("hand", elsewhere)
        await member.slash("settings")
    manager = a_manager(here)
    for page in ("Tables", "Blocked members", "Reports"):
        await open_page(manager, page)
    another = here.env.create_guild("another")
    everything = another.create_role("all", permissions=discord.Permissions.all())
    stranger = another.add_member(here.env.create_user("zoe"), roles=[everything])
    await stranger.slash(another.create_text_channel("scout"), "scout new")
    both = another.add_member(members[0].actor.user)
    return [*(member.actor for member in here.members[:5]), manager.actor, stranger, both]


async def tables(here: Channel) -> dict[int, TableState]:
    """Every table by its id, which count from 1."""
    found: dict[int, TableState] = {}
    while True:
        try:
            found[len(found) + 1] = await here.state(len(found) + 1)
        except NoSuchTable:
            return found


async def check_servers(here: Channel, managers: set[tuple[int, int]]) -> None:
    """Only managers of a server block in it."""
    for guild_id in here.env.backend.guilds:
        for blocked in (await here.client.tables.blocks.page(guild_id, 0)).members:
            # One who was forgotten since has another id.
            assert blocked.blocked_by < 0 or (guild_id, blocked.blocked_by) in managers


async def check(
    here: Channel, before: dict[int, TableState], now: dict[int, TableState], sent: Sent
) -> None:
    try:
        assert sent.result.acknowledged
        # Whoever leaves from a hand has the answer in it, and it goes.
        said = [sent.result.response] if sent.result.response is not None else []
        assert "Something went wrong" not in "".join(map(words, said))
        for table_id, state in before.items():
            assert_allowed(state, now[table_id], sent)
        for table_id, state in now.items():
            if state != before.get(table_id):
                assert await replayed(here, table_id) == state.game
        for message in said:
            if not message.ephemeral:
                assert_no_hand_is_shown(words(message), now)
    except AssertionError as wrong:
        raise AssertionError(f"{sent.what} by {sent.actor.name} at {sent.channel_id}") from wrong


def assert_no_hand_is_shown(text: str, now: dict[int, TableState]) -> None:
    """Nobody reads a hand in a public message (R15)."""
    for state in now.values():
        for seat in state.seats if state.game is not None and state.to_move else ():
            assert state.game is not None
            hand = view(state.game, seat.index).hand
            if len(hand) > 4:
                assert " ".join(str(card.up) for card in hand) not in " ".join(text.split())
