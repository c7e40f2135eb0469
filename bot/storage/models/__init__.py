"""The tables of the database, one file a subject; those of a game also as `models.Table`."""

from bot.storage.models import (
    calls as calls,
    daily as daily,
    pauses as pauses,
    puzzles as puzzles,
    requests as requests,
    results as results,
    sharding as sharding,
)
from bot.storage.models.base import Base
from bot.storage.models.servers import Block as Block, Server as Server
from bot.storage.models.tables import (
    Action as Action,
    Invitation as Invitation,
    Member as Member,
    Round as Round,
    Seat as Seat,
    SignUp as SignUp,
    Table as Table,
)

METADATA = Base.metadata
