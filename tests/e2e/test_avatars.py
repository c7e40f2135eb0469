"""Members' avatars in pictures: each server's own, the newest, and as soon as they have come."""

import asyncio
from dataclasses import replace
from unittest.mock import patch

import pytest

from bot.tables.core.state import TableState
from bot.ui.delivery.avatars import AvatarStore
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.quick_game import play_out
from tests.support.pictures.tables import avatar

HERE, ELSEWHERE = 1, 2
_SLOW = 20.0
"""Seconds of a download: so long that presses do not wait for it."""


def stored(here: Channel, name: str) -> tuple[str, bytes]:
    """The address of a picture that Discord has, and what is in it."""
    content = name.encode()
    file = here.env.backend.cdn.store_attachment(len(name), 1, f"{name}.png", content, None)
    return str(file["url"]), content


def with_avatar(state: TableState, address: str) -> TableState:
    first, *others = state.seats
    return replace(state, seats=(replace(first, avatar=address), *others))


async def test_an_avatar_is_shown_in_its_own_server_alone(here: Channel) -> None:
    """Members can have another one in each server."""
    avatars = AvatarStore(here.client)
    address, content = stored(here, "mia")
    avatars.note(HERE, 7, address)
    await avatars.wait_for(address)
    assert avatars.of_member(HERE, 7) == content
    assert avatars.of_member(HERE, 8) is None
    assert avatars.of_member(ELSEWHERE, 7) is None


async def test_a_daily_deal_shows_no_avatar_of_another_server_in_the_one_where_it_was_begun(
    here: Channel,
) -> None:
    mia, another = here.members[0], here.env.create_guild("another")
    await mia.slash("daily play")
    elsewhere = another.create_text_channel("scout")
    there = another.add_member(mia.actor.user, avatar="a" * 32)

    async def download(_address: str) -> bytes:
        return avatar("#f3b49a", "#7b3a54")

    with patch.object(here.client.http, "get_from_cdn", download):
        await there.slash(elsewhere, "scout daily play")
        await here.env.settle()
    avatars = here.client._parts.avatars
    assert avatars.of_member(another.id, mia.id) is not None
    assert avatars.of_member(here.guild.id, mia.id) is None


@pytest.mark.long
async def test_a_game_that_is_over_does_not_bring_back_an_old_avatar(here: Channel) -> None:
    members = await here.start(2, rounds=1)
    await play_out(here)
    over = await here.state()
    old, old_content = stored(here, "old")
    new, new_content = stored(here, "newer")
    avatars = AvatarStore(here.client)
    mia = members[0].id
    for address, content in ((old, old_content), (new, new_content)):
        avatars.fetch(with_avatar(over, old))
        avatars.note(over.guild_id, mia, address)
        await avatars.wait_for(address)
        assert avatars.of_member(over.guild_id, mia) == content
    avatars.fetch(with_avatar(over, old))
    assert avatars.of_member(over.guild_id, mia) == new_content


@pytest.mark.parametrize("key", ["a" * 32, f"a_{'b' * 32}"])
async def test_a_moving_avatar_is_asked_for_as_its_first_frame(here: Channel, key: str) -> None:
    """All frames are often larger than what is kept of an avatar."""
    uma = Member(here, here.guild.add_member(here.env.create_user("uma", avatar=key)))
    await uma.slash("new")
    (seat,) = (await here.state()).seats
    assert seat.avatar is not None
    assert seat.avatar.endswith(f"/{key}.png?size=128")


async def test_large_avatars_are_kept_up_to_so_many_bytes(here: Channel) -> None:
    avatars = AvatarStore(here.client)
    addresses = []
    for number in range(70):
        content = bytes([number]) * 250 * 1024
        file = here.env.backend.cdn.store_attachment(number, 1, f"{number}.png", content, None)
        addresses.append(str(file["url"]))
        avatars.note(HERE, number, addresses[-1])
        await avatars.wait_for(addresses[-1])
    assert set(avatars.files) == set(addresses[-len(avatars.files) :])
    assert 15 * 2**20 < sum(map(len, avatars.files.values())) <= 16 * 2**20


@pytest.mark.long
async def test_an_avatar_that_comes_late_is_in_the_next_hand(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the same state a hand is kept, but not without an avatar that has come since."""
    users = [here.env.create_user(name, avatar=name.encode().hex()) for name in ("uma", "vic")]
    here.members[:2] = [Member(here, here.guild.add_member(user)) for user in users]

    async def download(_address: str) -> bytes:
        await asyncio.sleep(_SLOW)
        return avatar("#f3b49a", "#7b3a54")

    monkeypatch.setattr("bot.ui.delivery.avatars._TIMEOUT", 2 * _SLOW)
    await here.show_pictures()
    with patch.object(here.client.http, "get_from_cdn", download):
        members = await here.begin_turns(2)
        await (await here.on_turn(members)).show_something()
        on_turn = await here.on_turn(members)
        before, again = [await hand_picture(here, on_turn) for _ in range(2)]
        assert before == again
        await here.env.advance_time(_SLOW)
        assert await hand_picture(here, on_turn) != before


async def hand_picture(here: Channel, member: Member) -> str:
    """The name of the file in the answer to My hand, which has the checksum of its pixels."""
    hand = await member.press("My hand", here.table)
    return hand.attachments[0].filename
