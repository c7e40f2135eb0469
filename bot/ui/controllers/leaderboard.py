"""`/scout leaderboard`: shows it, turns its pages, and changes what it shows."""

import discord

from bot.tables.core.errors import TableError
from bot.tables.service import Tables
from bot.tables.standings.leaderboard import LeaderboardChoice
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.kit.answers import is_private, send_answer, update_pressed
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.message import Message
from bot.ui.kit.responses import actor_of, location_of, picked_value
from bot.ui.views.standings.leaderboard import Asker, leaderboard_message

_STALE = "That choice is no longer there. Use `/scout leaderboard` again."


class LeaderboardController:
    """The channel's leaderboard belongs to the member who asked; others get one of their own."""

    def __init__(self, tables: Tables, avatars: AvatarStore) -> None:
        self._tables = tables
        self._avatars = avatars

    async def show(self, interaction: discord.Interaction, choice: LeaderboardChoice) -> None:
        """Post it; for a blocked member it is private, since they post nothing here."""
        guild_id, _ = location_of(interaction)
        is_blocked = await self._tables.blocks.blocks(guild_id, actor_of(interaction))
        message = await self._message(interaction, 0, choice)
        await send_answer(interaction, message, private=is_blocked)

    async def show_page(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Buttons of earlier versions have no choice with them, which is the usual one."""
        choice = LeaderboardChoice()
        if component_id.detail:
            choice = _parsed(component_id.detail)
        await self._answer(interaction, component_id.number, choice)

    async def choose(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Show what was picked. Raises TableError for what the message does not offer."""
        await self._answer(interaction, 0, _parsed(picked_value(interaction) or ""))

    async def _answer(
        self, interaction: discord.Interaction, page: int, choice: LeaderboardChoice
    ) -> None:
        message = await self._message(interaction, page, choice)
        if _is_own(interaction):
            await update_pressed(interaction, message)
        else:
            await send_answer(interaction, message)

    async def _message(
        self, interaction: discord.Interaction, page: int, choice: LeaderboardChoice
    ) -> Message:
        guild_id, _ = location_of(interaction)
        actor = actor_of(interaction)
        if actor.avatar is not None:
            self._avatars.note(guild_id, actor.user_id, actor.avatar)
        found = await self._tables.leaderboard.page(guild_id, page, choice, user_id=actor.user_id)
        shown = [*found.standings, *([found.own] if found.own else [])]
        return leaderboard_message(
            found,
            Asker(actor.user_id, actor.name),
            await self._tables.seasons.all(guild_id),
            pictures=(await self._tables.preferences.defaults(guild_id)).pictures,
            avatars=self._avatars.of_members(guild_id, (standing.user_id for standing in shown)),
        )


def _is_own(interaction: discord.Interaction) -> bool:
    """Whether the pressed message was sent to this member, or by their command."""
    if is_private(interaction):
        return True
    origin = interaction.message.interaction_metadata if interaction.message else None
    return origin is not None and origin.user.id == interaction.user.id


def _parsed(code: str) -> LeaderboardChoice:
    choice = LeaderboardChoice.parse(code)
    if choice.code != code:
        raise TableError(_STALE)
    return choice
