"""A pseudo-language: English with accents, longer and in brackets.

It shows texts that are not translated, cut off or broken into two lines.
"""

import re

_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
_GROWTH = 0.4
"""The growth of a text with its brackets: that of German and Polish translations."""
_KEPT = re.compile(r"(\{[^}]*\}|<[^<>\s]*>|`[^`]*`|</[^>]*>|https?://[^\s)>]+)")
"""Named places, mentions, commands and addresses stay as they are."""
_BEGINS = re.compile(r"(?:#{1,3} |-# |> |- |\d+\. )?")
"""Markdown at the beginning of a line: headings, small print, quotations, items."""
_PADDING = " ëëëëë"


def pseudo(text: str) -> str:
    """`[Hélló {name}]` for `Hello {name}`, line by line; markdown and places are kept."""
    return "\n".join(map(_line, text.split("\n")))


def _line(line: str) -> str:
    begins = _BEGINS.match(line)
    assert begins
    said = line[begins.end() :]
    core = said.strip()
    if not core:
        return line
    parts = _KEPT.split(core)
    letters = sum(len(part) for part in parts[::2])
    accented = [part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts)]
    more = max(0, round(letters * _GROWTH) - len("[]"))
    longer = (_PADDING * letters)[:more].rstrip()
    written = f"[{''.join(accented)}{longer}]"
    return begins[0] + said.replace(core, written)
