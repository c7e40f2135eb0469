"""Seeded games for the tests: one seed, one game, whatever order the engine lists actions in."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Card
from engine.game import Game
from engine.round import Round

PLAYERS = (2, 3, 4, 5)

A = TypeVar("A", Show, Scout)


def unordered(cards: Iterable[Card]) -> Counter[frozenset[int]]:
    """The cards as they are, whichever end is up (R1)."""
    return Counter(frozenset(card) for card in cards)


def one_of(rng: random.Random, actions: Sequence[A]) -> A:
    return rng.choice(sorted(actions, key=str))


def any_action(position: Round, seat: int, rng: random.Random) -> Action:
    """A legal action: rather a Show than a Scout, sometimes a Scout & Show."""
    if position.orientation[seat] is None:
        return Orient(rng.random() < 0.5)
    if rng.random() < 0.1 and (first := position.legal(seat).scouts_before_show()):
        scout = one_of(rng, first)
        return ScoutAndShow(scout, one_of(rng, position.legal(seat).shows_after(scout)))
    shows, scouts = position.legal(seat).shows(), position.legal(seat).scouts()
    if shows and (not scouts or rng.random() < 0.7):
        return one_of(rng, shows)
    return one_of(rng, scouts)


def any_step(game: Game, rng: random.Random) -> Game:
    """The next deal where one is due, or else an action of somebody who can act."""
    if game.needs_deal:
        return game.begin_round(game.next_deal(rng))
    assert game.current is not None
    seat = rng.choice(game.current.to_move)
    return game.play(seat, any_action(game.current, seat, rng))


def positions(players: int, seed: int, length: int | None = None) -> Iterator[Game]:
    """Every position of one game, from the first deal to the end."""
    rng = random.Random(seed)
    game = Game.new(players, length)
    while not game.over:
        game = any_step(game, rng)
        yield game


def finished(players: int, seed: int, length: int | None = None) -> Game:
    return list(positions(players, seed, length))[-1]
