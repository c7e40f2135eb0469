"""The subcommands of `/scout` that are about a member's games: running ones and finished ones."""

from typing import Any

import discord
from discord import app_commands

from bot.tables.games.history import record_of
from bot.tables.service import Tables
from bot.ui.controllers.game_choices import GameChoices
from bot.ui.controllers.gate import Gate
from bot.ui.controllers.routes import Controllers
from bot.ui.kit.answers import send_answer, send_file
from bot.ui.kit.responses import location_of, report_errors
from bot.ui.views.games.lists import CHANNEL, OWN, RunningGame, running_message

_Command = app_commands.Command[Any, ..., None]
_GAME = "The game, by its number; choose one of yours from the list"


class GameCommands:
    """Makes the subcommands; `games` offers the choices of every option called `game`."""

    def __init__(
        self, tables: Tables, controllers: Controllers, games: GameChoices, gate: Gate
    ) -> None:
        self._tables = tables
        self._to = controllers
        self._games = games
        self._gate = gate

    def all(self) -> list[_Command]:
        """All of them, for the group."""
        running: _Command = app_commands.Command(
            name="games",
            description="List your running games in this server, and whose turn it is",
            callback=self._list_running,
        )
        history: _Command = app_commands.Command(
            name="history",
            description="List the last games, to replay them move by move",
            callback=self._history,
        )
        review: _Command = app_commands.Command(
            name="review",
            description="See how good your moves were, by default in your last game here",
            callback=self._review,
        )
        export: _Command = app_commands.Command(
            name="export",
            description="Get the record of a finished game as a file, by default your last one",
            callback=self._export,
        )
        verify: _Command = app_commands.Command(
            name="verify",
            description="Check that a finished game was dealt and played fairly",
            callback=self._verify,
        )
        for command in (review, export, verify):
            command.autocomplete("game")(self._games.offer)
        return [running, history, review, export, verify]

    async def _list_running(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            guild_id, _ = location_of(interaction)
            states = await self._tables.repository.live_of(guild_id, interaction.user.id)
            games = [RunningGame(state, await self._to.table.link(state)) for state in states]
            await send_answer(interaction, running_message(games, interaction.user.id))

    @app_commands.describe(channel="This channel's games instead of your own")
    async def _history(self, interaction: discord.Interaction, channel: bool = False) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            await self._to.replay.history(interaction, CHANNEL if channel else OWN)

    @app_commands.describe(game=_GAME)
    async def _review(self, interaction: discord.Interaction, game: int | None = None) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            state = None if game is None else await self._games.table(interaction, game)
            await self._to.review.show(interaction, state)

    @app_commands.describe(game=_GAME)
    async def _export(self, interaction: discord.Interaction, game: int | None = None) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            if game is None:
                game = await self._games.newest(interaction)
            state = await self._games.table(interaction, game)
            record = await record_of(self._tables.repository.database, state.id)
            name = f"scout-game-{state.id}.json"
            await send_file(interaction, f"The record of game #{state.id}.", name, record.encode())

    @app_commands.describe(
        game="The game's number; by default the newest finished one here",
        file="Or a record of a game, as a file",
    )
    async def _verify(
        self,
        interaction: discord.Interaction,
        game: int | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            await self._to.verification.verify(interaction, game, file)
