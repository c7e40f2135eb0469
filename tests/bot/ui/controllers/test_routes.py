"""The route table, and the commands that are made of it."""

import re
from pathlib import Path

from discord import app_commands

from bot.client import ScoutClient
from bot.settings import Settings
from bot.ui.controllers import commands
from bot.ui.controllers.router import BlockedMembers, Place, SuggestionName, Who
from bot.ui.kit.component_id import Verb
from tests.support.storage.database import database_url
from tests.tools.messages.extraction import of_source

ROOT = Path(__file__).parents[4]
COMMANDS = {
    "admin": set(),
    "call": {"zone"},
    "cancel": set(),
    "daily board": {"period"},
    "daily play": set(),
    "daily practice": {"day"},
    "games": set(),
    "hand": set(),
    "help": set(),
    "leaderboard": {"measure", "period", "players", "min_games", "against"},
    "leave": set(),
    "pause": set(),
    "play": set(),
    "new": {"seats", "rounds", "turn_limit", "thread", "hints", "ping", "absent", "at"},
    "privacy data": set(),
    "privacy forget-me": set(),
    "privacy show": set(),
    "puzzle": set(),
    "record export": {"game"},
    "record history": {"channel"},
    "record review": {"game"},
    "record verify": {"game", "file", "daily"},
    "report": {"member"},
    "rules": set(),
    "season show": set(),
    "season start": {"name"},
    "settings": set(),
    "stats": {"member", "server"},
    "table": set(),
    "tutorial": set(),
}
OF_COMMANDS = (Place.TABLE_HERE, Place.OWN_TABLE, Place.TABLE_TO_LEAVE)
MANAGERS = {
    *("admin", "season start", Verb.START_SEASON, Verb.ADMIN, Verb.ADMIN_CHANGE),
    *(Verb.CHOOSE_MEMBER, Verb.BLOCK, Verb.UNBLOCK, Verb.REPLACE_MEMBER),
}


def new_client(folder: Path) -> ScoutClient:
    settings = Settings(database_url=database_url(folder), computer_workers=0)
    return ScoutClient(settings, background=False)


async def test_the_commands_have_the_options_of_their_handlers(tmp_path: Path) -> None:
    """What a handler takes beside the press would be an option: nothing else may slip in."""
    (scout,) = new_client(tmp_path).tree.get_commands()
    assert isinstance(scout, app_commands.Group)
    found = {
        command.qualified_name.removeprefix("scout "): {one.name for one in command.parameters}
        for command in scout.walk_commands()
        if isinstance(command, app_commands.Command)
    }
    assert found == COMMANDS
    assert commands._DESCRIPTIONS.keys() == COMMANDS.keys()
    assert len(scout.commands) <= 25


def test_each_command_that_is_named_can_be_typed() -> None:
    modules = [path.read_text("utf-8") for path in (ROOT / "bot").rglob("*.py")]
    sentences = [one.text for module in modules for one in of_source("", module)[0]]
    pages = [path.read_text("utf-8") for path in (ROOT / "README.md", *ROOT.glob("docs/*.md"))]
    named = {
        re.sub(r" \w+:.*", "", command)
        for text in sentences + pages
        for command in re.findall("`/scout ([^`]+)`", text)
    }
    assert named == COMMANDS.keys()


async def test_each_line_of_the_table_can_be_kept(tmp_path: Path) -> None:
    routes = new_client(tmp_path)._router._routes
    managers = set()
    for name, route in routes.items():
        has_table = route.place is not Place.ANYWHERE
        assert has_table or route.who is not Who.SEATED
        assert has_table or route.blocked is not BlockedMembers.SEATED
        if route.who in (Who.MANAGER, Who.SEASON_MANAGER):
            assert not isinstance(name, SuggestionName)
            managers.add(name if isinstance(name, Verb) else name.path)
        if isinstance(name, Verb):
            assert route.place not in OF_COMMANDS
        else:
            assert route.place in (Place.ANYWHERE, *OF_COMMANDS)
    assert managers == MANAGERS
