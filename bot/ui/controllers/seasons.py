"""`/scout season`: managers start one, after a question; everybody can see them."""

import discord

from bot.tables.core.errors import TableError
from bot.tables.service import Tables
from bot.tables.standings.seasons import MAX_NAME, Season
from bot.text.names import readable_name
from bot.ui.delivery.server_posts import SeasonPodiums
from bot.ui.kit.answers import close_question, send_answer
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import (
    location_of,
    pressed_label,
    require_permissions,
)
from bot.ui.views.standings.seasons import (
    NO_SEASONS,
    NOT_STARTED,
    named_in,
    seasons_message,
    start_question,
    started_words,
)

_STALE = "That button no longer works. Use `/scout season start` again."
_MANAGERS_ONLY = "Only members with Manage Server can start a season."


class SeasonController:
    """Nothing is ended before a manager has confirmed it."""

    def __init__(self, tables: Tables, podiums: SeasonPodiums) -> None:
        self._tables = tables
        self._podiums = podiums

    async def ask(self, interaction: discord.Interaction, name: str) -> None:
        """Ask a manager. Raises TableError for others, and for a name that cannot be."""
        guild_id, _ = location_of(interaction)
        _require_manager(interaction)
        require_permissions(interaction)
        name = readable_name(name)
        if not 0 < len(name) <= MAX_NAME:
            raise TableError(f"Choose a name of at most {MAX_NAME} letters.")
        running = await self._running(guild_id)
        if running is not None and running.name == name:
            raise TableError("That season is running already. Choose another name.")
        await send_answer(interaction, start_question(name, running))

    async def start(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Start the season that the pressed button names, then post the podium of the last one."""
        guild_id, channel_id = location_of(interaction)
        _require_manager(interaction)
        name = named_in(pressed_label(interaction) or "")
        if not name:
            raise TableError(_STALE)
        season = await self._started(guild_id, name, component_id.number)
        try:
            await close_question(interaction, started_words(season))
        finally:
            await self._podiums.post_due(guild_id, channel_id)

    async def keep(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """The manager has thought better of it."""
        await close_question(interaction, NOT_STARTED)

    async def show(self, interaction: discord.Interaction) -> None:
        """List the seasons. Raises TableError if there are none."""
        guild_id, channel_id = location_of(interaction)
        seasons = await self._tables.seasons.all(guild_id)
        if not seasons:
            raise TableError(NO_SEASONS)
        await send_answer(interaction, seasons_message(seasons))
        # One that could not be posted when the season started.
        await self._podiums.post_due(guild_id, channel_id)

    async def _started(self, guild_id: int, name: str, asked_about: int) -> Season:
        """Start it if the season that runs is the one that the question was about, by number."""
        running = await self._running(guild_id)
        if running is not None and (running.number, running.name) == (asked_about + 1, name):
            # The same press again, after an answer that was lost.
            return running
        return await self._tables.seasons.start(guild_id, name, manages=True, after=asked_about)

    async def _running(self, guild_id: int) -> Season | None:
        seasons = await self._tables.seasons.all(guild_id)
        return seasons[0] if seasons else None


def _require_manager(interaction: discord.Interaction) -> None:
    if not interaction.permissions.manage_guild:
        raise TableError(_MANAGERS_ONLY)
