"""Puzzles: which comes next, that each is answered once, and what an answer changes."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.puzzles import Puzzle, puzzles
from bot.storage.models.base import Base
from bot.storage.models.puzzles import PuzzleAnswer, PuzzleMember, PuzzleRating
from bot.tables.core.errors import TableError
from bot.tables.core.ratings import Rating, rate
from bot.tables.puzzles import Answered, number_of, rating_of
from bot.tables.service import Tables
from engine.actions import Action, Scout, Show
from engine.errors import IllegalAction
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import AVA, SERVER
from tests.support.tables.open_tables import OpenTables

MIA, NOA, LEO = 100, 101, 102


def wrong(puzzle: Puzzle) -> Action:
    """The second best action."""
    return puzzle.values[1].action


async def answer(
    tables: Tables, user_id: int, puzzle: Puzzle, action: Action | None = None
) -> Answered:
    """The member's answer to the puzzle, by default the best one."""
    return await tables.puzzles.answer(
        user_id, puzzle, action or puzzle.best, tables.repository.now()
    )


def numbers_of(found: Answered) -> tuple[int, int, int, int, Rating]:
    row = found.numbers
    return row.answers, row.solved, row.streak, row.longest_streak, rating_of(row)


async def rows(tables: Tables, model: type[Base]) -> Sequence[dict[str, Any]]:
    async with tables.repository.database.read() as session:
        found = await session.scalars(select(model).order_by(*model.__table__.primary_key))
        names = model.__table__.c.keys()
        return [{name: getattr(row, name) for name in names} for row in found]


async def everything(tables: Tables) -> list[Sequence[dict[str, Any]]]:
    return [await rows(tables, model) for model in (PuzzleAnswer, PuzzleMember, PuzzleRating)]


async def test_before_any_answer_the_order_is_that_in_which_they_ship(tables: Tables) -> None:
    shipped = puzzles()
    for puzzle in shipped[:4]:
        assert await tables.puzzles.next(MIA) == puzzle
        await answer(tables, MIA, puzzle)
    assert await tables.puzzles.next(NOA) == shipped[0]


async def test_what_most_have_solved_comes_first(tables: Tables) -> None:
    hard, few, easy, *_ = puzzles()
    await answer(tables, MIA, hard, wrong(hard))
    await answer(tables, MIA, few)
    for member in (MIA, NOA):
        await answer(tables, member, easy)
    assert [await tables.puzzles.next(LEO)] == [easy]
    await answer(tables, LEO, easy)
    assert [await tables.puzzles.next(LEO)] == [few]
    await answer(tables, LEO, few)
    # Solved by half, as one without an answer counts.
    assert [await tables.puzzles.next(LEO)] == [puzzles()[3]]


async def test_of_an_equal_share_the_lower_rating_comes_first(tables: Tables) -> None:
    first, second, *others = puzzles()
    # Both solved once: the second one against a member who had failed before.
    await answer(tables, MIA, first)
    await answer(tables, NOA, others[0], wrong(others[0]))
    await answer(tables, NOA, second)
    ratings = {row["puzzle_id"]: row["mu"] for row in await rows(tables, PuzzleRating)}
    assert ratings[second.id] < ratings[first.id]
    assert await tables.puzzles.next(LEO) == second


async def test_after_the_last_one_there_is_none(tables: Tables) -> None:
    async with tables.repository.database.write() as session:
        session.add_all(
            PuzzleAnswer(
                user_id=MIA,
                puzzle_id=puzzle.id,
                notation=str(puzzle.best),
                solved=True,
                answered_at=tables.repository.now(),
            )
            for puzzle in puzzles()[1:]
        )
    first = puzzles()[0]
    assert await tables.puzzles.next(MIA) == first
    await answer(tables, MIA, first)
    assert await tables.puzzles.next(MIA) is None
    assert await tables.puzzles.next(NOA) is not None


async def test_an_answer_counts_for_the_member_and_for_the_puzzle(tables: Tables) -> None:
    one, two, three, *_ = puzzles()
    assert await tables.puzzles.numbers(MIA) is None
    member, rating = rate([Rating(), Rating()], [1, 2])
    found = await answer(tables, MIA, one)
    assert found[:2] == (one, one.best)
    assert numbers_of(found) == (1, 1, 1, 1, member)
    assert (await rows(tables, PuzzleRating)) == [
        {"puzzle_id": one.id, "answers": 1, "solved": 1, **rating._asdict()}
    ]
    found = await answer(tables, MIA, two)
    *counts, solved = numbers_of(found)
    assert counts == [2, 2, 2, 2]
    found = await answer(tables, MIA, three, wrong(three))
    solutions = {row["puzzle_id"]: row["solved"] for row in await rows(tables, PuzzleAnswer)}
    assert solutions == {one.id: True, two.id: True, three.id: False}
    assert numbers_of(found) == (3, 2, 0, 2, rate([solved, Rating()], [2, 1])[0])
    assert rating_of(found.numbers).mu < solved.mu
    stored = await tables.puzzles.numbers(MIA)
    assert stored is not None
    assert rating_of(stored) == rating_of(found.numbers)


async def test_the_first_answer_stays(open_tables: OpenTables) -> None:
    puzzle = puzzles()[0]
    first = await answer(open_tables(), MIA, puzzle, wrong(puzzle))
    before = await everything(open_tables())
    for action in (puzzle.best, wrong(puzzle)):
        again = await answer(open_tables(), MIA, puzzle, action)
        assert (again[:2], numbers_of(again)) == (first[:2], numbers_of(first))
    assert await everything(open_tables()) == before
    kept = await open_tables().puzzles.answered(MIA, puzzle)
    assert kept is not None
    assert (kept[:2], numbers_of(kept)) == (first[:2], numbers_of(first))
    assert await open_tables().puzzles.answered(NOA, puzzle) is None


async def test_two_devices_at_once_answer_once(open_tables: OpenTables) -> None:
    puzzle = puzzles()[0]
    devices = open_tables(seed=1), open_tables(seed=2)
    found = await asyncio.gather(
        *(answer(tables, MIA, puzzle, action) for tables in devices for action in _two(puzzle))
    )
    assert len({(one.action, numbers_of(one)) for one in found}) == 1
    (member,) = await rows(devices[0], PuzzleMember)
    (rating,) = await rows(devices[0], PuzzleRating)
    assert (member["answers"], rating["answers"]) == (1, 1)


@pytest.mark.slow
async def test_members_who_answer_the_same_puzzles_at_once_lose_nothing(
    open_tables: OpenTables,
) -> None:
    both = open_tables(seed=1), open_tables(seed=2)
    one, two, *_ = puzzles()
    await asyncio.gather(
        *(
            answer(tables, user_id, puzzle, _two(puzzle)[user_id % 2])
            for number, tables in enumerate(both)
            for user_id in range(100 + 10 * number, 110 + 10 * number)
            for puzzle in ((one, two) if user_id % 2 else (two, one))
        )
    )
    answers, members, ratings = await everything(both[0])
    assert len(answers) == 40
    assert [row["answers"] for row in members] == [2] * 20
    assert [(row["answers"], row["solved"]) for row in ratings] == [(20, 10)] * 2


def _two(puzzle: Puzzle) -> tuple[Action, Action]:
    return puzzle.best, wrong(puzzle)


async def test_the_rules_refuse_and_nothing_changes(tables: Tables) -> None:
    puzzle = puzzles()[0]
    for action in (Show(1, len(puzzle.deal.hands[puzzle.seat]) + 9), Scout("R", 40, flipped=False)):
        with pytest.raises(IllegalAction):
            await answer(tables, MIA, puzzle, action)
    assert await everything(tables) == [[], [], []]


async def test_every_puzzle_is_found_by_a_number_of_its_own(tables: Tables) -> None:
    for puzzle in puzzles():
        number = number_of(puzzle)
        assert await tables.puzzles.find(number) == puzzle
        # As a custom_id writes it.
        assert len(str(number)) <= 12
    with pytest.raises(TableError, match="This puzzle no longer exists"):
        await tables.puzzles.find(0)


async def test_a_puzzle_that_no_longer_ships_stays_in_the_counts_alone(tables: Tables) -> None:
    numbers = {"answers": 1, "solved": 1, **Rating()._asdict()}
    async with tables.repository.database.write() as session:
        now = tables.repository.now()
        session.add_all(
            [
                PuzzleAnswer(
                    user_id=MIA, puzzle_id="gone", notation="S1", solved=True, answered_at=now
                ),
                PuzzleMember(user_id=MIA, streak=1, longest_streak=1, **numbers),
                PuzzleRating(puzzle_id="gone", **numbers),
            ]
        )
    first = puzzles()[0]
    assert await tables.puzzles.next(MIA) == first
    found = await answer(tables, MIA, first)
    assert numbers_of(found)[:4] == (2, 2, 2, 2)


async def test_a_forgotten_member_begins_again_and_the_puzzles_keep_their_counts(
    tables: Tables, clock: FakeClock
) -> None:
    first, second, *_ = puzzles()
    await answer(tables, AVA.user_id, first)
    await answer(tables, AVA.user_id, second, wrong(second))
    ratings = await rows(tables, PuzzleRating)
    await tables.forgetting.forget(SERVER, AVA)
    assert await everything(tables) == [[], [], ratings]
    assert await tables.puzzles.numbers(AVA.user_id) is None
    # A press of the time before must not bring them back.
    before = clock() - timedelta(seconds=1)
    with pytest.raises(TableError, match="Nothing has changed"):
        await tables.puzzles.answer(AVA.user_id, first, first.best, before)
    assert (await everything(tables))[:2] == [[], []]
    clock.advance(timedelta(seconds=1))
    found = await answer(tables, AVA.user_id, first)
    assert numbers_of(found)[:4] == (1, 1, 1, 1)
    counts = {row["puzzle_id"]: row["answers"] for row in await rows(tables, PuzzleRating)}
    assert counts == {first.id: 2, second.id: 1}
