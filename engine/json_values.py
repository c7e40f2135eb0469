"""Checked reading of values from a JSON document; RecordError says where the document is wrong."""

from collections.abc import Iterator, Set
from contextlib import contextmanager

from engine.errors import RecordError, ScoutError


def integer(value: object, where: str) -> int:
    """The value as a whole number; booleans are refused."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise RecordError(f"{where}: this should be a whole number.")


def text(value: object, where: str) -> str:
    """The value as a text."""
    if isinstance(value, str):
        return value
    raise RecordError(f"{where}: this should be text.")


def items(value: object, where: str, most: int) -> list[object]:
    """The value as a list of any values, at most so many."""
    if isinstance(value, list) and len(value) <= most:
        return value
    raise RecordError(f"{where}: this should be a list of at most {most}.")


def integers(value: object, where: str, most: int) -> list[int]:
    """The value as a list of at most so many whole numbers."""
    return [integer(item, where) for item in items(value, where, most)]


def texts(value: object, where: str, most: int) -> list[str]:
    """The value as a list of at most so many texts."""
    return [text(item, where) for item in items(value, where, most)]


def mapping(value: object, keys: Set[str], where: str) -> dict[str, object]:
    """The value as an object with exactly these keys."""
    if isinstance(value, dict) and value.keys() == keys:
        return value
    raise RecordError(f"{where}: this should have exactly the keys {', '.join(sorted(keys))}.")


def check_equal(value: object, expected: object, where: str) -> None:
    """Raise RecordError unless the value is what the rules give."""
    if value != expected:
        raise RecordError(f"{where}: this should be {expected}.")


@contextmanager
def located(where: str) -> Iterator[None]:
    """Turn any ScoutError inside into a RecordError that says where in the document."""
    try:
        yield
    except ScoutError as error:
        raise RecordError(f"{where}: {error}") from error
