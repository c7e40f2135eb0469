"""The one line in which a result of the daily deal is spoken of."""

from bot.text.language import ENGLISH, language_of
from bot.ui.views.daily.result import summary
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
