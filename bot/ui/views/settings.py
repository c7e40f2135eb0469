"""The settings: a member's own preferences; the server's defaults are shown beside them."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.pictures.gallery import settings_picture
from bot.pictures.layouts.settings import NewTables
from bot.tables.core.state import MAX_SEATS, MIN_SEATS
from bot.tables.preferences import Preferences
from bot.tables.servers.settings import Server
from bot.text.language import LANGUAGES, Language, gettext_noop
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Option, Row, Select
from bot.ui.views.calls import AVOID
from bot.ui.views.elements import new_embed

DAY = 86400
"""Seconds."""
LIMIT = "limit-"
ABSENCE = "absent-"
FILL = "fill-"
PINGS = {
    60: gettext_noop("1 minute"),
    300: gettext_noop("5 minutes"),
    1800: gettext_noop("30 minutes"),
}
TURN_LIMITS = {
    60: gettext_noop("1 minute"),
    300: gettext_noop("5 minutes"),
    3600: gettext_noop("1 hour"),
    86400: gettext_noop("1 day"),
    172800: gettext_noop("2 days"),
    259200: gettext_noop("3 days"),
    604800: gettext_noop("7 days"),
}
ABSENCES = {
    86400: gettext_noop("24 hours"),
    259200: gettext_noop("3 days"),
    604800: gettext_noop("7 days"),
}
"""Whole phrases by their seconds: with a number in it, each unit would need its own sentence."""
LANGUAGE = "language-"
LANGUAGE_CHANGES: dict[str, dict[str, Any]] = {
    LANGUAGE: {"language": None},
    **{f"{LANGUAGE}{one.code}": {"language": one.code} for one in LANGUAGES},
}
"""The change by each option of a select of languages; one without a code: Discord's language."""
_DIRECT = "-direct"
_REMINDERS = {
    "remind-0": gettext_noop("No reminders"),
    "remind-1": gettext_noop("One reminder, in the channel"),
    "remind-2": gettext_noop("Two reminders, in the channel"),
    f"remind-1{_DIRECT}": gettext_noop("One reminder, by direct message"),
    f"remind-2{_DIRECT}": gettext_noop("Two reminders, by direct message"),
}
REMINDER_CHANGES: dict[str, dict[str, Any]] = {
    choice: {"reminders": number, "reminders_direct": choice.endswith(_DIRECT)}
    for choice, number in zip(_REMINDERS, (0, 1, 2, 1, 2), strict=True)
}
"""The preferences that each option of the select of reminders changes."""
_SWITCHES: dict[str, tuple[str, dict[str, Any]]] = {
    # Translators: a button, at most 35 letters.
    "hand-pictures": (gettext_noop("Hand with picture"), {"pictures": True}),
    # Translators: a button, at most 35 letters.
    "hand-text": (gettext_noop("Text-only hand"), {"pictures": False}),
    # Translators: a button, at most 35 letters.
    "ask": (gettext_noop("Confirm moves"), {"confirm": True}),
    # Translators: a button, at most 35 letters.
    "at-once": (gettext_noop("Play moves at once"), {"confirm": False}),
    # Translators: a button, at most 35 letters.
    "share-name": (gettext_noop("Name in game files"), {"share_name": True}),
    # Translators: a button, at most 35 letters.
    "hide-name": (gettext_noop("Name not in game files"), {"share_name": False}),
}
"""The label of each switch, and the preference that it changes."""
_MOVES = {
    True: gettext_noop("You confirm each move before it is played."),
    False: gettext_noop("Moves are played as soon as you press."),
}
_FILES = {
    True: gettext_noop("A game file that somebody exports has your name."),
    False: gettext_noop("A game file that somebody exports leaves your name out."),
}
_REMINDED = {
    1: gettext_noop("A reminder comes if you have not moved for a while."),
    2: gettext_noop(
        "A reminder comes if you have not moved for a while. With a long turn limit a second one "
        "comes before time is up."
    ),
}
"""By the number of reminders; that there are none is said by the select alone."""
_PLACES = {
    True: gettext_noop("Games are played in their own thread."),
    False: gettext_noop("Games are played in the channel."),
}
_PICTURES = {
    True: gettext_noop("Tables and hands have pictures."),
    False: gettext_noop("Tables and hands are text only."),
}
NO_DIRECT_MESSAGES = gettext_noop(
    "Discord does not let me send you direct messages, so reminders stay in the channel. Allow "
    "direct messages in the privacy settings of this server, then choose again."
)
OWN_CHANGES: dict[str, dict[str, Any]] = {
    **{detail: changes for detail, (_, changes) in _SWITCHES.items()},
    **REMINDER_CHANGES,
    **LANGUAGE_CHANGES,
}
"""The preferences that each press changes."""
SERVER_CHANGES: dict[str, dict[str, Any]] = {
    "threads": {"threads": True},
    "channels": {"threads": False},
    "table-pictures": {"pictures": True},
    "table-text": {"pictures": False},
    f"{LIMIT}0": {"turn_limit": None},
    **{f"{LIMIT}{seconds}": {"turn_limit": seconds} for seconds in TURN_LIMITS},
    **{f"{ABSENCE}{seconds}": {"absent_after": seconds} for seconds in ABSENCES},
    **{f"{FILL}{seats}": {"fill": seats} for seats in range(MIN_SEATS, MAX_SEATS + 1)},
    **LANGUAGE_CHANGES,
}
"""The server's settings that each press changes: in `/scout admin`, or of a button that earlier
versions posted with a member's settings."""


def settings_message(
    language: Language, preferences: Preferences, server: Server, discords: Language
) -> Message:
    """The member's settings and those of new tables, in a picture if the member has pictures.

    `discords` is the language of the member's Discord.
    """
    pictures = preferences.shows_pictures(server.pictures)
    languages = language_select(
        language, ComponentId(Verb.SETTINGS, 0), preferences.language, discords
    )
    buttons = _own_buttons(language, preferences, pictures=pictures)
    rows: list[Row] = [buttons, _reminder_select(language, preferences), languages]
    footer = language.gettext("Members with Manage Server change these defaults with /scout admin.")
    own = [language.gettext(_FILES[preferences.share_name])]
    if preferences.reminders:
        own.append(language.gettext(_REMINDED[preferences.reminders]))
    if pictures:
        limit = None if server.turn_limit is None else duration(language, server.turn_limit)
        new = NewTables(limit, server.threads, server.pictures)
        draw = partial(settings_picture, language, preferences.confirm, new)
        words = "\n".join([*own, *_absence_words(language, server)])
        return Message(new_embed(words, footer=footer), rows, draw=draw)
    hand = language.gettext("Your hand is text only.")
    moves = language.gettext(_MOVES[preferences.confirm])
    fields = {
        language.gettext("For you"): "\n".join([hand, moves, *own]),
        language.gettext("New tables in this server"): server_words(language, server),
    }
    embed = new_embed(title=language.gettext("⚙️ Settings"), footer=footer, fields=fields)
    return Message(embed, rows)


def language_select(
    language: Language, press: ComponentId, chosen: str | None, discords: Language
) -> Select:
    """A select of languages by their own names; its label is the present choice."""
    # Translators: a choice of languages; {language} is one by its own name: "Deutsch".
    as_discord = language.gettext("As in Discord: {language}", language=discords.own_name)
    names = {"": as_discord, **{one.code: one.own_name for one in LANGUAGES}}
    options = [Option(name, f"{LANGUAGE}{code}") for code, name in names.items()]
    if not chosen or chosen not in names:
        # With "Language" before it, a phone would cut it.
        return Select(as_discord, press, options)
    # Translators: above a choice of languages: "Language: Deutsch".
    return Select(language.gettext("Language: {language}", language=names[chosen]), press, options)


def duration(language: Language, seconds: int) -> str:
    """A turn limit or the time before a ping as it stands alone: `5 minutes`."""
    return language.gettext((TURN_LIMITS | PINGS)[seconds])


def _reminder_select(language: Language, preferences: Preferences) -> Select:
    """The choices of reminders; the label is the present one."""
    options = [Option(language.gettext(name), choice) for choice, name in _REMINDERS.items()]
    unchanged = (
        option.label
        for option in options
        if preferences == preferences._replace(**REMINDER_CHANGES[option.value])
    )
    label = next(unchanged, options[0].label)
    return Select(label, ComponentId(Verb.SETTINGS, 0, 1), options)


def _absence_words(language: Language, server: Server) -> Iterator[str]:
    """What happens without a turn limit if a member does not move; empty with a limit."""
    days = server.absent_after // DAY
    if server.turn_limit is None and days == 1:
        yield language.gettext(
            "After 24 hours without a move, a computer can play for an absent player."
        )
    elif server.turn_limit is None:
        yield language.ngettext(
            "After {number} day without a move, a computer can play for an absent player.",
            "After {number} days without a move, a computer can play for an absent player.",
            days,
        )


def server_words(language: Language, server: Server) -> str:
    """The options of new tables, a line each."""
    limit = language.gettext("Turn limit: no limit.")
    if server.turn_limit is not None:
        shown = duration(language, server.turn_limit)
        limit = language.gettext("Turn limit: {duration}.", duration=shown)
    place, pictures = _PLACES[server.threads], _PICTURES[server.pictures]
    both = language.gettext(place), language.gettext(pictures)
    return "\n".join([limit, *_absence_words(language, server), *both])


def _own_buttons(language: Language, preferences: Preferences, *, pictures: bool) -> list[Button]:
    """A button for each setting, which changes the present choice."""
    own = preferences._replace(pictures=pictures)
    buttons = [
        Button(language.gettext(label), ComponentId(Verb.SETTINGS, 0, 0, detail))
        for detail, (label, changes) in _SWITCHES.items()
        if own != own._replace(**changes)
    ]
    return [*buttons, Button(language.gettext(AVOID), ComponentId(Verb.AVOID, 0))]


def turn_limits(language: Language) -> dict[int, str]:
    """The turn limits that managers can choose for new tables, 0 for none."""
    limits = {
        seconds: language.gettext("Turn limit: {duration}", duration=duration(language, seconds))
        for seconds in TURN_LIMITS
    }
    return {0: language.gettext("No turn limit"), **limits}


def absences(language: Language) -> dict[int, str]:
    """The times without a move after which a computer can play for an absent player."""
    times = {
        seconds: language.ngettext(
            "A computer can play after {number} day",
            "A computer can play after {number} days",
            seconds // DAY,
        )
        for seconds in ABSENCES
    }
    return {**times, DAY: language.gettext("A computer can play after 24 hours")}


def fills(language: Language) -> dict[int, str]:
    """The numbers of seats to which computers fill a table of `/scout play`."""
    return {
        # Translators: Start of a table of /scout play adds computers until so many seats are
        # taken. A choice, at most 100 letters; a phone shows about 25: the number among them.
        seats: language.ngettext(
            "/scout play: {number} seat, filled with computers",
            "/scout play: {number} seats, filled with computers",
            seats,
        )
        for seats in range(MIN_SEATS, MAX_SEATS + 1)
    }
