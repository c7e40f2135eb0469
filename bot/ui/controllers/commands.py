"""The slash command `/scout` and its subcommands."""

import discord
from discord import app_commands

from bot.tables.core.errors import NotSeated, TableError
from bot.tables.core.state import MAX_SEATS, MIN_SEATS, TableOptions, TableState
from bot.tables.service import Tables
from bot.ui.controllers.hand import HandController
from bot.ui.controllers.pages import PageController
from bot.ui.controllers.review import ReviewController
from bot.ui.controllers.settings import SettingsController
from bot.ui.controllers.table import TableController
from bot.ui.delivery.hand_messages import HandMessages
from bot.ui.delivery.publisher import Publisher
from bot.ui.kit.responses import actor_of, can_open_thread, location_of, report_errors, tell
from bot.ui.views.help import HELP
from bot.ui.views.lobby import TURN_LIMITS
from engine.game import MAX_LENGTH

Seats = app_commands.Range[int, MIN_SEATS, MAX_SEATS]
Rounds = app_commands.Range[int, 1, MAX_LENGTH]
_NO_LIMIT = 0
_LIMITS = [
    app_commands.Choice(name="no limit", value=_NO_LIMIT),
    *(app_commands.Choice(name=words, value=seconds) for seconds, words in TURN_LIMITS.items()),
]


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class ScoutCommands(app_commands.Group):
    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        hands: HandMessages,
        *,
        table: TableController,
        hand: HandController,
        settings: SettingsController,
        pages: PageController,
        review: ReviewController,
    ) -> None:
        super().__init__(name="scout", description="Play the card game SCOUT in this channel")
        self._tables = tables
        self._publisher = publisher
        self._hands = hands
        self._table = table
        self._hand = hand
        self._settings = settings
        self._pages = pages
        self._review = review

    @app_commands.command(description="Open a table in this channel")
    @app_commands.describe(
        seats=f"How many may play, {MIN_SEATS} to {MAX_SEATS}",
        rounds="How many rounds; as many as players if you leave it out",
        turn_limit="How long a turn may take; as this server has it if you leave it out",
        thread="Play in a thread of its own, which is archived after the game",
        hints="Let members ask for hints; the game does not count on the leaderboard then",
    )
    @app_commands.choices(turn_limit=_LIMITS)
    async def new(
        self,
        interaction: discord.Interaction,
        seats: Seats = MAX_SEATS,
        rounds: Rounds | None = None,
        turn_limit: int | None = None,
        thread: bool | None = None,
        hints: bool = False,
    ) -> None:
        async with report_errors(interaction):
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
            )
            await self._table.new(interaction, options)

    @app_commands.command(description="See your hand")
    async def hand(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            state = await self._table_of(interaction)
            with self._publisher.answering(state.id, interaction.user.id):
                await self._hand.show_hand(interaction, state)

    @app_commands.command(description="Post the table again, here")
    async def table(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            await self._table.table(interaction)

    @app_commands.command(description="Give up your seat; in a game a computer takes it")
    async def leave(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            state = await self._table_of(interaction)
            hand = await self._hands.find(state.id, interaction.user.id)
            await self._tables.lobby.leave(state.id, actor_of(interaction))
            await tell(interaction, "You have left the table.")
            if hand is not None:
                await self._hands.delete(hand)

    @app_commands.command(description="End this channel's table; for its host and moderators")
    async def cancel(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            state = await self._table_here(interaction)
            await self._tables.lobby.cancel(state.id, actor_of(interaction))
            await tell(interaction, "The table is closed.")

    @app_commands.command(description="Who plays best in this server")
    async def leaderboard(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            await self._pages.leaderboard(interaction)

    @app_commands.command(description="Look back at your last game here, with a coach")
    async def review(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            await self._review.show(interaction)

    @app_commands.command(description="Pictures or text, questions, and this server's defaults")
    async def settings(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            await self._settings.show(interaction)

    @app_commands.command(description="How SCOUT is played, in short pages")
    async def rules(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            await self._pages.rules(interaction)

    @app_commands.command(description="Learn the game in five minutes, by yourself")
    async def tutorial(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            await self._pages.tutorial(interaction)

    @app_commands.command(description="What this bot can do")
    async def help(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction):
            await tell(interaction, HELP)

    async def _table_here(self, interaction: discord.Interaction) -> TableState:
        _, channel_id = location_of(interaction)
        state = await self._tables.repository.find_live_in(channel_id)
        if state is None:
            raise TableError("There is no table in this channel. `/scout new` opens one.")
        return state

    async def _table_of(self, interaction: discord.Interaction) -> TableState:
        """The table where the member sits: this channel's, or else the newest one."""
        guild_id, channel_id = location_of(interaction)
        mine = await self._tables.repository.live_of(guild_id, interaction.user.id)
        if mine:
            return next((state for state in mine if state.channel_id == channel_id), mine[0])
        here = await self._table_here(interaction)
        raise NotSeated(here.status)
