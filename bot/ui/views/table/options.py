"""The form in which hosts change the options of their lobby."""

from collections.abc import Mapping

import discord

from bot.tables.core.state import MAX_SEATS, MIN_SEATS, TableState
from bot.text.language import Language
from bot.text.words import rounds_counted
from bot.ui.kit.component_id import MOST_IN_NUMBER, ComponentId, Verb
from bot.ui.views.elements import new_form
from bot.ui.views.settings import PINGS, TURN_LIMITS
from engine.game import MAX_LENGTH

SEATS, ROUNDS, TURN_LIMIT, ALSO, PING = "seats", "rounds", "limit", "also", "ping"
"""The custom_ids of the form's fields."""
THREAD, HINTS = "thread", "hints"
"""The boxes in the field ALSO."""


def options_form(language: Language, state: TableState, offers_thread: bool) -> discord.ui.Modal:
    """What `/scout new` offers, with the present options of the lobby chosen."""
    options = state.options
    # Translators: a field of a form, at most 45 letters.
    also = language.gettext("Thread and hints") if offers_thread else language.gettext("Hints")
    # Discord keeps what was chosen in a form while its custom_id is the same.
    press = ComponentId(Verb.SET_OPTIONS, state.id, state.revision % MOST_IN_NUMBER)
    # Translators: the title of a form, at most 45 letters.
    title = language.gettext("Options")
    limits = _durations(language, language.gettext("No limit"), TURN_LIMITS)
    reminders = _durations(language, language.gettext("No reminders"), PINGS)
    fields: dict[str, discord.ui.Item[discord.ui.Modal]] = {
        # Translators: a field of a form, as are the next ones, at most 45 letters.
        language.gettext("Seats"): _select(SEATS, _seats(language), options.size),
        language.gettext("Rounds"): _select(ROUNDS, _rounds(language), options.length),
        language.pgettext("setting", "Turn limit"): _select(TURN_LIMIT, limits, options.turn_limit),
        also: _boxes(language, state, offers_thread),
        language.gettext("Reminder after"): _select(PING, reminders, options.ping_after),
    }
    labels = (discord.ui.Label(text=text, component=field) for text, field in fields.items())
    return new_form(title, press, labels)


def _select(
    field: str, labels: Mapping[int, str], present: int | None
) -> discord.ui.Select[discord.ui.Modal]:
    """A select of these numbers; 0 stands for None."""
    options = [
        discord.SelectOption(label=label, value=str(number), default=number == (present or 0))
        for number, label in labels.items()
    ]
    return discord.ui.Select(custom_id=field, options=options)


def _seats(language: Language) -> dict[int, str]:
    return {number: language.number(number) for number in range(MIN_SEATS, MAX_SEATS + 1)}


def _rounds(language: Language) -> dict[int, str]:
    numbers = {number: rounds_counted(language, number) for number in range(1, MAX_LENGTH + 1)}
    return {0: language.gettext("One round per player"), **numbers}


def _durations(language: Language, none: str, durations: Mapping[int, str]) -> dict[int, str]:
    return {0: none, **{seconds: language.gettext(words) for seconds, words in durations.items()}}


def _boxes(
    language: Language, state: TableState, offers_thread: bool
) -> discord.ui.CheckboxGroup[discord.ui.Modal]:
    labels = {
        THREAD: (language.gettext("In its own thread"), state.options.thread),
        HINTS: (language.gettext("Hints allowed, so not on the leaderboard"), state.options.hints),
    }
    options = [
        discord.CheckboxGroupOption(label=label, value=value, default=is_on)
        for value, (label, is_on) in labels.items()
        if offers_thread or value != THREAD
    ]
    return discord.ui.CheckboxGroup(
        custom_id=ALSO, required=False, min_values=0, max_values=len(options), options=options
    )
