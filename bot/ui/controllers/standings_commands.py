"""The slash commands of leaderboards, statistics and seasons, as parts of `/scout`."""

from typing import Any

import discord
from discord import app_commands

from bot.tables.core.errors import TableError
from bot.tables.core.state import MAX_SEATS, MIN_SEATS
from bot.tables.standings.leaderboard import COMPUTER_MEASURES, LeaderboardChoice, Measure, Period
from bot.tables.standings.seasons import MAX_NAME
from bot.ui.controllers.gate import Gate
from bot.ui.controllers.leaderboard import LeaderboardController
from bot.ui.controllers.seasons import SeasonController
from bot.ui.controllers.stats import StatsController
from bot.ui.kit.responses import report_errors
from bot.ui.views.standings.leaderboard import MEASURES, PERIODS
from engine.players import Level

MOST_GAMES = 999
_PEOPLE = "people"
_MEASURES = [app_commands.Choice(name=words, value=str(key)) for key, words in MEASURES.items()]
_PERIODS = [app_commands.Choice(name=words, value=str(key)) for key, words in PERIODS.items()]
_OPPONENTS = [
    app_commands.Choice(name="people", value=_PEOPLE),
    *(app_commands.Choice(name=f"{level} computers alone", value=str(level)) for level in Level),
]

Players = app_commands.Range[int, MIN_SEATS, MAX_SEATS]
Games = app_commands.Range[int, 1, MOST_GAMES]
Name = app_commands.Range[str, 1, MAX_NAME]
Subcommand = app_commands.Command[Any, ..., None]


def leaderboard_command(controller: LeaderboardController, gate: Gate) -> Subcommand:
    """`/scout leaderboard`."""

    @app_commands.command(name="leaderboard", description="See who plays best in this server")
    @app_commands.describe(
        measure="What it ranks by; by default the rating",
        period="Which games count; by default all",
        players="Only games with this many players",
        min_games="Only members with at least this many games",
        against="Games among people, or of one person against computers",
    )
    @app_commands.choices(measure=_MEASURES, period=_PERIODS, against=_OPPONENTS)
    async def leaderboard(
        interaction: discord.Interaction,
        measure: str | None = None,
        period: str = Period.ALL_TIME.value,
        players: Players | None = None,
        min_games: Games = 1,
        against: str = _PEOPLE,
    ) -> None:
        async with report_errors(interaction), gate.admit(interaction):
            choice = _choice(measure, period, players, min_games, against)
            await controller.show(interaction, choice)

    return leaderboard


def stats_command(controller: StatsController, gate: Gate) -> Subcommand:
    """`/scout stats`.

    The server's card is an option: Discord takes no subcommand `stats` beside a group `stats`.
    """

    @app_commands.command(name="stats", description="See how you, or others, play in this server")
    @app_commands.describe(
        member="Whose stats; by default your own", server="The stats of the whole server"
    )
    async def stats(
        interaction: discord.Interaction, member: discord.User | None = None, server: bool = False
    ) -> None:
        async with report_errors(interaction), gate.admit(interaction):
            await controller.show(interaction, member, server=server)

    return stats


class SeasonCommands(app_commands.Group):
    """`/scout season`."""

    def __init__(self, controller: SeasonController, gate: Gate) -> None:
        super().__init__(name="season", description="Seasons of this server's leaderboard")
        self._controller = controller
        self._gate = gate

    @app_commands.command(description="Start a new season (managers only)")
    @app_commands.describe(name="What it is called")
    async def start(self, interaction: discord.Interaction, name: Name) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            await self._controller.ask(interaction, name)

    @app_commands.command(description="See the seasons of this server")
    async def show(self, interaction: discord.Interaction) -> None:
        async with report_errors(interaction), self._gate.admit(interaction):
            await self._controller.show(interaction)


def _choice(
    measure: str | None, period: str, players: int | None, min_games: int, against: str
) -> LeaderboardChoice:
    """Raise TableError for values that Discord does not offer: it is not the only sender."""
    try:
        level = None if against == _PEOPLE else Level(against)
        usual = Measure.RATING if level is None else COMPUTER_MEASURES[0]
        choice = LeaderboardChoice(
            Measure(measure) if measure else usual, Period(period), players, min_games, level
        )
    except ValueError:
        raise _not_offered() from None
    if players not in (None, *range(MIN_SEATS, MAX_SEATS + 1)):
        raise _not_offered()
    if min_games not in range(1, MOST_GAMES + 1):
        raise _not_offered()
    if level is not None and choice.measure not in COMPUTER_MEASURES:
        raise TableError("Games against computers alone have no rating. Choose another measure.")
    return choice


def _not_offered() -> TableError:
    return TableError("Choose the options of `/scout leaderboard` from those that Discord offers.")
