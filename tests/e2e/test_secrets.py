"""R15 on Discord: nobody reads a hand that is not theirs, nor a salt before its time."""

import json
import random
from pathlib import Path

import pytest
import simcord
from sqlalchemy import select

from bot.storage import models
from bot.tables.core.state import TableState
from engine.commitment import is_revealed
from engine.round import Round
from tests.support.discord.cards_in_messages import everything, numbers_in, written
from tests.support.discord.channel import Channel
from tests.support.discord.messages import controls
from tests.support.discord.random_presses import Pressed, press_at_random
from tests.support.discord.scout_channel import scout_channel
from tests.support.marks import with_long

# Fewer cards may well lie on the table, too, or in somebody else's hand.
_TELLING = 5


@pytest.mark.parametrize(("seats", "rounds", "seed"), with_long([(3, 1, 2)], [(2, 2, 1)]))
async def test_a_hand_is_in_its_owners_messages_alone(
    folder: Path, seats: int, rounds: int, seed: int
) -> None:
    async with scout_channel(folder, seed) as here:
        members = await here.start(seats, rounds=rounds)
        for member in (members[0], here.members[seats]):
            await member.press("Watch")

        async def read_all(_pressed: Pressed) -> None:
            await assert_hands_are_private(here)

        await press_at_random(members, random.Random(seed), read_all)


async def assert_hands_are_private(here: Channel) -> None:
    await assert_salts_are_secret(here)
    state = await here.state()
    game = current(state)
    if game.ended is not None:
        return
    for member in here.members[: len(state.seats) + 1]:
        messages = [everything(message) for message in member.sees()]
        read = numbers_in("\n".join(messages))
        for seat in state.seats:
            hand = game.hands[seat.index]
            # A hand that stands at a step after a Scout has a card more.
            if len(hand) >= _TELLING and not (seat.user_id == member.id and placed_one(messages)):
                assert (seat.user_id == member.id) == any(way in read for way in written(hand))


async def assert_salts_are_secret(here: Channel) -> None:
    """Nothing that Discord was sent has the salt of a deal with secret cards."""
    state = await here.state()
    assert state.game is not None
    async with here.client.database.read() as session:
        rows = await session.execute(select(models.Round.number, models.Round.salt))
        salts = {number: str(salt) for number, salt in rows}
    sent = json.dumps([request.json for request in here.env.http_requests], default=str)
    for number, salt in salts.items():
        assert salt not in sent or is_revealed(state.game, number)


def placed_one(messages: list[str]) -> bool:
    """Whether the member has chosen a Scout and is asked what to show."""
    questions = ("You now have to beat", "The table is now empty. Show any set")
    return any(question in message for message in messages for question in questions)


def current(state: TableState) -> Round:
    assert state.game is not None
    assert state.game.current is not None
    return state.game.current


async def test_nobody_can_press_in_another_members_hand(here: Channel) -> None:
    mia, noa = await here.start(2)
    with pytest.raises(simcord.SetupError, match="not visible"):
        await noa.use(mia.hand, controls(mia.hand)[0])
