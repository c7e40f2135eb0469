"""Errors whose message is shown to the member unchanged."""

from bot.storage.models import Status
from engine.errors import ScoutError


class TableError(ScoutError):
    """The request is not possible now; the message says what to do instead."""


class NoSuchTable(TableError):
    def __init__(self) -> None:
        super().__init__("This table is gone. `/scout new` opens a fresh one.")


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
        super().__init__("The table has moved on, so that button changed nothing.")


class ChannelTaken(TableError):
    """The channel already has a live table: `table_id`."""

    def __init__(self, table_id: int) -> None:
        super().__init__("This channel already has a table.")
        self.table_id = table_id


_WITHOUT_SEAT = {
    Status.LOBBY: "Press Join to take one.",
    Status.PLAYING: "Press Watch to follow this game, and join the next one.",
    Status.OVER: "`/scout new` opens the next one.",
    Status.CLOSED: "`/scout new` opens the next one.",
}
_INSTEAD = {
    Status.LOBBY: "The game has not started yet. The host starts it with the Start button.",
    Status.PLAYING: "The game is already on. You can watch it in the channel.",
    Status.OVER: "This game is over. Rematch or `/scout new` opens the next one.",
    Status.CLOSED: "This table is closed. `/scout new` opens a fresh one.",
}
