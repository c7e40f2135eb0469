"""Requests of members are stored before they are begun, and no longer than they are needed."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.personal_columns import FORMER_PLAYER
from bot.storage.models.requests import MemberRequest, RequestKind
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from tests.support.storage.traces import traces
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import (
    LEO,
    MIA,
    MODERATOR,
    NOAH,
    SERVER,
    asked_to_block,
    block,
    lobby,
)
from tests.support.tables.open_tables import OpenTables


@pytest.fixture
def file(url: str, tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


async def stored(tables: Tables, request_id: int) -> MemberRequest | None:
    async with tables.repository.database.read() as session:
        return await session.get(MemberRequest, request_id)


async def test_a_request_stays_until_it_is_finished(
    tables: Tables, open_tables: OpenTables
) -> None:
    request_id = await tables.requests.store(ENGLISH, RequestKind.DATA, SERVER, MIA)
    later = open_tables()
    assert await later.requests.unfinished() == [request_id]
    begun = [await later.requests.begin(request_id) for _ in range(2)]
    assert [one and one.tries for one in begun] == [1, 2]
    assert begun[1] is not None
    assert (begun[1].token, begun[1].user_id) == (MIA.token, MIA.user_id)
    await later.requests.finish(begun[1])
    assert await later.requests.unfinished() == []
    assert await later.requests.begin(request_id) is None


@pytest.mark.slow
async def test_a_forgetting_leaves_of_its_request_the_token_until_it_is_answered(
    tables: Tables, file: Path
) -> None:
    await lobby(tables, NOAH)
    actor = replace(MIA, name="Mia the First")
    data = await tables.requests.store(ENGLISH, RequestKind.DATA, SERVER, actor)
    twice = [
        await tables.requests.store(ENGLISH, RequestKind.FORGET, SERVER, actor) for _ in range(2)
    ]
    await tables.forgetting.forget(SERVER, MIA, twice[0])
    assert traces(file, MIA.user_id, actor.name) == []
    assert await stored(tables, data) is None
    for request_id in twice:
        request = await tables.requests.begin(request_id)
        assert request is not None
        assert (request.kind, request.token) == (RequestKind.FORGOTTEN, MIA.token)
        await tables.requests.finish(request)
    assert traces(file, MIA.token) == []


async def test_a_request_that_another_process_has_carried_out_forgets_nothing_more(
    tables: Tables, open_tables: OpenTables
) -> None:
    request_id = await tables.requests.store(ENGLISH, RequestKind.FORGET, SERVER, MIA)
    await open_tables().forgetting.forget(SERVER, MIA, request_id)
    state = await lobby(tables)
    assert (await tables.forgetting.forget(SERVER, MIA, request_id)).table_ids == set()
    assert (await tables.repository.get(state.id)).seats[0].user_id == MIA.user_id


async def test_the_answer_says_if_a_server_still_blocks_the_member(tables: Tables) -> None:
    await block(tables, MIA)
    request_id = await tables.requests.store(ENGLISH, RequestKind.FORGET, SERVER, MIA)
    await tables.forgetting.forget(SERVER, MIA, request_id)
    request = await stored(tables, request_id)
    assert request is not None
    assert request.kind is RequestKind.STILL_BLOCKED


async def test_a_block_that_is_under_way_names_no_forgotten_member(
    tables: Tables, file: Path
) -> None:
    """The name and the manager are read from the row, where forgetting has erased them."""
    of_mia, by_mia = await asked_to_block(tables, MIA), await asked_to_block(tables, LEO, by=MIA)
    await tables.forgetting.forget(SERVER, MIA)
    await tables.requests.block(of_mia)
    await tables.requests.block(by_mia)
    assert traces(file, MIA.name, MIA.token) == []
    blocked = await tables.blocks.find(SERVER, MIA.user_id)
    assert blocked is not None
    assert blocked.name == FORMER_PLAYER
    by_former = await tables.blocks.find(SERVER, LEO.user_id)
    assert by_former is not None
    assert by_former.blocked_by < 0


async def test_a_block_that_was_lifted_before_it_was_made_frees_no_seat(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    request_id = await asked_to_block(tables, NOAH)
    assert await tables.requests.begin(request_id)
    await tables.blocks.remove(SERVER, NOAH.user_id)
    await tables.requests.block(request_id)
    assert await tables.blocks.find(SERVER, NOAH.user_id) is None
    state = await tables.repository.get(state.id)
    assert [seat.user_id for seat in state.seats] == [MIA.user_id, NOAH.user_id]


async def test_a_block_that_another_process_has_finished_is_not_made_again(tables: Tables) -> None:
    request_id = await asked_to_block(tables, NOAH)
    request = await tables.requests.begin(request_id)
    assert request is not None
    await tables.requests.finish(request)
    await tables.requests.block(request_id)
    assert await tables.blocks.find(SERVER, NOAH.user_id) is None


@pytest.mark.parametrize("kind", [RequestKind.BLOCK, RequestKind.REPLACE])
async def test_an_unblocked_member_is_not_blocked_or_replaced_again_by_the_next_start(
    tables: Tables, kind: RequestKind
) -> None:
    about = (NOAH.user_id, NOAH.name)
    await tables.requests.store(ENGLISH, kind, SERVER, MODERATOR, about=about)
    await block(tables, NOAH)
    await tables.requests.store(ENGLISH, RequestKind.DATA, SERVER, NOAH)
    await tables.blocks.remove(SERVER, NOAH.user_id)
    left = [await stored(tables, one) for one in await tables.requests.unfinished()]
    assert [one and one.kind for one in left] == [RequestKind.DATA]


async def test_a_name_from_before_a_forgetting_is_left_out(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    about, shown_at = (MIA.user_id, MIA.name), clock()
    block = partial(
        tables.requests.store, ENGLISH, RequestKind.BLOCK, SERVER, MODERATOR, about=about
    )
    named = await stored(tables, await block(named_at=shown_at))
    assert named is not None
    assert named.name == MIA.name
    clock.advance(timedelta(seconds=1))
    await tables.forgetting.forget(SERVER, MIA)
    nameless = await stored(tables, await block(named_at=shown_at))
    assert nameless is not None
    assert nameless.name == str(MIA.user_id)
    assert traces(file, MIA.name) == []


async def test_the_token_of_a_request_is_erased_after_its_time(
    tables: Tables, clock: FakeClock, file: Path
) -> None:
    await tables.lifecycle.open(ENGLISH, SERVER, 10, NOAH, TableOptions())
    await tables.requests.store(ENGLISH, RequestKind.DATA, SERVER, MIA)
    await tables.housekeeping.erase_expired_tokens()
    assert traces(file, MIA.token) != []
    clock.advance(MIA.until - clock() + timedelta(minutes=1))
    await tables.housekeeping.erase_expired_tokens()
    assert traces(file, MIA.token) == []
