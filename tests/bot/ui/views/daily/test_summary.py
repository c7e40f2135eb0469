"""The one line in which a result of the daily deal is spoken of."""

from dataclasses import replace

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
    alone, *_ = results()
    best = alone.best_here
    assert best is not None
    attempt = replace(alone.attempt, user_id=best.user_id)
    for others, is_compared in ((0, False), (3, True)):
        found = alone._replace(attempt=attempt, others=others)
        said = "\n".join(_among_others(ENGLISH, found))
        assert ("has more points" in said) is is_compared
