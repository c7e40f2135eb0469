"""The base of all commands, and functions that several share."""

import argparse
import logging
import os
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress

from pydantic import ValidationError

from bot.settings import Settings, UnreadableSettings
from bot.storage.engine.errors import UnusableDatabase
from bot.tables.core.errors import sentence_of
from bot.text.language import ENGLISH
from bot.text.words import shortened
from engine.errors import ScoutError

STOPPED = 130
"""The exit status after Ctrl-C or SIGTERM, as shells have it."""
UNREAD = 141
"""The exit status if the reader of the output, such as `head`, has ended, as shells have it."""
_OUTAGES = ("bot.storage.engine.database", "bot.storage.engine.postgres_engine")
"""Loggers of errors that also end a command, with the same reason."""
_MAX_WORDS = 500
"""Maximum characters of a refusal: it may quote a file."""


class Command(ABC):
    """A command of `python -m bot`; its class has the command's name.

    The docstring of the class says what the command does and its exit statuses, for its `--help`.
    """

    # Most commands have no arguments, so the method is not abstract.
    def add_arguments(self, parser: argparse.ArgumentParser) -> None:  # noqa: B027
        """Declare the command's arguments."""

    @abstractmethod
    def run(self, options: argparse.Namespace) -> int:
        """Run the command with its parsed arguments; returns the exit status. Raises Refused."""


class Refused(Exception):
    """The command cannot be carried out: a sentence for standard error, empty for none, and the
    exit status."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(sentence)
        self.status = status


def run_safely(run: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    """Run a command; on failure print the reason. Returns the exit status.

    SIGTERM does what Ctrl-C does: unfinished files are deleted.
    """
    # Only the main thread of a program can say so.
    with suppress(ValueError):
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    if logging.lastResort is not None:
        # It prints errors of a command that has no log.
        logging.lastResort.addFilter(_says_more)
    try:
        return run(options)
    except KeyboardInterrupt:
        return _fail("Stopped.", STOPPED)
    except UnreadableSettings as error:
        return _fail(f"The file .env cannot be read: {error}.", 2)
    except ValidationError as error:
        wrong = [
            f"{str(item['loc'][0]).upper()}: {item['msg'].removeprefix('Value error, ')}"
            for item in error.errors()
        ]
        introduction = "These settings cannot be used. Check the environment and .env. "
        return _fail(introduction + "; ".join(wrong), 2)
    except Refused as error:
        return _fail(shortened(str(error), _MAX_WORDS), error.status)
    except UnusableDatabase as error:
        return _fail(f"The database cannot be used: {error}.", 1)
    except ScoutError as error:
        return _fail(ENGLISH.say(sentence_of(error)), 1)


def _says_more(record: logging.LogRecord) -> bool:
    """Whether the line says more than the command's own refusal."""
    return record.name not in _OUTAGES


def say(line: str = "") -> None:
    """Print a line at once. Raises Refused if standard output cannot be written."""
    try:
        print(line, flush=True)
    except OSError as error:
        # At its end Python would write the rest of the buffer, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise Refused("", UNREAD) from error
        raise Refused(f"The output cannot be written: {error.strerror}.") from error


def add_database_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--database URL`; None if it is left out."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="the database, as a SQLAlchemy URL; DATABASE_URL from the environment or .env if "
        "left out",
    )


def database_url(options: argparse.Namespace) -> str:
    """The address from `--database`, else from the settings."""
    return options.database or Settings().database_url


def number_within(least: int, most: float, refusal: str) -> Callable[[str], int]:
    """The type of an argument that is a number in these bounds."""

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 18 and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(refusal)

    return read


def _fail(sentence: str, status: int) -> int:
    if sentence:
        print(sentence, file=sys.stderr)
    return status
