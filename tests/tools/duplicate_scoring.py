"""Scores players as in duplicate bridge: equal deals are played from every seat.

Each deal is played once with the challenger in each seat, so that the luck of the cards cancels.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.game import Game
from engine.players import Player
from engine.players.value_network import ahead
from engine.view import view
from tests.tools.all_seeing import AllSeeing

Maker = Callable[[], Player]


@dataclass(frozen=True, slots=True)
class Played:
    """One game of the challenger: the totals by seat, and the challenger's seat."""

    totals: tuple[int, ...]
    seat: int

    @property
    def own(self) -> int:
        """The challenger's total."""
        return self.totals[self.seat]

    @property
    def ahead(self) -> float:
        """The challenger's total less the mean of the others'."""
        return ahead(self.totals, self.seat)

    @property
    def rank(self) -> float:
        """The challenger's rank, 1 for the winner; equal totals share the mean of their ranks."""
        better = sum(total > self.own for total in self.totals)
        return better + (self.totals.count(self.own) + 1) / 2

    @property
    def win(self) -> float:
        """1 for a victory, a share of it if others have the same total, else 0 (R23)."""
        best = max(self.totals)
        return (self.own == best) / self.totals.count(best)


@dataclass(frozen=True, slots=True)
class Match:
    """A challenger in one seat, players of the field in all others."""

    challenger: Maker
    field: Maker
    players: int
    rounds: int

    def games(self, seed: int) -> list[Played]:
        """Play the games of one seed: equal deals, with the challenger once in each seat."""
        return [Played(self._totals(seat, seed), seat) for seat in range(self.players)]

    def _totals(self, challenger_seat: int, seed: int) -> tuple[int, ...]:
        seats = [
            self.challenger() if seat == challenger_seat else self.field()
            for seat in range(self.players)
        ]
        return play(seats, self.rounds, seed)


def play(seats: Sequence[Player], rounds: int, seed: int) -> tuple[int, ...]:
    """Play a game; returns its totals. Its deals depend only on the seed, not on what is played."""
    game, deals, rng = Game.new(len(seats), rounds), random.Random(seed), random.Random(seed + 0.5)
    while not game.over:
        if game.needs_deal:
            game = game.begin_round(game.next_deal(deals))
        now = game.rounds[-1]
        seat = now.to_move[0]
        player = seats[seat]
        if isinstance(player, AllSeeing):
            player.look(now)
        game = game.play(seat, player.choose(view(game, seat), rng))
    return game.totals()
