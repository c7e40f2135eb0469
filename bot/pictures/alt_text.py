"""Alt texts within Discord's limit, and the cards in them."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec

from bot.text.language import Language
from bot.text.words import in_a_row, shortened
from engine.cards import Card, Cards

Ps = ParamSpec("Ps")

ALT_LIMIT = 1024
"""Discord's limit of an attachment's description, in characters."""
_CARD = re.compile("\ue000(\\d+)/(\\d+)\ue001")
"""A card before it is written in words, or in digits if there are too many."""


def within_limit(
    sentences: Callable[Concatenate[Language, Ps], Iterable[str]],
) -> Callable[Concatenate[Language, Ps], str]:
    """Join a function's sentences in one line, cards as 3/7 if there are too many for words."""

    @wraps(sentences)
    def joined(language: Language, /, *args: Ps.args, **kwargs: Ps.kwargs) -> str:
        text = in_a_row(sentences(language, *args, **kwargs))
        in_words = _CARD.sub(lambda card: _in_words(language, card[1], card[2]), text)
        if len(in_words) <= ALT_LIMIT:
            return in_words
        return shortened(_CARD.sub(r"\1/\2", text), ALT_LIMIT)

    return joined


@lru_cache(maxsize=1024)
def _in_words(language: Language, upper: str, lower: str) -> str:
    """A card for screen readers, which read 3/7 as a fraction or a date."""
    # Translators: a card with its upper and its lower number: "3 over 7"
    return language.gettext("{upper} over {lower}", upper=upper, lower=lower)


def card_marked(card: Card) -> str:
    """The card as `within_limit` knows it."""
    return f"\ue000{card.up}/{card.down}\ue001"


def cards_marked(cards: Iterable[Card]) -> str:
    """The same of several cards."""
    return ", ".join(map(card_marked, cards))


def by_position(cards: Cards) -> str:
    """The same with their positions: `1: 3 over 7, 2: 4 over 1`."""
    return ", ".join(
        f"{position}: {card_marked(card)}" for position, card in enumerate(cards, start=1)
    )
