"""Lists the calls that hold a sentence for the catalogues."""

from typing import NamedTuple

from tests.support.discord.command_limits import LONGEST_DESCRIPTION


class Keyword(NamedTuple):
    """The positions of a call's context, text and plural form among its arguments, from 0."""

    text: int = 0
    context: int | None = None
    many: int | None = None
    most: int | None = None
    """The most letters that Discord allows in each language."""


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
"""Keyed by the last part of a call's name; the plural of Sentence and TableError is optional."""
