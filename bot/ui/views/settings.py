"""The settings: a member's own preferences, and for managers the defaults of the server."""

from functools import partial
from typing import Any

import discord
from discord import ButtonStyle

from bot.pictures.gallery import settings_picture
from bot.pictures.layouts.settings import NewTables
from bot.tables.preferences import Defaults, Preferences
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Option, Row, Select
from bot.ui.views.lobby import COLOUR, TURN_LIMITS

_LIMIT = "limit-"
OWN_CHANGES: dict[str, dict[str, Any]] = {
    "hand-pictures": {"pictures": True},
    "hand-text": {"pictures": False},
    "ask": {"confirm": True},
    "at-once": {"confirm": False},
    "share-name": {"share_name": True},
    "hide-name": {"share_name": False},
}
"""What each press changes for the member; below, for the server."""
SERVER_CHANGES: dict[str, dict[str, Any]] = {
    "threads": {"threads": True},
    "channels": {"threads": False},
    "table-pictures": {"pictures": True},
    "table-text": {"pictures": False},
    f"{_LIMIT}0": {"turn_limit": None},
    **{f"{_LIMIT}{seconds}": {"turn_limit": seconds} for seconds in TURN_LIMITS},
}


def settings_message(preferences: Preferences, defaults: Defaults, *, manages: bool) -> Message:
    """Both kinds of settings, with a sample of the hand if the member has pictures.

    A member who `manages` the server gets buttons for its defaults.
    """
    embed = discord.Embed(title="⚙️ Settings", colour=COLOUR)
    embed.add_field(name="For you", value=_own_words(preferences, defaults), inline=False)
    embed.add_field(name="New tables in this server", value=_server_words(defaults), inline=False)
    if not manages:
        embed.set_footer(text="Only members with Manage Server can change these defaults.")
    rows: list[Row] = [_own_buttons(preferences, defaults)]
    if manages:
        rows += [_server_buttons(defaults), _limits(defaults)]
    draw = None
    if preferences.shows_pictures(defaults.pictures):
        draw = partial(settings_picture, preferences.confirm, _new_tables(defaults))
    return Message(embed, rows, draw=draw)


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


def _server_words(defaults: Defaults) -> str:
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


def _server_buttons(defaults: Defaults) -> list[Button]:
    return [
        _either(defaults.threads, ("Play in the channel", "channels"), ("Use threads", "threads")),
        _either(
            defaults.pictures,
            ("Text-only tables", "table-text"),
            ("Tables with pictures", "table-pictures"),
        ),
    ]


def _either(now: bool, otherwise: tuple[str, str], wanted: tuple[str, str]) -> Button:
    """A button that changes the present choice."""
    label, detail = otherwise if now else wanted
    return Button(label, ComponentId(Verb.SETTINGS, 0, 0, detail), ButtonStyle.secondary)


def _limits(defaults: Defaults) -> Select:
    options = [Option("No turn limit", f"{_LIMIT}0")]
    options += [
        Option(f"Turn limit: {words}", f"{_LIMIT}{seconds}")
        for seconds, words in TURN_LIMITS.items()
    ]
    now = f"{_LIMIT}{defaults.turn_limit or 0}"
    present = next(option.label for option in options if option.value == now)
    return Select(present, ComponentId(Verb.SETTINGS, 0), options)
