"""The blocks of docs/hosting.md, each with what its fence says about it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "hosting.md"
BY_HAND = "by-hand"
NETWORK = "network"
POSTGRES = "postgres"
SERVES = "serves"
MARKS = {
    "sh": {"", BY_HAND, NETWORK, POSTGRES, SERVES},
    "dotenv": {"", BY_HAND, POSTGRES},
    "sql": {POSTGRES},
    **{language: {""} for language in ("text", "yaml")},
}
"""The languages, and what may follow one."""
_BLOCK = re.compile(r"^( *)```(\w*) ?(.*)\n((?:.*\n)*?)\1```$", re.MULTILINE)


class Block(NamedTuple):
    """`line` is that of its fence."""

    line: int
    language: str
    mark: str
    text: str

    def __str__(self) -> str:
        return f"{GUIDE.name}:{self.line}"


def blocks() -> Iterator[Block]:
    """In the order of the guide."""
    guide = GUIDE.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(guide):
        indent, language, mark, text = found.groups()
        line = guide.count("\n", 0, found.start()) + 1
        yield Block(line, language, mark, re.sub(f"^{indent}", "", text, flags=re.MULTILINE))


def assignments(block: Block) -> dict[str, str]:
    """The settings that a `dotenv` block names, with their values."""
    lines = [line for line in block.text.splitlines() if line and not line.startswith("#")]
    pairs = (line.partition("=") for line in lines)
    return {name: value for name, _, value in pairs}
