"""What a server's managers can choose for its new tables, in words."""

from bot.tables.core.state import MAX_SEATS, MIN_SEATS
from bot.text.language import Language
from bot.ui.views.settings import ABSENCES, TURN_LIMITS, duration


def turn_limits(language: Language) -> dict[int, str]:
    limits = {
        seconds: language.gettext("Turn limit: {duration}", duration=duration(language, seconds))
        for seconds in TURN_LIMITS
    }
    return {0: language.gettext("No turn limit"), **limits}


def absences(language: Language) -> dict[int, str]:
    return {seconds: _absence(language, seconds // 86400) for seconds in ABSENCES}


def _absence(language: Language, days: int) -> str:
    if days == 1:
        return language.gettext("A computer can play after 24 hours")
    return language.ngettext(
        "A computer can play after {number} day", "A computer can play after {number} days", days
    )


def fills(language: Language) -> dict[int, str]:
    return {
        # Translators: Start fills so many seats with computers. A choice, at most 100 letters.
        seats: language.ngettext(
            "/scout play: computers fill up to {number} seat",
            "/scout play: computers fill up to {number} seats",
            seats,
        )
        for seats in range(MIN_SEATS, MAX_SEATS + 1)
    }
