"""The settings: a member's own preferences; the server's defaults are shown beside them."""

from functools import partial
from typing import Any

import discord
from discord import ButtonStyle

from bot.pictures.gallery import settings_picture
from bot.pictures.layouts.settings import NewTables
from bot.tables.preferences import Defaults, Preferences
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import COLOUR

LIMIT = "limit-"
PINGS = {60: "1 minute", 300: "5 minutes", 1800: "30 minutes"}
TURN_LIMITS = {60: "1 minute", 300: "5 minutes", 3600: "1 hour", 86400: "1 day"}
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
}


def settings_message(preferences: Preferences, defaults: Defaults) -> Message:
    """Both kinds of settings, with a sample of the hand if the member has pictures."""
    embed = discord.Embed(title="⚙️ Settings", colour=COLOUR)
    embed.add_field(name="For you", value=_own_words(preferences, defaults), inline=False)
    embed.add_field(name="New tables in this server", value=server_words(defaults), inline=False)
    embed.set_footer(text="Members with Manage Server change these defaults with /scout admin.")
    draw = None
    if preferences.shows_pictures(defaults.pictures):
        draw = partial(settings_picture, preferences.confirm, _new_tables(defaults))
    return Message(embed, [_own_buttons(preferences, defaults)], draw=draw)


def _new_tables(defaults: Defaults) -> NewTables:
    limit = None if defaults.turn_limit is None else TURN_LIMITS[defaults.turn_limit]
    return NewTables(limit, defaults.threads, defaults.pictures)


def _own_words(preferences: Preferences, defaults: Defaults) -> str:
    pictures = preferences.shows_pictures(defaults.pictures)
    hand = "Your hand has a picture." if pictures else "Your hand is text only."
    asked = "You confirm each move before it is played."
    at_once = "Moves are played as soon as you press."
    named = "has your name" if preferences.share_name else "leaves your name out"
    exported = f"A game file that somebody exports {named}."
    return "\n".join([hand, asked if preferences.confirm else at_once, exported])


def server_words(defaults: Defaults) -> str:
    """What new tables begin with, a line each."""
    limit = "no limit" if defaults.turn_limit is None else TURN_LIMITS[defaults.turn_limit]
    where = "in their own thread" if defaults.threads else "in the channel"
    shown = "have pictures" if defaults.pictures else "are text only"
    return f"Turn limit: {limit}.\nGames are played {where}.\nTables and hands {shown}."


def _own_buttons(preferences: Preferences, defaults: Defaults) -> list[Button]:
    pictures = preferences.shows_pictures(defaults.pictures)
    return [
        _either(pictures, ("Text-only hand", "hand-text"), ("Hand with picture", "hand-pictures")),
        _either(preferences.confirm, ("Play moves at once", "at-once"), ("Confirm moves", "ask")),
        _either(
            preferences.share_name,
            ("Name not in game files", "hide-name"),
            ("Name in game files", "share-name"),
        ),
    ]


def _either(now: bool, otherwise: tuple[str, str], wanted: tuple[str, str]) -> Button:
    """A button that changes the present choice."""
    label, detail = otherwise if now else wanted
    return Button(label, ComponentId(Verb.SETTINGS, 0, 0, detail), ButtonStyle.secondary)
