"""Closing a running game needs the consent of its players."""

import random
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.storage.models.options import TableOptions
from bot.storage.models.results import Outcome, Result
from bot.storage.models.tables import PublicMessage, Reason, Status, Table
from bot.tables.closing import ClosingChanged, ClosingWay
from bot.tables.core.actor import Actor
from bot.tables.core.deadlines import CLOSING_TIMEOUT, LOST_TIMEOUT, closing_silence
from bot.tables.core.errors import NotSeated, TableError, WrongStage
from bot.tables.core.state import TableState, asked as members_asked
from bot.tables.core.table_messages import closing_slot
from bot.tables.service import Tables
from engine.actions import Orient
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    MIA,
    MODERATOR,
    NOAH,
    game,
    game_on_turn,
    member,
    play,
    play_on,
    run_due,
)
from tests.support.tables.open_tables import OpenTables

MOMENT = timedelta(seconds=1)
QUIET = TableOptions(ping_after=None)
SEATED_MODERATOR = member(NOAH.user_id, "Noah", manages=True)


async def results(tables: Tables, state: TableState) -> dict[int, Outcome]:
    query = select(Result).where(Result.table_id == state.id)
    async with tables.repository.database.read() as session:
        return {row.user_id: row.outcome for row in (await session.scalars(query)).all()}


async def closed_by(tables: Tables, state: TableState) -> int | None:
    async with tables.repository.database.read() as session:
        return await session.scalar(select(Table.closed_by).where(Table.id == state.id))


async def asked(tables: Tables, *others: object) -> tuple[TableState, int]:
    """A game of Mia, Noah and Ava that Mia asks to close, and the time of the request."""
    state = await game_on_turn(tables, NOAH, AVA, options=QUIET)
    state = await tables.closing.cancel(state.id, MIA)
    assert state.status is Status.PLAYING
    assert state.closing is not None
    await post_question(tables, state)
    return state, int(state.closing.at.timestamp())


async def post_question(tables: Tables, state: TableState) -> None:
    """As the publisher does."""
    assert state.closing is not None
    messages = await tables.repository.messages.of(state.id)
    posted = PublicMessage(
        table_id=state.id,
        slot=closing_slot(state.closing),
        channel_id=state.channel_id,
        message_id=int(state.closing.at.timestamp()),
        digest="",
        reposts=0,
    )
    messages.show(posted)
    tables.repository.messages.save_soon(messages)
    await tables.repository.messages.save()


async def test_before_the_first_choice_a_host_closes_at_once(tables: Tables) -> None:
    state = await tables.closing.cancel((await game(tables, NOAH)).id, MIA)
    assert (state.closed_reason, state.closed_detail) == (Reason.ENDED, "Mia")


async def test_from_the_first_choice_on_a_host_has_to_ask(tables: Tables) -> None:
    state = await game(tables, NOAH)
    await play(tables, state, 1, Orient(False))
    state = await tables.closing.cancel(state.id, MIA)
    assert state.status is Status.PLAYING
    assert state.closing is not None
    assert [seat.name for seat in members_asked(state.seats, state.closing)] == ["Noah"]


async def test_a_game_closes_without_results_when_all_others_agree(tables: Tables) -> None:
    state, at = await asked(tables)
    state = await tables.closing.agree(state.id, NOAH.user_id, at)
    assert state.status is Status.PLAYING
    assert [seat.agrees_to_close for seat in state.seats] == [False, True, False]
    state = await tables.closing.agree(state.id, AVA.user_id, at)
    assert (state.status, state.closing) == (Status.CLOSED, None)
    assert state.closed_reason is Reason.AGREED
    assert await results(tables, state) == {}


async def test_the_asker_alone_closes_nothing(tables: Tables) -> None:
    state, at = await asked(tables)
    assert (await tables.closing.agree(state.id, MIA.user_id, at)).status is Status.PLAYING
    with pytest.raises(TableError, match="have already been asked"):
        await tables.closing.cancel(state.id, MIA)


async def test_ten_minutes_of_silence_are_consent(tables: Tables, clock: FakeClock) -> None:
    state, at = await asked(tables)
    await tables.closing.agree(state.id, NOAH.user_id, at)
    clock.advance(CLOSING_TIMEOUT - MOMENT)
    assert (await run_due(tables, state)).status is Status.PLAYING
    clock.advance(MOMENT)
    state = await run_due(tables, state)
    assert state.status is Status.CLOSED
    assert (state.closed_reason, state.closed_detail) == (Reason.SILENCE, "Mia")
    assert await closed_by(tables, state) == MIA.user_id
    assert await results(tables, state) == {}


async def test_after_the_request_of_a_moderator_who_left_silence_names_no_member(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, AVA, options=QUIET)
    await tables.lobby.leave(state.id, NOAH.user_id)
    state = await tables.closing.cancel(state.id, SEATED_MODERATOR)
    await post_question(tables, state)
    clock.advance(CLOSING_TIMEOUT)
    # The computer in the seat moves first.
    await run_due(tables, state)
    state = await run_due(tables, state)
    assert (state.closed_reason, state.closed_detail) == (Reason.SILENCE, None)
    assert await closed_by(tables, state) is None


@pytest.mark.parametrize(("limit", "silence"), [(60, 600), (3600, 3600), (7 * 86400, 86400)])
async def test_silence_is_as_long_as_a_turn_up_to_a_day(
    tables: Tables, clock: FakeClock, limit: int, silence: int
) -> None:
    options = TableOptions(ping_after=None, turn_limit=limit)
    state = await game_on_turn(tables, NOAH, AVA, options=options)
    state = await tables.closing.cancel(state.id, MIA)
    assert state.closing is not None
    assert closing_silence(state.options) == timedelta(seconds=silence)
    if limit > silence:
        await post_question(tables, state)
        clock.advance(timedelta(seconds=silence) - MOMENT)
        assert (await run_due(tables, state)).status is Status.PLAYING
        clock.advance(MOMENT)
        assert (await run_due(tables, state)).closed_reason is Reason.SILENCE


async def test_a_restart_in_the_middle_of_a_request_changes_nothing(
    open_tables: OpenTables, clock: FakeClock
) -> None:
    state, _ = await asked(open_tables())
    clock.advance(CLOSING_TIMEOUT)
    again = open_tables()
    assert [table_id for table_id, _ in await again.repository.due_times()] == [state.id]
    assert (await run_due(again, state)).status is Status.CLOSED


async def test_players_who_could_not_answer_are_asked_again(
    tables: Tables, clock: FakeClock
) -> None:
    """The program did not run when the ten minutes ended."""
    state, _ = await asked(tables)
    clock.advance(3 * CLOSING_TIMEOUT)
    state = await run_due(tables, state)
    assert state.closing is not None
    assert (state.status, state.closing.at) == (Status.PLAYING, clock.time)
    await post_question(tables, state)
    clock.advance(CLOSING_TIMEOUT)
    assert (await run_due(tables, state)).status is Status.CLOSED


async def test_in_a_lost_channel_silence_is_no_consent(tables: Tables, clock: FakeClock) -> None:
    state, _ = await asked(tables)
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(CLOSING_TIMEOUT)
    assert (await run_due(tables, state)).status is Status.PLAYING
    await tables.lifecycle.mark_found(state.id)
    found = await tables.repository.get(state.id)
    assert found.closing is not None
    assert found.closing.at == clock.time


async def test_a_player_who_plays_on_ends_the_request_for_an_hour(
    tables: Tables, clock: FakeClock
) -> None:
    state, at = await asked(tables)
    await tables.closing.agree(state.id, NOAH.user_id, at)
    await tables.closing.decline(state.id, AVA.user_id, at)
    clock.advance(timedelta(minutes=59))
    assert (await run_due(tables, state)).status is Status.PLAYING
    with pytest.raises(TableError, match="You can ask again"):
        await tables.closing.cancel(state.id, MIA)
    with pytest.raises(TableError, match="question is closed"):
        await tables.closing.agree(state.id, NOAH.user_id, at)
    clock.advance(timedelta(minutes=1))
    state = await tables.closing.cancel(state.id, MIA)
    assert state.closing is not None
    assert not state.closing.declined
    assert not any(seat.agrees_to_close for seat in state.seats)


@pytest.mark.parametrize("who", [MIA, AVA])
async def test_a_departure_does_not_shorten_the_hour(
    tables: Tables, clock: FakeClock, who: Actor
) -> None:
    """Another account could leave so that the others are asked again."""
    state, at = await asked(tables)
    await tables.closing.decline(state.id, AVA.user_id, at)
    state = await tables.lobby.leave(state.id, who.user_id)
    host = MIA if who is AVA else NOAH
    with pytest.raises(TableError, match="You can ask again"):
        await tables.closing.cancel(state.id, host)
    clock.advance(timedelta(hours=1))
    assert (await tables.closing.cancel(state.id, host)).closing is not None


async def test_the_hour_begins_as_a_member_plays_on(tables: Tables, clock: FakeClock) -> None:
    """With long turns the question is open for longer than an hour."""
    limit = timedelta(days=1)
    options = TableOptions(ping_after=None, turn_limit=int(limit.total_seconds()))
    state = await game_on_turn(tables, NOAH, options=options)
    state = await tables.closing.cancel(state.id, MIA)
    assert state.closing is not None
    await post_question(tables, state)
    clock.advance(limit - MOMENT)
    assert (await run_due(tables, state)).status is Status.PLAYING
    state = await tables.closing.decline(state.id, NOAH.user_id, int(state.closing.at.timestamp()))
    with pytest.raises(TableError, match="You can ask again"):
        await tables.closing.cancel(state.id, MIA)


async def test_silence_is_no_shorter_than_a_turn(tables: Tables, clock: FakeClock) -> None:
    options = TableOptions(ping_after=None, turn_limit=3600)
    state = await game(tables, NOAH, options=options)
    await play(tables, state, 0, Orient(False))
    state = await tables.closing.cancel(state.id, MIA)
    await post_question(tables, state)
    clock.advance(CLOSING_TIMEOUT)
    assert (await run_due(tables, state)).status is Status.PLAYING
    # The turn's limit ends at the same time: a computer's move is no answer.
    clock.advance(timedelta(hours=1) - CLOSING_TIMEOUT)
    await run_due(tables, state)
    assert (await run_due(tables, state)).status is Status.CLOSED


async def test_a_question_that_was_never_posted_is_no_consent(
    tables: Tables, clock: FakeClock
) -> None:
    state = await game_on_turn(tables, NOAH, AVA, options=QUIET)
    state = await tables.closing.cancel(state.id, MIA)
    clock.advance(CLOSING_TIMEOUT)
    state = await run_due(tables, state)
    assert state.closing is not None
    assert (state.status, state.closing.at) == (Status.PLAYING, clock.time)
    await post_question(tables, state)
    clock.advance(CLOSING_TIMEOUT)
    assert (await run_due(tables, state)).status is Status.CLOSED


async def test_a_move_is_an_answer_except_of_the_member_who_asks(tables: Tables) -> None:
    rng = random.Random(4)
    state = await game_on_turn(tables, NOAH, AVA, options=QUIET)
    while state.members_to_move[0].user_id != MIA.user_id:
        state = await play_on(tables, state, rng)
    state = await tables.closing.cancel(state.id, MIA)
    for is_declined in (False, True):
        state = await play_on(tables, state, rng)
        assert state.closing is not None
        assert state.closing.declined is is_declined


async def test_a_move_after_consent_changes_nothing(tables: Tables) -> None:
    state, at = await asked(tables)
    mover = state.members_to_move[0].user_id
    assert mover is not None
    await tables.closing.agree(state.id, mover, at)
    state = await play_on(tables, state, random.Random(4))
    assert state.closing is not None
    assert not state.closing.declined


async def test_coming_back_to_the_seat_is_an_answer(tables: Tables) -> None:
    state, _ = await asked(tables)
    state = await tables.turns.come_back(state.id, MIA.user_id)
    assert state.closing is not None
    assert not state.closing.declined
    state = await tables.turns.come_back(state.id, NOAH.user_id)
    assert state.closing is not None
    assert state.closing.declined


@pytest.mark.slow
async def test_forgetting_the_asker_ends_the_request(tables: Tables, clock: FakeClock) -> None:
    """A moderator can ask without a seat, also after leaving the game."""
    state = await game_on_turn(tables, NOAH, AVA, options=QUIET)
    await tables.lobby.leave(state.id, NOAH.user_id)
    state = await tables.closing.cancel(state.id, SEATED_MODERATOR)
    await post_question(tables, state)
    await tables.forgetting.forget(state.guild_id, NOAH)
    clock.advance(CLOSING_TIMEOUT)
    state = await run_due(tables, state)
    assert (state.status, state.closing) == (Status.PLAYING, None)
    assert (await tables.closing.cancel(state.id, MIA)).closing is not None


async def test_when_the_last_member_who_did_not_agree_leaves_the_game_closes(
    tables: Tables,
) -> None:
    state, at = await asked(tables)
    await tables.closing.agree(state.id, NOAH.user_id, at)
    assert (await tables.lobby.leave(state.id, AVA.user_id)).status is Status.CLOSED


async def test_a_request_ends_with_its_asker_and_with_the_last_member_asked(tables: Tables) -> None:
    state, _ = await asked(tables)
    state = await tables.lobby.leave(state.id, MIA.user_id)
    assert (state.status, state.closing) == (Status.PLAYING, None)
    state = await tables.closing.cancel(state.id, NOAH)
    assert state.closing is not None
    state = await tables.lobby.leave(state.id, AVA.user_id)
    assert (state.status, state.closing) == (Status.PLAYING, None)


async def test_a_member_who_has_left_has_no_say(tables: Tables) -> None:
    state, at = await asked(tables)
    await tables.lobby.leave(state.id, NOAH.user_id)
    for press in (tables.closing.agree, tables.closing.decline):
        with pytest.raises(NotSeated):
            await press(state.id, NOAH.user_id, at)


async def test_buttons_of_an_earlier_request_answer_no_later_one(
    tables: Tables, clock: FakeClock
) -> None:
    state, at = await asked(tables)
    await tables.closing.decline(state.id, AVA.user_id, at)
    clock.advance(timedelta(hours=1))
    await tables.closing.cancel(state.id, MIA)
    with pytest.raises(TableError, match="question is closed"):
        await tables.closing.agree(state.id, NOAH.user_id, at)


async def test_a_moderator_who_does_not_play_closes_at_once(tables: Tables) -> None:
    state, _ = await asked(tables)
    another = await game_on_turn(tables, MODERATOR, channel=CHANNEL + 1)
    await tables.lobby.leave(another.id, MODERATOR.user_id)
    state = await tables.closing.cancel(state.id, MODERATOR)
    assert (state.status, state.closing) == (Status.CLOSED, None)
    assert await results(tables, state) == {}


async def test_a_moderator_who_plays_has_to_ask_even_after_leaving(tables: Tables) -> None:
    """Leaving and then closing would save a loss."""
    state = await game_on_turn(tables, NOAH, AVA)
    asked_by_noah = await tables.closing.cancel(state.id, SEATED_MODERATOR)
    assert asked_by_noah.closing is not None
    assert asked_by_noah.closing.by == NOAH.user_id
    await tables.lobby.leave(state.id, NOAH.user_id)
    _, way = await tables.closing.way(state.id, SEATED_MODERATOR)
    assert way is ClosingWay.BY_CONSENT
    state = await tables.closing.cancel(state.id, SEATED_MODERATOR)
    assert state.status is Status.PLAYING
    assert state.closing is not None
    assert [seat.name for seat in members_asked(state.seats, state.closing)] == ["Mia", "Ava"]


async def test_closing_alone_counts_as_leaving(tables: Tables) -> None:
    state = await game_on_turn(tables, computers=2)
    while not any(event.seat == 0 for event in (state.game.rounds[0].log if state.game else ())):
        if state.members_to_move:
            state = await play_on(tables, state, random.Random(1))
        else:
            await tables.turns.move_computers(state, tables.repository.now())
            state = await tables.repository.get(state.id)
    _, way = await tables.closing.way(state.id, MIA)
    assert way is ClosingWay.BY_LEAVING
    state = await tables.closing.cancel(state.id, MIA)
    assert state.status is Status.CLOSED
    assert (state.closed_reason, state.closed_detail) == (Reason.ENDED, "Mia")
    assert await results(tables, state) == {MIA.user_id: Outcome.LEFT}


async def test_a_question_about_another_way_of_closing_closes_nothing(tables: Tables) -> None:
    """Also a button of an earlier version, which closed every game at once."""
    state = await game_on_turn(tables, NOAH)
    with pytest.raises(ClosingChanged):
        await tables.closing.cancel(state.id, MIA, ClosingWay.AT_ONCE)
    with pytest.raises(WrongStage):
        await tables.closing.cancel(state.id, MIA, ClosingWay.LOBBY)
    assert await tables.repository.get(state.id) == state


@pytest.mark.slow
async def test_in_a_lost_channel_no_turn_ends(tables: Tables, clock: FakeClock) -> None:
    """Otherwise a loser could delete the thread: computers would end the game, and nobody win."""
    limit = timedelta(minutes=5)
    options = TableOptions(length=2, ping_after=None, turn_limit=int(limit.total_seconds()))
    state = await game_on_turn(tables, NOAH, options=options)
    rng = random.Random(3)
    while state.game is not None and len(state.game.rounds) < 2:
        state = await play_on(tables, state, rng)
    assert state.game is not None
    totals = state.game.totals()
    await tables.lifecycle.mark_lost(state.id)
    for _ in range(5):
        clock.advance(limit)
        assert (await run_due(tables, state)).game == state.game
    await tables.lifecycle.mark_found(state.id)
    clock.advance(limit - MOMENT)
    assert (await run_due(tables, state)).game == state.game
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(LOST_TIMEOUT)
    state = await run_due(tables, state)
    assert state.status is Status.CLOSED
    found = await results(tables, state)
    assert found == {MIA.user_id: Outcome.FINISHED, NOAH.user_id: Outcome.FINISHED}
    assert state.game is not None
    assert state.game.totals() == totals


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [1, 2])
async def test_a_lost_channel_counts_if_a_round_is_over(
    tables: Tables, clock: FakeClock, rounds: int
) -> None:
    state = await game_on_turn(tables, NOAH, options=TableOptions(length=2, ping_after=None))
    rng = random.Random(3)
    while state.game is not None and len(state.game.rounds) < rounds:
        state = await play_on(tables, state, rng)
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(LOST_TIMEOUT)
    state = await run_due(tables, state)
    assert state.status is Status.CLOSED
    found = await results(tables, state)
    expected = {MIA.user_id: Outcome.FINISHED, NOAH.user_id: Outcome.FINISHED}
    assert found == (expected if rounds == 2 else {})


async def test_a_lost_channel_has_another_day_if_its_day_ended_while_the_bot_was_stopped(
    tables: Tables, clock: FakeClock
) -> None:
    """Only a running bot can find it again."""
    state = await game_on_turn(tables, NOAH, options=TableOptions(ping_after=None))
    await tables.lifecycle.mark_lost(state.id)
    clock.advance(LOST_TIMEOUT + timedelta(hours=1))
    assert (await run_due(tables, state)).status is Status.PLAYING
    clock.advance(LOST_TIMEOUT)
    assert (await run_due(tables, state)).status is Status.CLOSED
