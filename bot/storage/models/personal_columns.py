"""The columns that identify a member: a member's rows are shown and erased by them.

Every column with a member's id, name, picture or token is in this list; a test compares it with the
schema. So `/scout privacy` covers each table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, select, true
from sqlalchemy.orm import aliased

from bot.storage.models import calls, daily, pauses, puzzles, requests, results, servers, tables
from bot.storage.models.base import Base

FORMER_PLAYER = ""
"""The stored name of every forgotten member; each language has its own words for it."""


@dataclass(frozen=True, slots=True)
class OwnRows:
    """The rows of one table that belong to the member whose id is in the column `user_id`."""

    # The rows' name in a member's data.
    name: str
    model: type[Base]
    user_id: str
    # The values that replace those of a forgotten member, beside a pseudonym for the id; None if
    # the rows are deleted.
    erased: Mapping[str, Any] | None
    # Columns that are never shown, each with the column of the time until which it is used.
    secret: Mapping[str, str] = field(default_factory=dict)
    # Whether a forgotten member's id stays.
    keeps_id: bool = False
    # The rows that are shown to the member.
    own: ColumnElement[bool] = field(default_factory=true, compare=False)
    # Whether a row belongs to another member, who is shown it with the id; it is deleted with
    # either of them.
    names: bool = False

    @property
    def table(self) -> Table:
        table = self.model.__table__
        assert isinstance(table, Table)
        return table

    @property
    def owner(self) -> Column[int]:
        """The column with the member's id."""
        return self.table.c[self.user_id]


def _by_the_member() -> ColumnElement[bool]:
    """Excludes computers' actions in daily deals: they would show cards of a secret hand."""
    action, first = daily.DailyAction, aliased(daily.DailyAction)
    of_same = first.user_id == action.user_id, first.day == action.day
    hands = select(first.seat).where(*of_same, first.practice == action.practice)
    return action.seat.not_in(hands.where(first.number < daily.SEATS))


PERSONAL = (
    OwnRows("settings", tables.Member, "user_id", None),
    OwnRows(
        "seats",
        tables.Seat,
        "user_id",
        # `instead_of` names the member who left the seat (see queries.members.plan_erasure).
        {"name": FORMER_PLAYER, "avatar": None, "instead_of": None, "also": []},
    ),
    OwnRows("invitations", tables.Invitation, "user_id", None),
    OwnRows("sign_ups", tables.SignUp, "user_id", None),
    OwnRows("tables_hosted", tables.Table, "host_id", {}),
    OwnRows("tables_closed", tables.Table, "closed_by", {"closed_detail": FORMER_PLAYER}),
    # Without its time the request has ended.
    OwnRows("closings_asked", tables.Table, "closing_asked_by", {"closing_asked_at": None}),
    OwnRows("pauses_asked", tables.Table, "pause_asked_by", {"pause_asked_at": None}),
    OwnRows("pauses", pauses.MemberPause, "user_id", None),
    OwnRows("results", results.Result, "user_id", {"name": FORMER_PLAYER}),
    OwnRows("games_left", results.Departure, "user_id", {"name": FORMER_PLAYER}),
    OwnRows("ratings", results.MemberRating, "user_id", {}),
    OwnRows("standings", results.MemberStanding, "user_id", {}),
    # Otherwise a request to be forgotten would lift a block.
    OwnRows("blocks", servers.Block, "user_id", {"name": FORMER_PLAYER}, keeps_id=True),
    OwnRows("blocks_made", servers.Block, "blocked_by", {}),
    OwnRows("private_messages", tables.PrivateMessage, "user_id", None, {"token": "until"}),
    # An unfinished block counts as a block; see also queries.requests.erase_requester.
    OwnRows("requests", requests.MemberRequest, "asked_by", {"token": ""}, {"token": "until"}),
    # Actions before attempts: they belong to them.
    OwnRows("daily_actions", daily.DailyAction, "user_id", None, own=_by_the_member()),
    OwnRows("daily_attempts", daily.DailyAttempt, "user_id", None),
    OwnRows("daily_standings", daily.DailyStanding, "user_id", None),
    OwnRows("daily_streaks", daily.DailyStreak, "user_id", None),
    OwnRows("puzzle_answers", puzzles.PuzzleAnswer, "user_id", None),
    OwnRows("puzzle_rating", puzzles.PuzzleMember, "user_id", None),
    OwnRows("call_hours", calls.CallHours, "user_id", None),
    OwnRows("calls_for_own_tables", calls.Call, "host_id", {}),
    OwnRows("calls", calls.Call, "caller_id", {}),
    OwnRows("avoided_members", calls.Avoidance, "user_id", None),
    OwnRows("avoided_by", calls.Avoidance, "avoided_id", None, names=True),
    OwnRows(
        "requests_about", requests.MemberRequest, "user_id", {"name": FORMER_PLAYER}, keeps_id=True
    ),
)
