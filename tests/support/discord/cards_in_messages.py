"""The numbers of cards as they stand in messages, to find a hand where it may not be."""

import re
from collections.abc import Iterable, Iterator

from simcord.results import ResponseMessage

from engine.cards import Cards
from tests.support.discord.messages import words

_COMMITMENT = re.compile(r"\b[0-9a-f]{64}\b")
_WIDTH = 8
"""Cards that a line would hold if a hand stood in columns."""


def everything(message: ResponseMessage) -> str:
    """The words of a message and of its pictures."""
    alt_texts = [attachment.description or "" for attachment in message.attachments]
    return "\n".join([words(message), *alt_texts])


def numbers_in(text: str) -> str:
    # The digits of a commitment are no cards, though they may look like some.
    return spaced(re.findall(r"\d+", _COMMITMENT.sub("", text)))


def spaced(numbers: Iterable[object]) -> str:
    return f" {' '.join(map(str, numbers))} "


def written(hand: Cards) -> Iterator[str]:
    """The numbers of the hand in the orders in which they could stand in a message."""
    for cards in (hand, tuple(card.flipped() for card in hand)):
        yield spaced(card.up for card in cards)
        yield spaced(card.up for card in cards[:_WIDTH])
        yield spaced(end for card in cards for end in card)
        yield spaced(end for place, card in enumerate(cards, 1) for end in (place, *card))
