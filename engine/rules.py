"""The rules that depend on the number of players (R2-R4, R7, R12, R16, R17, R20, R21)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import EngineError, Refusal, is_whole, quoted


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that depend on the number of players.

    The flags for two players are all true together, but each names the one rule that it is about.
    """

    players: int
    hand_size: int
    """Cards dealt to each player (R3)."""
    removed: frozenset[tuple[int, int]] = frozenset()
    """Cards that are not in the deck (R2), each as its lower and its higher number."""
    starting_chips: int = 0
    """Scout chips of each player at the start of a round (R7)."""
    scout_and_show: bool = True
    """Whether there is Scout & Show, with one token for each player and round (R7, R12, R16)."""
    scout_costs_chip: bool = False
    """Whether a Scout costs one of the player's own chips, and the owner gets none (R16)."""
    scout_keeps_turn: bool = False
    """Whether the same player goes on after a Scout (R17)."""
    ends_when_stuck: bool = False
    """Whether an unbeaten round ends when the next player can do nothing (R21).

    Otherwise it ends when all others have scouted in turn (R20).
    """
    deals_set_aside: bool = False
    """Whether the cards set aside in one round are dealt in the next (R4)."""


RULES: Mapping[int, Rules] = {
    2: Rules(
        players=2,
        hand_size=11,
        removed=frozenset({(9, 10)}),
        starting_chips=3,
        scout_and_show=False,
        scout_costs_chip=True,
        scout_keeps_turn=True,
        ends_when_stuck=True,
        deals_set_aside=True,
    ),
    3: Rules(players=3, hand_size=12, removed=frozenset((low, 10) for low in range(1, 10))),
    4: Rules(players=4, hand_size=11, removed=frozenset({(9, 10)})),
    5: Rules(players=5, hand_size=9),
}
"""The rules by number of players: 2 to 5."""


def rules_for(players: int) -> Rules:
    """The rules for this many players; EngineError unless 2-5."""
    if not is_whole(players) or players not in RULES:
        raise EngineError(
            Refusal.NUMBER_OF_PLAYERS, least=min(RULES), most=max(RULES), players=quoted(players)
        )
    return RULES[players]
