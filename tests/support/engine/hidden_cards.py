"""Positions that look equal to one seat: all that R15 hides from it is changed."""

import random
from dataclasses import replace

from engine.actions import Action, Scout, ScoutAndShow, Show
from engine.cards import Cards, Deal
from engine.game import Game
from engine.round import Round
from tests.support.engine.rounds import changed


def shaken(groups: list[Cards], rng: random.Random) -> list[Cards]:
    """The same cards in groups of the same sizes, with any card anywhere, flipped or not."""
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
    """The same action for those who watch: they do not see the positions that it touched."""
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
    """The round with everything changed that is hidden from the seat."""
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
    return changed(position, deal=deal, hands=hands, orientation=orientation, actions=actions)


def with_other_hands(game: Game, known: int | None, rng: random.Random) -> Game:
    """The same game to everybody's eyes, or to those of one seat, with other hidden cards."""
    played = game.rounds[-1]
    if played.ended is not None:
        return game
    hidden = [seat for seat in range(game.players) if seat != known]
    hands = list(played.hands)
    for seat, hand in zip(hidden, redealt([hands[seat] for seat in hidden], rng), strict=True):
        hands[seat] = hand
    other = changed(
        played,
        deal=replace(played.deal, set_aside=()),
        hands=tuple(hands),
        orientation=tuple(
            chosen if chosen is None or seat == known else rng.random() < 0.5
            for seat, chosen in enumerate(played.orientation)
        ),
        actions=tuple(
            action if event.seat == known else Show(1, 1)
            for event, action in zip(played.log, played.actions, strict=True)
        ),
    )
    return game._replace(rounds=(*game.rounds[:-1], other))


def redealt(hands: list[Cards], rng: random.Random) -> list[Cards]:
    """Hands of the same sizes with the same cards, dealt to anybody and flipped or not."""
    cards = [rng.choice((card, card.flipped())) for hand in hands for card in hand]
    rng.shuffle(cards)
    return [tuple(cards.pop() for _ in hand) for hand in hands]
