"""What happened in a simulated Discord, in its order, as the judge of mentions reads it.

The world notes what it does itself; of the bot there are its requests alone, each with the tables
as the database had them at that moment.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple


class Hours(NamedTuple):
    """When a member would like to be called: on these days (0 is Monday) from hour to hour by the
    clocks of the zone, also until a time; at most once in `every` hours."""

    zone: str = "UTC"
    days: frozenset[int] = frozenset()
    begins: int = 18
    ends: int = 22
    every: int = 24
    until: datetime | None = None


@dataclass(frozen=True)
class Joined:
    """A member is in a server from now on, or with `stays` False no longer."""

    guild_id: int
    user_id: int
    stays: bool = True


@dataclass(frozen=True)
class Channel:
    """A channel, or a thread, and the members who can see it from now on."""

    guild_id: int
    channel_id: int
    user_ids: frozenset[int]


@dataclass(frozen=True)
class DirectChannel:
    """A member's direct messages."""

    channel_id: int
    user_id: int


@dataclass(frozen=True)
class Paused:
    """A member pauses in a server until this time; None ends the pause."""

    guild_id: int
    user_id: int
    until: datetime | None


@dataclass(frozen=True)
class Callable:
    """A member would like to be called in a server at these hours, or with None no longer."""

    guild_id: int
    user_id: int
    hours: Hours | None


@dataclass(frozen=True)
class CallsAllowed:
    """A server's managers switch calls off or on."""

    guild_id: int
    allowed: bool


@dataclass(frozen=True)
class Avoided:
    """A member avoids another one from now on, or no longer."""

    user_id: int
    other_id: int
    avoids: bool = True


@dataclass(frozen=True)
class Reminded:
    """A member chooses so many reminders, by direct message if that is so."""

    user_id: int
    number: int
    direct: bool = False


class Player(NamedTuple):
    """A member's seat; `moved` counts the actions up to the seat's last one, 0 without any."""

    seat: int
    moved: int


@dataclass(frozen=True)
class Table:
    """A table that is scheduled or live, as a row of the database at one moment.

    `has_paused`: whether its game has paused since the decision began.
    """

    guild_id: int
    channel_id: int
    status: str
    host_id: int
    players: Mapping[int, Player] = field(default_factory=dict)
    sign_ups: frozenset[int] = frozenset()
    starts_at: datetime | None = None
    is_paused: bool = False
    has_paused: bool = False


@dataclass(frozen=True)
class Request:
    """A request that Discord carried out; `tables` by their ids, as the database had them.

    `is_new` is False if Discord gave the message that the same nonce had made before.
    """

    method: str
    path: str
    body: Mapping[str, Any]
    tables: Mapping[int, Table] = field(default_factory=dict)
    is_new: bool = True


Event = (
    Joined
    | Channel
    | DirectChannel
    | Paused
    | Callable
    | CallsAllowed
    | Avoided
    | Reminded
    | Request
)
History = list[tuple[datetime, Event]]
