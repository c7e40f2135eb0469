"""`/scout privacy data`: every row of one's own, nothing of others, no token and no card."""

import gzip
import json
import random
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import insert

from bot.storage.engine.database import Database
from bot.storage.models.options import TableOptions
from bot.storage.models.personal_columns import PERSONAL
from bot.storage.models.requests import RequestKind
from bot.storage.models.results import Result
from bot.storage.models.tables import PrivateKind, Status
from bot.tables.core.actor import Actor, private_message
from bot.tables.service import Tables
from bot.tables.upkeep import own_data as module
from bot.tables.upkeep.own_data import OwnData, own_data
from bot.text.language import ENGLISH, PSEUDO
from tests.support.storage.database import copy_database
from tests.support.storage.earlier_databases import rows_of
from tests.support.storage.rows import (
    WHEN,
    a_daily_attempt,
    a_pause,
    a_puzzle_answer,
    a_result,
    a_table,
    calls_of,
)
from tests.support.tables.daily_play import play_out
from tests.support.tables.members import (
    AVA,
    LEO,
    MIA,
    MODERATOR,
    NOAH,
    block,
    game,
    game_on_turn,
    lobby,
    play_on,
    play_to_the_end,
)
from tests.support.tables.open_tables import tables_on

pytestmark = pytest.mark.slow  # games are played first

OTHERS = (NOAH, AVA, LEO, MODERATOR)
FOE = 555
"""A member whom Mia avoids."""
CARD = re.compile(r"\b\d{1,2}/\d{1,2}\b")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def busy_file(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mia has finished a game, left one, plays one, watches one and closed one; so have others.

    They did so once for all tests.
    """
    file = tmp_path_factory.mktemp("busy") / "games.sqlite3"
    copy_database(migrated_file, file)
    async with tables_on(file) as tables:
        await play_much(tables)
    return file


async def play_much(tables: Tables) -> None:
    options = TableOptions(length=1)
    over = await game(tables, NOAH, AVA, options=options)
    over = await play_to_the_end(tables, over, random.Random(1))
    await tables.lifecycle.rematch(ENGLISH, over.id, NOAH)
    await tables.lifecycle.repost((await tables.repository.live_of(1, NOAH.user_id))[0].id, 13)
    for closer in (MIA, MODERATOR):
        closed = await lobby(tables, NOAH)
        await tables.closing.cancel(closed.id, closer)
    left = await game_on_turn(tables, NOAH, AVA, channel=12)
    for leaver in (MIA, NOAH):
        await tables.lobby.leave(left.id, leaver.user_id)
    running = await game_on_turn(tables, NOAH, AVA)
    for _ in range(9):
        running = await play_on(tables, running, random.Random(2))
    await tables.closing.cancel(running.id, MIA)
    watched = await tables.lifecycle.open(ENGLISH, 2, 20, LEO, options)
    known = await tables.repository.messages.of(watched.id)
    known.follow(private_message(watched.id, PrivateKind.SPECTATOR, MIA, message_id=7))
    known.follow(private_message(watched.id, PrivateKind.SPECTATOR, NOAH, message_id=8))
    for blocked, blocker in ((MIA, NOAH), (LEO, MIA)):
        await block(tables, blocked, 3, by=blocker)
    for actor, about in ((MIA, LEO), (NOAH, MIA), (NOAH, LEO)):
        named = about.user_id, about.name
        await tables.requests.store(ENGLISH, RequestKind.BLOCK, 3, actor, about=named)
    await tables.requests.store(ENGLISH, RequestKind.DATA, 3, MIA)
    for actor in (MIA, NOAH):
        await tables.preferences.update(actor.user_id, confirm=True)
    at = tables.repository.now() + timedelta(hours=1)
    planned = await tables.lifecycle.open(ENGLISH, 2, 21, MIA, options, starts_at=at)
    await tables.scheduled.sign_up(planned.id, NOAH)
    await play_alone(tables)
    await tables.repository.messages.save()


async def play_alone(tables: Tables) -> None:
    async with tables.repository.database.write() as session:
        for member, avoided in ((MIA, FOE), (NOAH, MIA.user_id)):
            for row in (
                *calls_of(member.user_id, avoided),
                *a_daily_attempt(member.user_id, member.name),
                *a_puzzle_answer(member.user_id),
                a_pause(member.user_id),
                a_table(pause_asked_by=member.user_id, pause_asked_at=WHEN, status=Status.CLOSED),
            ):
                session.add(row)
                await session.flush()


@pytest.fixture
async def busy(busy_file: Path, tmp_path: Path) -> AsyncIterator[Tables]:
    """Tables on a copy for the test alone."""
    copy_database(busy_file, tmp_path / "busy.sqlite3")
    async with tables_on(tmp_path / "busy.sqlite3") as tables:
        yield tables


def read(data: OwnData) -> dict[str, Any]:
    assert ([*data.files], data.complete) == (["scout-data.json"], True)
    document: dict[str, Any] = json.loads(data.files["scout-data.json"])
    return document


@pytest.mark.long
async def test_every_row_with_the_members_id_is_there(busy: Tables, tmp_path: Path) -> None:
    document = read(await busy.own_data(ENGLISH, MIA.user_id))
    stored = rows_of(tmp_path / "busy.sqlite3")
    for own in PERSONAL:
        mine = [row for row in stored[own.table.name] if row[own.user_id] == MIA.user_id]
        assert mine
        assert len(document.get(own.name, [])) == (0 if own.names else len(mine))
        for row in document.get(own.name, []):
            assert row[own.user_id] == str(MIA.user_id)
    seats = {(row["table_id"], row["seat"]) for row in document["seats"]}
    left = {
        (row["table_id"], row["seat"]): row["action_count"]
        for row in stored["departures"]
        if row["user_id"] == MIA.user_id
    }
    actions = [
        row
        for row in stored["actions"]
        if (seat := (row["table_id"], row["seat"])) in seats
        or (seat in left and row["number"] <= left[seat])
    ]
    assert left.keys() & {(row["table_id"], row["seat"]) for row in actions}
    assert len(document["actions"]) == len(actions) > 5
    assert document["member"] == str(MIA.user_id)


async def test_a_member_sees_whom_they_avoid_and_not_who_avoids_them(busy: Tables) -> None:
    found = read(await busy.own_data(ENGLISH, MIA.user_id))
    assert found["avoided_members"] == [{"user_id": str(MIA.user_id), "avoided_id": str(FOE)}]
    assert "avoided_members" not in read(await busy.own_data(ENGLISH, FOE))


async def test_nothing_of_other_members_is_there(busy: Tables) -> None:
    (content,) = (await busy.own_data(ENGLISH, MIA.user_id)).files.values()
    text = content.decode()
    for other in OTHERS:
        for trace in (other.name, str(other.user_id), other.token):
            assert trace not in text
    assert '"closed_reason": "ended", "closed_detail": "Mia"' in text


async def test_moves_of_a_daily_deal_are_those_of_the_member_alone(busy: Tables) -> None:
    attempt = await busy.daily.attempts.begin(LEO.user_id, 1, LEO.name)
    played = await play_out(busy, attempt)
    actions = read(await busy.own_data(ENGLISH, LEO.user_id))["daily_actions"]
    assert {row["seat"] for row in actions} == {attempt.seat}
    log = played.game.rounds[-1].log
    assert len(actions) == 1 + sum(event.seat == attempt.seat for event in log) < len(log)


async def test_a_stranger_gets_an_empty_file(busy: Tables) -> None:
    document = read(await busy.own_data(ENGLISH, 12345))
    assert document.keys() == {"about", "member", "made_at"}


async def test_the_file_is_in_the_member_s_language(busy: Tables) -> None:
    document = read(await busy.own_data(PSEUDO, MIA.user_id))
    english = read(await busy.own_data(ENGLISH, MIA.user_id))
    assert document["about"] == PSEUDO.gettext(english["about"])
    tokens = {row["token"] for row in document["private_messages"]}
    assert tokens == {PSEUDO.gettext("until {time}", time=MIA.until.isoformat())}


async def test_there_is_no_token_and_no_card(busy: Tables) -> None:
    data = await busy.own_data(ENGLISH, MIA.user_id)
    text = data.files["scout-data.json"].decode()
    assert MIA.token not in text
    assert CARD.findall(text) == []
    messages = read(data)["private_messages"]
    assert {row["token"] for row in messages} == {f"until {MIA.until.isoformat()}"}


async def test_an_erased_token_is_listed_as_erased(busy: Tables) -> None:
    known = await busy.repository.messages.of(1)
    message = known.private(PrivateKind.HAND, MIA.user_id)
    assert message is not None
    message.token = ""
    known.mark_changed(message)
    busy.repository.messages.save_soon(known)
    await busy.repository.messages.save()
    messages = read(await busy.own_data(ENGLISH, MIA.user_id))["private_messages"]
    assert [row["token"] for row in messages if row["table_id"] == 1] == ["erased"]


async def fill(database: Database, actor: Actor, games: int) -> None:
    async with database.write() as session:
        for number in range(1, games + 1):
            session.add(a_table(id=number, channel_id=number))
        await session.flush()
        results = [a_result(number, user_id=actor.user_id) for number in range(1, games + 1)]
        values = [
            {name: getattr(row, name) for name in Result.__table__.c.keys()}  # noqa: SIM118
            for row in results
        ]
        await session.execute(insert(Result), values)


@pytest.mark.long
async def test_many_rows_are_read_page_by_page(database: Database) -> None:
    await fill(database, NOAH, 1501)
    results = read(await own_data(database, ENGLISH, NOAH.user_id, WHEN))["results"]
    assert [row["table_id"] for row in results] == list(range(1, 1502))


@pytest.mark.long
async def test_much_comes_in_several_compressed_files(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PART_SIZE", 50_000)
    await fill(database, NOAH, 1000)
    data = await own_data(database, ENGLISH, NOAH.user_id, WHEN)
    assert data.complete
    assert len(data.files) > 2
    assert [*data.files][:2] == ["scout-data-1.json.gz", "scout-data-2.json.gz"]
    parts = [*map(gzip.decompress, data.files.values())]
    assert all(len(part) < 51_000 for part in parts)
    documents = [json.loads(part) for part in parts]
    numbers = [row["table_id"] for document in documents for row in document["results"]]
    assert numbers == list(range(1, 1001))


@pytest.mark.long
async def test_what_one_message_cannot_hold_is_said_to_be_missing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PART_SIZE", 10_000)
    await fill(database, NOAH, 1000)
    data = await own_data(database, ENGLISH, NOAH.user_id, WHEN)
    assert (len(data.files), data.complete) == (module.MAX_PARTS, False)
