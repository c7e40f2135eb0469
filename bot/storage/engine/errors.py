"""Errors of the database as a whole: it cannot be used, is out of reach, or is too busy."""

from sqlalchemy.exc import SQLAlchemyError

from engine.errors import ScoutError


class UnusableDatabase(Exception):
    """The database cannot be opened, or a newer version of the program has written it."""

    def __init__(self, cause: Exception | str) -> None:
        if isinstance(cause, DatabaseUnreachable):
            cause = cause.reason
        # The lines after the first are SQL.
        super().__init__(str(cause).partition("\n")[0])


class DatabaseAway(ScoutError, SQLAlchemyError):
    """Nothing can be read or saved for now. That is logged where it is noticed, and only there."""

    kind = "away"
    """The name of the reason in metrics."""


class DatabaseUnreachable(DatabaseAway):
    """The server of the database does not answer, or has ended the connection; `reason` says why.

    If it was during a commit, the change may be saved or not.
    """

    kind = "unreachable"

    def __init__(self, reason: str) -> None:
        super().__init__(
            "I can't reach my database at the moment. Please try again in a minute; if that does "
            "not help, tell the bot's host."
        )
        self.reason = reason


class DatabaseLocked(DatabaseAway):
    """Another program has locked the SQLite file for longer than the bot waits."""

    kind = "locked"
    for_host = "another program has locked the database. Close it: a database browser, a copy"

    def __init__(self) -> None:
        super().__init__(
            "Nothing has changed: I can't save games, because another program has locked my "
            "database. Please try again in a minute; if that does not help, tell the bot's host."
        )


class DatabaseFull(DatabaseAway):
    """The disk of the SQLite file is full; what was saved before is whole."""

    kind = "full"
    for_host = "the disk of the database is full. Delete what you do not need"

    def __init__(self) -> None:
        super().__init__(
            "I cannot save your move just now, the disk is full; nothing was lost. Please tell "
            "the bot's host."
        )


class DatabaseBusy(ScoutError, SQLAlchemyError):
    """The transaction was rolled back, because others changed the same rows meanwhile."""

    def __init__(self) -> None:
        super().__init__("Nothing has changed: others pressed at the same moment. Press again.")
