"""The slash command `/scout` and its subcommands."""

import discord
from discord import app_commands

from bot.observability.logs import add_log_ids
from bot.tables.core.errors import NotSeated, TableError
from bot.tables.core.state import DEFAULT_PING, MAX_SEATS, MIN_SEATS, TableOptions, TableState
from bot.tables.service import Tables
from bot.ui.controllers.game_choices import GameChoices
from bot.ui.controllers.game_commands import GameCommands
from bot.ui.controllers.gate import Gate
from bot.ui.controllers.privacy import privacy_commands
from bot.ui.controllers.reports import owner_commands
from bot.ui.controllers.routes import Controllers
from bot.ui.controllers.standings_commands import (
    SeasonCommands,
    leaderboard_command,
    stats_command,
)
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.answers import tell
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.responses import can_open_thread, location_of, report_errors
from bot.ui.views.learning.help import HELP
from bot.ui.views.settings import PINGS, TURN_LIMITS
from engine.game import MAX_LENGTH

Seats = app_commands.Range[int, MIN_SEATS, MAX_SEATS]
Rounds = app_commands.Range[int, 1, MAX_LENGTH]
_NO_LIMIT = _NEVER = 0
_LIMITS = [
    app_commands.Choice(name="no limit", value=_NO_LIMIT),
    *(app_commands.Choice(name=words, value=seconds) for seconds, words in TURN_LIMITS.items()),
]
_PINGS = [
    app_commands.Choice(name="never", value=_NEVER),
    *(app_commands.Choice(name=words, value=seconds) for seconds, words in PINGS.items()),
]


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class ScoutCommands(app_commands.Group):
    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        controllers: Controllers,
        games: GameChoices,
        gate: Gate,
    ) -> None:
        super().__init__(name="scout", description="Play the card game SCOUT in this channel")
        self._tables = tables
        self._publisher = publisher
        self._to = controllers
        self._gate = gate
        for command in GameCommands(tables, controllers, games, gate).all():
            self.add_command(command)
        self.add_command(leaderboard_command(controllers.leaderboard, gate))
        self.add_command(stats_command(controllers.stats, gate))
        self.add_command(SeasonCommands(controllers.seasons, gate))
        for command in privacy_commands(controllers.privacy, gate):
            self.add_command(command)
        for command in owner_commands(controllers.admin, controllers.reports, gate):
            self.add_command(command)

    @app_commands.command(description="Open a table in this channel")
    @app_commands.describe(
        seats=f"Number of seats, {MIN_SEATS} to {MAX_SEATS}",
        rounds="Number of rounds; by default as many as players",
        turn_limit="Time for each turn; by default this server's setting",
        thread="Play in a thread, which is archived after the game",
        ping="When to ping players who have not moved; by default after a minute",
        hints="Allow hints; the game then does not count on the leaderboard",
    )
    @app_commands.choices(turn_limit=_LIMITS, ping=_PINGS)
    async def new(
        self,
        interaction: discord.Interaction,
        seats: Seats = MAX_SEATS,
        rounds: Rounds | None = None,
        turn_limit: int | None = None,
        thread: bool | None = None,
        hints: bool = False,
        ping: int = DEFAULT_PING,
    ) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            _require_offered(seats, rounds, turn_limit, ping)
            guild_id, _ = location_of(interaction)
            defaults = await self._tables.preferences.defaults(guild_id)
            if turn_limit is None:
                turn_limit = defaults.turn_limit
            if thread is None:
                thread = defaults.threads and can_open_thread(interaction)
            options = TableOptions(
                size=seats,
                length=rounds,
                turn_limit=turn_limit or None,
                pictures=defaults.pictures,
                thread=thread,
                hints=hints,
                ping_after=ping or None,
            )
            await self._to.table.new(interaction, options)

    @app_commands.command(description="Show your hand, only to you")
    async def hand(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            state = await self._table_of(interaction)
            self._tables.recent_activity.note(state, interaction.user.id)
            with self._publisher.answering(state.id, interaction.user.id):
                await self._to.hand.show_hand(interaction, state)

    @app_commands.command(description="Post the table here again")
    async def table(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            await self._to.table.table(interaction)

    @app_commands.command(description="Leave the table; during a game a computer takes your seat")
    async def leave(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            state = await self._table_of(interaction)
            await self._to.leaving.ask_to_leave(interaction, state)

    @app_commands.command(description="Close this channel's table (host and moderators only)")
    async def cancel(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            state = await self._table_here(interaction)
            await self._to.blocking.require_not_blocked(interaction, Verb.CANCEL, state)
            await self._to.leaving.ask_to_cancel(interaction, ComponentId(Verb.CANCEL, state.id))

    @app_commands.command(description="Choose pictures or text, and whether you confirm moves")
    async def settings(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            await self._to.settings.show(interaction)

    @app_commands.command(description="Read the rules in short pages")
    async def rules(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            await self._to.pages.rules(interaction)

    @app_commands.command(description="Learn the game on your own in five minutes")
    async def tutorial(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            await self._to.pages.tutorial(interaction)

    @app_commands.command(description="See what this bot can do")
    async def help(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            await tell(interaction, HELP)

    async def _table_here(self, interaction: discord.Interaction) -> TableState:
        _, channel_id = location_of(interaction)
        state = await self._tables.repository.find_live_in(channel_id)
        if state is None:
            raise TableError("There is no table in this channel. `/scout new` opens one.")
        add_log_ids(table=state.id)
        return state

    async def _table_of(self, interaction: discord.Interaction) -> TableState:
        """The member's table: the one in this channel, or else the newest."""
        guild_id, channel_id = location_of(interaction)
        mine = await self._tables.repository.live_of(guild_id, interaction.user.id)
        if mine:
            state = next((state for state in mine if state.channel_id == channel_id), mine[0])
            add_log_ids(table=state.id)
            return state
        here = await self._table_here(interaction)
        raise NotSeated(here.status)


def _require_offered(seats: int, rounds: int | None, turn_limit: int | None, ping: int) -> None:
    """Raise TableError for values that Discord does not offer: it is not the only sender."""
    offered = (
        seats in range(MIN_SEATS, MAX_SEATS + 1)
        and (rounds is None or rounds in range(1, MAX_LENGTH + 1))
        and (turn_limit is None or turn_limit == _NO_LIMIT or turn_limit in TURN_LIMITS)
        and (ping == _NEVER or ping in PINGS)
    )
    if not offered:
        raise TableError("Choose the options of `/scout new` from those that Discord offers.")
