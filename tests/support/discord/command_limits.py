"""What Discord refuses in a command, counted as it counts; see docs/discord.md."""

from collections.abc import Iterator
from typing import Any

MOST_CHARACTERS = 8_000
"""Of a command with its subcommands, options and choices; of each field its longest text."""
LONGEST_DESCRIPTION = 100
LONGEST_NAME = {"command": 32, "choice": 100}

Json = dict[str, Any]


def characters(part: Json) -> int:
    """Those of a command, an option or a choice, with all that is in it."""
    own = longest(part, "name") + longest(part, "description") + len(str(part.get("value", "")))
    return own + sum(map(characters, [*part.get("options", []), *part.get("choices", [])]))


def longest(part: Json, field: str) -> int:
    """The length of the field in the language in which it is longest."""
    return max(map(len, texts(part, field)))


def texts(part: Json, field: str) -> list[str]:
    """The field in English and in each language that has a text of its own for it."""
    return [part.get(field, ""), *(part.get(f"{field}_localizations") or {}).values()]


def command_violations(command: Json) -> Iterator[str]:
    """What is wrong with a command that is registered with all its languages."""
    if (length := characters(command)) > MOST_CHARACTERS:
        yield f"{length} characters in all"
    yield from _violations(command, command["name"])


def _violations(part: Json, path: str) -> Iterator[str]:
    kind = "choice" if "value" in part else "command"
    for name in texts(part, "name"):
        if not 1 <= len(name) <= LONGEST_NAME[kind]:
            yield f"{path}: a {kind}'s name of {len(name)} characters: {name}"
    for description in texts(part, "description") if kind == "command" else ():
        if not 1 <= len(description) <= LONGEST_DESCRIPTION:
            yield f"{path}: a description of {len(description)} characters: {description}"
    for child in [*part.get("options", []), *part.get("choices", [])]:
        yield from _violations(child, f"{path} {child['name']}")
