"""The panel of `/scout admin`: a page that sums up, and one for each kind of setting."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from discord.utils import format_dt

from bot.tables.calls.calls import OFF
from bot.tables.servers.settings import MAX_CHANNELS, Server
from bot.text.language import Language, gettext_noop
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Entities, EntityKind, Message, Option, Select
from bot.ui.views.elements import new_embed
from bot.ui.views.settings import (
    ABSENCE,
    FILL,
    LIMIT,
    SERVER_CHANGES,
    absences,
    fills,
    language_select,
    server_words,
    turn_limits,
)


class AdminPage(StrEnum):
    """The pages of the panel. Sent messages contain the values."""

    OVERVIEW = ""
    TABLES = "tables"
    NEW_TABLES = "new"
    BLOCKED = "blocked"
    REPORTS = "reports"
    DAILY = "daily"


class Picks(StrEnum):
    """What the panel's selects change. Sent messages contain the values."""

    CHANNELS = "allowed"
    HOST_ROLE = "role"
    MAX_TABLES = "most"
    TURN_LIMIT = "limit"
    ABSENT_AFTER = "absent"
    FILL = "fill"
    LANGUAGE = "language"
    LOG_CHANNEL = "log"
    DAILY_CHANNEL = "daily"
    DAILY_HOUR = "hour"
    PAUSE_DAYS = "pauses"


MOST = "most-"
HOUR = "hour-"
PAUSE = "pause-"
_PAUSE_DAYS = (7, 14, 28)
_LIMITS_OF_TABLES = (1, 2, 3, 5, 10, 20, 50)
CHANGES: dict[str, dict[str, Any]] = {
    "any-channel": {"channels": []},
    "any-host": {"host_role": None},
    "no-log": {"log_channel": None},
    "no-daily": {"daily_channel": None},
    "no-calls": {"calls": False},
    "calls": {"calls": True},
    **{f"{HOUR}{hour}": {"daily_hour": hour} for hour in range(24)},
    **{f"{PAUSE}{days}": {"pause_days": days} for days in (0, *_PAUSE_DAYS)},
    f"{MOST}0": {"max_tables": None},
    **{f"{MOST}{number}": {"max_tables": number} for number in _LIMITS_OF_TABLES},
    **SERVER_CHANGES,
}
"""The server's settings that each press changes."""
PAGES = {
    "language": AdminPage.OVERVIEW,
    "turn_limit": AdminPage.NEW_TABLES,
    "threads": AdminPage.NEW_TABLES,
    "pictures": AdminPage.NEW_TABLES,
    "absent_after": AdminPage.NEW_TABLES,
    "fill": AdminPage.NEW_TABLES,
    "log_channel": AdminPage.REPORTS,
    "daily_channel": AdminPage.DAILY,
    "daily_hour": AdminPage.DAILY,
}
"""The page of each setting; one that is not listed is on the page of tables."""
_LIVE_TABLES = {
    (False, False): gettext_noop("Tables at a time: any number; none open now."),
    (False, True): gettext_noop("Tables at a time: any number; {live} open now."),
    (True, False): gettext_noop("Tables at a time: at most {most}; none open now."),
    (True, True): gettext_noop("Tables at a time: at most {most}; {live} open now."),
}
"""By whether their number is limited, and whether any is open."""


class ServerState(NamedTuple):
    """What the panel shows of a server; `has`: whether a channel or role, by its id, still exists.

    `discords` is its language at Discord; `log_lacks` and `daily_lacks` are the names of the
    permissions that the bot lacks in the log channel and in the channel for the daily deal.
    """

    settings: Server
    live_tables: int
    blocked: int
    discords: Language
    has: Callable[[int], bool]
    log_lacks: Sequence[str] = ()
    daily_lacks: Sequence[str] = ()

    def existing(self, *chosen: int | None) -> list[int]:
        """Those of the chosen channels or roles that still exist."""
        return [one for one in chosen if one is not None and self.has(one)]


def admin_message(language: Language, server: ServerState, page: AdminPage) -> Message:
    """A page of the panel, except that of blocked members (`moderation.py`)."""
    return _PAGES[page](language, server)


def back_button(language: Language, page: AdminPage = AdminPage.OVERVIEW) -> Button:
    # Translators: a button that goes back to the page before.
    return Button(language.pgettext("page", "Back"), ComponentId(Verb.ADMIN, 0, detail=page))


def _overview(language: Language, server: ServerState) -> Message:
    blocked = language.pgettext("blocked members", "None.")
    if server.blocked:
        blocked = language.ngettext("{number} member.", "{number} members.", server.blocked)
    # Translators: the pages of the server's settings, as headings and as buttons.
    pages = (
        (AdminPage.TABLES, language.gettext("Tables"), _table_words(language, server)),
        (
            AdminPage.NEW_TABLES,
            language.gettext("New tables"),
            server_words(language, server.settings),
        ),
        (AdminPage.BLOCKED, language.gettext("Blocked members"), blocked),
        (AdminPage.REPORTS, language.gettext("Reports"), _report_words(language, server)),
        (AdminPage.DAILY, language.gettext("Daily deal"), _daily_words(language, server)),
    )
    embed = new_embed(
        title=language.gettext("🛠️ Server settings"),
        fields={name: words for _, name, words in pages},
        # Translators: in the server's settings, below a choice of languages.
        footer=language.gettext(
            "New tables and whatever all members read are in this language. Private messages are "
            "in each member's own."
        ),
    )
    picks = ComponentId(Verb.ADMIN_CHANGE, 0, detail=Picks.LANGUAGE)
    languages = language_select(language, picks, server.settings.language, server.discords)
    buttons = [Button(name, ComponentId(Verb.ADMIN, 0, detail=page)) for page, name, _ in pages]
    return Message(embed, [buttons, languages])


def _tables(language: Language, server: ServerState) -> Message:
    embed = new_embed(
        _table_words(language, server),
        title=language.gettext("🛠️ Server settings: tables"),
        footer=language.gettext(
            "A channel's threads count as the channel. Tables that are already open continue; "
            "scheduled ones in other channels do not begin."
        ),
    )
    settings, every = server.settings, language.gettext("Allow every channel")
    channels, role = language.gettext("Channels for tables"), language.gettext("Role that can host")
    buttons = [
        *_button(settings, every, "any-channel"),
        *_button(settings, language.gettext("Let everybody host"), "any-host"),
        *_button(settings, language.gettext("Switch calls off"), "no-calls"),
        *_button(settings, language.gettext("Allow calls"), "calls"),
        back_button(language),
    ]
    selects = [
        _entities(channels, Picks.CHANNELS, EntityKind.PLACE, server.existing(*settings.channels)),
        _entities(role, Picks.HOST_ROLE, EntityKind.ROLE, server.existing(settings.host_role)),
        _select(Picks.MAX_TABLES, MOST, _most_tables(language), settings.max_tables),
        _select(Picks.PAUSE_DAYS, PAUSE, _pauses(language), settings.pause_days),
    ]
    return Message(embed, [*selects, buttons])


def _most_tables(language: Language) -> dict[int, str]:
    limits = {
        number: language.ngettext("At most {number} table", "At most {number} tables", number)
        for number in _LIMITS_OF_TABLES
    }
    return {0: language.gettext("Any number of tables"), **limits}


def _pauses(language: Language) -> dict[int, str]:
    days = {
        number: language.ngettext(
            "Pauses of members: {number} day a year",
            "Pauses of members: {number} days a year",
            number,
        )
        for number in _PAUSE_DAYS
    }
    return {0: language.gettext("Pauses of members: none"), **days}


def _new_tables(language: Language, server: ServerState) -> Message:
    settings = server.settings
    override = language.gettext("Options given with `/scout new` override these.")
    embed = new_embed(
        f"{server_words(language, settings)}\n\n{override}",
        title=language.gettext("🛠️ Server settings: new tables"),
    )
    buttons = [
        *_button(settings, language.gettext("Play in the channel"), "channels"),
        *_button(settings, language.gettext("Use threads"), "threads"),
        *_button(settings, language.gettext("Text-only tables"), "table-text"),
        *_button(settings, language.gettext("Tables with pictures"), "table-pictures"),
        back_button(language),
    ]
    limits = [
        _select(Picks.TURN_LIMIT, LIMIT, turn_limits(language), settings.turn_limit),
        _select(Picks.ABSENT_AFTER, ABSENCE, absences(language), settings.absent_after),
        _select(Picks.FILL, FILL, fills(language), settings.fill),
    ]
    return Message(embed, [*limits, buttons])


def _reports(language: Language, server: ServerState) -> Message:
    also = language.gettext(
        "The same channel gets a line when a member is blocked or unblocked, and when a moderator "
        "closes somebody else's table."
    )
    embed = new_embed(
        f"{_report_words(language, server)}\n\n{also}",
        title=language.gettext("🛠️ Server settings: reports"),
    )
    label, settings = language.gettext("Channel for reports"), server.settings
    chosen = server.existing(settings.log_channel)
    channel = _entities(label, Picks.LOG_CHANNEL, EntityKind.TEXT_CHANNEL, chosen)
    off = _button(settings, language.gettext("No reports"), "no-log")
    return Message(embed, [channel, [*off, back_button(language)]])


def _daily(language: Language, server: ServerState) -> Message:
    what = language.gettext(
        "Once a day a message with yesterday's best results and a button to play today's deal. It "
        "notifies nobody, and after three days without a player here it pauses until somebody "
        "plays."
    )
    embed = new_embed(
        f"{_daily_words(language, server)}\n\n{what}",
        title=language.gettext("🛠️ Server settings: daily deal"),
    )
    label, settings = language.gettext("Channel for the daily deal"), server.settings
    chosen = server.existing(settings.daily_channel)
    channel = _entities(label, Picks.DAILY_CHANNEL, EntityKind.TEXT_CHANNEL, chosen)
    # Translators: {time} is an hour of the day, as in 17:00.
    hours = {hour: language.gettext("{time} UTC", time=f"{hour:02}:00") for hour in range(24)}
    hour = _select(Picks.DAILY_HOUR, HOUR, hours, settings.daily_hour)
    off = _button(settings, language.gettext("No daily message"), "no-daily")
    return Message(embed, [channel, hour, [*off, back_button(language)]])


_PAGES: dict[AdminPage, Callable[[Language, ServerState], Message]] = {
    AdminPage.OVERVIEW: _overview,
    AdminPage.TABLES: _tables,
    AdminPage.NEW_TABLES: _new_tables,
    AdminPage.REPORTS: _reports,
    AdminPage.DAILY: _daily,
}


def _table_words(language: Language, server: ServerState) -> str:
    """The rules for tables, pauses and calls, a line each: channels, number, hosts."""
    most, live = server.settings.max_tables, server.live_tables
    limit = _LIVE_TABLES[most is not None, live > 0]
    calls = language.gettext("Calls: players at a table can call members who asked for it.")
    lines = [
        _channel_words(language, server),
        language.gettext(limit, most=most, live=live),
        _host_words(language, server),
        _pause_words(language, server.settings.pause_days),
        calls if server.settings.calls else language.say(OFF),
    ]
    return "\n".join(lines)


def _pause_words(language: Language, days: int) -> str:
    if not days:
        return language.gettext("Pauses of members: none.")
    return language.ngettext(
        "Pauses of members: {number} day a year.", "Pauses of members: {number} days a year.", days
    )


def _channel_words(language: Language, server: ServerState) -> str:
    chosen, present = server.settings.channels, server.existing(*server.settings.channels)
    if not chosen:
        return language.gettext("Channels: all.")
    if not present:
        return language.gettext("Channels: all, because the chosen ones were deleted.")
    named = [f"<#{channel}>" for channel in present]
    if gone := len(chosen) - len(present):
        # Translators: the last of the channels after "Channels:".
        words = language.ngettext("{number} deleted channel", "{number} deleted channels", gone)
        named.append(words)
    return language.gettext("Channels: {channels}.", channels=tuple(named))


def _host_words(language: Language, server: ServerState) -> str:
    role = server.settings.host_role
    if role is None:
        return language.gettext("Hosts: everybody.")
    if not server.existing(role):
        return language.gettext("Hosts: everybody, because the chosen role was deleted.")
    return language.gettext("Hosts: {role} and members with Manage Server.", role=f"<@&{role}>")


def _report_words(language: Language, server: ServerState) -> str:
    log_channel = server.settings.log_channel
    channel, exists = f"<#{log_channel}>", server.existing(log_channel)
    if exists and server.log_lacks:
        # Translators: {permissions} as Discord calls them: "**Send Messages** and **Embed Links**".
        return language.ngettext(
            "Reports cannot be delivered: I need the permission {permissions} in {channel}. Allow "
            "it there, or choose another channel.",
            "Reports cannot be delivered: I need the permissions {permissions} in {channel}. Allow "
            "them there, or choose another channel.",
            len(server.log_lacks),
            permissions=language.listed(server.log_lacks),
            channel=channel,
        )
    if exists:
        return language.gettext("Reports from `/scout report` go to {channel}.", channel=channel)
    if log_channel is not None:
        return language.gettext("Off, because the chosen channel was deleted. Choose another one.")
    return language.gettext("Off. Choose a channel, and members can use `/scout report`.")


def _daily_words(language: Language, server: ServerState) -> str:
    chosen = server.settings.daily_channel
    channel, exists = f"<#{chosen}>", server.existing(chosen)
    if exists and server.daily_lacks:
        # Translators: {permissions} as Discord calls them: "**Send Messages** and **Embed Links**".
        return language.ngettext(
            "Nothing is posted: I need the permission {permissions} in {channel}. Allow it there, "
            "or choose another channel.",
            "Nothing is posted: I need the permissions {permissions} in {channel}. Allow them "
            "there, or choose another channel.",
            len(server.daily_lacks),
            permissions=language.listed(server.daily_lacks),
            channel=channel,
        )
    if exists:
        # Discord shows only the time of this day.
        hour = datetime(2026, 1, 1, server.settings.daily_hour, tzinfo=UTC)
        # Translators: {time} is a time of day, which each reader sees in their own time zone.
        return language.gettext(
            "Every day at {time} in {channel}.", time=format_dt(hour, "t"), channel=channel
        )
    if chosen is not None:
        return language.gettext("Off, because the chosen channel was deleted. Choose another one.")
    return language.gettext("Off. Choose a channel for a message a day.")


def _entities(placeholder: str, picks: Picks, kind: EntityKind, chosen: list[int]) -> Select:
    most = MAX_CHANNELS if picks is Picks.CHANNELS else 1
    component_id = ComponentId(Verb.ADMIN_CHANGE, 0, detail=picks)
    return Select(placeholder, component_id, entities=Entities(kind, chosen, most=most))


def _button(settings: Server, label: str, change: str) -> list[Button]:
    """A button that makes this change, or no button if it would change nothing."""
    if all(getattr(settings, name) == value for name, value in CHANGES[change].items()):
        return []
    return [Button(label, ComponentId(Verb.ADMIN_CHANGE, 0, detail=change))]


def _select(picks: Picks, change: str, labels: dict[int, str], limit: int | None) -> Select:
    """A select of limits that shows the present one; 0 means no limit."""
    options = [Option(label, f"{change}{number}") for number, label in labels.items()]
    return Select(labels[limit or 0], ComponentId(Verb.ADMIN_CHANGE, 0, detail=picks), options)
