"""How the sentences of the tutorial name the buttons to press."""

import re


def bold(text: str) -> list[str]:
    return re.findall(r"\*\*(.+?)\*\*", text)


def named_by(label: str) -> str:
    """What a sentence calls a button: its label without the mark and what follows a colon."""
    return label.removeprefix("→ ").partition(":")[0]
