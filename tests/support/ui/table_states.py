"""Tables at a chosen position of a game: as a value, or put into the channel's database."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count

from bot.storage import models
from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.replay import round_row
from bot.tables.core.state import TableState, table_state
from engine.actions import Action, Orient
from engine.cards import Card, Cards, deck
from engine.game import Game
from engine.round import Round
from tests.support.engine.random_games import positions
from tests.support.engine.rounds import changed

NAMES = ("Mia", "Noa", "Kim", "Leo", "Ida", "Uma")
SINGLE = (Card(1, 2),)
RUN = (Card(4, 8), Card(5, 9), Card(6, 10))
_DAWN = datetime(2026, 1, 1, tzinfo=UTC)
_BEAM = 25
"""Games that the search for a hoard keeps at each turn."""


def state_of(game: Game, names: Sequence[str] = NAMES) -> TableState:
    """A table of members only where the game stands so; the salt of a deal is its number."""
    table = models.Table(
        id=1,
        guild_id=1,
        channel_id=2,
        host_id=100,
        status=Status.OVER if game.over else Status.PLAYING,
        options=TableOptions(size=game.players, length=game.length),
        revision=1,
        opened_at=_DAWN,
        decision_since=_DAWN,
        reposts=0,
        seats=[
            models.Seat(index=at, user_id=100 + at, name=names[at], away=False, reminded=0, also=[])
            for at in range(game.players)
        ],
        rounds=[
            round_row(1, number, played.deal, f"{number:064x}")
            for number, played in enumerate(game.rounds, 1)
        ],
    )
    return table_state(table, game)


def hoard(cards: int) -> Game:
    """A game of four in which seat 0 holds so many cards, is on turn and can do everything."""
    return next(game for seed in count() for game in _hoarding(random.Random(seed), cards))


def _hoarding(rng: random.Random, cards: int) -> Iterator[Game]:
    game = Game.new(4, 1)
    beam = [_all_keep(game.begin_round(game.next_deal(rng)))]
    while beam:
        yield from (game for game in beam if _may_do_everything(game.rounds[-1], cards))
        games = [game.play(_on_turn(game), action) for game in beam for action in _some(game, rng)]
        going_on = [game for game in games if not game.over]
        beam = sorted(going_on, key=lambda game: _hoarded(game) + rng.random() * 0.3)[-_BEAM:]


def _all_keep(game: Game) -> Game:
    for seat in range(game.players):
        game = game.play(seat, Orient(flip=False))
    return game


def _on_turn(game: Game) -> int:
    return game.rounds[-1].turn


def _may_do_everything(played: Round, cards: int) -> bool:
    return (
        played.turn == 0
        and len(played.hands[0]) >= cards
        and len(played.active) > 1
        and bool(played.legal(0).scouts_before_show())
    )


def _some(game: Game, rng: random.Random) -> list[Action]:
    """A few actions worth a look: seat 0 scouts if it can, the others show little."""
    played, seat = game.rounds[-1], _on_turn(game)
    scouts = sorted(played.legal(seat).scouts(), key=str)
    few: list[Action] = [*rng.sample(scouts, min(2, len(scouts)))]
    if seat == 0 and few:
        return few
    hand = played.hands[seat]
    shows = sorted(
        played.legal(seat).shows(), key=lambda s: (s.last - s.first, hand[s.first - 1].up)
    )
    longer = [show for show in shows if show.last > show.first]
    return [*few, *shows[:2], *longer[:2]]


def _hoarded(game: Game) -> float:
    """How good the outlook is: cards in seat 0's hand, and others not yet lost to a pile."""
    played = game.rounds[-1]
    sizes = [len(hand) for hand in played.hands]
    return sizes[0] + 0.6 * (sum(sizes[1:]) + len(played.active)) + 0.05 * min(sizes)


def crowded(cards: int, active: Cards) -> Game:
    """A position whose player on turn holds that many cards, against that Active Set."""
    game = next(game for game in positions(4, seed=1) if game.rounds[-1].active)
    played = game.rounds[-1]
    hand = [card for card in deck(4) if card not in active]
    random.Random(cards).shuffle(hand)
    hands = tuple(tuple(hand[:cards]) if seat == played.turn else () for seat in range(4))
    crowd = changed(played, hands=hands, active=active, tokens=(True,) * 4)
    return game._replace(rounds=(crowd,))


def in_text(state: TableState) -> TableState:
    return replace(state, options=replace(state.options, pictures=False))
