"""Errors of the database as a whole: it cannot be used, is out of reach, or is too busy."""

from sqlalchemy.exc import SQLAlchemyError

from engine.errors import ScoutError


class UnusableDatabase(Exception):
    """The database cannot be opened, or a newer version of the program has written it."""

    def __init__(self, cause: Exception | str) -> None:
        if isinstance(cause, DatabaseUnreachable):
            cause = cause.reason
        elif isinstance(cause, DatabaseAway):
            cause = cause.for_host or cause
        # The lines after the first are SQL.
        super().__init__(str(cause).partition("\n")[0])


class DatabaseAway(ScoutError, SQLAlchemyError):
    """The database cannot be read or written for now; only the part that notices it logs it."""

    kind = "away"
    """The name of the reason in metrics."""
    for_host = ""
    """The words for the host in the log; empty if the part that notices it logs it."""

    def __init__(self) -> None:
        super().__init__(self.kind)


class DatabaseUnreachable(DatabaseAway):
    """The server of the database does not answer, or has ended the connection; `reason` says why.

    If that happened during a commit, the change may or may not be saved.
    """

    kind = "unreachable"

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class DatabaseLocked(DatabaseAway):
    """Another program has locked the SQLite file for longer than the bot waits."""

    kind = "locked"
    for_host = "another program has locked the database. Close it: a database browser, a copy"


class DatabaseFull(DatabaseAway):
    """The disk of the SQLite file is full; earlier commits are intact."""

    kind = "full"
    for_host = "the disk of the database is full. Delete what you do not need"


class DatabaseUnwritable(DatabaseAway):
    """The system refuses to write the SQLite file; a commit that failed may be saved or not."""

    kind = "unwritable"
    for_host = (
        "the system does not let the bot write its database. Its disk is full, broken or "
        "read-only, a quota is used up, or the file belongs to another user"
    )


class DatabaseBusy(ScoutError, SQLAlchemyError):
    """The transaction was rolled back, because others changed the same rows meanwhile."""
