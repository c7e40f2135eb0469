import asyncio
import random
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Invitation, Status
from bot.tables.core.errors import ChannelTaken, NotSeated, TableError, WrongStage
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from engine.players import Level
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    LEO,
    MIA,
    MODERATOR,
    NOAH,
    game,
    lobby,
    play_to_the_end,
    tokens,
)

pytestmark = pytest.mark.slow  # games are played first

OPTIONS = TableOptions(size=4, length=1, turn_limit=60)


@pytest.fixture
async def finished(tables: Tables) -> TableState:
    """A game of Mia and Noah."""
    return await play_to_the_end(
        tables, await game(tables, NOAH, options=OPTIONS), random.Random(3)
    )


def invited(state: TableState) -> list[str]:
    return [member.name for member in state.invited]


async def test_one_seat_and_the_same_options_in_the_same_channel(
    tables: Tables, finished: TableState
) -> None:
    state = await tables.lifecycle.rematch(ENGLISH, finished.id, NOAH)
    assert state.id != finished.id
    assert (state.status, state.channel_id, state.host_id) == (Status.LOBBY, CHANNEL, NOAH.user_id)
    assert (state.options.size, state.options.length, state.options.turn_limit) == (4, 1, 60)
    assert [seat.user_id for seat in state.seats] == [NOAH.user_id]
    assert invited(state) == ["Mia"]
    assert await tables.repository.find_live_in(CHANNEL) == state


@pytest.mark.parametrize("pictures", [True, False])
async def test_a_rematch_has_pictures_if_its_server_has_them_now(
    tables: Tables, finished: TableState, *, pictures: bool
) -> None:
    await tables.server_settings.update(finished.guild_id, pictures=pictures)
    state = await tables.lifecycle.rematch(ENGLISH, finished.id, NOAH)
    assert state.options.pictures is pictures


async def test_a_rematch_fills_no_seats_by_itself(tables: Tables) -> None:
    options = replace(OPTIONS, fill=3)
    filled = await play_to_the_end(
        tables, await game(tables, NOAH, options=options), random.Random(3)
    )
    assert len(filled.seats) == 3
    again = await tables.lifecycle.rematch(ENGLISH, filled.id, NOAH)
    assert again.options == replace(options, fill=None)
    assert len(again.seats) == 2


async def test_a_game_with_hints_has_no_results_and_a_rematch_with_hints(tables: Tables) -> None:
    options = replace(OPTIONS, hints=True)
    hinted = await play_to_the_end(
        tables, await game(tables, NOAH, options=options), random.Random(3)
    )
    again = await tables.lifecycle.rematch(ENGLISH, hinted.id, NOAH)
    assert (hinted.status, again.options.hints) == (Status.OVER, True)
    assert (await tables.leaderboard.page(hinted.guild_id, 0)).members == 0


async def test_members_who_could_be_reached_still_can(tables: Tables, finished: TableState) -> None:
    actor = replace(NOAH, token=f"{NOAH.token}, renewed")
    state = await tables.lifecycle.rematch(ENGLISH, finished.id, actor)
    state = await tables.lobby.join(state.id, MIA)
    reached = await tokens(tables, state)
    assert [reached[member.user_id][0] for member in (MIA, NOAH)] == [MIA.token, actor.token]


async def test_computers_sit_again_too_and_never_host(tables: Tables) -> None:
    state = await lobby(tables, NOAH, AVA, options=OPTIONS)
    await tables.lobby.add_computer(state.id, MIA, Level.HARD)
    state = await tables.lobby.start(state.id, MIA)
    state = await play_to_the_end(tables, state, random.Random(3))
    assert state.seats[3].level is Level.HARD
    again = await tables.lifecycle.rematch(ENGLISH, state.id, NOAH)
    assert [(seat.user_id, seat.name, seat.level) for seat in again.seats] == [
        (NOAH.user_id, "Noah", None),
        (None, state.seats[3].name, Level.HARD),
    ]
    assert invited(again) == ["Mia", "Ava"]
    for member in (MIA, AVA):
        again = await tables.lobby.join(again.id, member)
    assert invited(again) == []
    assert (await tables.lobby.leave(again.id, AVA.user_id)).host_id == NOAH.user_id
    assert (await tables.lobby.leave(again.id, NOAH.user_id)).host_id == MIA.user_id
    assert (await tables.lobby.leave(again.id, MIA.user_id)).status is Status.CLOSED


async def test_a_rematch_starts_as_any_table(tables: Tables, finished: TableState) -> None:
    state = await tables.lifecycle.rematch(ENGLISH, finished.id, NOAH)
    state = await tables.lobby.join(state.id, MIA)
    state = await tables.lobby.start(state.id, NOAH)
    state = await play_to_the_end(tables, state, random.Random(4))
    assert state.status is Status.OVER


@pytest.mark.long
async def test_a_member_who_does_not_join_is_not_at_the_game(
    tables: Tables, finished: TableState
) -> None:
    """Ten rematches without a press of the other: no member wins or loses any of them."""
    before = (await tables.leaderboard.page(finished.guild_id, 0)).rows
    over = finished
    for _ in range(10):
        state = await tables.lifecycle.rematch(ENGLISH, over.id, NOAH)
        if len(state.seats) == 1:
            with pytest.raises(TableError, match="at least two players"):
                await tables.lobby.start(state.id, NOAH)
            state = await tables.lobby.add_computer(state.id, NOAH)
        state = await tables.lobby.start(state.id, NOAH)
        assert invited(state) == []
        over = await play_to_the_end(tables, state, random.Random(3))
        assert over.find_seat(MIA.user_id) is None
    assert (await tables.leaderboard.page(finished.guild_id, 0)).rows == before


async def test_a_seat_is_free_for_others_too(tables: Tables, finished: TableState) -> None:
    state = await tables.lifecycle.rematch(ENGLISH, finished.id, NOAH)
    state = await tables.lobby.join(state.id, LEO)
    assert [seat.user_id for seat in state.seats] == [NOAH.user_id, LEO.user_id]
    assert invited(state) == ["Mia"]


async def invitations_stored(tables: Tables) -> int:
    async with tables.repository.database.read() as session:
        return len(await session.all(select(Invitation)))


async def test_invitations_end_with_the_lobby(tables: Tables, finished: TableState) -> None:
    state = await tables.lifecycle.rematch(ENGLISH, finished.id, NOAH)
    assert await invitations_stored(tables) == 1
    state = await tables.closing.cancel(state.id, NOAH)
    assert (invited(state), await invitations_stored(tables)) == ([], 0)
    state = await tables.lifecycle.rematch(ENGLISH, finished.id, NOAH)
    state = await tables.lobby.add_computer(state.id, NOAH)
    assert await invitations_stored(tables) == 1
    await tables.lobby.start(state.id, NOAH)
    assert await invitations_stored(tables) == 0


async def test_a_member_who_left_the_game_is_not_invited(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA, options=OPTIONS)
    await tables.lobby.leave(state.id, AVA.user_id)
    state = await tables.repository.get(state.id)
    state = await play_to_the_end(tables, state, random.Random(3))
    assert invited(await tables.lifecycle.rematch(ENGLISH, state.id, NOAH)) == ["Mia"]


async def test_a_computer_that_played_for_a_member_who_left_plays_for_nobody(
    tables: Tables,
) -> None:
    state = await game(tables, NOAH, AVA, options=OPTIONS)
    state = await tables.lobby.leave(state.id, AVA.user_id)
    assert state.seats[2].instead_of == "Ava"
    state = await play_to_the_end(tables, state, random.Random(3))
    again = await tables.lifecycle.rematch(ENGLISH, state.id, NOAH)
    again = await tables.lobby.join(again.id, AVA)
    assert [(seat.name, seat.instead_of) for seat in again.seats] == [
        ("Noah", None),
        (state.seats[2].name, None),
        ("Ava", None),
    ]


async def test_a_second_rematch_is_led_to_the_first(tables: Tables, finished: TableState) -> None:
    outcomes = await asyncio.gather(
        *(tables.lifecycle.rematch(ENGLISH, finished.id, actor) for actor in (MIA, NOAH)),
        return_exceptions=True,
    )
    (opened,) = (outcome for outcome in outcomes if isinstance(outcome, TableState))
    (refused,) = (outcome for outcome in outcomes if isinstance(outcome, ChannelTaken))
    assert refused.table_id == opened.id


async def test_only_a_member_who_played_asks_for_a_rematch(
    tables: Tables, finished: TableState
) -> None:
    with pytest.raises(NotSeated):
        await tables.lifecycle.rematch(ENGLISH, finished.id, LEO)
    assert await tables.repository.find_live_in(CHANNEL) is None


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (Status.LOBBY, "The game has not started yet"),
        (Status.PLAYING, "The game has already started"),
        (Status.CLOSED, "This table is closed"),
    ],
)
async def test_only_after_a_game(tables: Tables, status: Status, words: str) -> None:
    state = await lobby(tables, NOAH)
    if status is Status.PLAYING:
        await tables.lobby.start(state.id, MIA)
    elif status is Status.CLOSED:
        await tables.closing.cancel(state.id, MIA)
    with pytest.raises(WrongStage, match=words):
        await tables.lifecycle.rematch(ENGLISH, state.id, MIA)


async def test_the_finished_game_stays_as_it_was(tables: Tables, finished: TableState) -> None:
    await tables.lifecycle.rematch(ENGLISH, finished.id, MIA)
    after = await tables.repository.get(finished.id)
    assert (after.game, after.status) == (finished.game, Status.OVER)
    with pytest.raises(
        WrongStage, match=r"This game is over\. Press \*\*Rematch\*\* or use `/scout play`"
    ):
        await tables.closing.cancel(finished.id, MODERATOR)


async def test_a_member_taken_out_of_a_lobby_joins_it_only_if_invited_again(tables: Tables) -> None:
    state = await lobby(tables, NOAH, AVA, options=OPTIONS)
    with pytest.raises(TableError, match="Only the host or a moderator can remove players"):
        await tables.lobby.take_out(state.id, AVA, NOAH.user_id)
    state = await tables.lobby.take_out(state.id, MIA, NOAH.user_id)
    assert [seat.name for seat in state.seats] == ["Mia", "Ava"]
    assert ([member.name for member in state.removed], invited(state)) == (["Noah"], [])
    assert NOAH.user_id not in await tokens(tables, state)
    before = await tables.repository.get(state.id)
    with pytest.raises(TableError, match="The host has removed you from this table"):
        await tables.lobby.join(state.id, NOAH)
    with pytest.raises(NotSeated):
        await tables.lobby.leave(state.id, NOAH.user_id)
    with pytest.raises(TableError, match="has already left the table"):
        await tables.lobby.take_out(state.id, MIA, LEO.user_id)
    with pytest.raises(TableError, match="Only the host or a moderator can remove players"):
        await tables.lobby.invite_again(state.id, NOAH, NOAH.user_id)
    assert await tables.repository.get(state.id) == before
    state = await tables.lobby.invite_again(state.id, MIA, NOAH.user_id)
    assert (state.removed, invited(state)) == ((), ["Noah"])
    state = await tables.lobby.join(state.id, NOAH)
    assert [seat.name for seat in state.seats] == ["Mia", "Ava", "Noah"]
    state = await tables.lobby.start(state.id, MIA)
    with pytest.raises(WrongStage):
        await tables.lobby.take_out(state.id, MIA, NOAH.user_id)


async def test_an_invited_member_can_decline_and_the_host_can_withdraw(
    tables: Tables, finished: TableState
) -> None:
    state = await tables.lifecycle.rematch(ENGLISH, finished.id, NOAH)
    assert invited(await tables.lobby.leave(state.id, MIA.user_id)) == []
    state = await tables.lobby.join(state.id, MIA)
    await tables.closing.cancel(state.id, NOAH)
    state = await tables.lifecycle.rematch(ENGLISH, finished.id, NOAH)
    state = await tables.lobby.take_out(state.id, NOAH, MIA.user_id)
    assert invited(state) == []
    with pytest.raises(TableError, match="has removed you"):
        await tables.lobby.join(state.id, MIA)


async def test_a_moderator_takes_the_host_out_and_the_next_member_is_host(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    state = await tables.lobby.take_out(state.id, MODERATOR, MIA.user_id)
    assert (state.host_id, state.status) == (NOAH.user_id, Status.LOBBY)
    state = await tables.lobby.take_out(state.id, MODERATOR, NOAH.user_id)
    assert (state.status, await invitations_stored(tables)) == (Status.CLOSED, 0)


async def test_the_first_lobby_mentions_the_others_but_no_member_who_pauses(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA, options=OPTIONS)
    finished = await play_to_the_end(tables, state, random.Random(3))
    now = tables.repository.now()
    await tables.pauses.begin(finished.guild_id, AVA.user_id, 1, pressed_at=now)
    opened = await tables.lifecycle.rematch(ENGLISH, finished.id, MIA)
    assert invited(opened) == ["Noah", "Ava"]
    mention, both = tables.lifecycle.mention_for_rematch, [NOAH.user_id, AVA.user_id]
    assert await mention(finished.id, opened, both) == [NOAH.user_id]
    assert await mention(finished.id, opened, both) == []
