"""The plain computer player."""

import random

import pytest

from engine.actions import Action, Orient
from engine.game import Game
from engine.players import Player
from engine.players.plain import Plain
from engine.sets import strength
from engine.view import View, view
from tests.engine.random_games import PLAYERS


class StrongestShow:
    """Shows its strongest set whenever it can, else scouts at random."""

    def choose(self, view: View, rng: random.Random) -> Action:
        if view.orientation is None:
            return Orient(rng.random() < 0.5)
        if shows := view.shows():
            return max(
                shows, key=lambda show: strength(view.hand[show.first - 1 : show.last]) or (0,)
            )
        return rng.choice(view.scouts())


def play(players: list[Player], seed: int) -> Game:
    rng, game = random.Random(seed), Game.new(len(players))
    while not game.over:
        if game.needs_deal:
            game = game.begin_round(game.next_deal(rng))
        assert game.current is not None
        seat = game.current.to_move[0]
        game = game.play(seat, players[seat].choose(view(game, seat), rng))
    return game


@pytest.mark.parametrize("players", PLAYERS)
def test_plain_plays_whole_games_by_the_rules(players: int) -> None:
    assert play([Plain()] * players, seed=1).over


def test_the_same_chance_chooses_the_same() -> None:
    assert play([Plain()] * 3, seed=2) == play([Plain()] * 3, seed=2)


@pytest.mark.parametrize("players", PLAYERS)
def test_plain_beats_a_player_who_shows_all_it_can(players: int) -> None:
    gain = 0
    for seed in range(2 * players):
        seats: list[Player] = [StrongestShow()] * players
        seats[seed % players] = Plain()
        totals = play(seats, seed).totals()
        gain += players * totals[seed % players] - sum(totals)
    assert gain > 0
