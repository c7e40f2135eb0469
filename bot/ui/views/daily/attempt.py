"""An attempt at the daily deal as its member sees it: their hand, with the table in it."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

from discord.utils import format_dt

from bot.tables.core.state import Status, TableState
from bot.tables.daily.attempts import Attempt
from bot.tables.daily.deal import FIRST_DAY, LEVEL, closes, number_of
from bot.tables.preferences import Preferences
from bot.text.language import Language, gettext_noop
from bot.text.names import COMPUTERS
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message
from bot.ui.views.elements import NO_AVATARS, Avatars
from bot.ui.views.solo import NO_TABLE, Solo, solo_state
from bot.ui.views.turn.action_buttons import ActionIds
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.menu import NO_MENU, OpenMenu


def table_of(attempt: Attempt, *, pictures: bool = True, avatar: str | None = None) -> TableState:
    """The attempt as the state of a table, with the same computers every day.

    Its id is negative, unlike any table's: one for the day and one for its practice.
    """
    member = Solo(attempt.name, attempt.user_id, pictures)
    state = solo_state(attempt.game, member, attempt.seat, COMPUTERS[LEVEL], level=LEVEL)
    return replace(
        state,
        id=-(2 * attempt.day.toordinal() + attempt.practice),
        guild_id=attempt.guild_id,
        status=Status.OVER if attempt.game.over else Status.PLAYING,
        seats=tuple(replace(one, avatar=avatar if one.user_id else None) for one in state.seats),
    )


# Translators: the computer players are others now than those of the other members.
NOT_COUNTED = gettext_noop("The computers have changed, so this deal counts on no board.")
PRACTICE = "practice"
"""The end of the detail of a press about a finished practice."""
ACTION_IDS = ActionIds(
    NO_TABLE, 0, Verb.DAILY_PLAY, Verb.DAILY_CHOOSE, Verb.DAILY_PICK, Verb.DAILY_CONFIRM
)


def about(verb: Verb, attempt: Attempt, number: int = 0) -> ComponentId:
    """The component id of a press about this finished attempt or practice."""
    return ComponentId(verb, attempt.day.toordinal(), number, PRACTICE * attempt.practice)


def attempt_message(
    language: Language,
    attempt: Attempt,
    state: TableState,
    menu: OpenMenu = NO_MENU,
    *,
    preferences: Preferences,
    avatars: Avatars = NO_AVATARS,
) -> Message:
    """What the member sees at this step of their choice."""
    return hand_message(
        language,
        state,
        state.seats[attempt.seat],
        menu,
        preferences=preferences,
        ids=ACTION_IDS._replace(table_id=attempt.day.toordinal(), number=attempt.decision_number),
        headline=headline_of(language, attempt),
        avatars=avatars,
    )


def headline_of(language: Language, attempt: Attempt) -> str:
    """`Daily 214`; of practice its day, since it does not count."""
    if attempt.practice:
        # Translators: headline of a picture, with a day such as "21 Nov"; at most 24 letters
        return language.gettext("Practice ({day})", day=day_words(language, attempt.day))
    # Translators: headline of a picture: today's deal, by its number; at most 24 letters
    return language.gettext("Daily {number}", number=number_of(attempt.day))


def day_words(language: Language, day: date) -> str:
    """The day without its year: `21 Nov`."""
    return language.day(datetime.combine(day, time(), UTC))


def deal_label(language: Language, day: date) -> str:
    """The day in a list: `Daily 213 (21 Nov)`; before the first deal without a number."""
    said = day_words(language, day)
    if day < FIRST_DAY:
        return said
    # Translators: a line of a list: the number of a day's deal, and the day, such as "21 Nov".
    return language.gettext("Daily {number} ({day})", number=number_of(day), day=said)


def going_on_words(language: Language, attempt: Attempt) -> str | None:
    """The note at the beginning of an attempt: when the day closes, or what has changed."""
    if attempt.finished or attempt.practice or not attempt.counts:
        return changed_words(language, attempt)
    return language.gettext(
        # Translators: {when} is a time such as "in 5 hours".
        "This deal closes {when}. What is not finished by then becomes practice.",
        when=closing_time(attempt.day),
    )


def changed_words(language: Language, attempt: Attempt) -> str | None:
    """The reason why an attempt no longer counts; None if it counts, or never could."""
    if attempt.finished:
        return None
    if attempt.practice and attempt.started_at < closes(attempt.day):
        return language.gettext("The day closed before you had finished: this is practice now.")
    return None if attempt.practice or attempt.counts else language.gettext(NOT_COUNTED)


def closing_time(day: date) -> str:
    """When the day closes, as Discord shows it to each member: `in 5 hours`."""
    return format_dt(closes(day), "R")
