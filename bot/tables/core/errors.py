"""Errors whose message is shown to the member unchanged."""

from collections.abc import Sequence

from bot.storage.models.tables import Status
from engine.errors import ScoutError


class TableError(ScoutError):
    """The request is not possible now; the message says what to do instead."""


class NoSuchTable(TableError):
    def __init__(self) -> None:
        super().__init__(
            "This table no longer exists. `/scout table` shows the one in this channel, and "
            "`/scout new` opens a new one."
        )


class NotSeated(TableError):
    """The member has no seat at this table; the message depends on its status."""

    def __init__(self, status: Status) -> None:
        super().__init__(f"You have no seat at this table. {_WITHOUT_SEAT[status]}")


class WrongStage(TableError):
    """The table's status does not allow the request."""

    def __init__(self, status: Status) -> None:
        super().__init__(_INSTEAD[status])


class StalePress(TableError):
    """The press belongs to an earlier decision; it changed nothing."""

    def __init__(self) -> None:
        super().__init__("Too late: the game has moved on. This is your hand now.")


class ChannelTaken(TableError):
    """The channel already has a live table: `table_id`."""

    def __init__(self, table_id: int) -> None:
        super().__init__("This channel already has a table.")
        self.table_id = table_id


class ChannelNotAllowed(TableError):
    """The server's policy forbids tables in the channel and allows them in `channels`, by id."""

    def __init__(self, channels: Sequence[int]) -> None:
        self.channels = channels
        named = [f"<#{channel}>" for channel in channels[:_NAMED_CHANNELS]]
        if len(channels) > _NAMED_CHANNELS:
            named.append("other channels")
        where = " or ".join(filter(None, [", ".join(named[:-1]), *named[-1:]]))
        instead = f"Use {where}." if where else "Ask a moderator where SCOUT is played."
        super().__init__(f"This server does not allow tables in this channel. {instead}")


class Blocked(TableError):
    """The server's managers have blocked the member."""

    def __init__(self) -> None:
        super().__init__(
            "Sorry, you cannot play SCOUT in this server: its managers have blocked you. "
            "If you think that is a mistake, please write to one of them."
        )


_NAMED_CHANNELS = 8
_WITHOUT_SEAT = {
    Status.LOBBY: "Press Join to take one.",
    Status.PLAYING: "Press Watch to follow this game.",
    Status.OVER: "`/scout new` opens a new table.",
    Status.CLOSED: "`/scout new` opens a new table.",
}
_INSTEAD = {
    Status.LOBBY: "The game has not started yet. The host can press Start.",
    Status.PLAYING: "The game has already started. Press Watch to follow it.",
    Status.OVER: "This game is over. Press Rematch or use `/scout new` to play again.",
    Status.CLOSED: "This table is closed. `/scout new` opens a new one.",
}
