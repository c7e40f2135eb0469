"""The one line in which a result of the daily deal is spoken of."""

import pytest

from bot.text.language import ENGLISH, language_of
from bot.ui.views.daily.result import _among_others, summary
from tests.support.ui.every_view.daily import results


def test_a_result_is_a_line_that_can_be_read_aloud() -> None:
    _, found, *_ = results()
    said = summary(ENGLISH, found)
    assert said.endswith(", better than 83 of 100, 6 days in a row")
    assert ", par 8, " in said


def test_one_day_is_no_streak() -> None:
    first, *_ = results()
    assert "in a row" not in summary(ENGLISH, first)


def test_facts_are_joined_as_the_language_joins_them() -> None:
    _, found, *_ = results()
    assert ", " not in summary(language_of("ja"), found)


def test_the_only_member_who_finished_is_compared_with_nobody() -> None:
    assert among_others(0, others=0) == ""
    assert among_others(0, others=3) == "Nobody in this server has more points."


def test_another_member_is_the_best_of_the_server_with_more_points_only() -> None:
    """Equal points share a rank, on boards too."""
    assert among_others(1, others=3).startswith("Best in this server: ")
    assert among_others(0, others=3) == "Nobody in this server has more points."


@pytest.mark.parametrize("more", [5, -5])
def test_practice_is_compared_with_the_best_of_the_server_unless_that_is_the_members(
    more: int,
) -> None:
    """It is on no board, so it can have more points than the best there."""
    assert among_others(more, others=0).startswith("Best in this server: ")
    assert among_others(more, others=0, user_id=1) == ""


def among_others(more: int, *, others: int, user_id: int = 9) -> str:
    """What a member reads if the first of the board, another one, has so many points more."""
    found, *_ = results()
    best = found.best_here
    assert best is not None
    best = best._replace(user_id=user_id, points=found.attempt.points + more)
    found = found._replace(best_here=best, others=others)
    return "\n".join(_among_others(ENGLISH, found))
