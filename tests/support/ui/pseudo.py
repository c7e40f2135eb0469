"""What messages in the pseudo-language say, and what of it is English."""

import re
from collections.abc import Iterator

from bot.ui.kit.message import Message, Select
from tests.support.ui.rendering import texts_of

_KEPT = re.compile(r"Mia|<[^<>]*>|`[^`\n]+`| (and|or) |21 Nov")


def english(text: str) -> list[str]:
    """The words outside the brackets of the pseudo-language, but for the name in these messages,
    code, mentions, and what lists and days have from Babel."""
    while (fewer := re.sub(r"\[[^\[\]]*\]", "", text)) != text:
        text = fewer
    return re.findall(r"[A-Za-z]{2,}", _KEPT.sub("", text))


def shown(message: Message) -> Iterator[str]:
    yield from texts_of(message)
    for row in message.rows:
        if isinstance(row, Select):
            yield row.placeholder
            yield from (option.label for option in row.options)
        else:
            yield from (button.label for button in row)
