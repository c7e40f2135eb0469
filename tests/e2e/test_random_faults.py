"""Everything that can go wrong goes wrong, again and again, and no game is harmed."""

import random
from pathlib import Path

import pytest
from simcord.results import ResponseMessage

from bot.storage.models.tables import PrivateKind, Status
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import controls, labels
from tests.support.discord.network_faults import random_faults
from tests.support.discord.scores import assert_the_channel_tells_the_game
from tests.support.discord.scout_channel import scout_channel
from tests.support.marks import with_long

_MOST_PRESSES = 600


@pytest.mark.long
@pytest.mark.parametrize("seed", with_long([3], [1, 2]))
async def test_a_game_survives_random_faults(
    folder: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pauses that only the simulated clock ends.
    monkeypatch.setattr("bot.ui.delivery.publication_queue._RETRY_DELAYS", (60, 60, 60))
    monkeypatch.setattr("bot.ui.kit.sending._PAUSES", (0, 0, 0))
    monkeypatch.setattr("bot.ui.kit.sending._EDIT_PAUSES", (0, 0, 0))
    rng = random.Random(seed)
    async with scout_channel(folder, seed) as here:
        here.expects_errors = True
        members = await here.start(3, computers=1, rounds=1)
        await here.members[3].press("Watch", here.table)
        with random_faults(rng, share=0.2) as faults:
            await play_on(here, members, rng)
            faults.share = 0
            await here.restart()
        await assert_the_channel_tells_the_game(here)
        messages = await here.client.tables.repository.messages.of(1)
        assert messages.private_of_kind(PrivateKind.SPECTATOR) == []


async def play_on(here: Channel, members: list[Member], rng: random.Random) -> None:
    """Press whatever there is; ask for the hand when nothing is; restart now and then."""
    for _ in range(_MOST_PRESSES):
        if (await here.state()).status is Status.OVER:
            return
        await press_anything(here, rng.choice(members), rng)
        fate = rng.random()
        if fate < 0.05:
            await here.restart()
        elif fate < 0.2:
            await here.env.advance_time(61)
    raise AssertionError("the game never ends")


async def press_anything(here: Channel, member: Member, rng: random.Random) -> None:
    offering = [message for message in member.private() if message.components]
    if offering and rng.random() < 0.9:
        await press_in(member, offering[-1], rng)
    else:
        tables = [message for message in here.public() if "My hand" in labels(message)]
        await member.click("My hand", tables[-1])


async def press_in(member: Member, message: ResponseMessage, rng: random.Random) -> None:
    control = rng.choice(controls(message))
    if control.value is None:
        await member.actor.click(message, custom_id=control.custom_id)
    else:
        await member.actor.select(message, [control.value], custom_id=control.custom_id)
