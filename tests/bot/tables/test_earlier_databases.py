"""What an earlier version stored goes on working: its tables, games, messages and settings."""

import json
import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text

from bot.storage.engine.database import Database
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import PrivateKind, PrivateMessage, Reason, Status
from bot.tables.core.deadlines import QUIET_TIMEOUT, absent
from bot.tables.core.table_messages import TableMessages
from bot.tables.games.history import record_of
from bot.tables.preferences import Preferences
from bot.tables.servers.settings import Server
from bot.tables.service import Tables
from bot.tables.standings.leaderboard import LeaderboardChoice, Measure
from bot.tables.standings.rebuild import rebuild_if_missing
from bot.tables.standings.statistics import HeadToHead
from bot.tables.turns import NOTICE
from bot.text.language import ENGLISH
from bot.text.names import PlayerName
from engine.actions import parse_action
from engine.cards import parse_cards
from engine.players import Level
from engine.record import loads
from tests.support.marks import with_long
from tests.support.storage.database import copy_database, url_of
from tests.support.storage.earlier_databases import REVISIONS, Rows, load, migrate_to, rows_of
from tests.support.storage.rows import row_values
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import due_at, play_to_the_end, run_due

pytestmark = pytest.mark.slow  # migrates databases there and back

OLDEST, *BETWEEN, NEWEST = REVISIONS
FINISHED, PLAYING, LOBBY, IN_THREAD, CLOSED = 1, 2, 3, 4, 5
FIRST_ID = 1456074443980800000
"""Discord's ids in the files, and below what is added to it."""
GUILD = FIRST_ID + 3
MIA, NOA, KIM, LEO, IDA, UMA = (FIRST_ID + number for number in range(7, 13))
START = datetime(2026, 1, 1, tzinfo=UTC)
UNTIL = datetime(2026, 1, 1, 0, 14, 30, tzinfo=UTC)
HANDS: dict[int, list[tuple[Any, ...]]] = {
    FINISHED: [(MIA, "token-072", 20, 1), (NOA, "token-077", 22, 1)],
    PLAYING: [(KIM, "token-196", 187, 2), (LEO, "token-197", 188, 2), (IDA, "token-195", 189, 2)],
    LOBBY: [(UMA, "token-205", None, None)],
    IN_THREAD: [(NOA, "token-216", 214, 1), (MIA, "token-221", 218, 1)],
    CLOSED: [(LEO, "token-224", None, None)],
}
"""By table the member, the token, the message, and the round it was sent in."""
PUBLIC = {
    FINISHED: {"lobby": (6, 14), "round-1": (6, 18), "final": (6, 79)},
    PLAYING: {"lobby": (96, 98), "round-1": (96, 102), "round-2": (96, 200)},
    LOBBY: {"lobby": (201, 203)},
    IN_THREAD: {"lobby": (206, 208), "round-1": (208, 212)},
    CLOSED: {"lobby": (223, 225)},
}
"""By table and slot the channel and the message."""


def test_all_eight_files_are_found() -> None:
    assert [f"{number:04}" for number in range(1, 9)] == REVISIONS


@pytest.fixture(scope="module", params=with_long([OLDEST, NEWEST], BETWEEN))
def revision(request: pytest.FixtureRequest) -> str:
    """The shape of the file that the test begins with; most begin with the newest."""
    return str(request.param)


@pytest.fixture(scope="module")
def loaded(revision: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An earlier version's file."""
    file = tmp_path_factory.mktemp("loaded") / "games.sqlite3"
    load(revision, file)
    return file


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def brought_up(loaded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, brought up to date as at the start of the program."""
    file = tmp_path_factory.mktemp("brought-up") / "games.sqlite3"
    copy_database(loaded, file)
    database = Database(url_of(file))
    await database.migrate()
    await rebuild_if_missing(database)
    await database.close()
    return file


@pytest.fixture
def url(brought_up: Path, tmp_path: Path) -> str:
    """A copy of the file for the test alone."""
    file = tmp_path / "games.sqlite3"
    copy_database(brought_up, file)
    return url_of(file)


newest_only = pytest.mark.parametrize("revision", [NEWEST], indirect=True, scope="module")


def test_every_action_deal_and_result_is_kept(loaded: Path, brought_up: Path) -> None:
    before, after = rows_of(loaded), rows_of(brought_up)
    assert len(after["actions"]) == 77
    assert after["actions"] == before["actions"]
    # No commitment of these deals was published.
    untold = {"commitment": None, "salt": None}
    assert after["rounds"] == [row | untold for row in before["rounds"]]
    for name in ("tables", "seats", "results"):
        assert len(after[name]) == len(before[name])


async def test_every_table_is_as_it_was(tables: Tables) -> None:
    states = {number: await tables.repository.get(number) for number in PUBLIC}
    assert {number: state.status for number, state in states.items()} == {
        FINISHED: Status.OVER,
        PLAYING: Status.PLAYING,
        LOBBY: Status.LOBBY,
        IN_THREAD: Status.PLAYING,
        CLOSED: Status.CLOSED,
    }
    assert {number: state.decision_number for number, state in states.items()} == {
        FINISHED: 15,
        PLAYING: 57,
        LOBBY: 0,
        IN_THREAD: 2,
        CLOSED: 0,
    }
    assert all(state.decision_since == state.opened_at == START for state in states.values())
    assert {state.guild_id for state in states.values()} == {GUILD}
    closed = states[CLOSED]
    assert (closed.closed_reason, closed.closed_detail) == (Reason.ENDED, "Leo")
    assert {state.language for state in states.values()} == {ENGLISH}
    assert states[PLAYING].reposts == 1
    assert [seat.user_id for seat in states[PLAYING].seats] == [KIM, LEO, IDA]
    assert [seat.name for seat in states[PLAYING].seats] == ["Kim", "Leo", "Ida"]
    assert [seat.called for seat in states[LOBBY].seats] == [
        PlayerName("Uma"),
        PlayerName("Ringmaster", Level.HARD),
        PlayerName("Juggler", Level.MEDIUM),
    ]


@newest_only
async def test_the_options_are_those_of_the_version_before(tables: Tables) -> None:
    states = {number: await tables.repository.get(number) for number in PUBLIC}
    assert states[FINISHED].options == TableOptions(size=3, length=1)
    assert states[PLAYING].options == TableOptions(4, 2, 3600, pictures=False, hints=True)
    assert states[LOBBY].options == TableOptions(5, None, 300, pictures=False)
    assert states[IN_THREAD].options == TableOptions(2, 2, 300, pictures=False, thread=True)
    assert states[IN_THREAD].parent_id == FIRST_ID + 206
    assert states[CLOSED].options == TableOptions(5, None, 300, pictures=False, thread=True)
    assert [seat.level for seat in states[LOBBY].seats[1:]] == [Level.HARD, Level.MEDIUM]
    assert states[FINISHED].seats[2].level is Level.BEGINNER


async def test_a_game_under_way_stands_where_its_actions_lead(tables: Tables) -> None:
    state = await tables.repository.get(PLAYING)
    assert state.game is not None
    assert state.game.totals() == (18, 5, 13)
    current = state.game.current
    assert current is not None
    assert current.turn == 2
    assert current.active == parse_cards("8/3")
    assert current.hands[0] == parse_cards("9/5 4/8 9/2 6/1 2/7 4/7 9/4 9/7 4/1 9/3 1/5")
    assert list(map(str, current.actions)) == ["S12", "L6", "S3", "S6"]


async def test_a_game_under_way_goes_on(tables: Tables) -> None:
    before = await tables.repository.get(PLAYING)
    assert before.game is not None
    assert before.game.current is not None
    action = before.game.current.legal_actions(2)[0]
    after = await tables.turns.play(PLAYING, IDA, before.decision_number, action)
    assert after.game == before.game.play(2, parse_action(str(action)))
    assert after.revision == before.revision + 1


async def test_a_finished_game_has_its_record_and_its_results(tables: Tables) -> None:
    record = await record_of(tables.repository.database, FINISHED)
    assert loads(record).totals() == (-6, -10, 8)
    page = await tables.leaderboard.page(GUILD, 0, LeaderboardChoice(Measure.AVERAGE))
    assert [(line.user_id, line.name, line.average) for line in page.rows] == [
        (MIA, "Mia", -6),
        (NOA, "Noa", -10),
    ]
    # A computer won: its place is closed up, and the members' moves are counted by a replay.
    assert [(line.rank, line.wins, line.provisional) for line in page.rows] == [
        (1, 1, True),
        (2, 0, True),
    ]
    mia = await tables.statistics.member(GUILD, MIA, NOA)
    assert mia is not None
    assert mia.own.longest_set is not None
    assert mia.against == HeadToHead(games=1, better=1, worse=0, ties=0)


async def test_deals_of_before_have_no_commitment_and_those_that_follow_have(
    tables: Tables,
) -> None:
    database = tables.repository.database
    before = json.loads(await record_of(database, FINISHED))
    assert before["format"] == "scout-game/1"
    assert (await tables.history.verify(GUILD, FINISHED, lambda _: True)).problem is None
    state = await tables.repository.get(IN_THREAD)
    assert state.commitments == (None,)
    over = await play_to_the_end(tables, state, random.Random(1))
    first, second = json.loads(await record_of(database, over.id))["rounds"]
    assert (first["commitment"], first["salt"]) == (None, None)
    assert over.commitments == (None, (second["commitment"], second["salt"]))
    assert (await tables.history.verify(GUILD, IN_THREAD, lambda _: True)).problem is None


async def test_the_scheduler_goes_on_where_it_was(tables: Tables) -> None:
    assert dict(await tables.repository.due_times()).keys() == {PLAYING, LOBBY, IN_THREAD}
    # The tests' clock is past all of these times.
    assert (await run_due(tables, await tables.repository.get(LOBBY))).status is Status.CLOSED
    state = await run_due(tables, await tables.repository.get(IN_THREAD))
    assert all(seat.reminded for seat in state.members_to_move)


@newest_only
async def test_a_game_that_stood_still_for_months_is_asked_about_and_left_a_day(
    tables: Tables, clock: FakeClock
) -> None:
    """Earlier versions had nothing to do at a table without a turn limit, and noted no presses."""
    still = "UPDATE tables SET turn_limit = NULL, due_at = NULL WHERE id = 2"
    async with tables.repository.database.write() as session:
        await session.execute(text(still))
        await session.execute(text("UPDATE seats SET reminded = 1 WHERE table_id = 2"))
    assert dict(await tables.repository.due_times())[PLAYING] == clock.time
    state = await run_due(tables, await tables.repository.get(PLAYING))
    assert (absent(state), await due_at(tables, state)) == ((), clock.time + NOTICE)
    clock.advance(NOTICE)
    state = await run_due(tables, state)
    assert [seat.user_id for seat in absent(state)] == [IDA]
    assert await due_at(tables, state) == clock.time - NOTICE + QUIET_TIMEOUT
    clock.advance(QUIET_TIMEOUT - NOTICE)
    state = await run_due(tables, state)
    assert (state.status, await due_at(tables, state)) == (Status.PLAYING, clock.time + NOTICE)
    clock.advance(NOTICE)
    assert (await run_due(tables, state)).status is Status.CLOSED


@pytest.fixture
async def messages(tables: Tables) -> dict[int, TableMessages]:
    return {number: await tables.repository.messages.of(number) for number in PUBLIC}


async def test_the_public_messages_are_known(
    messages: dict[int, TableMessages], tables: Tables
) -> None:
    for number, known in messages.items():
        shown = {
            slot: (message.channel_id - FIRST_ID, message.message_id - FIRST_ID)
            for slot, message in known.public.items()
        }
        assert shown == PUBLIC[number]
        reposts = (await tables.repository.get(number)).reposts
        # None is out of date, or it would be deleted and sent anew.
        assert {message.reposts for message in known.public.values()} == {reposts}
        assert all(len(message.digest) == 64 for message in known.public.values())
    assert await tables.repository.unpublished() == []


def hands(known: TableMessages) -> list[tuple[Any, ...]]:
    return [
        (hand.user_id, hand.token, hand.message_id and hand.message_id - FIRST_ID, hand.round)
        for hand in known.private_of_kind(PrivateKind.HAND)
    ]


def test_the_private_hands_are_reached_by_their_tokens(messages: dict[int, TableMessages]) -> None:
    for number, known in messages.items():
        assert sorted(hands(known)) == sorted(HANDS[number])
        for hand in known.private_of_kind(PrivateKind.HAND):
            assert hand.until == UNTIL
            assert (hand.digest is None) == (hand.message_id is None)


@newest_only
def test_a_spectator_goes_on_watching(messages: dict[int, TableMessages]) -> None:
    for number, known in messages.items():
        watching = known.private_of_kind(PrivateKind.SPECTATOR)
        assert [message.user_id for message in watching] == ([UMA] if number == PLAYING else [])
        assert known.private_of_kind(PrivateKind.REVIEW) == []
    uma = messages[PLAYING].private(PrivateKind.SPECTATOR, UMA)
    assert isinstance(uma, PrivateMessage)
    assert (uma.token, uma.until, uma.message_id) == ("token-109", UNTIL, FIRST_ID + 110)
    assert uma.digest is not None
    assert uma.digest.startswith("31ac702d23f6")


@newest_only
async def test_preferences_and_defaults_are_kept(tables: Tables) -> None:
    members = (MIA, NOA, KIM)
    assert {user_id: await tables.preferences.of(user_id) for user_id in members} == {
        MIA: Preferences(pictures=True, confirm=True),
        NOA: Preferences(pictures=None, confirm=True),
        KIM: Preferences(),
    }
    server = Server(guild_id=GUILD, turn_limit=300, threads=True, pictures=False)
    assert row_values(await tables.server_settings.of(GUILD)) == row_values(server)


async def migrated(file: Path, revision: str) -> Rows:
    database = Database(url_of(file))
    await migrate_to(database, revision)
    await database.close()
    return rows_of(file)


@pytest.mark.long
async def test_the_way_back_and_forward_again_loses_nothing(
    revision: str, loaded: Path, tmp_path: Path
) -> None:
    file = tmp_path / "games.sqlite3"
    copy_database(loaded, file)
    before = rows_of(file)
    newest = await migrated(file, "head")
    assert await migrated(file, revision) == before
    assert await migrated(file, "head") == newest
