"""The tables of the database, one file a subject."""

from bot.storage.models.base import Base
from bot.storage.models.results import (
    Category,
    Departure,
    MemberRating,
    MemberStanding,
    Outcome,
    Result,
    Season,
    ServerTotals,
)
from bot.storage.models.sharding import ForeignChange, ShardLease
from bot.storage.models.tables import (
    Action,
    Block,
    Invitation,
    Member,
    PrivateKind,
    PrivateMessage,
    PublicMessage,
    Round,
    Seat,
    Server,
    Source,
    Status,
    Table,
)

__all__ = [
    "METADATA",
    "Action",
    "Block",
    "Category",
    "Departure",
    "ForeignChange",
    "Invitation",
    "Member",
    "MemberRating",
    "MemberStanding",
    "Outcome",
    "PrivateKind",
    "PrivateMessage",
    "PublicMessage",
    "Result",
    "Round",
    "Season",
    "Seat",
    "Server",
    "ServerTotals",
    "ShardLease",
    "Source",
    "Status",
    "Table",
]

METADATA = Base.metadata
"""All tables of the database."""
