"""Two programs on one database: of presses at the same moment one wins, and no error is left over.

Each has its own memory and its own connections, as two processes have; they share the database and
nothing else.
"""

import asyncio
import json
import random
import sys
import time
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import Awaitable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.storage import models, queries
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.engine.session import Session
from bot.storage.models.options import TableOptions
from bot.storage.models.personal_columns import PERSONAL
from bot.storage.models.results import MemberRating, Result, ServerTotals
from bot.storage.models.tables import PrivateKind, PrivateMessage, PublicMessage, Status
from bot.tables.core import standings
from bot.tables.core.actor import Actor, keep_token, member_seat, private_message
from bot.tables.core.errors import ChannelTaken, StalePress
from bot.tables.core.replay import replay_game
from bot.tables.core.state import TableState
from bot.tables.core.table_messages import TOKEN_LIFE
from bot.tables.preferences import Preferences
from bot.tables.service import Tables
from bot.tables.standings import rebuild as rebuilding
from bot.tables.standings.seasons import Season
from bot.text.language import ENGLISH
from engine.errors import ScoutError
from tests.support.storage.database import only_postgres
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    LEO,
    MIA,
    NOAH,
    SERVER,
    asked_to_block,
    game,
    game_on_turn,
    lobby,
    play_to_the_end,
)
from tests.support.tables.open_tables import OpenTables
from tests.support.tables.random_presses import REFUSALS, a_press, play_once

pytestmark = pytest.mark.slow  # two programs take turns

Both = tuple[Tables, Tables]


@pytest.fixture
def both(open_tables: OpenTables) -> Both:
    return open_tables(seed=1), open_tables(seed=2)


async def at_once(*presses: Awaitable[object]) -> list[object]:
    """The result of each; a refusal becomes its sentence, and any other error fails."""
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException) and type(outcome) not in REFUSALS:
            raise outcome
    return list(outcomes)


def winners(outcomes: list[object]) -> list[object]:
    return [outcome for outcome in outcomes if not isinstance(outcome, ScoutError)]


async def test_of_two_tables_opened_at_once_in_a_channel_one_is_there(both: Both) -> None:
    for channel in range(10, 20):
        outcomes = await at_once(
            *(
                tables.lifecycle.open(ENGLISH, SERVER, channel, host, TableOptions())
                for tables, host in zip(both, (MIA, NOAH), strict=True)
            )
        )
        assert len(winners(outcomes)) == 1
        assert {type(outcome) for outcome in outcomes} == {TableState, ChannelTaken}


async def test_of_two_actions_at_one_decision_one_is_played(both: Both) -> None:
    one, other = both
    state = await game_on_turn(one, NOAH)
    rng = random.Random(3)
    for _ in range(12):
        if state.status is not Status.PLAYING or state.decision_number == 0:
            break
        seat = state.to_move[0]
        assert state.game is not None
        assert state.game.current is not None
        choices = state.game.current.legal_actions(seat.index)
        first, second = rng.choice(choices), rng.choice(choices)
        assert seat.user_id is not None
        decision = (state.id, seat.user_id, state.decision_number)
        outcomes = await at_once(
            one.turns.play(*decision, first), other.turns.play(*decision, second)
        )
        # The same action twice is a repeated press, which gets the answer that it has succeeded.
        assert len(winners(outcomes)) == (2 if first == second else 1)
        assert all(isinstance(one, TableState | StalePress) for one in outcomes)
        before, state = state, next(one for one in outcomes if isinstance(one, TableState))
        assert state.revision == before.revision + 1


async def test_the_last_seat_is_taken_once(both: Both) -> None:
    one, other = both
    state = await lobby(one, NOAH, options=TableOptions(size=3))
    for _ in range(8):
        joins = [one.lobby.join(state.id, AVA), other.lobby.join(state.id, LEO)]
        outcomes = await at_once(*joins)
        assert len(winners(outcomes)) == 1
        won = AVA if isinstance(outcomes[0], TableState) else LEO
        state = await one.lobby.leave(state.id, won.user_id)
        assert len(state.seats) == 2


async def test_two_games_of_a_server_that_end_at_once_are_both_counted(both: Both) -> None:
    one, other = both
    for number in range(3):
        ends = []
        for tables, channel in ((one, CHANNEL), (other, CHANNEL + 1)):
            state = await game(tables, NOAH, AVA, channel=channel, options=TableOptions(length=1))
            ends.append(play_to_the_end(tables, state, random.Random(number)))
        await asyncio.gather(*ends)
    async with one.repository.database.read() as session:
        assert await session.scalar(select(ServerTotals.games)) == 6
        numbers = await session.scalars(select(Result.number).distinct().order_by(Result.number))
        assert numbers.all() == [1, 2, 3, 4, 5, 6]
        assert set(await session.scalars(select(MemberRating.games))) == {6}


async def test_settings_changed_at_once_are_all_kept(both: Both) -> None:
    one, other = both
    for user_id in range(300, 306):
        await at_once(
            one.preferences.update(user_id, confirm=True),
            other.preferences.update(user_id, welcomed=True),
            one.server_settings.update(user_id, threads=True),
            other.server_settings.update(user_id, pictures=False),
            one.left_servers.left(user_id),
            other.left_servers.left(user_id),
        )
        async with one.repository.database.read() as session:
            row = await session.get(models.Member, user_id)
        assert row is not None
        stored = Preferences(row.pictures, row.confirm, row.welcomed, row.share_name)
        assert stored == Preferences(confirm=True, welcomed=True)
        server = await one.server_settings.of(user_id)
        assert (server.threads, server.pictures) == (True, False)


async def test_of_two_seasons_started_at_once_one_is_there(both: Both) -> None:
    for number in range(6):
        outcomes = await at_once(
            *(
                tables.seasons.start(SERVER, f"{name} {number}", after=number)
                for tables, name in zip(both, ("Spring", "Summer"), strict=True)
            )
        )
        assert [type(outcome) for outcome in winners(outcomes)] == [Season]
        assert len(await both[0].seasons.all(SERVER)) == number + 1


async def test_messages_saved_by_both_are_stored_once(both: Both) -> None:
    states = [await lobby(both[0], channel=channel) for channel in range(10, 16)]

    async def show(tables: Tables, order: list[TableState]) -> None:
        for state in order:
            known = await tables.repository.messages.of(state.id)
            message_id = 1000 + random.randrange(1000)
            known.show(
                PublicMessage(
                    table_id=state.id,
                    slot="lobby",
                    channel_id=state.channel_id,
                    message_id=message_id,
                    digest="d",
                    reposts=0,
                )
            )
            known.mark_published(state.revision)
            tables.repository.messages.save_soon(known)
        await tables.repository.messages.save()

    for _ in range(5):
        await at_once(show(both[0], states), show(both[1], states[::-1]))
    async with both[0].repository.database.read() as session:
        shown = select(func.count()).where(PublicMessage.slot == "lobby")
        assert await session.scalar(shown) == len(states)


async def test_two_tables_that_change_places_do_not_wait_for_each_other(both: Both) -> None:
    one, other = both
    first, second = await lobby(one, channel=10), await lobby(one, channel=11)
    await other.repository.get(second.id)
    outcomes = await asyncio.gather(
        one.lifecycle.repost(first.id, 11),
        other.lifecycle.repost(second.id, 10),
        return_exceptions=True,
    )
    assert all(isinstance(outcome, ScoutError) for outcome in outcomes)


@pytest.mark.long
async def test_a_member_who_plays_on_while_forgotten_leaves_whole_tables(both: Both) -> None:
    one, other = both
    for number in range(4):
        channel = 20 + number
        state = await game(one, NOAH, AVA, channel=channel)
        await at_once(
            one.forgetting.forget(SERVER, NOAH),
            other.lobby.join(state.id, NOAH),
            other.lifecycle.open(ENGLISH, SERVER, 100 + channel, NOAH, TableOptions()),
            play_once(other, state, random.Random(number)),
        )
    await check_tables(one)


@pytest.mark.long
async def test_presses_of_all_kinds_at_one_table(both: Both) -> None:
    rng = random.Random(11)
    state = await lobby(both[0], NOAH)
    for _ in range(40):
        await at_once(*(a_press(tables, state.id, rng).result for tables in both * 3))
        found = await both[0].repository.find_live_in(CHANNEL)
        if found is None:
            found = await lobby(rng.choice(both), NOAH, AVA)
        state = found
    await check_tables(both[0])


async def test_a_member_blocked_while_they_sit_down_gets_no_seat(both: Both) -> None:
    one, other = both
    state, request_id = await lobby(one), await asked_to_block(one, NOAH)
    async with other.repository.unit_of_work(state.id) as uow:
        await other.blocks.check(uow.session, SERVER, NOAH)
        blocking = asyncio.create_task(one.requests.block(request_id))
        await asyncio.wait({blocking}, timeout=0.3)
        uow.table.seats.append(member_seat(1, NOAH))
    await blocking
    assert await one.repository.live_ids_of(NOAH.user_id) == []


async def test_a_rematch_with_seats_from_memory_brings_no_forgotten_member_back(both: Both) -> None:
    one, other = both
    over = await finished(other)
    # The other process learns of the forgetting later.
    await one.forgetting.forget(SERVER, NOAH)
    again = await other.lifecycle.rematch(ENGLISH, over.id, MIA)
    assert [member.name for member in again.invited] == ["Ava"]
    await other.repository.messages.save()
    assert await rows_of_member(one, NOAH) == []


@pytest.mark.long
async def test_a_rematch_under_way_brings_no_forgotten_member_back(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The forgetting begins while the rematch has read the seats and not committed its own."""
    one, other = both
    over = await finished(other)
    forgetting: list[asyncio.Task[object]] = []
    check = other.server_settings.check_opening

    async def forget_meanwhile(*arguments: Any) -> None:
        await check(*arguments)
        forget = one.forgetting.forget(SERVER, NOAH)
        forgetting.append(asyncio.create_task(forget))
        await asyncio.wait(forgetting, timeout=1.5)

    monkeypatch.setattr(other.server_settings, "check_opening", forget_meanwhile)
    await other.lifecycle.rematch(ENGLISH, over.id, MIA)
    await forgetting[0]
    await other.repository.messages.save()
    assert await rows_of_member(one, NOAH) == []


async def test_a_token_that_is_saved_late_brings_no_forgotten_member_back(both: Both) -> None:
    one, other = both
    state = await lobby(other, NOAH)
    known = await other.repository.messages.of(state.id)
    await one.forgetting.forget(SERVER, NOAH)
    keep_token(known, NOAH)
    other.repository.messages.save_soon(known)
    await other.repository.messages.save()
    assert await rows_of_member(one, NOAH) == []


def watching(state: TableState, actor: Actor, now: datetime) -> list[PrivateMessage]:
    """What the actor sees of a table after two presses now."""
    actor = replace(actor, until=now + TOKEN_LIFE)
    return [
        private_message(state.id, kind, actor, message_id=7)
        for kind in (PrivateKind.SPECTATOR, PrivateKind.REVIEW)
    ]


async def follow(tables: Tables, messages: list[PrivateMessage]) -> None:
    for message in messages:
        known = await tables.repository.messages.of(message.table_id)
        known.follow(message)
        tables.repository.messages.save_soon(known)


async def test_what_a_spectator_pressed_before_is_not_saved_after_a_forgetting(
    both: Both, clock: FakeClock
) -> None:
    """Nothing says any more who was forgotten, so others have to press again too."""
    one, other = both
    state = await game(other, NOAH)
    before = watching(state, LEO, clock()) + watching(state, AVA, clock())
    await one.forgetting.forget(SERVER, LEO)
    await follow(other, before)
    await other.repository.messages.save()
    assert await rows_of_member(one, LEO) == []
    clock.advance(timedelta(minutes=1))
    await follow(other, watching(state, LEO, clock()))
    await other.repository.messages.save()
    assert await rows_of_member(one, LEO) == ["private_messages"]


async def test_a_spectators_message_under_way_brings_no_forgotten_member_back(
    both: Both, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The forgetting begins while another process has asked about it and not committed."""
    one, other = both
    state = await game(other, NOAH)
    await other.repository.messages.save()
    run_together = Session.run_together
    forgetting: list[asyncio.Task[object]] = []

    async def forget_meanwhile(*arguments: Any) -> None:
        if not forgetting:
            forget = one.forgetting.forget(SERVER, LEO)
            forgetting.append(asyncio.create_task(forget))
            await asyncio.wait(forgetting, timeout=1.0)
        await run_together(*arguments)

    await follow(other, watching(state, LEO, clock())[:1])
    with monkeypatch.context() as patched:
        patched.setattr(Session, "run_together", forget_meanwhile)
        await other.repository.messages.save()
    await asyncio.gather(*forgetting)
    assert await rows_of_member(one, LEO) == []


async def test_a_message_that_another_process_stored_since_is_forgotten(
    both: Both, clock: FakeClock
) -> None:
    one, other = both
    state = await game(other, NOAH)
    # Kept in memory as it is now.
    known = await one.repository.messages.of(state.id)
    watched = watching(state, LEO, clock())
    await follow(other, watched)
    await other.repository.messages.save()
    forgotten = await one.forgetting.forget(SERVER, LEO)
    assert [message.message_id for message in forgotten.messages] == [7, 7]
    assert known.private(PrivateKind.SPECTATOR, LEO.user_id) is None
    assert await rows_of_member(one, LEO) == []


async def test_counting_all_results_meanwhile_brings_no_forgotten_member_back(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both
    await finished(other)
    count_results = standings.count_results
    forgetting: list[asyncio.Task[object]] = []

    async def forget_meanwhile(*arguments: Any) -> None:
        forget = one.forgetting.forget(SERVER, NOAH)
        forgetting.append(asyncio.create_task(forget))
        await asyncio.wait(forgetting, timeout=1.0)
        await count_results(*arguments)

    monkeypatch.setattr(rebuilding, "count_results", forget_meanwhile)
    await rebuilding.rebuild(other.repository.database)
    await asyncio.gather(*forgetting)
    assert await rows_of_member(one, NOAH) == []


TIMINGS = 25


@pytest.mark.long
async def test_a_rematch_at_any_moment_of_a_forgetting_brings_nobody_back(both: Both) -> None:
    """The rematch begins at moments spread over the time of a forgetting."""
    one, other = both
    await one.forgetting.forget(SERVER, LEO)
    began = time.monotonic()
    await finished(one)
    await one.forgetting.forget(SERVER, NOAH)
    spread = time.monotonic() - began
    for number in range(TIMINGS):
        over = await finished(other)

        async def rematch(table_id: int, pause: float) -> TableState:
            await asyncio.sleep(pause)
            return await other.lifecycle.rematch(ENGLISH, table_id, MIA)

        again = rematch(over.id, spread * number / TIMINGS)
        outcomes = await at_once(again, one.forgetting.forget(SERVER, NOAH))
        assert isinstance(outcomes[0], TableState)
        await other.repository.messages.save()
        assert await rows_of_member(one, NOAH) == []
        await other.closing.cancel(outcomes[0].id, MIA)


async def test_a_game_that_ends_elsewhere_has_no_result_of_a_forgotten_member(both: Both) -> None:
    one, other = both
    state = await game(other, NOAH, AVA, options=TableOptions(length=1))
    state = await other.lobby.leave(state.id, NOAH.user_id)
    await one.forgetting.forget(SERVER, NOAH)
    await play_to_the_end(other, state, random.Random(3))
    assert await rows_of_member(one, NOAH) == []


async def finished(tables: Tables) -> TableState:
    state = await game(tables, NOAH, AVA, options=TableOptions(length=1))
    return await play_to_the_end(tables, state, random.Random(3))


async def rows_of_member(tables: Tables, member: Actor) -> list[str]:
    """The names of the tables that have rows of the member."""
    async with tables.repository.database.read() as session:
        return [
            own.name
            for own in PERSONAL
            if await session.scalar(select(own.owner).where(own.owner == member.user_id))
        ]


PRESSES = 240


@only_postgres("of SQLite's file one process alone has the use")
@pytest.mark.long  # starts two processes
async def test_presses_of_two_processes_of_the_system_end_well(url: str, both: Both) -> None:
    """`python -m tests.support.process.press_tables` counts how many of them end how."""
    command = [sys.executable, "-m", "tests.support.process.press_tables", url, str(PRESSES)]
    pressing = [
        await asyncio.create_subprocess_exec(*command, str(seed), stdout=PIPE) for seed in (1, 2)
    ]
    outcomes: Counter[str] = Counter()
    for process in pressing:
        output, _ = await process.communicate()
        assert process.returncode == 0
        for ends in json.loads(output).values():
            outcomes.update(ends)
    # Two tables that swap channels wait for each other. PostgreSQL ends one of the two presses,
    # which changes nothing, and its member reads "Press again".
    swaps = outcomes.pop(DatabaseBusy.__name__, 0)
    assert swaps <= PRESSES // 50
    allowed = {"done", *(refusal.__name__ for refusal in REFUSALS)}
    assert {end: count for end, count in outcomes.items() if end not in allowed} == {}
    assert outcomes.total() + swaps == 2 * PRESSES
    assert outcomes["StalePress"] > 0
    await check_tables(both[0])


@only_postgres("of SQLite's file one process alone has the use")
@pytest.mark.long  # starts a process
async def test_a_rematch_in_a_process_of_the_system_brings_nobody_back(
    url: str, both: Both
) -> None:
    """The other process opens rematches at different moments while members are forgotten here."""
    one, _ = both
    command = [sys.executable, "-m", "tests.support.process.open_rematches", url]
    rematching = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    assert rematching.stdin is not None
    assert rematching.stdout is not None
    for number in range(TIMINGS):
        over = await finished(one)
        rematching.stdin.write(f"{over.id}\n".encode())
        assert await rematching.stdout.readline() == b"read\n"
        await asyncio.sleep(number / 500)
        await one.forgetting.forget(SERVER, NOAH)
        assert await rematching.stdout.readline() == b"done\n"
        assert await rows_of_member(one, NOAH) == []
    rematching.stdin.close()
    assert await rematching.wait() == 0


async def check_tables(tables: Tables) -> None:
    """Every game follows from its rows, seats have no gaps, and a channel has one live table."""
    async with tables.repository.database.read() as session:
        table_ids = (await session.scalars(select(models.Table.id))).all()
        live = []
        for table_id in table_ids:
            table = await queries.tables.find_table(session, table_id)
            assert table is not None
            actions = await queries.tables.actions_of(session, table_id)
            assert [row.number for row in actions] == list(range(1, table.action_count + 1))
            assert [seat.index for seat in table.seats] == list(range(len(table.seats)))
            if table.rounds:
                replay_game(table, actions)
            if table.status.live:
                live.append(table.channel_id)
    assert len(live) == len(set(live))
