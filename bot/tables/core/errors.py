"""Errors whose message is shown to the member unchanged."""

from bot.storage.models import Status
from engine.errors import ScoutError


class TableError(ScoutError):
    """The request is not possible now; the message says what to do instead."""


class NoSuchTable(TableError):
    def __init__(self) -> None:
        super().__init__("This table no longer exists. `/scout new` opens a new one.")


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
