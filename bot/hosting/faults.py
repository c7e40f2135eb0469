"""Faults of the settings, found by `run` and the doctor. Finding them changes nothing."""

import errno
import os
import socket
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from bot.hosting.database.backup import BESIDE
from bot.hosting.database.inspection import database_file, is_on_server
from bot.observability.scrubbing import SHORTEST_SECRET
from bot.observability.sentry import SentryUnavailable, require_dsn
from bot.settings import Settings, unknown_names
from bot.storage.engine.database import UnusableDatabase, open_engine
from bot.storage.engine.database_file import is_folder, is_readable_by_others, mode_of

NOT_SET = (
    "DISCORD_TOKEN is not set. Make or open your application at "
    'https://discord.com/developers/applications, press "Reset Token" on its page "Bot", and write '
    "the token behind DISCORD_TOKEN= in .env."
)
REFUSED = (
    'Discord refused the token. Reset it on your application\'s page "Bot" and write the new one '
    "behind DISCORD_TOKEN= in .env."
)
_IN_MEMORY = (
    "DATABASE_URL names no file, so each stop would lose every game. .env.example has examples."
)
_LIKENESS = {True: 0.6, False: 0.85}
"""The least likeness of a mistyped name to a setting: in `.env` (True), and in the environment,
which has names of other programs too, such as COMPUTERNAME."""


class Fault(NamedTuple):
    """A sentence with the setting's name; the exit status of `run`, 0 if it starts all the same.

    2 is for a wrong setting, 1 for a fault that may be gone at a later start.
    """

    sentence: str
    status: int = 0


def faults_of(settings: Settings) -> list[Fault]:
    """All faults of the settings, with those of the database."""
    return [*database_faults(settings.database_url), *other_faults(settings)]


def database_faults(url: str) -> list[Fault]:
    """The faults of the database's address, folder and file."""
    try:
        open_engine(url)
        file = database_file(url)
    except UnusableDatabase as error:
        return [Fault(f"DATABASE_URL cannot be used: {error}. .env.example has examples.", 2)]
    if is_on_server(url):
        return []
    if file is None:
        return [Fault(_IN_MEMORY, 2)]
    if is_folder(file):
        return [Fault(f"DATABASE_URL names a folder, {file}, and should name a file.", 1)]
    if not is_folder(file.absolute().parent):
        return [Fault(f"there is no folder {file.parent}. Make it, or check DATABASE_URL.", 1)]
    log = Path(f"{file}-wal")
    if not mode_of(file) and mode_of(log) and log.stat().st_size:
        return [
            Fault(
                f"{log} has the newest moves of a database, and there is no {file}, so SQLite "
                f"would delete it. Put {file} back; or move {log} away to begin without games.",
                1,
            )
        ]
    # Where a link leads, SQLite and the lock have the files beside it.
    place = Path(os.path.realpath(file))
    used = [place.parent, *(Path(f"{place}{end}") for end in ("", *BESIDE))]
    readable = [Path(f"{file}{end}") for end in ("", "-wal", "-shm")]
    return _unwritable(used) or _open_to_others(readable)


def other_faults(settings: Settings) -> Iterator[Fault]:
    """The faults of all settings but the database's address."""
    if 0 < len(settings.database_password) < SHORTEST_SECRET:
        yield Fault(
            f"the database's password has fewer than {SHORTEST_SECRET} characters, so the log "
            "cannot hide it. Choose a longer one."
        )
    yield from _settings_file_faults(settings)
    yield from _backup_faults(settings)
    if settings.metrics_port and (problem := _bind(settings.metrics_host, settings.metrics_port)):
        yield Fault(
            f"METRICS_HOST {settings.metrics_host} and METRICS_PORT {settings.metrics_port} cannot "
            f"be used: {problem}. Choose another address or port, or METRICS_PORT=0 for none.",
            1,
        )
    if settings.sentry_dsn:
        try:
            require_dsn(settings.sentry_dsn.get_secret_value())
        except SentryUnavailable as error:
            yield Fault(f"SENTRY_DSN cannot be used: {error}.", 2)
    yield from _mistyped_names()


def _unwritable(paths: list[Path]) -> list[Fault]:
    """A fault if the bot cannot write one of them, as of another user or on a read-only disk."""
    for path in paths:
        if mode_of(path) and not os.access(path, os.W_OK):
            return [Fault(f"{path} must be writable for the user that the bot runs as.", 1)]
    return []


def _open_to_others(
    files: list[Path], content: str = ": hands and tokens are in there"
) -> list[Fault]:
    """A fault if other users can read a file: earlier versions used the umask's permissions.

    `content` is the end of the sentence, with its sign: what is in the files.
    """
    found = [one for one in files if is_readable_by_others(one)]
    if not found:
        return []
    listed, names = ", ".join(map(str, found)), " ".join(quote(str(one)) for one in found)
    user = os.geteuid()
    # If another user owns a file, the bot itself is one of those others.
    is_foreign = user != 0 and any(one.stat().st_uid != user for one in found)
    first = f"sudo chown {user} {names} && sudo " if is_foreign else ""
    return [
        Fault(f"others on this machine can read {listed}{content}. Run: {first}chmod 600 {names}")
    ]


def _settings_file_faults(settings: Settings) -> list[Fault]:
    """A fault if others can read secrets in `.env`: copies of .env.example are readable."""
    file = Path(".env")
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    if any(secret in text for secret in settings.secrets):
        return _open_to_others([file], ", and a secret is in there")
    return []


def _backup_faults(settings: Settings) -> Iterator[Fault]:
    if settings.backup_period is None:
        return
    if not settings.database_url.startswith("sqlite"):
        yield Fault(
            "BACKUP_EVERY makes no backups of PostgreSQL. Use pg_dump, and set BACKUP_EVERY=0."
        )
        return
    folder = settings.backup_folder
    # The first backup makes what is missing of it.
    place = folder.absolute()
    # On Windows a whole drive can be missing.
    there = next((one for one in (place, *place.parents) if mode_of(one)), None)
    if there is None:
        yield Fault(f"BACKUP_FOLDER {folder} cannot be used: there is no {place.anchor} here.")
    elif not is_folder(there):
        yield Fault(f"BACKUP_FOLDER {folder} cannot be used: {there} is not a folder.")
    elif not os.access(there, os.R_OK | os.W_OK | os.X_OK):
        yield Fault(
            f"BACKUP_FOLDER {folder} cannot be used: the user that the bot runs as must be able to "
            f"read {there} and write to it."
        )
    elif is_folder(folder):
        yield from _open_to_others(sorted(folder.glob("scout-*.db")))


def _bind(host: str, port: int) -> str | None:
    """The reason why no program can listen there; None if the address is free or already in use.

    If it is in use, the bot may be running. One usable address of a name is enough: `localhost` has
    an IPv6 address even on a machine without IPv6.
    """
    try:
        places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        return getattr(error, "strerror", None) or str(error)
    problem = None
    for family, kind, protocol, _, address in places:
        try:
            with socket.socket(family, kind, protocol) as listener:
                listener.bind(address)
        except OSError as error:
            problem = error.strerror
            if error.errno != errno.EADDRINUSE:
                continue
        return None
    return problem


def _mistyped_names() -> Iterator[Fault]:
    """Names that are nearly those of settings; other programs' names are no fault."""
    names = [name.upper() for name in Settings.model_fields]
    for name, in_file in sorted(unknown_names().items()):
        for nearest in get_close_matches(name, names, n=1, cutoff=_LIKENESS[in_file]):
            yield Fault(f"{name} is no setting and does nothing. Is {nearest} meant?")
