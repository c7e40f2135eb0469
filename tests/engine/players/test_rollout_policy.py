"""The rollout policy, compared with all legal actions."""

import pytest

from engine.actions import Scout, Show
from engine.legal_actions import lay
from engine.players.search import rollout_action
from engine.round import Ending, Round
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.engine.rounds import facing, hand_cost, values_of


def on_turn(players: int, seed: int) -> list[Round]:
    """The positions of a random game with hands chosen and a seat to move."""
    rounds = [game.rounds[-1] for game in positions(players, seed, length=2)]
    return [now for now in rounds if None not in now.orientation and now.ended is None]


@pytest.mark.slow  # chooses in every position of whole games
@pytest.mark.parametrize("players", PLAYERS)
def test_r13_it_is_legal_and_a_show_where_there_is_one(players: int) -> None:
    for seed in range(10):
        for now in on_turn(players, seed):
            action, shows = rollout_action(now.position()), now.legal(now.turn).shows()
            assert action in now.legal_actions(now.turn)
            assert isinstance(action, Show) == bool(shows)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_show_leaves_the_cheapest_hand(players: int) -> None:
    for now in on_turn(players, seed=1):
        hand, action = now.hands[now.turn], rollout_action(now.position())
        if isinstance(action, Show) and now.after(now.turn, action).ended is not Ending.EMPTY:
            left = [hand_cost(lay(hand, show)[1]) for show in now.legal(now.turn).shows()]
            assert hand_cost(lay(hand, action)[1]) == pytest.approx(min(left))


def test_r19_it_ends_the_round_even_if_it_could_leave_a_hand_of_negative_cost() -> None:
    now = facing("1", "5/1 6/1 7/1 8/1 9/1 10/1", "3/2 5/2", "4/2 6/2")
    assert hand_cost(now.hands[0][1:]) < 0
    assert now.after(0, rollout_action(now.position())).ended is Ending.EMPTY


def test_r12_it_ends_the_round_with_the_token() -> None:
    now = facing("8/2 8/1", "8/3 8/4", "3/2 5/2", "4/2 6/2")
    assert now.after(0, rollout_action(now.position())).ended is Ending.EMPTY


def test_r12_the_token_is_spent_for_cards_that_are_worth_it() -> None:
    now = facing("5/1 5/2 5/3 5/4", "2/9 5/8 5/7 5/6 9/3", "3/2 8/2", "4/2 6/2")
    after = now.after(0, rollout_action(now.position()))
    assert (after.piles[0], after.tokens[0], values_of(after.hands[0])) == (3, False, bytes((2, 9)))


def test_r11_a_scouted_card_goes_where_it_makes_a_set() -> None:
    now = facing("9/2 9/1", "3/1 5/1 4/8", "3/2 5/2", "4/2 6/2", tokens=(False,) * 3)
    assert rollout_action(now.position()) == Scout("L", 1, flipped=True)
    assert values_of(now.after(0, rollout_action(now.position())).hands[0]) == bytes((2, 3, 5, 4))
