"""The position beneath a round: its lists, its copies, and the round that stands on it."""

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.actions import Action, parse_action
from engine.cards import Card, Cards, Deal, pack, unpack
from engine.errors import ScoutError
from engine.game import Game
from engine.legal_actions import take
from engine.position import Position
from engine.round import Round
from engine.rules import RULES
from tests.support.engine import naive
from tests.support.engine.differential_round import any_deal, pick, plain
from tests.support.engine.random_games import PLAYERS, finished, positions
from tests.support.engine.rounds import changed

tables = pytest.mark.parametrize("players", PLAYERS)


def begun(deal: Deal) -> Position:
    return Position.begin(RULES[len(deal.hands)], [pack(hand) for hand in deal.hands], deal.start)


def state(now: Position) -> tuple[object, ...]:
    """All of a position by value."""
    return tuple(copy.deepcopy(getattr(now, name)) for name in Position.__slots__)


def turns(players: int, rng: random.Random) -> Iterator[tuple[Position, naive.Table, str]]:
    """Every turn of a round, on a position and by the reference, with what is played next."""
    deal = any_deal(players, rng)
    now, table = begun(deal), naive.Table([plain(hand) for hand in deal.hands], deal.start)
    for seat in range(players):
        text = rng.choice("KF")
        now.make(seat, parse_action(text))
        table.choose(seat, text)
    scouting = rng.choice((0.1, 0.5, 1.0, 3.0))
    while not table.ended:
        text = pick(rng, table.legal(table.turn), scouting)
        yield now, table, text
        now.make(table.turn, parse_action(text))
        table.play(text)
    assert now.mover is None
    assert now.ended == table.ended


@pytest.mark.slow  # tries every action of whole rounds
@tables
def test_r10_to_r13_the_list_is_what_the_reference_finds_by_trying(players: int) -> None:
    rng = random.Random(players)
    for _ in range(10):
        for now, table, _ in turns(players, rng):
            assert now.mover == table.turn
            offered = list(map(str, now.actions()))
            assert len(offered) == len(set(offered))
            assert set(offered) == table.legal(table.turn)


@pytest.mark.slow
@tables
def test_a_copy_that_is_moved_on_leaves_the_position_as_it_was(players: int) -> None:
    rng = random.Random(players)
    for now, _, text in turns(players, rng):
        before = state(now)
        for action in [parse_action(text), *rng.sample(now.actions(), 1)]:
            tried = now.copy()
            assert state(tried) == before
            tried.make(now.turn, action)
            while tried.mover is not None and rng.random() < 0.8:
                tried.make(tried.mover, rng.choice(tried.actions()))
            assert state(now) == before


@tables
def test_a_round_is_what_its_actions_make_of_its_deal(players: int) -> None:
    for played in finished(players, seed=1).rounds:
        now, seats = Round.begin(played.deal), [event.seat for event in played.log]
        for seat, flipped in enumerate(played.orientation):
            now = now.play(seat, parse_action("F" if flipped else "K"))
        for seat, action in zip(seats, played.actions, strict=True):
            now = now.play(seat, action)
        assert now == played
        assert hash(now) == hash(played)
        assert repr(now) == repr(played)


@pytest.mark.slow
@tables
def test_r15_the_log_shows_all_that_is_not_in_hands(players: int) -> None:
    for game in positions(players, seed=2):
        now = game.rounds[-1]
        active: Cards = ()
        owner, scouts = None, 0
        piles, counts = [0] * players, [len(hand) for hand in now.deal.hands]
        chips = [now.rules.starting_chips] * players
        for event in now.log:
            if event.scouted and event.end:
                card, active = take(active, event.end)
                assert card == event.scouted
                counts[event.seat] += 1
                payer, gain = (event.seat, -1) if event.paid is None else (event.paid, 1)
                chips[payer] += gain
                scouts += 1
            if event.shown:
                piles[event.seat] += len(active)
                counts[event.seat] -= len(event.shown)
                active, owner, scouts = event.shown, event.seat, 0
        assert (now.active, now.scouts_in_row) == (active, scouts)
        assert (now.piles, now.chips) == (tuple(piles), tuple(chips))
        assert [len(hand) for hand in now.hands] == counts
        assert now.owner == (owner if active or now.ended else None)


@tables
def test_the_log_is_the_same_whenever_it_is_asked_for(players: int) -> None:
    late = finished(players, seed=3).rounds[0]
    now = Round.begin(late.deal)
    for seat, flipped in enumerate(late.orientation):
        now = now.play(seat, parse_action("F" if flipped else "K"))
    for turn, action in enumerate(late.actions):
        assert (now.actions, now.log) == (late.actions[:turn], late.log[:turn])
        earlier, now = now, now.play(now.turn, action)
        assert earlier.log == late.log[:turn]
    assert now.log == late.log


@pytest.mark.slow
@tables
def test_a_round_of_given_fields_is_the_round(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=4, length=1):
        now = game.rounds[-1]
        sent = pickle.loads(pickle.dumps(now))  # noqa: S301  # our own
        for same in (changed(now), sent, copy.deepcopy(now)):
            assert same == now
            assert same.to_move == now.to_move
            for seat in now.to_move:
                offered = same.legal_actions(seat)
                assert offered == now.legal_actions(seat)
                action: Action = rng.choice(offered)
                assert same.play(seat, action) == now.play(seat, action)


def test_nobody_changes_a_round() -> None:
    now = finished(3, seed=5).rounds[-1]
    names = [name for name in dir(Round) if not name.startswith("_")]
    assert {"deal", "hands", "ended", "log"} <= set(names)
    for name in names:
        with pytest.raises(AttributeError):
            setattr(now, name, None)


def test_a_changed_position_leaves_its_round_as_it_was() -> None:
    now = finished(3, seed=5).rounds[-1]
    before, position = repr(now), now.position()
    lists: list[list[Any]] = [position.hands, position.piles, position.chips, position.tokens]
    for mine in lists:
        mine[0] = 99
    assert repr(now) == before


@pytest.mark.parametrize("card", [(0, 1), (3, 3), (11, 2), (2, 11), (1, 300), (-1, 2), ("1", "2")])
def test_r1_a_round_has_no_card_that_does_not_exist(card: tuple[int, int]) -> None:
    hands: tuple[Cards, ...] = ((Card(*card),), (Card(1, 2),), (Card(3, 4),))
    with pytest.raises(ScoutError, match="R1"):
        Round.begin(Deal(hands, (), 0))


def test_r1_packed_cards_are_the_cards() -> None:
    every = tuple(Card(up, down) for up in range(1, 11) for down in range(1, 11) if up != down)
    assert unpack(pack(every)) == every
    game = Game.new(3)
    deal = game.next_deal(random.Random(1))
    assert [unpack(pack(hand)) for hand in deal.hands] == list(deal.hands)
