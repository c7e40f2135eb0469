"""A view tells nothing of what R15 hides: all of it may change, and the view stays equal."""

import random
from dataclasses import fields, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Cards, Deal, flip
from engine.game import Game
from engine.round import Round
from engine.view import View, view
from tests.support.engine.random_games import PLAYERS, positions

KNOWN = {
    *("seat", "players", "number", "length", "start", "totals", "gone"),
    *("hand", "orientation", "chosen", "counts", "piles", "chips", "tokens"),
    *("active", "owner", "turn", "scouts_in_row", "log", "ended"),
}


def test_r15_a_view_holds_nothing_but_what_a_seat_may_know() -> None:
    assert {field.name for field in fields(View)} == KNOWN


def shaken(groups: list[Cards], rng: random.Random) -> list[Cards]:
    """The same cards in groups of the same sizes, but any card anywhere and either way up."""
    cards = [card.flipped() if rng.random() < 0.5 else card for group in groups for card in group]
    rng.shuffle(cards)
    taken = iter(cards)
    return [tuple(next(taken) for _ in group) for group in groups]


def shaken_hands(
    hands: tuple[Cards, ...], aside: Cards, seat: int | None, rng: random.Random
) -> tuple[tuple[Cards, ...], Cards]:
    hidden = [other for other in range(len(hands)) if other != seat]
    *others, set_aside = shaken([*(hands[other] for other in hidden), aside], rng)
    new = dict(zip(hidden, others, strict=True))
    return tuple(new.get(other, hand) for other, hand in enumerate(hands)), set_aside


def elsewhere(action: Action, rng: random.Random) -> Action:
    """The same action for those who watch: which places of the hand it touched they do not see."""
    if isinstance(action, Scout):
        return Scout(action.end, rng.randint(1, 9), rng.random() < 0.5)
    if isinstance(action, Show):
        first = rng.randint(1, 9)
        return Show(first, first + action.last - action.first)
    if isinstance(action, ScoutAndShow):
        scout, show = elsewhere(action.scout, rng), elsewhere(action.show, rng)
        assert isinstance(scout, Scout)
        assert isinstance(show, Show)
        return ScoutAndShow(scout, show)
    return action


def with_other_secrets(position: Round, seat: int | None, rng: random.Random) -> Round:
    """The round with everything changed that the seat may not know."""
    hands, _ = shaken_hands(position.hands, (), seat, rng)
    over = position.ended is not None
    # Once all hands have been seen it is known which cards were dealt (R4).
    mixed = () if over else position.deal.set_aside
    dealt, set_aside = shaken_hands(position.deal.hands, mixed, seat, rng)
    if over:
        (set_aside,) = shaken([position.deal.set_aside], rng)
    orientation = tuple(
        turn if turn is None or other == seat else rng.random() < 0.5
        for other, turn in enumerate(position.orientation)
    )
    acting = [event.seat for event in position.log]
    actions = tuple(
        action if actor == seat else elsewhere(action, rng)
        for actor, action in zip(acting, position.actions, strict=True)
    )
    deal = Deal(dealt, set_aside, position.deal.start)
    return replace(position, deal=deal, hands=hands, orientation=orientation, actions=actions)


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(PLAYERS), st.integers(0, 2**32))
def test_r15_a_view_stays_equal_whatever_is_hidden_from_the_seat(players: int, seed: int) -> None:
    rng = random.Random(seed)
    for game in positions(players, seed, length=2):
        for seat in (*range(players), None):
            rounds = tuple(with_other_secrets(position, seat, rng) for position in game.rounds)
            seen, expected = view(replace(game, rounds=rounds), seat), view(game, seat)
            assert seen == expected
            # equality may leave out a field, and repr shows it
            assert repr(seen) == repr(expected)


def turned_as_dealt(game: Game, seat: int) -> Game:
    """The same game, had this seat been dealt its hand the other way up."""
    replayed = Game.new(game.players, game.length)
    for position in game.rounds:
        hands = list(position.deal.hands)
        hands[seat] = flip(hands[seat])
        round_ = Round.begin(replace(position.deal, hands=tuple(hands)))
        replayed = replace(replayed, rounds=(*replayed.rounds, round_))
        replayed = replay_turned(replayed, position, seat)
    return replayed


def replay_turned(game: Game, position: Round, seat: int) -> Game:
    for other, turn in enumerate(position.orientation):
        if turn is not None:
            game = game.play(other, Orient(turn != (other == seat)))
    for event, action in zip(position.log, position.actions, strict=True):
        game = game.play(event.seat, action)
    return game


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(PLAYERS), st.integers(0, 2**32), st.data())
def test_r6_r15_the_others_cannot_tell_keeping_from_turning(
    players: int, seed: int, data: st.DataObject
) -> None:
    game = data.draw(st.sampled_from(list(positions(players, seed, length=1))))
    secret = data.draw(st.integers(0, players - 1))
    other_game = turned_as_dealt(game, secret)
    for seat in (*range(players), None):
        if seat != secret:
            assert view(other_game, seat) == view(game, seat)
