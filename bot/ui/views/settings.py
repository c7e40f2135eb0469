"""The settings: a member's own preferences; the server's defaults are shown beside them."""

from functools import partial
from typing import Any

from bot.pictures.gallery import settings_picture
from bot.pictures.layouts.settings import NewTables
from bot.tables.preferences import Defaults, Preferences
from bot.text.language import Language
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import new_embed

LIMIT = "limit-"
ABSENCE = "absent-"
PINGS = {60: "1 minute", 300: "5 minutes", 1800: "30 minutes"}
TURN_LIMITS = {60: "1 minute", 300: "5 minutes", 3600: "1 hour", 86400: "1 day"}
ABSENCES = {86400: "24 hours", 259200: "3 days", 604800: "7 days"}
OWN_CHANGES: dict[str, dict[str, Any]] = {
    "hand-pictures": {"pictures": True},
    "hand-text": {"pictures": False},
    "ask": {"confirm": True},
    "at-once": {"confirm": False},
    "share-name": {"share_name": True},
    "hide-name": {"share_name": False},
}
"""What each press changes for the member.

Below for the server: such buttons are in `/scout admin`, and earlier versions posted them here.
"""
SERVER_CHANGES: dict[str, dict[str, Any]] = {
    "threads": {"threads": True},
    "channels": {"threads": False},
    "table-pictures": {"pictures": True},
    "table-text": {"pictures": False},
    f"{LIMIT}0": {"turn_limit": None},
    **{f"{LIMIT}{seconds}": {"turn_limit": seconds} for seconds in TURN_LIMITS},
    **{f"{ABSENCE}{seconds}": {"absent_after": seconds} for seconds in ABSENCES},
}


def settings_message(language: Language, preferences: Preferences, defaults: Defaults) -> Message:
    """Both kinds of settings; in a picture with a sample of the hand if the member has pictures,
    and then only what it lacks in words."""
    pictures = preferences.shows_pictures(defaults.pictures)
    rows = [_own_buttons(language, preferences, pictures=pictures)]
    footer = "Members with Manage Server change these defaults with /scout admin."
    if pictures:
        limit = None if defaults.turn_limit is None else TURN_LIMITS[defaults.turn_limit]
        new = NewTables(limit, defaults.threads, defaults.pictures)
        draw = partial(settings_picture, language, preferences.confirm, new)
        words = "\n".join([_file_words(language, preferences), *_absence_words(language, defaults)])
        return Message(new_embed(words, footer=footer), rows, draw=draw)
    moves = "Moves are played as soon as you press."
    if preferences.confirm:
        moves = "You confirm each move before it is played."
    own = f"Your hand is text only.\n{moves}\n{_file_words(language, preferences)}"
    fields = {"For you": own, "New tables in this server": server_words(language, defaults)}
    return Message(new_embed(title="⚙️ Settings", footer=footer, fields=fields), rows)


def _file_words(language: Language, preferences: Preferences) -> str:
    if preferences.share_name:
        return "A game file that somebody exports has your name."
    return "A game file that somebody exports leaves your name out."


def _absence_words(language: Language, defaults: Defaults) -> list[str]:
    """What happens without a turn limit if a member does not move; nothing with one."""
    if defaults.turn_limit is not None:
        return []
    absence = ABSENCES[defaults.absent_after]
    return [f"After {absence} without a move, a computer can play for an absent player."]


def server_words(language: Language, defaults: Defaults) -> str:
    """What new tables begin with, a line each."""
    limit = "no limit" if defaults.turn_limit is None else TURN_LIMITS[defaults.turn_limit]
    where = "in their own thread" if defaults.threads else "in the channel"
    shown = "have pictures" if defaults.pictures else "are text only"
    lines = [f"Turn limit: {limit}.", *_absence_words(language, defaults)]
    return "\n".join([*lines, f"Games are played {where}.", f"Tables and hands {shown}."])


def _own_buttons(language: Language, preferences: Preferences, *, pictures: bool) -> list[Button]:
    """A button for each setting, which changes the present choice."""
    choices = [
        ("Text-only hand", "hand-text") if pictures else ("Hand with picture", "hand-pictures"),
        ("Play moves at once", "at-once") if preferences.confirm else ("Confirm moves", "ask"),
        ("Name not in game files", "hide-name")
        if preferences.share_name
        else ("Name in game files", "share-name"),
    ]
    return [Button(label, ComponentId(Verb.SETTINGS, 0, 0, detail)) for label, detail in choices]
