"""The choice of a finished game, for every command that is about one.

What is offered is a help for typing. Members can send any number, so a game is checked again when
it is used.
"""

import discord
from discord import app_commands

from bot.storage import models
from bot.tables.core.errors import NoSuchTable, TableError
from bot.tables.core.state import Status, TableState
from bot.tables.service import Tables
from bot.ui.kit.message import OPTIONS
from bot.ui.kit.responses import location_of
from bot.ui.views.games.lists import NO_GAMES, label_of


class GameChoices:
    """Offers a member's finished games in this server, and gives the table of the chosen one."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def offer(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        """The newest games with what is typed so far in their labels."""
        guild_id, _ = location_of(interaction)
        games = await self._tables.history.newest(guild_id, interaction.user.id)
        labels = {game.table_id: label_of(game) for game in games}
        wanted = current.strip().casefold()
        found = [
            app_commands.Choice(name=label, value=table_id)
            for table_id, label in labels.items()
            if wanted in label.casefold()
        ]
        return found[:OPTIONS]

    async def newest(self, interaction: discord.Interaction) -> int:
        """The number of the member's newest finished game here. Raises TableError without one."""
        guild_id, _ = location_of(interaction)
        first = await self._tables.history.own(guild_id, interaction.user.id, 0)
        if not first.games:
            raise TableError(NO_GAMES)
        return first.games[0].table_id

    async def table(self, interaction: discord.Interaction, table_id: int) -> TableState:
        """The table of this finished game.

        Raises the same TableError for whatever the member cannot open, so that it tells nothing.
        """
        guild_id, _ = location_of(interaction)
        try:
            state = await self._tables.repository.get(table_id)
        except NoSuchTable:
            raise _unknown(table_id) from None
        if (
            state.guild_id != guild_id
            or state.status is not Status.OVER
            or not may_look(interaction, state)
        ):
            raise _unknown(table_id)
        return state


def may_look(interaction: discord.Interaction, table: TableState | models.Table) -> bool:
    """Whether the member may see this game once it is over.

    That is who played it and who can see the channel where it was played, since all hands were
    public there at the end of each round.
    """
    seated = any(seat.user_id == interaction.user.id for seat in table.seats)
    if seated or interaction.channel_id in {table.channel_id, table.parent_id}:
        return True
    server, member = interaction.guild, interaction.user
    if server is None or not isinstance(member, discord.Member):
        return False
    # Only the members of a thread see it where it is private, so its parent has to be known.
    channel = server.get_channel(table.parent_id or table.channel_id)
    return channel is not None and channel.permissions_for(member).view_channel


def _unknown(table_id: int) -> TableError:
    return TableError(
        f"There is no finished game #{table_id} here that you can open. "
        "`/scout history` lists yours."
    )
