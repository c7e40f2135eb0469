"""The calls in which a sentence for the catalogues stands."""

from typing import NamedTuple

from tests.support.discord.command_limits import LONGEST_DESCRIPTION


class Keyword(NamedTuple):
    """Which of a call's arguments are the context, the text and its plural form, from 0."""

    text: int = 0
    context: int | None = None
    many: int | None = None
    most: int | None = None
    """Letters that Discord allows in each language."""


KEYWORDS = {
    "gettext": Keyword(),
    "ngettext": Keyword(many=1),
    "pgettext": Keyword(text=1, context=0),
    "npgettext": Keyword(text=1, context=0, many=2),
    "gettext_noop": Keyword(),
    "pgettext_noop": Keyword(text=1, context=0),
    "counting": Keyword(many=1),
    "Sentence": Keyword(many=1),
    "TableError": Keyword(many=1),
    "CommandText": Keyword(most=LONGEST_DESCRIPTION),
}
"""By the last part of the call's name. The plural form of Sentence and TableError is optional."""
