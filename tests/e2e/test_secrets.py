"""R15 on Discord: nobody reads a hand that is not theirs."""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import simcord
from simcord.results import ResponseMessage

from bot.tables.core.state import TableState
from bot.tables.preferences import Preferences
from bot.ui.delivery.public_messages import expected_messages
from bot.ui.kit.message import Message
from bot.ui.views.hand import hand_message
from bot.ui.views.spectator import spectator_message
from engine.actions import Show
from engine.cards import Cards
from engine.game import Game
from engine.round import Round
from tests.support.discord.channel import Channel
from tests.support.discord.messages import controls, words
from tests.support.discord.random_presses import Pressed, play_blindly
from tests.support.discord.scout_channel import scout_channel
from tests.support.discord.table_states import state_of
from tests.support.engine.random_games import positions

# Fewer cards may well lie on the table, too, or in somebody else's hand.
_TELLING = 5
_WIDTH = 8
"""Cards that a line would hold if a hand stood in columns."""


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2)])
async def test_a_hand_is_in_its_owners_messages_alone(folder: Path, seats: int, seed: int) -> None:
    async with scout_channel(folder, seed) as here:
        members = await here.start(seats, rounds=1)
        for member in (members[0], here.members[seats]):
            await member.press("Watch")

        async def read_all(_pressed: Pressed) -> None:
            await assert_hands_are_private(here)

        await play_blindly(members, random.Random(seed), read_all)


async def assert_hands_are_private(here: Channel) -> None:
    state = await here.state()
    game = current(state)
    if game.ended is not None:
        return
    for member in here.members[: len(state.seats) + 1]:
        read = numbers_in("\n".join(map(everything, member.sees())))
        for seat in state.seats:
            hand = game.hands[seat.index]
            if len(hand) >= _TELLING:
                assert (seat.user_id == member.id) == any(way in read for way in written(hand))


def everything(message: ResponseMessage) -> str:
    """The words of a message and of its pictures."""
    alt_texts = [attachment.description or "" for attachment in message.attachments]
    return "\n".join([words(message), *alt_texts])


def numbers_in(text: str) -> str:
    return spaced(re.findall(r"\d+", text))


def spaced(numbers: Iterable[object]) -> str:
    return f" {' '.join(map(str, numbers))} "


def current(state: TableState) -> Round:
    assert state.game is not None
    assert state.game.current is not None
    return state.game.current


def written(hand: Cards) -> Iterator[str]:
    """The numbers of the hand in the orders in which they could stand in a message."""
    for cards in (hand, tuple(card.flipped() for card in hand)):
        yield spaced(card.up for card in cards)
        yield spaced(card.up for card in cards[:_WIDTH])
        yield spaced(end for card in cards for end in card)
        yield spaced(end for place, card in enumerate(cards, 1) for end in (place, *card))


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
    """What everybody may see, or one seat's hand: what they say and what their pictures show."""
    if seat is None:
        drafts = [draft for _, draft in expected_messages(state)]
        drafts.append(spectator_message(state, state.opened_at))
        return [look for draft in drafts for look in look_of(draft)]
    return look_of(hand_message(state, state.seats[seat], preferences=Preferences()))


def look_of(draft: Message) -> list[str]:
    picture = draft.draw() if draft.draw else None
    return [draft.digest] if picture is None else [draft.digest, picture.alt, picture.png.hex()]


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
        actions=tuple(
            action if event.seat == known else Show(1, 1)
            for event, action in zip(played.log, played.actions, strict=True)
        ),
    )
    return replace(game, rounds=(*game.rounds[:-1], changed))


def redealt(hands: list[Cards], rng: random.Random) -> list[Cards]:
    """Hands of the same sizes with the same cards, but anybody's and either way up."""
    cards = [rng.choice((card, card.flipped())) for hand in hands for card in hand]
    rng.shuffle(cards)
    return [tuple(cards.pop() for _ in hand) for hand in hands]
