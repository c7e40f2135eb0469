"""The panel of `/scout pause`."""

from bot.tables.pauses import PauseDays
from bot.text.language import ENGLISH
from bot.ui.views.table.pauses import pause_message


def test_who_has_no_days_left_is_not_invited_to_pause() -> None:
    message = pause_message(ENGLISH, PauseDays(allowed=14, left=0))
    assert message.content == "Days left: 0 of 14 in a year."
    assert not message.rows
