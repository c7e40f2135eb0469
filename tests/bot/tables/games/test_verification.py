"""A finished game is verified from its rows or from its record; what does not hold is named."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text

from bot.storage import models
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import MAX_TABLE_ID
from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.games.history import record_of
from bot.tables.games.verification import Verification, verify_record
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from bot.text.names import PlayerName
from engine.cards import parse_cards
from engine.commitment import digest_of
from tests.support.storage.database import copy_database, only_sqlite, url_of
from tests.support.tables.members import (
    AVA,
    LEO,
    MIA,
    MODERATOR,
    NOAH,
    SERVER,
    game,
    play_on,
    play_to_the_end,
)
from tests.support.tables.open_tables import tables_on

CHANNEL, ELSEWHERE = 10, 11
OTHER_DEAL = "another deal was committed to, or the salt is another."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a finished game of two rounds, which is played once for all tests."""
    file = tmp_path_factory.mktemp("played") / "games.sqlite3"
    copy_database(migrated_file, file)
    async with tables_on(file) as tables:
        begun = await game(tables, NOAH, AVA, options=TableOptions(length=2))
        await play_to_the_end(tables, begun, random.Random(2))
    return file


@pytest.fixture
def url(played: Path, tmp_path: Path) -> str:
    """A copy for the test alone."""
    file = tmp_path / "games.sqlite3"
    copy_database(played, file)
    return url_of(file)


@pytest.fixture
async def over(tables: Tables) -> TableState:
    """The finished game."""
    return await tables.repository.get(1)


async def change(tables: Tables, statement: str, **values: object) -> None:
    """Change stored rows behind the program's back, as somebody with the file could."""
    async with tables.repository.database.write() as session:
        await session.execute(text(statement), values)


def anybody(_table: models.Table) -> bool:
    return True


def problem_of(found: Verification) -> str:
    """What is wrong, in English."""
    assert found.problem is not None
    return ENGLISH.say(found.problem)


async def verified(tables: Tables, state: TableState) -> Verification:
    return await tables.history.verify(SERVER, state.id, anybody)


@pytest.mark.slow
async def test_a_game_as_it_was_played_holds(tables: Tables, over: TableState) -> None:
    found = await verified(tables, over)
    assert found.problem is None
    assert over.game is not None
    assert found.totals == over.game.totals()
    assert found.names == tuple(map(PlayerName, ("Mia", "Noah", "Ava")))
    assert found.proves_all
    assert tuple(deal.commitment for deal in found.deals) == over.commitments
    assert all(deal.holds and deal.text for deal in found.deals)


async def test_another_deal_does_not_hold(tables: Tables, over: TableState) -> None:
    """Another orientation of one card that was played is a legal deal, and noticed (R3)."""
    assert over.game is not None
    hands = [list(map(str, hand)) for hand in over.game.rounds[1].deal.hands]
    hands[0][0] = "/".join(reversed(hands[0][0].split("/")))
    await change(
        tables, "UPDATE rounds SET hands = :hands WHERE number = 2", hands=json.dumps(hands)
    )
    found = await verified(tables, over)
    assert [deal.holds for deal in found.deals] == [True, False]
    assert problem_of(found) == f"round 2, commitment: {OTHER_DEAL}"
    assert found.totals == ()


@pytest.mark.slow
@pytest.mark.parametrize("column", ["salt", "commitment"])
@pytest.mark.parametrize("value", ["5a" * 32, None])
async def test_another_salt_or_commitment_does_not_hold(
    tables: Tables, over: TableState, column: str, value: str | None
) -> None:
    await change(tables, f"UPDATE rounds SET {column} = :value WHERE number = 1", value=value)  # noqa: S608 - of two names
    found = await verified(tables, over)
    assert problem_of(found) == f"round 1, commitment: {OTHER_DEAL}"
    assert (found.deals[0].text is None) == (column == "salt" and value is None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE actions SET notation = 'S1-12' WHERE number = 5", "round 1, action 2: "),
        ("UPDATE actions SET notation = 'S2' WHERE number = 2", "round 1, orientation: "),
        ("UPDATE actions SET notation = 'nonsense' WHERE number = 4", "round 1, action 1: "),
        ("UPDATE actions SET seat = 1 - seat WHERE number = 4", "round 1, action 1: "),
        ("DELETE FROM actions WHERE number = 4", "round 1, action "),
        ("DELETE FROM actions WHERE number > 4", "round 1, action 2: the actions end before"),
        ("DELETE FROM actions WHERE number > 3", "round 1, action 1: the actions end before"),
        ("DELETE FROM actions", "round 1: the actions end before"),
        ("UPDATE actions SET number = 900 WHERE number = 3", "round 1, orientation: "),
        (
            "INSERT INTO actions SELECT 1, 900, 0, 'S1', 'member', at FROM actions LIMIT 1",
            "round 2, ",
        ),
        ("DELETE FROM rounds WHERE number = 2", "rounds played: 2; deals stored: 1."),
        ("UPDATE rounds SET set_aside = '[\"1/2\"]' WHERE number = 2", "round 2, commitment: "),
        ("UPDATE rounds SET set_aside = '[\"1/1\"]' WHERE number = 2", "round 2, deal: "),
        (
            "UPDATE rounds SET start = 1 - start, salt = NULL, commitment = NULL WHERE number = 2",
            "round 2, deal: Another seat is the start player",
        ),
    ],
)
async def test_the_first_thing_that_does_not_hold_is_named(
    tables: Tables, over: TableState, statement: str, problem: str
) -> None:
    await change(tables, statement)
    found = await verified(tables, over)
    assert problem_of(found).startswith(problem)


async def test_deals_of_an_earlier_version_hold_without_a_commitment(
    tables: Tables, over: TableState
) -> None:
    await change(tables, "UPDATE rounds SET salt = NULL, commitment = NULL WHERE number = 1")
    found = await verified(tables, over)
    assert found.problem is None
    assert [deal.commitment is None for deal in found.deals] == [True, False]
    assert not found.proves_all


@pytest.mark.slow
@only_sqlite("PostgreSQL refuses values of other types")
@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("hands = '7'", "round 2, hands: this should be a list of at most 5."),
        ("hands = '[3]'", "round 2, cards: this should be a list of at most 45."),
        ("hands = '[[3]]'", "round 2, cards: this should be text."),
        ("hands = 'null'", "round 2, hands: this should be a list of at most 5."),
        ("set_aside = '{}'", "round 2, cards: this should be a list of at most 45."),
        (
            "start = 'first'",
            "round 2, deal: The deal names a start player whose seat no table has.",
        ),
        ("salt = 'ü'", "round 2, deal: The salt should be 64 digits"),
        ("salt = x'ff'", "round 2, deal: The salt should be 64 digits"),
    ],
)
async def test_a_damaged_row_is_named_in_a_sentence(
    tables: Tables, over: TableState, damage: str, problem: str
) -> None:
    await change(tables, f"UPDATE rounds SET {damage} WHERE number = 2")  # noqa: S608 - from above
    found = await verified(tables, over)
    assert problem_of(found).startswith(problem)


@only_sqlite("PostgreSQL refuses values of other types")
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE rounds SET hands = 'no JSON'",
        "UPDATE actions SET source = 'nobody'",
        "UPDATE actions SET at = 'yesterday'",
        "UPDATE tables SET opened_at = 'never'",
    ],
)
async def test_rows_that_cannot_be_read_at_all_are_refused(
    tables: Tables, over: TableState, damage: str
) -> None:
    await change(tables, damage)
    for answer in (verified(tables, over), record_of(tables.repository.database, over.id)):
        with pytest.raises(TableError, match=r"Game 1 cannot be read: .* damaged\."):
            await answer


async def until_round(tables: Tables, state: TableState, number: int) -> TableState:
    rng = random.Random(2)
    while state.game is None or len(state.game.rounds) < number:
        state = await play_on(tables, state, rng)
    return state


async def test_the_finished_rounds_of_a_running_game_are_verified(tables: Tables) -> None:
    state = await until_round(tables, await game(tables, NOAH, AVA), 2)
    assert await tables.history.newest_to_verify(SERVER, CHANNEL, LEO.user_id) == state.id
    for is_closed in (False, True):
        if is_closed:
            # The deal of the second round is never shown.
            await tables.closing.cancel(state.id, MODERATOR)
        found = await verified(tables, state)
        assert state.game is not None
        assert (found.problem, found.rounds) == (None, 1)
        assert found.totals == state.game.totals()
        assert [deal.commitment for deal in found.deals] == [state.commitments[0]]
        assert found.deals[0].commitment is not None
        assert found.deals[0].commitment.salt is not None


@pytest.mark.slow
async def test_for_two_players_the_salt_of_odd_rounds_waits_for_the_next(tables: Tables) -> None:
    """The deal of the first round holds the hands of the second (R4)."""
    options = TableOptions(length=4)
    state = await until_round(tables, await game(tables, NOAH, options=options), 2)
    found = await verified(tables, state)
    assert (found.problem, found.rounds, found.deals, found.closed) == (None, 1, (), False)
    state = await until_round(tables, state, 3)
    found = await verified(tables, state)
    assert (found.rounds, [deal.holds for deal in found.deals]) == (2, [True, True])
    state = await until_round(tables, state, 4)
    assert len((await verified(tables, state)).deals) == 2
    await tables.closing.cancel(state.id, MODERATOR)
    found = await verified(tables, state)
    assert (len(found.deals), found.rounds, found.closed) == (2, 3, True)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE rounds SET set_aside = '[\"1/1\"]' WHERE number = 1",
        "UPDATE actions SET notation = 'S1-12' WHERE number = 5",
        "UPDATE rounds SET salt = NULL WHERE number = 1",
    ],
)
async def test_what_is_wrong_in_a_running_game_names_no_card(tables: Tables, damage: str) -> None:
    state = await until_round(tables, await game(tables, NOAH), 2)
    await change(tables, damage)
    found = await verified(tables, state)
    assert problem_of(found) == "It stays secret until the game is over: verify it then."
    assert found.deals == ()
    assert not found.proves_all


async def test_only_finished_games_of_the_server_are_verified(
    tables: Tables, over: TableState
) -> None:
    """All other tables get the same words, which reveal nothing of them."""
    running = await game(tables, NOAH, channel=ELSEWHERE)
    asked = [(SERVER, running.id), (SERVER + 1, over.id), (SERVER, 99), (SERVER, 0)]
    for server, number in [*asked, (SERVER, MAX_TABLE_ID + 1), (SERVER, 2**70)]:
        with pytest.raises(
            TableError, match=f"no game {number} with a finished round in this server"
        ):
            await tables.history.verify(server, number, anybody)


@pytest.mark.slow
async def test_the_newest_game_of_the_channel_comes_before_the_members_own(
    tables: Tables, over: TableState
) -> None:
    later = await game(tables, NOAH, channel=ELSEWHERE, options=TableOptions(length=1))
    later = await play_to_the_end(tables, later, random.Random(3))
    find = tables.history.newest_to_verify
    assert await find(SERVER, CHANNEL, LEO.user_id) == over.id
    assert await find(SERVER, ELSEWHERE, AVA.user_id) == later.id
    assert await find(SERVER, 12, MIA.user_id) == later.id
    assert await find(SERVER, 12, AVA.user_id) == over.id
    for server, member in [(SERVER, LEO), (SERVER + 1, MIA)]:
        with pytest.raises(TableError, match="no game with a finished round to verify"):
            await find(server, 12, member.user_id)


@pytest.mark.slow
async def test_a_game_in_a_thread_is_the_channels(tables: Tables) -> None:
    options = TableOptions(length=1, thread=True)
    begun = await game(tables, NOAH, options=options)
    await tables.lifecycle.enter_thread(begun.id, 77)
    over = await play_to_the_end(tables, await tables.repository.get(begun.id), random.Random(3))
    for channel in (CHANNEL, 77):
        assert await tables.history.newest_to_verify(SERVER, channel, LEO.user_id) == over.id


async def test_a_record_is_verified(tables: Tables, over: TableState) -> None:
    record = await record_of(tables.repository.database, over.id)
    found = verify_record(record.encode())
    stored = await verified(tables, over)
    assert found == stored._replace(table_id=None, names=(None, None, None))


def other_salt(document: dict[str, Any]) -> None:
    document["rounds"][1]["salt"] = "5a" * 32


def other_points(document: dict[str, Any]) -> None:
    document["rounds"][0]["points"][0] += 1


@pytest.mark.parametrize(
    ("lie", "problem"), [(other_salt, "round 2, commitment: "), (other_points, "round 1, points: ")]
)
async def test_a_record_that_lies_does_not_hold(
    tables: Tables, over: TableState, lie: Any, problem: str
) -> None:
    document = json.loads(await record_of(tables.repository.database, over.id))
    lie(document)
    found = verify_record(json.dumps(document).encode())
    assert problem_of(found).startswith(problem)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b"[" * 30_000, b'{"format": {}}'])
def test_a_file_that_is_no_record_does_not_hold(content: bytes) -> None:
    found = verify_record(content)
    assert found.problem
    assert (found.deals, found.totals) == ((), ())


async def test_the_text_of_a_deal_is_what_was_committed_to(
    tables: Tables, over: TableState
) -> None:
    assert over.game is not None
    for number, deal in enumerate((await verified(tables, over)).deals, 1):
        assert deal.text is not None
        assert deal.commitment is not None
        assert deal.commitment.salt is not None
        dealt = over.game.rounds[number - 1].deal
        assert digest_of(dealt, number, deal.commitment.salt) == deal.commitment.digest
        written = [line.partition(": ")[2] for line in deal.text.splitlines() if "seat " in line]
        assert tuple(map(parse_cards, written[1:])) == dealt.hands
