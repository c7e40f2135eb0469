"""`/scout settings`: a member's own wishes, and for managers the defaults of the server."""

from typing import Any

import discord
from discord import ButtonStyle

from bot.tables.errors import TableError
from bot.tables.service import Tables
from bot.tables.wishes import Defaults, Wishes
from bot.ui.answers import place, pressed_values
from bot.ui.custom_id import Press
from bot.ui.draft import Button, Draft, Option, Row, Select
from bot.ui.lobby import COLOUR, TURN_LIMITS
from bot.ui.publisher import Publisher

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


def settings_draft(wishes: Wishes, defaults: Defaults, *, manages: bool) -> Draft:
    """Both kinds of settings; those of the server can be pressed by who `manages` it."""
    embed = discord.Embed(title="⚙️ Settings", colour=COLOUR)
    embed.add_field(name="For you", value=_own_words(wishes, defaults), inline=False)
    embed.add_field(name="New tables of this server", value=_server_words(defaults), inline=False)
    if not manages:
        embed.set_footer(text="Who may manage the server changes its new tables.")
    rows: list[Row] = [_own_buttons(wishes, defaults)]
    if manages:
        rows += [_server_buttons(defaults), _limits(defaults)]
    return Draft(embed, rows)


class SettingsPanel:
    """Shows the settings to one member, and changes what they press."""

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher
        self._wishes = tables.wishes

    async def show(self, interaction: discord.Interaction) -> None:
        draft = await self._draft(interaction)
        await interaction.response.send_message(**await draft.sending(), ephemeral=True)

    async def change(self, interaction: discord.Interaction, press: Press) -> None:
        """Carry out one press. Raises TableError for what only managers may change."""
        (wanted,) = pressed_values(interaction) or [press.detail]
        guild_id, _ = place(interaction)
        user_id = interaction.user.id
        if wanted in _OWN:
            await self._wishes.change(user_id, **_OWN[wanted])
        elif wanted in _SERVERS:
            _require_manager(interaction)
            await self._wishes.change_defaults(guild_id, **_SERVERS[wanted])
        draft = await self._draft(interaction)
        await interaction.response.edit_message(**await draft.editing())
        # The hands that they hold now look otherwise.
        for table_id in await self._tables.ledger.tables_of(user_id):
            self._publisher.request(table_id)

    async def _draft(self, interaction: discord.Interaction) -> Draft:
        guild_id, _ = place(interaction)
        return settings_draft(
            await self._wishes.of(interaction.user.id),
            await self._wishes.defaults(guild_id),
            manages=interaction.permissions.manage_guild,
        )


def _require_manager(interaction: discord.Interaction) -> None:
    if not interaction.permissions.manage_guild:
        raise TableError("Only who may manage this server changes its new tables.")


def _own_words(wishes: Wishes, defaults: Defaults) -> str:
    hand = "with a picture" if wishes.wants_pictures(defaults.pictures) else "in text only"
    move = "after a question" if wishes.confirm else "at once"
    return f"Your hand is shown {hand}.\nA move that you press is played {move}."


def _server_words(defaults: Defaults) -> str:
    limit = "no limit" if defaults.turn_limit is None else TURN_LIMITS[defaults.turn_limit]
    where = "in a thread of its own" if defaults.threads else "in the channel"
    shown = "with pictures" if defaults.pictures else "in text only"
    return f"Turn limit: {limit}.\nA game is played {where}.\nTables and hands are shown {shown}."


def _own_buttons(wishes: Wishes, defaults: Defaults) -> list[Button]:
    pictures = wishes.wants_pictures(defaults.pictures)
    return [
        _either(pictures, ("Hand in text", "hand-text"), ("Hand with a picture", "hand-pictures")),
        _either(wishes.confirm, ("Play at once", "at-once"), ("Ask before each move", "ask")),
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
    return Button(label, Press("set", 0, 0, detail), ButtonStyle.secondary)


def _limits(defaults: Defaults) -> Select:
    options = [Option("No turn limit", f"{_LIMIT}0")]
    options += [
        Option(f"Turn limit: {words}", f"{_LIMIT}{seconds}")
        for seconds, words in TURN_LIMITS.items()
    ]
    now = f"{_LIMIT}{defaults.turn_limit or 0}"
    present = next(option.label for option in options if option.value == now)
    return Select(present, Press("set", 0), options)
