"""Leaderboards are read through indexes: SQLite says so itself."""

import pytest

from bot.storage.engine.database import Database
from bot.storage.models.results import Category
from bot.storage.queries.standings import Ranked
from tests.support.storage.database import only_sqlite
from tests.support.storage.plans import plan

pytestmark = only_sqlite("SQLite says which index it reads; PostgreSQL chooses by its statistics")

MEASURES = ["rating", "wins", "win_share", "average", "games"]


def ranked(measure: str, min_games: int) -> Ranked:
    return Ranked(1, Category.PEOPLE, "2026-W47", 3, min_games, measure, 0)


@pytest.mark.slow
@pytest.mark.parametrize("min_games", [1, 10])
@pytest.mark.parametrize("measure", MEASURES)
async def test_a_page_is_read_in_the_order_of_its_index(
    database: Database, measure: str, min_games: int
) -> None:
    of = ranked(measure, min_games)
    steps = await plan(database, lambda session: of.lines(session, offset=20, limit=10))
    # The members of a page are read from the index alone, in its order; only their rows are read
    # after that.
    (found,) = [step for step in steps if "COVERING INDEX" in step]
    assert f"SEARCH standings USING COVERING INDEX ix_standings_{measure}" in found
    assert any("SEARCH ratings USING INDEX" in step for step in steps)
    assert any("SEARCH results USING INDEX ix_results_user_id_guild_id_number" in s for s in steps)
    assert [step for step in steps if step.startswith("SCAN")] == ["SCAN page"]


@pytest.mark.slow
@pytest.mark.parametrize("min_games", [1, 10])
@pytest.mark.parametrize("measure", MEASURES)
async def test_a_rank_and_the_members_are_counted_within_the_index(
    database: Database, measure: str, min_games: int
) -> None:
    of = ranked(measure, min_games)
    (step,) = await plan(database, lambda session: of.counts(session, [3, 5]))
    assert f"USING COVERING INDEX ix_standings_{measure}" in step
    assert step.startswith("SEARCH")
