"""The second program: it reads what happened and judges every mention.

It shares no code with the bot. What was sent it reads as Discord does: a new message notifies those
whom its words and its `allowed_mentions` name, an edited or private one notifies nobody.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import product
from typing import Any, NamedTuple

from tests.support.mentions.history import (
    Avoided,
    Callable,
    CallsAllowed,
    Channel,
    DirectChannel,
    Event,
    History,
    Hours,
    Joined,
    Paused,
    Player,
    Reminded,
    Request,
    Table,
)
from tests.support.mentions.wall_clocks import includes

CALL, REMINDER, ROLL_CALL, CARDS = "call", "reminder", "roll call", "cards"
ABSENCE, CLOSING, PAUSING, REMATCH = "absence", "closing", "pausing", "rematch"
DIRECT, TRIAL = "direct reminder", "trial of direct messages"
MOST_CALLED = 10
MOST_REMINDERS = 2
HOUR = timedelta(hours=1)
EARLY = timedelta(minutes=11)
_LIVE = {"lobby", "playing"}
_EPHEMERAL = 64
_USER, _CHANNEL = re.compile(r"<@!?(\d+)>"), re.compile(r"<#(\d+)>")
_CUSTOM_ID = re.compile(r"scout:([a-z]+):(\d+):")
_MESSAGES = re.compile(r"/channels/(\d+)/messages")
_KINDS = {
    "signup": ROLL_CALL,
    "callstop": CALL,
    "hand": REMINDER,
    "standin": ABSENCE,
    "agree": CLOSING,
    "agreepause": PAUSING,
    "join": REMATCH,
}
"""By a button in the message; the first of these that it has."""


class Mention(NamedTuple):
    at: datetime
    kind: str
    user_id: int
    guild_id: int
    channel_id: int
    table_id: int
    table: Table | None
    second: bool
    """Whether it says that the member had a reminder before."""


class Judge:
    """Reads a history; `faults` are what went wrong, `counts` the mentions of each kind."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self._members: set[tuple[int, int]] = set()
        self._channels: dict[int, Channel] = {}
        self._direct: dict[int, int] = {}
        self._pauses: dict[tuple[int, int], datetime] = {}
        self._hours: dict[tuple[int, int], Hours] = {}
        self._without_calls: set[int] = set()
        self._avoided: set[tuple[int, int]] = set()
        self._reminders: dict[int, Reminded] = {}
        self._seen: Counter[tuple[object, ...]] = Counter()
        self._asked: dict[tuple[int, int], datetime] = {}
        self._pausing: set[int] = set()
        self._games_paused: Counter[int] = Counter()
        self._called: dict[tuple[int, int], datetime] = {}
        self._calls: dict[tuple[str, int], datetime] = {}

    def read(self, history: History) -> list[str]:
        for at, event in history:
            self.hear(at, event)
        return self.faults

    def hear(self, at: datetime, event: Event) -> None:
        match event:
            case Joined(guild_id, user_id, stays):
                (self._members.add if stays else self._members.discard)((guild_id, user_id))
            case Channel():
                self._channels[event.channel_id] = event
            case DirectChannel(channel_id, user_id):
                self._direct[channel_id] = user_id
            case Paused(guild_id, user_id, until):
                self._pauses[guild_id, user_id] = until or at
            case Request():
                self._judge(at, event)
            case _:
                self._hear_choice(event)

    def _hear_choice(self, event: Event) -> None:
        match event:
            case Callable(guild_id, user_id, None):
                self._hours.pop((guild_id, user_id), None)
            case Callable(guild_id, user_id, hours) if hours is not None:
                self._hours[guild_id, user_id] = hours
            case CallsAllowed(guild_id, allowed):
                (self._without_calls.discard if allowed else self._without_calls.add)(guild_id)
            case Avoided(user_id, other_id, avoids):
                (self._avoided.add if avoids else self._avoided.discard)((user_id, other_id))
            case Reminded():
                self._reminders[event.user_id] = event

    def _judge(self, at: datetime, request: Request) -> None:
        pausing = {table_id for table_id, table in request.tables.items() if table.is_paused}
        self._games_paused.update(pausing - self._pausing)
        self._pausing = pausing
        mentions = [*self._mentions(at, request)]
        for mention in mentions:
            self.counts[mention.kind] += 1
            for fault in self._faults_of(mention):
                place = f"{mention.kind} of {mention.user_id} at table {mention.table_id}"
                self._fault(at, f"{place}: {fault}")
        if mentions and mentions[0].kind == CALL:
            self._judge_call(mentions, request)
        if mentions and mentions[0].kind in (REMINDER, DIRECT):
            self._judge_names(mentions, request)

    def _fault(self, at: datetime, words: str) -> None:
        self.faults.append(f"{at:%m-%d %H:%M:%S} {words}")

    def _mentions(self, at: datetime, request: Request) -> Iterator[Mention]:
        body = _message_of(request)
        if body is None or not request.is_new:
            return
        content = str(body.get("content") or "")
        found = _MESSAGES.fullmatch(request.path)
        place = int(found[1]) if found else 0
        if place in self._direct:
            yield from self._direct_mention(at, self._direct[place], content, request)
            return
        kind = _kind_of(body, content)
        if kind == CALL:
            table_id = _table_in(place, "lobby", request)
        else:
            # A message without buttons, such as that a request to close was declined, is a game's.
            table_id = _table_of(body) or _table_in(place, "playing", request)
        table = request.tables.get(table_id)
        channel = self._channels.get(place) or self._channel_of(table)
        for user_id in _notified(body, content):
            guild_id, channel_id = (channel.guild_id, channel.channel_id) if channel else (0, place)
            is_second = "still your move" in content
            yield Mention(at, kind, user_id, guild_id, channel_id, table_id, table, is_second)

    def _channel_of(self, table: Table | None) -> Channel | None:
        return None if table is None else self._channels.get(table.channel_id)

    def _direct_mention(
        self, at: datetime, user_id: int, content: str, request: Request
    ) -> Iterator[Mention]:
        named = [int(one) for one in _CHANNEL.findall(content)]
        if not named:
            yield Mention(at, TRIAL, user_id, 0, 0, 0, None, second=False)
        for channel_id in named[:1]:
            found = [one for one in request.tables.items() if one[1].channel_id == channel_id]
            live = [one for one in found if one[1].status == "playing"]
            table_id, table = live[0] if live else (0, None)
            guild_id = self._channels[channel_id].guild_id if channel_id in self._channels else 0
            is_second = "still your move" in content
            yield Mention(at, DIRECT, user_id, guild_id, channel_id, table_id, table, is_second)

    def _faults_of(self, mention: Mention) -> Iterator[str]:
        kind, user_id = mention.kind, mention.user_id
        if kind == TRIAL:
            return
        if (mention.guild_id, user_id) not in self._members:
            yield "is not in the server"
        channel = self._channels.get(mention.channel_id)
        if channel is None or user_id not in channel.user_ids:
            yield "cannot see the channel"
        until = self._pauses.get((mention.guild_id, user_id))
        if until is not None and mention.at < until:
            yield "pauses"
        if kind == CALL:
            yield from self._faults_of_call(mention)
        elif kind in (REMINDER, DIRECT):
            yield from self._faults_of_reminder(mention)
        else:
            yield from self._faults_of_others(mention)

    def _faults_of_call(self, mention: Mention) -> Iterator[str]:
        key = mention.guild_id, mention.user_id
        hours = self._hours.get(key)
        if hours is None:
            yield "never asked to be called"
        elif not includes(hours, mention.at):
            yield "outside their hours"
        last = self._called.get(key)
        if last is not None and mention.at - last < timedelta(hours=hours.every if hours else 0):
            yield "was called too recently"
        self._called[key] = mention.at

    def _faults_of_reminder(self, mention: Mention) -> Iterator[str]:
        """A seat is reminded as often as its member chose until it moves again.

        When its game goes on after a pause, the count begins again.
        """
        player = _player(mention)
        if player is None or mention.table is None or mention.table.status != "playing":
            yield "does not play there"
            return
        if mention.table.is_paused:
            yield "the table pauses"
        chosen = self._reminders.get(mention.user_id, Reminded(mention.user_id, MOST_REMINDERS))
        if (mention.kind == DIRECT) > chosen.direct:
            yield "did not choose direct messages"
        key = mention.table_id, mention.user_id, player.moved, *self._pauses_of(mention)
        self._seen[key] += 1
        if self._seen[key] > chosen.number:
            yield f"reminder {self._seen[key]} of {chosen.number}"
        self._seen[*key, mention.second] += 1
        if self._seen[*key, mention.second] > 1:
            yield "the same reminder twice"

    def _pauses_of(self, mention: Mention) -> tuple[int, bool]:
        """The pauses of the game that were seen, and whether one came since its decision began."""
        has_paused = mention.table is not None and mention.table.has_paused
        return self._games_paused[mention.table_id], has_paused

    def _faults_of_others(self, mention: Mention) -> Iterator[str]:
        player = _player(mention)
        if mention.kind == ROLL_CALL:
            yield from _faults_of_roll_call(mention)
        elif mention.kind in (CARDS, ABSENCE, CLOSING, PAUSING) and player is None:
            yield "does not play there"
        elif mention.kind not in (CARDS, ABSENCE, CLOSING, PAUSING, REMATCH):
            yield "a mention of no known kind"
        moved, pauses, begins = 0, (0, False), None
        if mention.kind == ROLL_CALL and mention.table is not None:
            # Put off, it is called once more.
            begins = mention.table.starts_at
        if player and mention.kind == ABSENCE:
            moved, pauses = player.moved, self._pauses_of(mention)
        key = mention.kind, mention.table_id, mention.user_id, moved, begins, *pauses
        self._seen[key] += 1
        if self._seen[key] > 1 and mention.kind not in (CLOSING, PAUSING):
            yield "twice"
        if mention.kind == PAUSING:
            yield from self._faults_of_pausing(mention)

    def _faults_of_pausing(self, mention: Mention) -> Iterator[str]:
        if mention.table is not None and mention.table.is_paused:
            yield "the table pauses"
        key = mention.table_id, mention.user_id
        if key in self._asked and mention.at - self._asked[key] < HOUR:
            yield "was asked too recently"
        self._asked[key] = mention.at

    def _judge_call(self, mentions: list[Mention], request: Request) -> None:
        first = mentions[0]
        if first.table is None or first.table.status != "lobby":
            self._fault(first.at, "a call to what is no lobby")
            return
        if len(mentions) > MOST_CALLED:
            self._fault(first.at, f"a call of {len(mentions)} members")
        if first.guild_id in self._without_calls:
            self._fault(first.at, "a call in a server that has switched them off")
        user_ids = {one.user_id for one in mentions}
        live = [one for one in request.tables.values() if one.status in _LIVE]
        for user_id in user_ids & {user_id for one in live for user_id in one.players}:
            self._fault(first.at, f"a call of {user_id}, who plays")
        for one, other in product(user_ids, first.table.players):
            if {(one, other), (other, one)} & self._avoided:
                self._fault(first.at, f"a call of {one} to {other}, and one avoids the other")
        self._judge_hour(first, {("host", first.table.host_id), ("channel", first.channel_id)})

    def _judge_hour(self, call: Mention, keys: set[tuple[str, int]]) -> None:
        for key in keys:
            if key in self._calls and call.at - self._calls[key] < HOUR:
                self._fault(call.at, f"a second call within an hour for {key[0]} {key[1]}")
            self._calls[key] = call.at

    def _judge_names(self, mentions: list[Mention], request: Request) -> None:
        """A reminder names only channels that all its readers can see."""
        first, content = mentions[0], str((_message_of(request) or {}).get("content"))
        readers = {first.user_id}
        here = self._channels.get(first.channel_id)
        if first.kind == REMINDER and here is not None:
            readers = {one for one in here.user_ids if (here.guild_id, one) in self._members}
        for named in map(int, _CHANNEL.findall(content)):
            there = self._channels.get(named)
            if there is None or not readers <= there.user_ids:
                self._fault(first.at, f"a reminder names {named}, which a reader cannot see")


def _faults_of_roll_call(mention: Mention) -> Iterator[str]:
    table = mention.table
    if table is None or table.status != "scheduled" or table.starts_at is None:
        yield "of a table that is not scheduled"
    elif mention.user_id not in table.sign_ups:
        yield "did not sign up"
    elif mention.at < table.starts_at - EARLY:
        yield "too early"


def _table_in(place: int, status: str, request: Request) -> int:
    found = request.tables.items()
    return next(
        (number for number, one in found if (one.channel_id, one.status) == (place, status)), 0
    )


def _player(mention: Mention) -> Player | None:
    return None if mention.table is None else mention.table.players.get(mention.user_id)


def _message_of(request: Request) -> dict[str, Any] | None:
    """The new public message that the request makes."""
    body: dict[str, Any] = dict(request.body or {})
    if request.method != "POST":
        return None
    if request.path.startswith("/interactions/"):
        is_message = body.get("type") == 4
        body = body.get("data") or {}
        return body if is_message and not body.get("flags", 0) & _EPHEMERAL else None
    is_message = request.path.startswith("/webhooks/") or _MESSAGES.fullmatch(request.path)
    return body if is_message and not body.get("flags", 0) & _EPHEMERAL else None


def _notified(body: dict[str, Any], content: str) -> list[int]:
    """The members that Discord notifies: those in the words, if nothing forbids it."""
    named = {int(found) for found in _USER.findall(content)}
    allowed = body.get("allowed_mentions")
    if allowed is not None and "users" not in allowed.get("parse", ()):
        named &= {int(user_id) for user_id in allowed.get("users", ())}
    return sorted(named)


def _custom_ids(body: dict[str, Any]) -> Iterator[re.Match[str]]:
    for row in body.get("components") or ():
        for item in row["components"]:
            found = _CUSTOM_ID.match(item.get("custom_id", ""))
            if found is not None:
                yield found


def _table_of(body: dict[str, Any]) -> int:
    return max((int(found[2]) for found in _custom_ids(body)), default=0)


def _kind_of(body: dict[str, Any], content: str) -> str:
    verbs = {found[1] for found in _custom_ids(body)}
    kind = next((kind for verb, kind in _KINDS.items() if verb in verbs), "unknown")
    if kind == REMINDER and "your move" not in content:
        return CARDS
    # Who asked to close or to pause the game is answered without buttons.
    return CLOSING if kind == "unknown" and "so the game continues" in content else kind
