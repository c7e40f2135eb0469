"""Leads every press, form, command and suggestion to its handler, through the same checks."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from enum import Enum, auto
from typing import Any, NamedTuple

import discord

from bot.observability.logs import add_log_ids
from bot.observability.metrics import Metrics
from bot.storage.models.tables import PrivateKind
from bot.tables.core.errors import NoSuchTable, NotSeated, TableError
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.text.language import gettext_noop, language_of
from bot.ui.controllers.limiter import InteractionLimiter, SuggestionQueue
from bot.ui.delivery.publisher import Publisher
from bot.ui.delivery.sight import can_see
from bot.ui.kit.component_id import WITHOUT_TABLE, Verb, is_component_id
from bot.ui.kit.deadlines import AnswerDeadlines
from bot.ui.kit.error_reports import reporting_errors
from bot.ui.kit.errors import REQUEST_ERRORS, is_temporary, optional
from bot.ui.kit.permissions import can_write
from bot.ui.kit.press import Press


class CommandName(NamedTuple):
    """A subcommand of `/scout` by its path, such as "season start"."""

    path: str


class SuggestionName(NamedTuple):
    """An option of a subcommand that offers choices while a member types."""

    path: str
    option: str


RouteName = Verb | CommandName | SuggestionName
"""The verb of a button, a select or a form."""


class Place(Enum):
    """Where a route can be used, or how a command finds its table."""

    ANYWHERE = auto()
    """It neither shows nor changes the table that the custom_id names, if any."""
    SERVER = auto()
    """In the server of its table: a replay can be posted in any channel of it, as often as members
    like; its handler checks who can open the game."""
    CHANNEL = auto()
    """In the channels of the table's messages; the lobby of a game in a thread is in its parent."""
    PRIVATE = auto()
    """There, and in private messages in any channel of the server: a member can ask for the hand in
    every channel, and the hand stays there if its table moves."""
    VISIBLE = auto()
    """There, if the member can see the table's channel or has a seat."""
    LOBBY = auto()
    """In the channel where the table's lobby was: it opens the next one."""
    TABLE_HERE = auto()
    """A command about the table of this channel."""
    OWN_TABLE = auto()
    """A command about the member's table: the one in this channel, else a game that waits for them,
    another game, or the newest lobby; or the one here that they signed up to or that invites them.
    """
    TABLE_TO_LEAVE = auto()
    """As OWN_TABLE, but the one here that they signed up to or that invites them is before those in
    other channels: those are left at once, or with a loss."""


class BlockedMembers(Enum):
    """Whether members whom the server blocks can use a route."""

    ADMITTED = auto()
    """The route changes nothing for others, or its handler checks for blocks."""
    SEATED = auto()
    """At their own table: they finish a game, or leave it."""
    REFUSED = auto()


class Who(Enum):
    """Which members can use a route; the value of a right is the text that refuses others.

    Hosts can change, so the transaction that changes the table checks them.
    """

    ANYBODY = auto()
    SEATED = auto()
    MANAGER = gettext_noop("Only members with Manage Server can change this server's settings.")
    SEASON_MANAGER = gettext_noop("Only members with Manage Server can start a season.")
    WRITER = gettext_noop(
        "You cannot send messages in this channel, so nothing is posted. Use another channel."
    )

    def require(self, press: Press) -> None:
        """Raise TableError unless the member of the press is one of these."""
        manages = press.interaction.permissions.manage_guild
        if self is Who.SEATED:
            press.state.seat_of(press.user_id)
        elif self is not Who.ANYBODY and not (can_write(press) if self is Who.WRITER else manages):
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


_log = logging.getLogger(__name__)
_OLD_COPY = gettext_noop("This is an old copy of the table. Please use the newest one.")


class Router:
    """Calls the handler of a route if the member can use it where they are."""

    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        limiter: InteractionLimiter,
        deadlines: AnswerDeadlines,
        routes: Iterable[Route],
        metrics: Metrics,
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._limiter = limiter
        self._deadlines = deadlines
        self._metrics = metrics
        self._suggestions = SuggestionQueue()
        self._routes: dict[RouteName, Route] = {route.name: route for route in routes}

    async def press(self, interaction: discord.Interaction) -> None:
        """Answer a press or a form; ignore a custom_id that is not ours."""
        press = self._press(interaction)
        if not is_component_id(press.custom_id):
            return
        async with reporting_errors(press, self._metrics), self._limiter.admit(press):
            await self._read_language(press)
            verb, table_id, *_ = press.component_id
            if table_id and verb not in WITHOUT_TABLE:
                add_log_ids(table=table_id)
            route = self._routes[verb]
            if route.is_form != (interaction.type is discord.InteractionType.modal_submit):
                raise TableError("That button no longer works. `/scout help` lists what does.")
            if route.place is not Place.ANYWHERE:
                press.state = await self._tables.repository.get(table_id)
                _require_place(press, route.place)
            await self._handle(press, route)
        if press.is_copy:
            await _disarm(press)

    async def command(
        self, interaction: discord.Interaction, route: Route, options: Mapping[str, Any]
    ) -> None:
        press = self._press(interaction)
        async with reporting_errors(press, self._metrics), self._limiter.admit(press):
            await self._read_language(press)
            if route.place is not Place.ANYWHERE:
                press.state = await self._table_of(press, route.place)
                add_log_ids(table=press.state.id)
            await self._handle(press, route, **options)

    async def report_error(
        self, interaction: discord.Interaction, error: discord.app_commands.AppCommandError
    ) -> None:
        """Report an error from before the handler of a command runs."""
        press = self._press(interaction)
        async with reporting_errors(press, self._metrics):
            await self._read_language(press)
            raise error

    def _press(self, interaction: discord.Interaction) -> Press:
        press = Press(interaction, self._deadlines.of(interaction))
        press.language = self._tables.preferences.reader(press.user_id, press.app_language)
        return press

    async def _read_language(self, press: Press) -> None:
        """Answer in the member's chosen language, or in Discord's if the database fails."""
        try:
            own = await self._tables.preferences.of(press.user_id)
        except Exception as error:
            if not is_temporary(error):
                raise
        else:
            press.language = language_of(own.language, press.app_language.code)

    async def _remember_locale(self, press: Press) -> None:
        """Store the language of the member's Discord for messages without a press."""
        member = (press.user_id, press.app_language)
        with optional("locale"):
            if not await self._tables.preferences.is_new_locale(*member):
                return
            known = await self._tables.repository.messages.of(press.state.id)
            if any(known.private(kind, press.user_id) for kind in PrivateKind):
                await self._tables.preferences.remember_locale(*member, press.received_at)

    async def _handle(self, press: Press, route: Route, **options: Any) -> None:
        """Call the handler. Raises Blocked, TableError if the member cannot use the route."""
        is_at_table = route.place is not Place.ANYWHERE
        is_open = route.blocked is BlockedMembers.ADMITTED or (
            route.blocked is BlockedMembers.SEATED
            and press.state.find_seat(press.user_id) is not None
        )
        if not is_open:
            await self._tables.blocks.require_none(press.guild_id, press.member)
        if is_at_table and route.place is not Place.SERVER:
            press.is_copy = await self._is_orphaned_copy(press)
        route.who.require(press)
        if not is_at_table:
            await route.handler(press, **options)
            return
        with self._publisher.answering(press.state.id, press.user_id):
            await route.handler(press, **options)
            await self._remember_locale(press)
        self._tables.repository.note_press(press.state)

    async def suggest(
        self, interaction: discord.Interaction, route: Route, typed: str
    ) -> list[discord.app_commands.Choice[Any]]:
        """Offer choices for what a member types; none if that fails, or for an earlier text."""
        press = Press(interaction)

        async def found_choices() -> list[discord.app_commands.Choice[Any]]:
            await self._read_language(press)
            choices: list[discord.app_commands.Choice[Any]] = await route.handler(press, typed)
            return choices

        try:
            found = await self._suggestions.newest(press.user_id, found_choices)
            await press.offer(found)
        except Exception as error:  # noqa: BLE001 - a suggestion cannot show a sentence
            _log.info("no suggestions: %s", type(error).__name__)
            return []
        return found

    async def _table_of(self, press: Press, place: Place) -> TableState:
        """The table of a command. Raises TableError if there is none, NotSeated at another's."""
        if place is not Place.TABLE_HERE and (own := await self._own_table(press, place)):
            return own
        state = await self._tables.repository.find_open_in(*press.place)
        if state is None:
            raise TableError("There is no table in this channel. `/scout play` leads you to one.")
        if place is not Place.TABLE_HERE:
            add_log_ids(table=state.id)
            # Blocked members cannot do what the other refusal names.
            await self._tables.blocks.require_none(press.guild_id, press.member)
            raise NotSeated(state.status, state.language)
        return state

    async def _own_table(self, press: Press, place: Place) -> TableState | None:
        """The member's table, see `Place`; None if they have none."""
        mine = await self._tables.repository.live_of(press.guild_id, press.user_id)
        if here := [state for state in mine if state.channel_id == press.channel_id]:
            return here[0]
        best = max(mine, key=lambda state: state.interest_of(press.user_id), default=None)
        if best is not None and place is Place.OWN_TABLE:
            return best
        listed = await self._tables.repository.scheduled_in(*press.place)
        live = await self._tables.repository.find_live_in(press.channel_id)
        awaited = [state for state in listed if state.has_signed_up(press.user_id)]
        awaited += [live] if live is not None and live.invites(press.user_id) else []
        return next(iter(awaited), best)

    async def _is_orphaned_copy(self, press: Press) -> bool:
        """Whether the pressed message is a copy of the table's that a crash left behind.

        If a process ends after Discord took a message and before its id is stored, the table is
        sent again, and the copy's buttons still work. Check before the press changes the table.
        """
        pressed, state = press.interaction.message, press.state
        if pressed is None or press.is_private:
            return False
        known = await self._tables.repository.messages.of(state.id)
        ids = [message.message_id for message in known.public.values()]
        # If a table is over and no message of it is known, any may be the right one.
        is_unknown = pressed.id not in ids and (state.status.is_open or bool(ids))
        return is_unknown and not self._publisher.is_sending(state.id)


def _require_place(press: Press, place: Place) -> None:
    """Raise TableError unless the pressed message can be one of the table's."""
    state, interaction = press.state, press.interaction
    if interaction.guild_id != state.guild_id:
        raise TableError("That button belongs to a table in another server.")
    if place is Place.SERVER or (place is Place.PRIVATE and press.is_private):
        return
    if place is Place.VISIBLE and press.is_private:
        sees = can_see(press, state.channel_id, state.parent_id)
        if not sees and state.find_seat(press.user_id) is None:
            raise NoSuchTable
        return
    channels: set[int | None] = {state.channel_id, state.parent_id} - {None}
    if place is Place.LOBBY:
        channels = {state.parent_id or state.channel_id}
    if interaction.channel_id not in channels:
        raise TableError(
            "This table is in {channel} now. Use its buttons there.",
            channel=f"<#{state.channel_id}>",
        )


async def _disarm(press: Press) -> None:
    """Remove the buttons from the pressed message, after the answer."""
    message = press.interaction.message
    assert message is not None
    try:
        await message.edit(
            content=press.state.language.gettext(_OLD_COPY),
            embeds=[],
            attachments=[],
            view=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except REQUEST_ERRORS as error:
        # Retired messages are deleted.
        _log.info("a copy could not be disarmed: %s", type(error).__name__)
