"""Laws of every position of random games: what is offered is what is accepted, no card is lost."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from engine.actions import Action, End, Scout, ScoutAndShow, Show
from engine.cards import deck
from engine.errors import IllegalAction
from engine.round import Round
from tests.support.engine.random_games import PLAYERS, positions

ENDS: tuple[End, ...] = ("L", "R")


def conceivable(hand: int) -> Iterator[Action]:
    """Every action that notation can write about a hand of so many cards, and a few beyond."""
    places = range(1, hand + 3)
    shows = [Show(first, last) for first, last in product(places, places) if first <= last]
    sides = product(ENDS, places, (False, True))
    scouts = [Scout(end, place, flipped) for end, place, flipped in sides]
    yield from shows
    yield from scouts
    yield from (ScoutAndShow(scout, show) for scout, show in product(scouts, shows))


def accepted(now: Round, action: Action) -> bool:
    try:
        now.play(now.turn, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_r8_to_r17_what_is_offered_is_exactly_what_is_accepted(players: int) -> None:
    rounds = [game.rounds[-1] for game in positions(players, seed=5, length=2)]
    turns = [now for now in rounds if None not in now.orientation and not now.ended]
    for now in random.Random(1).sample(turns, 5):
        offered = now.legal_actions(now.turn)
        wanted = {
            action for action in conceivable(len(now.hands[now.turn])) if accepted(now, action)
        }
        assert len(offered) == len(set(offered)) == len(wanted)
        assert set(offered) == wanted


@pytest.mark.parametrize("players", PLAYERS)
def test_r2_to_r12_cards_are_conserved(players: int) -> None:
    for game in positions(players, seed=6):
        now = game.rounds[-1]
        piles = sum(now.piles)
        lying = [*now.active, *now.deal.set_aside, *(card for hand in now.hands for card in hand)]
        # the even rounds of two players are without the cards of the round before
        missing = 22 if players == 2 and not now.deal.set_aside else 0
        assert len(lying) + piles + missing == len(deck(players))
        assert len({frozenset(card) for card in lying}) == len(lying)
