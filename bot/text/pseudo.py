"""A pseudo-language: English with accents, longer and in brackets.

Text that is still English, cut off or broken over two lines is seen at once.
"""

import gettext
import re

_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
_GROWTH = 0.4
"""How much longer a text becomes: that of German and Polish sentences beside English ones."""
_KEPT = re.compile(r"(\{[^}]*\}|<[^>]*>|`[^`]*`|https?://\S+)")
"""Named places, mentions, commands and addresses stay as they are."""


def pseudo(text: str) -> str:
    """`[Héllóó {name}]` for `Hello {name}`; markdown, named places and commands are kept."""
    parts = _KEPT.split(text)
    letters = sum(len(part) for part in parts[::2])
    accented = [part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts)]
    return f"[{''.join(accented)}{'~' * round(letters * _GROWTH)}]"


class PseudoTranslations(gettext.NullTranslations):
    """The catalogue of the pseudo-language, made of the English texts."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)
