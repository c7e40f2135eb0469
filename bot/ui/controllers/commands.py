"""The slash command `/scout` with its subcommands and suggestions, made from the route table."""

from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, cast

import discord
from discord import AppCommandOptionType, app_commands

from bot.storage.engine.errors import DatabaseAway
from bot.tables.core.assignment import Assignment
from bot.text.language import gettext_noop
from bot.ui.controllers.router import CommandName, Route, Router, SuggestionName
from bot.ui.kit.command_texts import CommandText

_GROUP_TYPES = {AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value}
_WITHOUT_ID = {AppCommandOptionType[name].value for name in ("string", "integer", "boolean")}
"""Types of options whose value is not an id."""
_SCOUT = gettext_noop("Play the card game SCOUT in this channel")
_GROUPS = {
    "daily": gettext_noop("A deal a day, the same for everybody"),
    "privacy": gettext_noop("What is kept about you"),
    "record": gettext_noop("Finished games: replays, reviews and records"),
    "season": gettext_noop("Seasons of this server's leaderboard"),
}
_DESCRIPTIONS = {
    "hand": CommandText("Show your hand, only to you"),
    "play": CommandText("Find a table with a free seat, or open one in this channel"),
    "games": CommandText("See your running games, and the tables of this server"),
    "new": CommandText("Open a table in this channel"),
    "table": CommandText("Post the table here again"),
    "leave": CommandText("Leave the table; during a game a computer takes your seat"),
    "cancel": CommandText("Close this channel's table (host and moderators only)"),
    "call": CommandText("Choose when you would like to be called to tables"),
    "record history": CommandText("List the last games, to replay them move by move"),
    "record review": CommandText("See how good your moves were, by default in your last game here"),
    "record export": CommandText(
        "Get the record of a finished game as a file, by default your last one"
    ),
    "record verify": CommandText("Check that a finished game, or the deal of a day, was fair"),
    "daily board": CommandText("See the best results of the daily deals"),
    "daily play": CommandText("Play today's deal, the same for everybody, or go on with it"),
    "daily practice": CommandText("Play the deal of a day that is over; it does not count"),
    "leaderboard": CommandText("See who plays best in this server"),
    "stats": CommandText("See how you, or others, play in this server"),
    "season start": CommandText("Start a new season (managers only)"),
    "season show": CommandText("See the seasons of this server"),
    "rules": CommandText("Read the rules in short pages"),
    "tutorial": CommandText("Learn the game on your own in five minutes"),
    "help": CommandText("See what this bot can do"),
    "puzzle": CommandText("Find the best move in a position, alone and as often as you like"),
    "pause": CommandText("Let your turn limits in this server stand still for some days"),
    "settings": CommandText("Choose pictures, language, reminders and more"),
    "privacy show": CommandText("See what is kept about you"),
    "privacy data": CommandText("Get all that is kept about you, as a file"),
    "privacy forget-me": CommandText("Take your name and id out of all games, in every server"),
    "admin": CommandText("Set up SCOUT in this server (members with Manage Server only)"),
    "report": CommandText("Report a problem to this server's moderators"),
}


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The commands as discord.py finds them."""

    def __init__(self, client: discord.Client, assignment: Assignment) -> None:
        super().__init__(client)
        self._assignment = assignment

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Whether discord.py runs the interaction; the limiter admits commands later.

        Only one process answers a suggestion, and only with a database. Options that no member can
        have typed are rejected here: discord.py would log a traceback for them.
        """
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        try:
            admit = self._assignment.admit
            return _is_typed(interaction) and await admit(interaction.guild_id, interaction.id)
        except DatabaseAway:
            return False


def _is_typed(interaction: discord.Interaction) -> bool:
    """Whether the member is typing into one option, and all option values have possible types."""
    options = cast("dict[str, Any]", interaction.data).get("options", [])
    while options and options[0]["type"] in _GROUP_TYPES:
        options = options[0].get("options", [])
    typed = [option.get("value") for option in options if option.get("focused")]
    return (
        len(typed) == 1
        and isinstance(typed[0], str)
        and all(_can_be_value(option["type"], option.get("value")) for option in options)
    )


def _can_be_value(option_type: int, value: object) -> bool:
    if option_type in _WITHOUT_ID:
        return isinstance(value, str | int | float)
    return isinstance(value, str) and value.isascii() and value.isdigit()


def scout_commands(router: Router, routes: Iterable[Route]) -> app_commands.Group:
    """`/scout` with a subcommand for each command among the routes."""
    scout = app_commands.Group(
        name="scout",
        description=_SCOUT,
        guild_only=True,
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    groups = {
        name: app_commands.Group(name=name, description=description, parent=scout)
        for name, description in _GROUPS.items()
    }
    commands: dict[str, app_commands.Command[Any, ..., Any]] = {}
    for route in routes:
        match route.name:
            case CommandName(path):
                group, _, name = path.rpartition(" ")
                commands[path] = app_commands.Command(
                    name=name, description=_DESCRIPTIONS[path], callback=_callback(router, route)
                )
                (groups[group] if group else scout).add_command(commands[path])
            case SuggestionName(path, option):
                commands[path].autocomplete(option)(_suggestion(router, route))
    return scout


def _callback(router: Router, route: Route) -> Callable[..., Coroutine[Any, Any, None]]:
    """The callback of a command, with the options of the route's handler."""

    @wraps(route.handler, assigned=())
    async def run(interaction: discord.Interaction, **options: Any) -> None:
        await router.command(interaction, route, options)

    return run


def _suggestion(
    router: Router, route: Route
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[Any]]]]:
    async def suggest(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[Any]]:
        return await router.suggest(interaction, route, typed)

    return suggest
