"""What alt texts and the messages without pictures say alike of hands, tables and results."""

from collections.abc import Sequence

from bot.text.words import counted, figure, kind, shown_cards
from engine.actions import Show
from engine.cards import Cards
from engine.view import View

NO_CARDS = "No cards left."


def owned_set(cards: Cards, owner: str | None) -> str:
    """`run of 3 by Mia`, or without an owner `run of 3`."""
    return kind(cards) if owner is None else f"{kind(cards)} by {owner}"


def hand_facts(shows: Sequence[Show], new: int | None) -> list[str]:
    """Which cards can be shown, and the position of the card that was scouted last."""
    facts = [f"You can show {shown_cards(shows)}."] if shows else []
    return facts if new is None else [*facts, f"New: card {new}."]


def choosing_words(seen: View) -> str:
    """How many seats have kept or flipped their hand (R6)."""
    return f"Choosing hands: {sum(seen.chosen)} of {seen.players} ready."


def seat_facts(seen: View, at: int, *, choosing: bool = False) -> list[str]:
    """All that everybody can see of a seat (R15); if `choosing`, whether its hand is chosen."""
    facts = [counted(seen.counts[at], "card"), f"pile {seen.piles[at]}"]
    facts.append(counted(seen.chips[at], "chip"))
    if choosing:
        facts.append("ready" if seen.chosen[at] else "choosing")
    elif seen.rules.scout_and_show:
        facts.append("Scout & Show ready" if seen.tokens[at] else "Scout & Show used")
    if seen.number > 1:
        facts.append(f"total {figure(seen.totals[at])}")
    return facts
