"""R15 on Discord: nobody reads a hand that is not theirs."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
import simcord

from bot.tables.state import TableState
from bot.ui.hand import hand_draft
from bot.ui.posts import wanted_posts
from engine.actions import Show
from engine.cards import Cards
from engine.game import Game
from engine.round import Round
from tests.e2e.channel import Channel, controls, scout_channel, words
from tests.e2e.positions import state_of
from tests.e2e.strangers import Pressed, play_blindly
from tests.engine.random_games import positions

# Fewer cards may well lie on the table, too, or in somebody else's hand.
_TELLING = 5
_WIDTH = 8
"""Cards in a line of a hand as the bot draws it."""


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2)])
async def test_a_hand_is_in_its_owners_messages_alone(folder: Path, seats: int, seed: int) -> None:
    async with scout_channel(folder, seed) as here:
        members = await here.start(seats, rounds=1)

        async def read_all(_pressed: Pressed) -> None:
            await assert_hands_are_private(here)

        await play_blindly(members, random.Random(seed), read_all)


async def assert_hands_are_private(here: Channel) -> None:
    state = await here.state()
    game = current(state)
    if game.ended is not None:
        return
    for member in here.members[: len(state.seats) + 1]:
        read = "\n".join(words(message) for message in member.sees())
        for seat in state.seats:
            hand = game.hands[seat.position]
            if len(hand) >= _TELLING:
                assert (seat.user_id == member.id) == any(text in read for text in written(hand))


def current(state: TableState) -> Round:
    assert state.game is not None
    assert state.game.current is not None
    return state.game.current


def written(hand: Cards) -> list[str]:
    """The ways in which the hand could stand in a message."""
    ways = []
    for cards in (hand, tuple(card.turned() for card in hand)):
        ups = [card.up for card in cards]
        ways += [
            " ".join(map(str, cards)),
            " ".join(map(str, ups)),
            "".join(f"{up:>3}" for up in ups[:_WIDTH]),
        ]
    return ways


async def test_nobody_can_press_in_somebody_elses_hand(here: Channel) -> None:
    mia, noa = await here.start(2)
    with pytest.raises(simcord.SetupError, match="not visible"):
        await noa.use(mia.hand, controls(mia.hand)[0])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_shown_depends_on_no_hidden_card(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=players, length=2):
        state = state_of(game)
        assert looks(state, None) == looks(replace(state, game=otherwise(game, None, rng)), None)
        seat = rng.randrange(players)
        assert looks(state, seat) == looks(replace(state, game=otherwise(game, seat, rng)), seat)


def looks(state: TableState, seat: int | None) -> list[str]:
    """Digests of the public messages, or of one seat's hand."""
    if seat is None:
        return [draft.digest for _, draft in wanted_posts(state)]
    return [hand_draft(state, state.seats[seat]).digest]


def otherwise(game: Game, known: int | None, rng: random.Random) -> Game:
    """The same game to everybody's eyes, or to those of one seat, with other hidden cards."""
    played = game.rounds[-1]
    if played.ended is not None:
        return game
    hidden = [seat for seat in range(game.players) if seat != known]
    hands = list(played.hands)
    for seat, hand in zip(hidden, redealt([hands[seat] for seat in hidden], rng), strict=True):
        hands[seat] = hand
    changed = replace(
        played,
        deal=replace(played.deal, set_aside=()),
        hands=tuple(hands),
        orientation=tuple(
            chosen if chosen is None or seat == known else rng.random() < 0.5
            for seat, chosen in enumerate(played.orientation)
        ),
        actions=tuple(Show(1, 1) for _ in played.actions),
    )
    return replace(game, rounds=(*game.rounds[:-1], changed))


def redealt(hands: list[Cards], rng: random.Random) -> list[Cards]:
    """Hands of the same sizes with the same cards, but anybody's and either way up."""
    cards = [rng.choice((card, card.turned())) for hand in hands for card in hand]
    rng.shuffle(cards)
    return [tuple(cards.pop() for _ in hand) for hand in hands]
