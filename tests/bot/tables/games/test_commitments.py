"""Every deal has a commitment from the start; its salt is secret while a card of the deal is."""

import random
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.client import ScoutClient
from bot.settings import Settings
from bot.storage import models
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.actor import Actor
from bot.tables.core.replay import deal_from
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from engine.commitment import digest_of, is_hex, is_revealed
from tests.support.storage.database import database_url
from tests.support.tables.members import AVA, NOAH, game, play_to_the_end
from tests.support.tables.open_tables import OpenTables


async def rounds_of(tables: Tables) -> list[models.Round]:
    async with tables.repository.database.read() as session:
        query = select(models.Round).order_by(models.Round.table_id, models.Round.number)
        return list(await session.scalars(query))


async def test_a_deal_is_stored_with_its_commitment_and_its_salt(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA)
    (row,) = await rounds_of(tables)
    assert state.game is not None
    assert deal_from(row) == state.game.rounds[0].deal
    assert row.salt is not None
    assert is_hex(row.salt)
    assert row.commitment == digest_of(deal_from(row), 1, row.salt)
    (commitment,) = state.commitments
    assert commitment == (row.commitment, None)


@pytest.mark.slow  # plays a whole game
@pytest.mark.parametrize(("others", "length"), [((NOAH,), 3), ((NOAH,), 4), ((NOAH, AVA), 2)])
async def test_a_state_has_no_salt_that_is_still_a_secret(
    tables: Tables, others: tuple[Actor, ...], length: int
) -> None:
    """States are all that messages, pictures and logs are made of. R4: with two players the salt
    of an odd deal waits for the cards that it set aside."""
    states: list[TableState] = []
    tables.repository.listeners.append(states.append)
    begun = await game(tables, *others, options=TableOptions(length=length))
    over = await play_to_the_end(tables, begun, random.Random(1))
    assert over.status is Status.OVER
    rows = await rounds_of(tables)
    salts = [row.salt for row in rows]
    assert len(set(salts)) == length
    for state in states:
        assert state.game is not None or state.status is Status.LOBBY
        dealt = len(state.game.rounds) if state.game else 0
        assert len(state.commitments) == dealt
        for number, salt in enumerate(salts, 1):
            revealed = number <= dealt and state.game and is_revealed(state.game, number)
            assert (str(salt) in repr(state)) == bool(revealed)
    assert over.commitments == tuple((row.commitment, row.salt) for row in rows)


async def test_salts_do_not_follow_from_what_deals_the_cards(open_tables: OpenTables) -> None:
    """The same seed leads to the same deal, but to another salt."""
    first = await game(open_tables(seed=5), NOAH, AVA, channel=10)
    second = await game(open_tables(seed=5), NOAH, AVA, channel=11)
    assert first.game == second.game
    assert first.commitments != second.commitments


async def test_after_a_restart_the_commitments_are_the_same(open_tables: OpenTables) -> None:
    before = await game(open_tables(), NOAH, options=TableOptions(length=2))
    assert (await open_tables().repository.get(before.id)).commitments == before.commitments


def test_the_operating_system_shuffles_unless_a_test_brings_its_own_chance(tmp_path: Path) -> None:
    settings = Settings(database_url=database_url(tmp_path), computer_workers=0)
    assert type(ScoutClient(settings).tables.repository.rng) is random.SystemRandom
    own = random.Random(1)
    assert ScoutClient(settings, rng=own).tables.repository.rng is own
