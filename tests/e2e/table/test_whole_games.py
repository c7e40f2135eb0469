"""Whole games by people who press at random, and what the channel says of them."""

import random
from pathlib import Path

import pytest

from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.random_presses import Pressed, press_at_random
from tests.support.discord.scores import assert_the_channel_tells_the_game
from tests.support.discord.scout_channel import scout_channel
from tests.support.marks import with_long

# Seats, computers among them, rounds, and what deals and presses.
TABLES = with_long(
    [(2, 1, 4, 3), (3, 2, 3, 5), (4, 2, 1, 8), (5, 3, 1, 11)],
    [(2, 0, 2, 1), (3, 0, 3, 4), (4, 0, 1, 7), (4, 3, 4, 9), (5, 0, 1, 10), (5, 4, 2, 12)],
)


@pytest.mark.long
@pytest.mark.parametrize(("seats", "computers", "rounds", "seed"), TABLES)
async def test_random_presses_lead_to_the_final_scores(
    folder: Path, seats: int, computers: int, rounds: int, seed: int
) -> None:
    async with scout_channel(folder, seed) as here:
        members = await here.start(seats, computers, rounds=rounds)
        await press_at_random(members, random.Random(seed))
        await assert_the_channel_tells_the_game(here)


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "computers", "rounds"), with_long([(3, 1, 1)], [(2, 0, 1), (4, 2, 1), (5, 3, 1)])
)
async def test_restarts_and_presses_of_others_hurt_no_game(
    folder: Path, seats: int, computers: int, rounds: int
) -> None:
    # Not a seed where a table is deleted just before its round ends: that result is not posted.
    rng = random.Random(seats + 10)
    async with scout_channel(folder, seats) as here:
        members = await here.start(seats, computers, rounds=rounds)

        async def meddle(pressed: Pressed) -> None:
            halfway = ":look:" in pressed.control.custom_id
            if rng.random() < (0.4 if halfway else 0.1):
                await here.restart()
            elif rng.random() < 0.1:
                await rng.choice(MEDDLING)(here, pressed.member)

        await press_at_random(members, rng, meddle)
        await assert_the_channel_tells_the_game(here)


async def delete_the_newest_message(here: Channel, _member: Member) -> None:
    here.env.backend.delete_message(here.channel.id, here.public()[-1].id)


async def post_the_table_again(_here: Channel, member: Member) -> None:
    await member.slash("table")


async def ask_for_the_hand(_here: Channel, member: Member) -> None:
    await member.slash("hand")


async def wait_a_minute(here: Channel, _member: Member) -> None:
    await here.env.advance_time(60)


MEDDLING = [delete_the_newest_message, post_the_table_again, ask_for_the_hand, wait_a_minute]


async def test_a_game_is_played_in_a_thread(here: Channel) -> None:
    here.channel = here.add_thread()
    members = await here.start(3, computers=2, rounds=1)
    await press_at_random(members, random.Random(1))
    await assert_the_channel_tells_the_game(here)
