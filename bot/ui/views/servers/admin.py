"""The panel of `/scout admin`: a page that sums up, and one for each kind of setting."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from bot.tables.preferences import Defaults
from bot.tables.servers.policies import MAX_CHANNELS, ServerPolicy
from bot.text.language import ENGLISH, Language
from bot.text.words import counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.entities import Entities, EntityKind
from bot.ui.kit.message import Button, Message, Option, Row, Select
from bot.ui.views.elements import new_embed
from bot.ui.views.settings import ABSENCE, ABSENCES, LIMIT, TURN_LIMITS, server_words

TITLE = "🛠️ Server settings"


class AdminPage(StrEnum):
    """The pages of the panel. Sent messages contain the values."""

    OVERVIEW = ""
    TABLES = "tables"
    NEW_TABLES = "new"
    BLOCKED = "blocked"
    REPORTS = "reports"


class Picks(StrEnum):
    """What the selects of the panel are for. Sent messages contain the values."""

    CHANNELS = "allowed"
    HOST_ROLE = "role"
    MAX_TABLES = "most"
    TURN_LIMIT = "limit"
    ABSENT_AFTER = "absent"
    LOG_CHANNEL = "log"


MOST = "most-"
_LIMITS_OF_TABLES = (1, 2, 3, 5, 10, 20, 50)
_MOST_TABLES = {0: "Any number of tables"} | {
    number: f"At most {counted(ENGLISH, number, 'table')}" for number in _LIMITS_OF_TABLES
}
_TURN_LIMITS = {0: "No turn limit"} | {
    seconds: f"Turn limit: {words}" for seconds, words in TURN_LIMITS.items()
}
_ABSENCES = {seconds: f"A computer can play after {words}" for seconds, words in ABSENCES.items()}
RULE_CHANGES: dict[str, dict[str, Any]] = {
    "any-channel": {"channels": ()},
    "any-host": {"host_role": None},
    "no-log": {"log_channel": None},
    f"{MOST}0": {"max_tables": None},
    **{f"{MOST}{number}": {"max_tables": number} for number in _LIMITS_OF_TABLES},
}
"""What each press changes of the server's rules."""


class ServerState(NamedTuple):
    """What the panel shows of a server. Of the ids in its rules those in `gone` are deleted.

    `log_lacks` are the permissions that the bot lacks in the log channel, as Discord calls them.
    """

    policy: ServerPolicy
    defaults: Defaults
    live_tables: int
    blocked: int
    gone: frozenset[int]
    log_lacks: str = ""

    @property
    def channels(self) -> list[int]:
        """The allowed channels that still exist."""
        return [channel for channel in self.policy.channels if channel not in self.gone]

    @property
    def host_role(self) -> list[int]:
        """The role that can host, if there is one and it still exists."""
        return self._existing(self.policy.host_role)

    @property
    def log_channel(self) -> list[int]:
        """The log channel, if there is one and it still exists."""
        return self._existing(self.policy.log_channel)

    def _existing(self, entity_id: int | None) -> list[int]:
        return [] if entity_id is None or entity_id in self.gone else [entity_id]


def admin_message(language: Language, server: ServerState, page: AdminPage) -> Message:
    """A page of the panel; blocked members have messages of their own (views/blocked.py)."""
    return _PAGES[page](language, server)


def back_button(language: Language, page: AdminPage = AdminPage.OVERVIEW) -> Button:
    return Button("Back", ComponentId(Verb.ADMIN, 0, detail=page))


def _overview(language: Language, server: ServerState) -> Message:
    blocked = counted(language, server.blocked, "member") if server.blocked else "None"
    pages = {
        "Tables": (AdminPage.TABLES, _table_words(language, server)),
        "New tables": (AdminPage.NEW_TABLES, server_words(language, server.defaults)),
        "Blocked members": (AdminPage.BLOCKED, f"{blocked}."),
        "Reports": (AdminPage.REPORTS, _report_words(language, server)),
    }
    fields = {name: words for name, (_, words) in pages.items()}
    buttons = [
        Button(name, ComponentId(Verb.ADMIN, 0, detail=page)) for name, (page, _) in pages.items()
    ]
    return Message(new_embed(title=TITLE, fields=fields), [buttons])


def _tables(language: Language, server: ServerState) -> Message:
    footer = "A channel's threads count as the channel. Tables that are already open continue."
    embed = new_embed(_table_words(language, server), title=f"{TITLE}: tables", footer=footer)
    rows: list[Row] = [
        _entities("Channels for tables", Picks.CHANNELS, EntityKind.PLACE, server.channels),
        _entities("Role that can host", Picks.HOST_ROLE, EntityKind.ROLE, server.host_role),
        _select(Picks.MAX_TABLES, MOST, _MOST_TABLES, server.policy.max_tables),
        [
            *_button(bool(server.policy.channels), "Allow every channel", "any-channel"),
            *_button(server.policy.host_role is not None, "Let everybody host", "any-host"),
            back_button(language),
        ],
    ]
    return Message(embed, rows)


def _new_tables(language: Language, server: ServerState) -> Message:
    defaults = server.defaults
    words = f"{server_words(language, defaults)}\n\nOptions given with `/scout new` override these."
    embed = new_embed(words, title=f"{TITLE}: new tables")
    buttons = [
        *_button(defaults.threads, "Play in the channel", "channels"),
        *_button(not defaults.threads, "Use threads", "threads"),
        *_button(defaults.pictures, "Text-only tables", "table-text"),
        *_button(not defaults.pictures, "Tables with pictures", "table-pictures"),
        back_button(language),
    ]
    limits = [
        _select(Picks.TURN_LIMIT, LIMIT, _TURN_LIMITS, defaults.turn_limit),
        _select(Picks.ABSENT_AFTER, ABSENCE, _ABSENCES, defaults.absent_after),
    ]
    return Message(embed, [*limits, buttons])


def _reports(language: Language, server: ServerState) -> Message:
    words = (
        f"{_report_words(language, server)}\n\n"
        "The same channel gets a line when a member is blocked or "
        "unblocked, and when a moderator closes somebody else's table."
    )
    channel = _entities(
        "Channel for reports", Picks.LOG_CHANNEL, EntityKind.TEXT_CHANNEL, server.log_channel
    )
    off = _button(server.policy.log_channel is not None, "No reports", "no-log")
    return Message(
        new_embed(words, title=f"{TITLE}: reports"), [channel, [*off, back_button(language)]]
    )


_PAGES: dict[AdminPage, Callable[[Language, ServerState], Message]] = {
    AdminPage.OVERVIEW: _overview,
    AdminPage.TABLES: _tables,
    AdminPage.NEW_TABLES: _new_tables,
    AdminPage.REPORTS: _reports,
}


def _table_words(language: Language, server: ServerState) -> str:
    limit = server.policy.max_tables
    at_once = "any number" if limit is None else f"at most {limit}"
    live = "none" if server.live_tables == 0 else str(server.live_tables)
    return (
        f"Channels: {_channel_words(language, server)}\nAt a time: {at_once}; {live} open now.\n"
        f"Hosts: {_host_words(language, server)}"
    )


def _channel_words(language: Language, server: ServerState) -> str:
    chosen, present = server.policy.channels, server.channels
    if not chosen:
        return "all."
    if not present:
        return "all, because the chosen ones were deleted."
    named = [f"<#{channel}>" for channel in present]
    if len(present) < len(chosen):
        named.append(counted(language, len(chosen) - len(present), "deleted channel"))
    return f"{language.listed(named)}."


def _host_words(language: Language, server: ServerState) -> str:
    if server.policy.host_role is None:
        return "everybody."
    if not server.host_role:
        return "everybody, because the chosen role was deleted."
    return f"<@&{server.policy.host_role}> and members with Manage Server."


def _report_words(language: Language, server: ServerState) -> str:
    if server.log_channel and server.log_lacks:
        lost = f"I need {server.log_lacks} in <#{server.policy.log_channel}>."
        return f"Reports are lost: {lost} Allow it there, or choose another channel."
    if server.log_channel:
        return f"Members use `/scout report`, and it goes to <#{server.policy.log_channel}>."
    if server.policy.log_channel is not None:
        return "Off, because the chosen channel was deleted. Choose another one."
    return "Off. Choose a channel, and members can use `/scout report`."


def _entities(placeholder: str, picks: Picks, kind: EntityKind, chosen: list[int]) -> Select:
    most = MAX_CHANNELS if picks is Picks.CHANNELS else 1
    component_id = ComponentId(Verb.ADMIN_CHANGE, 0, detail=picks)
    return Select(placeholder, component_id, entities=Entities(kind, chosen, most=most))


def _button(is_shown: bool, label: str, change: str) -> list[Button]:
    """A button that makes this change, if it would change something."""
    return [Button(label, ComponentId(Verb.ADMIN_CHANGE, 0, detail=change))] if is_shown else []


def _select(picks: Picks, change: str, labels: dict[int, str], limit: int | None) -> Select:
    """A select of limits that shows the present one; 0 is none."""
    options = [Option(label, f"{change}{number}") for number, label in labels.items()]
    press = ComponentId(Verb.ADMIN_CHANGE, 0, detail=picks)
    return Select(labels[limit or 0], press, options)
