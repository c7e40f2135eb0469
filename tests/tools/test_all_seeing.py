"""The player that sees all hands knows them and no more."""

import random

import pytest

from engine.cards import pack
from engine.game import Game
from engine.players.belief import Belief
from engine.players.hand_partition import better_flipped
from engine.players.medium import Medium
from engine.view import view
from tests.support.engine.random_games import positions
from tests.tools.all_seeing import AllSeeing, Knowledge
from tests.tools.duplicate_scoring import Match


def test_it_knows_every_hand_and_changes_nothing_else() -> None:
    rng, known = random.Random(1), 0
    for game in positions(4, seed=1, length=1):
        now = game.rounds[-1]
        if game.over or None in now.orientation:
            continue
        seen = view(game, now.to_move[0])
        truth, guess = now.position(), Belief(seen).determinization(rng)
        found = Knowledge(seen, now.position()).determinization(rng)
        assert found.hands == truth.hands
        assert (found.mover, found.active, found.owner) == (truth.mover, truth.active, truth.owner)
        assert (found.piles, found.chips, found.tokens) == (truth.piles, truth.chips, truth.tokens)
        known += guess.hands != truth.hands
    assert known > 10


def test_r6_it_expects_the_better_orientation_of_players_who_have_not_chosen() -> None:
    rng, turned = random.Random(1), 0
    for seed in range(5):
        game = Game.new(4)
        now = game.begin_round(game.next_deal(random.Random(seed))).rounds[-1]
        seen = view(game.begin_round(now.deal), 0)
        hands = Knowledge(seen, now.position()).determinization(rng).hands
        assert hands[0] == pack(seen.hand)
        assert not any(map(better_flipped, hands[1:]))
        turned += sum(map(better_flipped, now.position().hands[1:]))
    assert turned > 0


@pytest.mark.slow  # plays three games
def test_it_plays_a_whole_game() -> None:
    games = Match(AllSeeing, Medium, players=3, rounds=1).games(seed=1)
    assert sum(game.ahead for game in games) > 0
