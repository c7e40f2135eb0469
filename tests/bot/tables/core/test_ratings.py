"""The rule of ratings as laws over generated games (docs/ratings.md)."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

from bot.tables.core.ratings import (
    Part,
    Rating,
    eligible,
    may_rise,
    pair_weight,
    ranks,
    rate,
    rate_weighted,
    weight,
)

pytestmark = pytest.mark.slow  # games are played first

PARTS = st.builds(
    Part,
    finished=st.booleans(),
    points=st.integers(-9, 9),
    moves=st.sampled_from([0, 0, 1, 4, 5, 30]),
    own_round=st.booleans(),
    excused=st.booleans(),
).map(lambda part: part if part.moves else part._replace(own_round=False))
RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(0.5, 25 / 3))


class Settled(NamedTuple):
    """The eligible members of a game, and their ratings before and after it."""

    parts: list[Part]
    before: list[Rating]
    after: list[Rating]


@st.composite
def settled(draw: st.DrawFn) -> Settled:
    """A game of several people, rated as at its end."""
    at_table = draw(st.lists(PARTS, min_size=2, max_size=5))
    parts = [at_table[index] for index in eligible(at_table)]
    before = [draw(RATINGS) for _ in parts]
    if not parts:
        return Settled([], [], [])
    factor = draw(st.sampled_from([1.0, 0.5, 1 / 3, 0.01]))
    rated = rate_weighted(before, ranks(parts), may_rise(parts), factor)
    return Settled(parts, before, [new or old for old, new in zip(before, rated, strict=True)])


@given(settled())
def test_no_rating_rises_by_a_game_that_its_member_did_not_finish(game: Settled) -> None:
    for part, before, after in zip(*game, strict=True):
        if not part.finished or part.excused:
            assert after.estimate <= before.estimate
            assert after.number <= before.number


@given(settled())
def test_no_rating_rises_without_an_opponent_who_played(game: Settled) -> None:
    for index, (before, after) in enumerate(zip(game.before, game.after, strict=True)):
        others = [part for at, part in enumerate(game.parts) if at != index]
        if all(other.moves < 5 and not other.own_round for other in others):
            assert after.estimate <= before.estimate
            assert after.number <= before.number


@given(st.lists(PARTS, min_size=1, max_size=5))
def test_a_member_who_never_moved_has_no_result(at_table: Sequence[Part]) -> None:
    found = eligible(at_table)
    moved = [index for index, part in enumerate(at_table) if part.moves]
    assert found == ([] if len(moved) == 1 < len(at_table) else moved)


@given(settled())
def test_of_two_members_who_finished_the_better_is_not_rated_below(game: Settled) -> None:
    """Leavers are behind everybody who finished, and equal with each other."""
    places = ranks(game.parts)
    for part, place in zip(game.parts, places, strict=True):
        for other, behind in zip(game.parts, places, strict=True):
            if (part.finished, part.finished and part.points) > (
                other.finished,
                other.finished and other.points,
            ):
                assert place < behind
            if not part.finished and not other.finished:
                assert place == behind


@given(st.lists(RATINGS, min_size=2, max_size=5))
def test_at_full_weight_the_ratings_are_those_of_the_model_to_the_bit(
    before: Sequence[Rating],
) -> None:
    places = list(range(1, len(before) + 1))
    assert rate_weighted(before, places, [True] * len(before), 1.0) == rate(before, places)


@given(st.lists(RATINGS, min_size=2, max_size=5), st.floats(0.01, 0.99))
def test_a_weight_is_the_share_of_the_change(before: Sequence[Rating], share: float) -> None:
    places = list(range(1, len(before) + 1))
    full = rate(before, places)
    part = rate_weighted(before, places, [True] * len(before), share)
    for old, whole, found in zip(before, full, part, strict=True):
        assert found is not None
        assert found.mu - old.mu == pytest.approx(share * (whole.mu - old.mu), abs=1e-9)
        assert found.sigma - old.sigma == pytest.approx(share * (whole.sigma - old.sigma), abs=1e-9)


def test_from_the_tenth_game_of_a_pair_on_each_weighs_less() -> None:
    weights = [pair_weight(games) for games in range(1, 13)]
    assert weights == [1.0] * 9 + [1 / 2, 1 / 3, 1 / 4]


def test_the_weight_of_a_game_is_the_mean_over_its_pairs() -> None:
    nine = [{1, 2}] * 9
    assert weight([1, 2], nine) == 1 / 2
    assert weight([1, 2, 3], nine) == (1 / 2 + 1 + 1) / 3
    assert weight([1, 2], [{1, 2}] * 8) == 1
    assert weight([2, 3], [{1, 3}, {2}] * 20) == 1
    assert weight([1], nine) == 1
