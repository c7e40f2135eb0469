"""`/scout report`: a member writes to the moderators, who read it in the server's log channel."""

from typing import Any

import discord
from discord import app_commands

from bot.tables.core.errors import TableError
from bot.tables.service import Tables
from bot.ui.controllers.admin import AdminController
from bot.ui.controllers.gate import Gate
from bot.ui.controllers.table import TableController
from bot.ui.delivery.server_posts import ServerLog
from bot.ui.kit.answers import show_form, tell
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.picked import id_in, written_text
from bot.ui.kit.responses import actor_of, location_of, report_errors
from bot.ui.views.servers.report import (
    DELIVERED,
    NO_CHANNEL,
    NOT_DELIVERED,
    NOTHING_WRITTEN,
    SENDING,
    TEXT,
    Report,
    ReportForm,
    readable_text,
    report_message,
)


class ReportController:
    """Nothing of a report is kept but in the log channel."""

    def __init__(self, tables: Tables, table: TableController, log: ServerLog) -> None:
        self._tables = tables
        self._table = table
        self._log = log

    async def ask(self, interaction: discord.Interaction, about: int | None) -> None:
        """Show the form. Raises TableError if a report would not be taken."""
        await self._require_reports(interaction)
        guild_id, _ = location_of(interaction)
        self._tables.report_limits.require_left(guild_id, interaction.user.id)
        await show_form(interaction, ReportForm(about))

    async def send(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Post what was written. Raises TableError if it is empty or one too many."""
        await self._require_reports(interaction)
        text = readable_text(written_text(interaction, TEXT))
        if not text:
            raise TableError(NOTHING_WRITTEN)
        guild_id, channel_id = location_of(interaction)
        take_back = self._tables.report_limits.take(guild_id, interaction.user.id)
        delivered = False
        try:
            # Posting may take longer than Discord waits for an answer.
            await tell(interaction, SENDING)
            table = await self._tables.repository.find_live_in(channel_id)
            link = "" if table is None else await self._table.link(table)
            report = Report(interaction.user.id, channel_id, id_in(component_id), table, link, text)
            delivered = await self._log.post(guild_id, report_message(report))
        finally:
            if not delivered:
                take_back()
        await interaction.edit_original_response(content=DELIVERED if delivered else NOT_DELIVERED)

    async def _require_reports(self, interaction: discord.Interaction) -> None:
        guild_id, _ = location_of(interaction)
        await self._tables.blocks.require_none(guild_id, actor_of(interaction))
        if not await self._log.is_on(guild_id):
            raise TableError(NO_CHANNEL)


def owner_commands(
    admin: AdminController, reports: ReportController, gate: Gate
) -> list[app_commands.Command[Any, ..., None]]:
    """`/scout admin` and `/scout report`."""

    @app_commands.command(
        name="admin", description="Set up SCOUT in this server (members with Manage Server only)"
    )
    async def panel(interaction: discord.Interaction) -> None:
        async with report_errors(interaction), gate.admit(interaction):
            await admin.show(interaction)

    @app_commands.command(name="report", description="Report a problem to this server's moderators")
    @app_commands.describe(member="The member whom it is about, if it is about one")
    async def report(interaction: discord.Interaction, member: discord.User | None = None) -> None:
        async with report_errors(interaction), gate.admit(interaction):
            await reports.ask(interaction, None if member is None else member.id)

    return [panel, report]
