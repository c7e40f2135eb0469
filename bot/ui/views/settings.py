"""The settings: a member's own preferences; the server's defaults are shown beside them."""

from functools import partial
from typing import Any

from bot.pictures.gallery import settings_picture
from bot.pictures.layouts.settings import NewTables
from bot.tables.preferences import Defaults, Preferences
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


def settings_message(preferences: Preferences, defaults: Defaults) -> Message:
    """Both kinds of settings, with a sample of the hand if the member has pictures."""
    pictures, draw = preferences.shows_pictures(defaults.pictures), None
    embed = new_embed(
        title="⚙️ Settings",
        footer="Members with Manage Server change these defaults with /scout admin.",
        fields={
            "For you": _own_words(preferences, pictures=pictures),
            "New tables in this server": server_words(defaults),
        },
    )
    if pictures:
        limit = None if defaults.turn_limit is None else TURN_LIMITS[defaults.turn_limit]
        new = NewTables(limit, defaults.threads, defaults.pictures)
        draw = partial(settings_picture, preferences.confirm, new)
    return Message(embed, [_own_buttons(preferences, pictures=pictures)], draw=draw)


def _own_words(preferences: Preferences, *, pictures: bool) -> str:
    hand = "Your hand has a picture." if pictures else "Your hand is text only."
    moves = "Moves are played as soon as you press."
    if preferences.confirm:
        moves = "You confirm each move before it is played."
    named = "has your name" if preferences.share_name else "leaves your name out"
    return f"{hand}\n{moves}\nA game file that somebody exports {named}."


def server_words(defaults: Defaults) -> str:
    """What new tables begin with, a line each."""
    limit = "no limit" if defaults.turn_limit is None else TURN_LIMITS[defaults.turn_limit]
    where = "in their own thread" if defaults.threads else "in the channel"
    shown = "have pictures" if defaults.pictures else "are text only"
    lines = [f"Turn limit: {limit}.", f"Games are played {where}.", f"Tables and hands {shown}."]
    if defaults.turn_limit is None:
        absence = ABSENCES[defaults.absent_after]
        lines.insert(
            1, f"After {absence} without a move, a computer can play for an absent player."
        )
    return "\n".join(lines)


def _own_buttons(preferences: Preferences, *, pictures: bool) -> list[Button]:
    """A button for each setting, which changes the present choice."""
    choices = [
        ("Text-only hand", "hand-text") if pictures else ("Hand with picture", "hand-pictures"),
        ("Play moves at once", "at-once") if preferences.confirm else ("Confirm moves", "ask"),
        ("Name not in game files", "hide-name")
        if preferences.share_name
        else ("Name in game files", "share-name"),
    ]
    return [Button(label, ComponentId(Verb.SETTINGS, 0, 0, detail)) for label, detail in choices]
