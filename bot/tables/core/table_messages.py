"""The messages of one table by slot, and their unsaved changes."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.storage.models.tables import PrivateKind, PrivateMessage, PublicMessage, Status
from bot.storage.queries.messages import Key, Row, key_of, values_of
from bot.tables.core.state import ClosingRequest, PauseRequest, TableState

# The slots: one public message each, by these names in the database. A question has a slot of its
# own each time: its message is new and notifies once.
LOBBY, FINAL = "lobby", "final"
ROUND = "round-"
DEAL = "deal-"
"""The first message of a round, with its deal's commitment. The round's number follows both."""
RESULT = "result"
"""For a game in a thread: its final scores again, in the thread's parent channel."""
ROLL_CALL = "roll-"
"""Followed by the time of a roll call: whether those on the list of a scheduled table are here."""
_ASKED, _DECLINED = "ask-", "no-"
"""Followed by the time of a request to close the game: the question, and then its outcome."""
_PAUSE_ASKED, _PAUSE_DECLINED = "pause-", "awake-"
"""Followed by the time of a request to pause the game: the question, and then a refusal."""
_ABSENT = "absent-"
"""Followed by the number of the decision for which a member is absent."""
_RETIRED = "old-"
"""Prefix of the slots of messages that are to be deleted."""
_PRESSES_APART = timedelta(hours=1)
_TOKEN_AGE = timedelta(minutes=5)
"""A stored token this much older than the newest may expire soon, so the newest is saved soon."""


TOKEN_LIFE = timedelta(minutes=14, seconds=30)
"""The time for which a press's token is used: half a minute less than Discord accepts it, since an
edit just before its expiry could be lost."""


def pressed_at(until: datetime) -> datetime:
    """The time of the press whose token is used until then."""
    return until - TOKEN_LIFE


def round_slot(number: int) -> str:
    return f"{ROUND}{number}"


def deal_slot(number: int) -> str:
    return f"{DEAL}{number}"


def closing_slot(request: ClosingRequest) -> str:
    return f"{_DECLINED if request.declined else _ASKED}{int(request.at.timestamp())}"


def roll_call_slot(at: datetime) -> str:
    return f"{ROLL_CALL}{int(at.timestamp())}"


def pause_slot(request: PauseRequest) -> str:
    return f"{_PAUSE_ASKED if request.days else _PAUSE_DECLINED}{int(request.at.timestamp())}"


def absence_slot(state: TableState) -> str:
    return f"{_ABSENT}{state.decision_number}"


def live_slot(state: TableState) -> str:
    """The slot of the message that players use; it is sent again after it was deleted."""
    if state.status is Status.OVER:
        return FINAL if state.parent_id is None else RESULT
    return round_slot(state.round_number) if state.game else LOBBY


def channel_of(state: TableState, slot: str) -> int:
    """The id of the channel for the slot's message."""
    return (slot == RESULT and state.parent_id) or state.channel_id


@dataclass
class Changes:
    """The differences from the database.

    `rows` has each changed message by its key; a model stands for a deleted one. `columns` has new
    values of the table's row: the time of a press, and the published revision. That is stored
    together with the messages: if it were stored before them, the next start would not publish them
    again. `are_urgent`: a public message was sent; without its id it could not be edited after a
    crash. `have_new`: a private message was sent, or has a much newer token; after a crash it would
    not change until its member's next press. All others are edits; a crash repeats some of them.
    """

    rows: dict[Key, Row | type[Row]] = field(default_factory=dict)
    columns: dict[str, int | datetime] = field(default_factory=dict)
    are_urgent: bool = False
    have_new: bool = False

    def __bool__(self) -> bool:
        return bool(self.rows or self.columns)


class TableMessages:
    """The messages of one table: public ones, one a slot, and private ones by kind and member.

    `published_revision` is the newest revision of the table that all of them show. There is one
    instance per table, so all tasks see each other's changes. If it is abandoned, another process
    saves the table's messages, and this instance is outdated.
    """

    def __init__(
        self,
        table_id: int,
        public: Iterable[PublicMessage] = (),
        private: Iterable[PrivateMessage] = (),
    ) -> None:
        self.table_id = table_id
        self.published_revision = -1
        rows: list[Row] = [*public, *private]
        self._rows = {key_of(row): row for row in rows}
        self.stored = {*self._rows}
        """The keys of the messages that have rows."""
        self.changes = Changes()
        self.is_abandoned = False
        self.pressed_at: datetime | None = None
        """The newest press that is stored, or about to be; None if none was since the start."""
        self.shown: dict[tuple[PrivateKind, int], tuple[int, object]] = {}
        """The content of each private message: the revision and the member's preferences."""

    @property
    def public(self) -> dict[str, PublicMessage]:
        """The public messages by slot."""
        return {row.slot: row for row in self._rows.values() if isinstance(row, PublicMessage)}

    def show(self, message: PublicMessage) -> None:
        """Set the message of its slot; retire the slot's former message."""
        former = self.public.get(message.slot)
        if former is not None and former.message_id != message.message_id:
            self.retire(former)
        self._keep(message)
        self.changes.are_urgent = True

    def retire(self, message: PublicMessage) -> None:
        """Mark a message for deletion by moving it to another slot."""
        self.forget(message)
        slot = f"{_RETIRED}{message.message_id % 10**12}"
        self._keep(PublicMessage(**values_of(message) | {"slot": slot}))

    def retired(self) -> list[PublicMessage]:
        """The messages marked for deletion."""
        return [message for slot, message in self.public.items() if slot.startswith(_RETIRED)]

    def forget(self, message: Row) -> None:
        """Remove a message, deleted or no longer updated, unless a newer one has its place."""
        key = key_of(message)
        if self._rows.get(key) is message:
            del self._rows[key]
            # Even if it is not stored: an insert may be under way, or fail and be restored.
            self.changes.rows[key] = type(message)

    def private(self, kind: PrivateKind, user_id: int) -> PrivateMessage | None:
        row = self._rows.get((self.table_id, kind, user_id))
        return row if isinstance(row, PrivateMessage) else None

    def private_of_kind(self, kind: PrivateKind) -> list[PrivateMessage]:
        rows = self._rows.values()
        return [row for row in rows if isinstance(row, PrivateMessage) and row.kind is kind]

    def follow(self, message: PrivateMessage) -> PrivateMessage | None:
        """Set the member's message of this kind; return another message that it replaces."""
        former = self.private(message.kind, message.user_id)
        self._keep(message)
        if former is None or former.message_id != message.message_id:
            self.changes.have_new = True
            return former
        # An edited hand is still below the table of the round in which it was sent.
        message.round = former.round or message.round
        if message.until - former.until > _TOKEN_AGE:
            self.changes.have_new = True
        return None

    def mark_published(self, revision: int) -> None:
        if revision > self.published_revision:
            self.published_revision = self.changes.columns["published_revision"] = revision

    def note_press(self, at: datetime) -> None:
        """Save the time of a press, unless one from the hour before is saved."""
        noted = self.pressed_at
        if noted is None or not noted <= at < noted + _PRESSES_APART:
            self.pressed_at = self.changes.columns["pressed_at"] = at

    def mark_changed(self, message: Row) -> bool:
        """Save a message whose fields were changed in place; False if it is not in use any more."""
        is_current = self._rows.get(key_of(message)) is message
        if is_current:
            self._keep(message)
        return is_current

    def _keep(self, message: Row) -> None:
        self._rows[key_of(message)] = self.changes.rows[key_of(message)] = message

    def saved(self, changes: Changes) -> None:
        """Record that the database has these changes."""
        deleted = {key for key, row in changes.rows.items() if isinstance(row, type)}
        self.stored = (self.stored | changes.rows.keys()) - deleted

    def restore(self, changes: Changes) -> None:
        """Restore changes that could not be saved; newer ones win."""
        newer = self.changes
        self.changes = Changes(
            changes.rows | newer.rows,
            changes.columns | newer.columns,
            are_urgent=changes.are_urgent or newer.are_urgent,
            have_new=changes.have_new or newer.have_new,
        )
