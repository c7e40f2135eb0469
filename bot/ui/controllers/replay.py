"""`/scout history`, replays of finished games, and a member's running games."""

import discord

from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.games.history import HistoryPage
from bot.tables.service import Tables
from bot.ui.controllers.game_choices import GameChoices
from bot.ui.delivery.avatars import AvatarStore
from bot.ui.kit.answers import answer_privately, send_answer
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import location_of, picked_value
from bot.ui.views.games.lists import OWN, history_message, whose_in
from bot.ui.views.games.replay import posted_replay, replay_message
from bot.ui.views.replay_step import ALL, ReplayStep, step_at, view_in


class ReplayController:
    """Shows finished games to members in private, and posts a step where its player asks for it.

    Nothing is remembered: the game, the decision and the view are in the custom_ids.
    """

    def __init__(self, tables: Tables, avatars: AvatarStore, games: GameChoices) -> None:
        self._tables = tables
        self._avatars = avatars
        self._games = games

    async def history(
        self, interaction: discord.Interaction, whose: str = OWN, page: int = 0
    ) -> None:
        """A page of the list of finished games."""
        found = await self._page(interaction, whose, page)
        await answer_privately(interaction, history_message(found, whose))

    async def choose(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Another page of the list, or the replay of the game that is picked there."""
        picked = picked_value(interaction)
        if picked is None:
            await self.history(interaction, whose_in(component_id), component_id.number)
        else:
            state = await self._games.table(interaction, int(picked))
            await self._show(interaction, state, _step(state, 1, ALL))

    async def show(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """The step that a button leads to, or the one that is picked in a select."""
        picked = picked_value(interaction)
        decision, view_name = component_id.number, view_in(component_id.detail)
        if picked is not None:
            target, view_name = picked.split()
            decision = int(target)
        state = await self._games.table(interaction, component_id.table_id)
        await self._show(interaction, state, _step(state, decision, view_name))

    async def post(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Post a step in this channel, for a member who played the game."""
        state = await self._games.table(interaction, component_id.table_id)
        # Raises NotSeated: a game is shown around by those who played it.
        state.seat_of(interaction.user.id)
        step = _step(state, component_id.number, view_in(component_id.detail))
        self._avatars.fetch(state)
        message = posted_replay(state, step, self._avatars)
        await send_answer(interaction, message, private=False)

    async def _page(self, interaction: discord.Interaction, whose: str, page: int) -> HistoryPage:
        guild_id, channel_id = location_of(interaction)
        user_id = interaction.user.id
        if whose == OWN:
            return await self._tables.history.own(guild_id, user_id, page)
        return await self._tables.history.of_channel(channel_id, user_id, page)

    async def _show(
        self, interaction: discord.Interaction, state: TableState, step: ReplayStep
    ) -> None:
        self._avatars.fetch(state)
        preferences = await self._tables.preferences.of(interaction.user.id)
        message = replay_message(
            state,
            step,
            pictures=preferences.shows_pictures(state.options.pictures),
            avatars=self._avatars,
            reader=state.find_seat(interaction.user.id),
        )
        await answer_privately(interaction, message)


def _step(state: TableState, decision: int, view_name: str) -> ReplayStep:
    step = step_at(state, decision, view_name)
    if step is None:
        raise TableError(
            "That button belongs to no move of this game. `/scout history` opens its replay again."
        )
    return step
