"""`/scout settings`: a member's own wishes, and for managers the defaults of the server."""

from typing import Any

import discord
from discord import ButtonStyle

from bot.tables.core.errors import TableError
from bot.tables.preferences import Defaults, Preferences
from bot.tables.service import Tables
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.message import Button, Message, Option, Row, Select
from bot.ui.kit.responses import location_of, pressed_values
from bot.ui.views.lobby import COLOUR, TURN_LIMITS

_LIMIT = "limit-"
_OWN: dict[str, dict[str, Any]] = {
    "hand-pictures": {"pictures": True},
    "hand-text": {"pictures": False},
    "ask": {"confirm": True},
    "at-once": {"confirm": False},
}
"""What each press changes for the member; below, for the server."""
_SERVERS: dict[str, dict[str, Any]] = {
    "threads": {"threads": True},
    "channels": {"threads": False},
    "table-pictures": {"pictures": True},
    "table-text": {"pictures": False},
    f"{_LIMIT}0": {"turn_limit": None},
    **{f"{_LIMIT}{seconds}": {"turn_limit": seconds} for seconds in TURN_LIMITS},
}


def settings_message(preferences: Preferences, defaults: Defaults, *, manages: bool) -> Message:
    """Both kinds of settings; those of the server can be pressed by who `manages` it."""
    embed = discord.Embed(title="⚙️ Settings", colour=COLOUR)
    embed.add_field(name="For you", value=_own_words(preferences, defaults), inline=False)
    embed.add_field(name="New tables of this server", value=_server_words(defaults), inline=False)
    if not manages:
        embed.set_footer(text="Who may manage the server changes its new tables.")
    rows: list[Row] = [_own_buttons(preferences, defaults)]
    if manages:
        rows += [_server_buttons(defaults), _limits(defaults)]
    return Message(embed, rows)


class SettingsController:
    """Shows the settings to one member, and changes what they press."""

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher
        self._preferences = tables.preferences

    async def show(self, interaction: discord.Interaction) -> None:
        message = await self._draft(interaction)
        await interaction.response.send_message(**await message.send_arguments(), ephemeral=True)

    async def change(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Carry out one press. Raises TableError for what only managers may change."""
        (wanted,) = pressed_values(interaction) or [component_id.detail]
        guild_id, _ = location_of(interaction)
        user_id = interaction.user.id
        if wanted in _OWN:
            await self._preferences.change(user_id, **_OWN[wanted])
        elif wanted in _SERVERS:
            _require_manager(interaction)
            await self._preferences.change_defaults(guild_id, **_SERVERS[wanted])
        message = await self._draft(interaction)
        await interaction.response.edit_message(**await message.edit_arguments())
        # The hands that they hold now look otherwise.
        for table_id in await self._tables.repository.live_ids_of(user_id):
            self._publisher.request(table_id)

    async def _draft(self, interaction: discord.Interaction) -> Message:
        guild_id, _ = location_of(interaction)
        return settings_message(
            await self._preferences.of(interaction.user.id),
            await self._preferences.defaults(guild_id),
            manages=interaction.permissions.manage_guild,
        )


def _require_manager(interaction: discord.Interaction) -> None:
    if not interaction.permissions.manage_guild:
        raise TableError("Only who may manage this server changes its new tables.")


def _own_words(preferences: Preferences, defaults: Defaults) -> str:
    hand = "with a picture" if preferences.wants_pictures(defaults.pictures) else "in text only"
    move = "after a question" if preferences.confirm else "at once"
    return f"Your hand is shown {hand}.\nA move that you press is played {move}."


def _server_words(defaults: Defaults) -> str:
    limit = "no limit" if defaults.turn_limit is None else TURN_LIMITS[defaults.turn_limit]
    where = "in a thread of its own" if defaults.threads else "in the channel"
    shown = "with pictures" if defaults.pictures else "in text only"
    return f"Turn limit: {limit}.\nA game is played {where}.\nTables and hands are shown {shown}."


def _own_buttons(preferences: Preferences, defaults: Defaults) -> list[Button]:
    pictures = preferences.wants_pictures(defaults.pictures)
    return [
        _either(pictures, ("Hand in text", "hand-text"), ("Hand with a picture", "hand-pictures")),
        _either(preferences.confirm, ("Play at once", "at-once"), ("Ask before each move", "ask")),
    ]


def _server_buttons(defaults: Defaults) -> list[Button]:
    return [
        _either(defaults.threads, ("Play in the channel", "channels"), ("Use threads", "threads")),
        _either(
            defaults.pictures,
            ("Tables in text", "table-text"),
            ("Tables with pictures", "table-pictures"),
        ),
    ]


def _either(now: bool, otherwise: tuple[str, str], wanted: tuple[str, str]) -> Button:
    """The way out of the present choice."""
    label, detail = otherwise if now else wanted
    return Button(label, ComponentId("set", 0, 0, detail), ButtonStyle.secondary)


def _limits(defaults: Defaults) -> Select:
    options = [Option("No turn limit", f"{_LIMIT}0")]
    options += [
        Option(f"Turn limit: {words}", f"{_LIMIT}{seconds}")
        for seconds, words in TURN_LIMITS.items()
    ]
    now = f"{_LIMIT}{defaults.turn_limit or 0}"
    present = next(option.label for option in options if option.value == now)
    return Select(present, ComponentId("set", 0), options)
