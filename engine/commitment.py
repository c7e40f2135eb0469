"""A commitment to a deal: posted before the first card is seen, and checked after the round.

It is the SHA-256 of `deal_text`. The text has a salt of 256 random bits, so the deal cannot be
found by hashing guesses.
"""

import hashlib
import re
from typing import NamedTuple

from engine.cards import Cards, Deal
from engine.errors import EngineError, Refusal, is_text, is_whole
from engine.game import Game
from engine.rules import RULES

HEX_DIGITS = 64
"""The length of a commitment and of a salt: 256 bits each, in lower case."""
_HEX = re.compile(f"[0-9a-f]{{{HEX_DIGITS}}}", re.ASCII)


class Commitment(NamedTuple):
    """The commitment to a round's deal, `digest`, and its `salt`: None while that is a secret."""

    digest: str
    salt: str | None


def deal_text(deal: Deal, number: int, salt: str) -> str:
    """The deal of round `number`, from 1, as the ASCII text that a commitment hashes.

    Each line ends with a line feed. Seats count from 1, cards are as dealt (R3), before R6.
    EngineError if no table has the start player's seat, or if the salt is not ASCII.
    """
    if not is_whole(deal.start) or not 0 <= deal.start < max(RULES):
        raise EngineError(Refusal.NO_SUCH_START_PLAYER)
    if not is_text(salt) or not salt.isascii():
        raise EngineError(Refusal.SALT_WITHOUT_HEX_DIGITS, digits=HEX_DIGITS)
    lines = [
        "scout-deal/1",
        f"round: {number}",
        f"start: seat {deal.start + 1}",
        *(f"seat {seat}: {_written(hand)}" for seat, hand in enumerate(deal.hands, 1)),
        f"set aside: {_written(deal.set_aside) or 'none'}",
        f"salt: {salt}",
    ]
    return "".join(f"{line}\n" for line in lines)


def digest_of(deal: Deal, number: int, salt: str) -> str:
    """The commitment to this deal of round `number`, as 64 hexadecimal digits."""
    return hashlib.sha256(deal_text(deal, number, salt).encode("ascii")).hexdigest()


def is_hex(text: object) -> bool:
    """Whether this can be a commitment or a salt."""
    return is_text(text) and _HEX.fullmatch(text) is not None


def revealed_after(game: Game, number: int) -> int:
    """The number of the round at whose end the salt of round `number` is revealed.

    It is that round itself, except for two players' odd rounds: their deal has the next hands too
    (R4). With the salt and one of these hands, trying finds the other within minutes.
    """
    is_dealt_on = game.rules.deals_set_aside and bool(game.rounds[number - 1].deal.set_aside)
    return number + 1 if is_dealt_on and number < game.length else number


def is_revealed(game: Game, number: int) -> bool:
    """Checks if the salt of round `number`, which has been dealt, is revealed."""
    last = revealed_after(game, number)
    return last <= len(game.rounds) and game.rounds[last - 1].ended is not None


def _written(cards: Cards) -> str:
    return " ".join(map(str, cards))
