"""Reading values out of a JSON document; RecordError says where one is not what it should be."""

from collections.abc import Iterator, Set
from contextlib import contextmanager

from engine.errors import RecordError, ScoutError


def integer(value: object, where: str) -> int:
    """A whole number; `true` is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise RecordError(f"{where}: this should be a whole number.")


def text(value: object, where: str) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    raise RecordError(f"{where}: this should be a text.")


def items(value: object, where: str) -> list[object]:
    """The values of a list."""
    if isinstance(value, list):
        return value
    raise RecordError(f"{where}: this should be a list.")


def integers(value: object, where: str) -> list[int]:
    """A list of whole numbers."""
    return [integer(item, where) for item in items(value, where)]


def texts(value: object, where: str) -> list[str]:
    """A list of texts."""
    return [text(item, where) for item in items(value, where)]


def mapping(value: object, keys: Set[str], where: str) -> dict[str, object]:
    """An object with exactly these keys."""
    if isinstance(value, dict) and value.keys() == keys:
        return value
    raise RecordError(f"{where}: this should have exactly the keys {', '.join(sorted(keys))}.")


def agree(said: object, true: object, where: str) -> None:
    """RecordError unless the document says what the rules give."""
    if said != true:
        raise RecordError(f"{where}: this should be {true}.")


@contextmanager
def located(where: str) -> Iterator[None]:
    """Say where in the document the engine refused something."""
    try:
        yield
    except ScoutError as error:
        raise RecordError(f"{where}: {error}") from error
