"""The columns of the route table: the place, the members and the handler of each route."""

from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Any, NamedTuple

from bot.tables.core.errors import TableError
from bot.text.language import gettext_noop
from bot.ui.kit.component_id import Verb
from bot.ui.kit.press import Press


class CommandName(NamedTuple):
    """A subcommand of `/scout` by its path, such as "season start", and what Discord says of it."""

    path: str
    description: str


class SuggestionName(NamedTuple):
    """The option of a subcommand for which choices are offered while a member types."""

    path: str
    option: str


RouteName = Verb | CommandName | SuggestionName
"""A verb is that of a button, a select or a form."""


class Place(Enum):
    """Where a route can be used, or how a command finds its table."""

    ANYWHERE = auto()
    """It neither shows nor changes the table that the custom_id names, if any."""
    SERVER = auto()
    """In the server of its table: a replay can be posted in any channel of it, as often as members
    like; its handler checks who can open the game."""
    CHANNEL = auto()
    """In the channels of the table's public messages; the lobby of a game in a thread is in its
    parent."""
    PRIVATE = auto()
    """There, and in private messages in any channel of the server: a member can ask for the hand in
    each, and it stays there if its table moves."""
    VISIBLE = auto()
    """There, if the member can see the table's channel or has a seat."""
    LOBBY = auto()
    """In the channel where the table's lobby was: it opens the next one."""
    TABLE_HERE = auto()
    """A command about the table of this channel."""
    OWN_TABLE = auto()
    """A command about the member's table: the one in this channel, or else the newest."""


class BlockedMembers(Enum):
    """Whether members whom the server blocks can use a route."""

    ADMITTED = auto()
    """They change nothing for others by it, or its handler asks."""
    SEATED = auto()
    """At their own table: they finish a game, or leave it."""
    REFUSED = auto()


class Who(Enum):
    """Which members can use a route; a manager's value is the text that refuses others.

    Hosts are checked in the transaction that changes the table: they can change meanwhile.
    """

    ANYBODY = auto()
    SEATED = auto()
    MANAGER = gettext_noop("Only members with Manage Server can change this server's settings.")
    SEASON_MANAGER = gettext_noop("Only members with Manage Server can start a season.")

    def require(self, press: Press) -> None:
        """Raise TableError unless the member of the press is one of these."""
        if self is Who.SEATED:
            press.state.seat_of(press.user_id)
        elif self is not Who.ANYBODY and not press.interaction.permissions.manage_guild:
            raise TableError(self.value)


class Route(NamedTuple):
    """One line of the table: the handler of a name, and the conditions of its use."""

    name: RouteName
    handler: Callable[..., Awaitable[Any]]
    place: Place = Place.ANYWHERE
    blocked: BlockedMembers = BlockedMembers.ADMITTED
    who: Who = Who.ANYBODY
    is_form: bool = False
    """Whether a form leads to it, and no button or select."""
