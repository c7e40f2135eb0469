"""Blocked members: what managers see and choose, and what who is blocked can no longer do."""

import pytest
from simcord.results import ResponseMessage

from bot.storage.models.personal_columns import FORMER_PLAYER
from bot.storage.models.tables import Status
from bot.tables.core.state import TableState
from bot.ui.kit.component_id import Verb
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, controls, labels, words
from tests.support.discord.servers import (
    a_manager,
    block,
    choose,
    choose_log,
    choose_member,
    open_page,
)
from tests.support.tables import members

BLOCKED = "Sorry, you cannot play SCOUT in this server: its managers have blocked you."
NO_LONGER = "That button no longer works. Use `/scout admin` again."


@pytest.fixture
def manager(here: Channel) -> Member:
    return a_manager(here)


async def is_blocked(here: Channel, member: Member) -> bool:
    return await here.client.tables.blocks.find(here.guild.id, member.id) is not None


async def test_a_member_is_asked_about_blocked_and_unblocked(
    here: Channel, manager: Member
) -> None:
    noa = here.members[1]
    page = await open_page(manager, "Blocked members")
    assert "Nobody is blocked." in words(page)
    asked = await choose(manager, "Block a member", page, noa.actor)
    assert f"Block <@{noa.id}> (Noa)?" in words(asked)
    assert labels(asked) == ["Block Noa", "Back"]
    assert not await is_blocked(here, noa)
    reply = await manager.press("Block Noa", asked)
    assert f"<@{noa.id}> (Noa) is blocked." in words(reply)
    assert labels(reply) == ["Unblock", "Back"]
    listed = await manager.press("Back", reply)
    assert f"1. <@{noa.id}> (Noa), " in words(listed)
    assert f"by <@{manager.id}>" in words(listed)
    assert "1 member." in words(await manager.slash("admin"))
    option = next(control for control in controls(listed) if control.value == str(noa.id))
    reply = await manager.use(listed, option)
    await manager.press("Unblock", reply)
    assert not await is_blocked(here, noa)
    assert not (await noa.slash("new")).ephemeral


async def test_a_blocked_member_takes_no_seat_and_opens_no_table(
    here: Channel, manager: Member
) -> None:
    mia, noa = here.members[:2]
    await mia.slash("new")
    await block(manager, noa)
    elsewhere = here.guild.create_text_channel("elsewhere")
    for refused in (
        await noa.press("Join", here.lobby),
        await noa.slash("new", elsewhere),
        await noa.slash("table"),
        await noa.slash("cancel"),
    ):
        assert refused.ephemeral
        assert BLOCKED in words(refused)
    assert [seat.user_id for seat in (await here.state()).seats] == [mia.id]
    await here.restart()
    assert BLOCKED in words(await noa.press("Join", here.lobby))
    for command in ("rules", "help", "privacy show", "settings"):
        assert BLOCKED not in words(await noa.slash(command))


OPEN = {
    *(Verb.CHOOSE, Verb.COME_BACK, Verb.CONFIRM, Verb.CONFIRM_LEAVE, Verb.HINT, Verb.LEAVE),
    *(Verb.PICK, Verb.PLAY, Verb.RESULT, Verb.SHOW_HAND, Verb.REPLAY, Verb.REVIEW),
}
AT_A_TABLE = [
    *(Verb.JOIN, Verb.ADD_COMPUTER, Verb.REMOVE_COMPUTER, Verb.SET_HINTS, Verb.OPTIONS, Verb.START),
    *(Verb.CANCEL, Verb.CONFIRM_CANCEL, Verb.REMATCH, Verb.WATCH, Verb.POST_REPLAY, Verb.SIGN_OFF),
]


async def test_a_blocked_member_presses_nothing_at_a_table(here: Channel, manager: Member) -> None:
    await here.start(2)
    stranger = here.members[3]
    await block(manager, stranger)
    before = await here.state()
    for verb in AT_A_TABLE:
        result = await crafted.press(stranger.actor, f"scout:{verb}:1:0:", here.table)
        assert BLOCKED in words(answer(result)), verb
        assert await here.state() == before, verb


async def test_without_a_seat_hands_are_closed_too(here: Channel, manager: Member) -> None:
    await here.start(2)
    stranger = here.members[3]
    await block(manager, stranger)
    for verb in sorted(OPEN - {Verb.REPLAY, Verb.REVIEW}):
        result = await crafted.press(stranger.actor, f"scout:{verb}:1:1:K", here.table)
        assert BLOCKED in words(answer(result)), verb


@pytest.mark.parametrize("command", ["hand", "leave"])
async def test_without_a_seat_commands_say_so_as_buttons_do(
    here: Channel, manager: Member, command: str
) -> None:
    await here.start(2)
    stranger = here.members[3]
    await block(manager, stranger)
    assert BLOCKED in words(await stranger.slash(command))


async def test_a_blocked_member_posts_no_stats(here: Channel, manager: Member) -> None:
    noa = here.members[1]
    settings = await noa.slash("settings")
    await block(manager, noa)
    result = await crafted.press(noa.actor, f"scout:poststats:0:0:{noa.id}", settings)
    assert BLOCKED in words(answer(result))


async def test_a_blocked_member_sees_the_leaderboard_alone(here: Channel, manager: Member) -> None:
    noa = here.members[1]
    assert not (await noa.slash("leaderboard")).ephemeral
    await block(manager, noa)
    shown = await noa.slash("leaderboard")
    assert shown.ephemeral
    assert BLOCKED not in words(shown)


async def test_a_blocked_member_is_not_told_to_play_the_daily_deal(
    here: Channel, manager: Member
) -> None:
    noa = here.members[1]
    assert "cannot play the daily deal" in words(await choose_member(manager, noa))
    await block(manager, noa)
    assert BLOCKED in words(await noa.slash("daily play"))
    board = await noa.slash("daily board")
    assert words(board).startswith(BLOCKED)
    assert "/scout daily play" not in words(board)
    assert labels(board) == ["Today", "This week", "This month"]


async def seats(here: Channel) -> list[int | None]:
    state: TableState = await here.state()
    return [seat.user_id for seat in state.seats]


async def test_a_seat_in_a_lobby_becomes_free(here: Channel, manager: Member) -> None:
    mia, noa = await here.open(2)
    asked = await choose_member(manager, mia)
    assert "This member's seats in lobbies become free at once." in words(asked)
    await manager.press("Block Mia", asked)
    state = await here.state()
    assert [seat.user_id for seat in state.seats] == [noa.id]
    assert state.host_id == noa.id
    assert "Mia" not in words(here.lobby)


@pytest.mark.long
async def test_a_running_game_can_be_finished(here: Channel, manager: Member) -> None:
    mia, noa = await here.start(2, rounds=1)
    asked = await choose_member(manager, mia)
    assert "This member plays in 1 running game. You are asked next" in words(asked)
    reply = await manager.press("Block Mia", asked)
    assert "This member still plays in 1 running game." in words(reply)
    assert labels(reply) == ["Unblock", "Let a computer play on", "Back"]
    hand = await mia.press("My hand", here.table)
    await mia.press("Keep", hand)
    await noa.press("Keep", noa.hand)
    assert await here.actions() == ["K", "K"]
    # The host's rights are over.
    assert BLOCKED in words(await mia.slash("cancel"))
    while (await here.state()).status is Status.PLAYING:
        await here.play_elsewhere(await here.on_turn([mia, noa]))
    # A channel's messages are edited five times in five seconds.
    await here.env.advance_time(6)
    assert BLOCKED in words(await mia.press("Rematch"))
    await noa.press("Rematch")
    assert [seat.user_id for seat in (await here.newest_state()).seats] == [noa.id]


async def test_a_computer_plays_on_for_a_blocked_member(here: Channel, manager: Member) -> None:
    mia, noa, kim = await here.begin_turns(3)
    reply = await manager.press("Let a computer play on", await block(manager, mia))
    assert "is blocked." in words(reply)
    assert labels(reply) == ["Unblock", "Back"]
    state = await here.state()
    assert [seat.user_id for seat in state.seats] == [None, noa.id, kim.id]
    assert state.host_id == noa.id
    assert mia.hands() == []
    assert BLOCKED in words(await mia.press("My hand", here.table))


async def test_the_last_member_who_is_replaced_ends_the_game(
    here: Channel, manager: Member
) -> None:
    (mia,) = await here.start(2, computers=1)
    await manager.press("Let a computer play on", await block(manager, mia))
    assert (await here.state()).status is Status.CLOSED


async def test_members_who_manage_the_server_are_not_affected(
    here: Channel, manager: Member
) -> None:
    other = a_manager(here, "Nia")
    reply = await block(manager, other)
    assert "is blocked." in words(reply)
    assert not (await other.slash("new")).ephemeral
    role = here.guild.roles["manager"]
    here.env.backend.remove_member_role(here.guild.id, other.id, role.id)
    elsewhere = here.guild.create_text_channel("elsewhere")
    assert BLOCKED in words(await other.slash("new", elsewhere))


async def test_nobody_blocks_themselves_or_a_bot(here: Channel, manager: Member) -> None:
    page = await open_page(manager, "Blocked members")
    reply = await choose(manager, "Block a member", page, manager.actor)
    assert "You cannot block yourself." in words(reply)
    bot = here.guild.add_member(here.env.create_user("robot", bot=True))
    reply = await choose(manager, "Block a member", page, bot)
    assert "That is a bot" in words(reply)


@pytest.mark.parametrize(
    ("pressed", "values"),
    [
        ("member:0:0:", ["1"]),
        ("member:0:0:", []),
        ("member:0:0:", ["x"]),
        ("member:0:0:listed", ["1"]),
        ("block:0:0:", None),
        ("block:0:0:x", None),
        ("block:0:0:1", None),
        (f"block:0:0:{'9' * 30}", None),
    ],
)
async def test_a_press_that_the_panel_does_not_offer_blocks_nobody(
    here: Channel, manager: Member, pressed: str, values: list[str] | None
) -> None:
    page = await open_page(manager, "Blocked members")
    result = await crafted.press(manager.actor, f"scout:{pressed}", page, values)
    assert NO_LONGER in words(answer(result))
    assert (await here.client.tables.blocks.page(here.guild.id, 0)).total == 0


@pytest.mark.parametrize("pressed", ["unblock:0:0:1", "replace:0:0:1", "unblock:0:0:x"])
async def test_the_answer_says_what_is_done_already(
    here: Channel, manager: Member, pressed: str
) -> None:
    page = await open_page(manager, "Blocked members")
    reply = words(answer(await crafted.press(manager.actor, f"scout:{pressed}", page)))
    assert "no longer blocked" in reply or "Only a blocked member's seat" in reply


async def test_a_block_is_of_one_server(here: Channel, manager: Member) -> None:
    noa = here.members[1]
    await block(manager, noa)
    another = here.env.create_guild("another")
    also_noa = another.add_member(noa.actor.user)
    opened = await also_noa.slash(another.create_text_channel("scout"), "scout new")
    assert not answer(opened).ephemeral


async def test_many_blocked_members_have_pages(here: Channel, manager: Member) -> None:
    for user_id in range(1, 24):
        blocked = members.member(user_id, f"name {user_id}")
        await members.block(here.client.tables, blocked, here.guild.id)
    page: ResponseMessage = await open_page(manager, "Blocked members")
    assert "Page 1 of 3" in words(page)
    for number in (2, 3):
        page = await manager.press("Next page", page)
        assert f"Page {number} of 3" in words(page)
    assert "23. " in words(page)
    assert labels(page)[-2:] == ["Previous page", "Back"]


async def test_a_hostile_name_does_nothing(here: Channel, manager: Member) -> None:
    evil = here.add_member("@everyone **x** <@1> https://evil.example")
    asked = await choose_member(manager, evil)
    assert "@everyone" not in (asked.embeds[0].description or "")
    assert "https://evil" not in (asked.embeds[0].description or "")
    await manager.press(labels(asked)[0], asked)
    assert await is_blocked(here, evil)


async def test_the_log_says_who_was_blocked_and_unblocked(here: Channel, manager: Member) -> None:
    log = here.guild.create_text_channel("log")
    await choose_log(manager, log)
    noa = here.members[1]
    await manager.press("Unblock", await block(manager, noa))
    blocked, unblocked = map(words, here.messages(None, log))
    assert f"<@{manager.id}> blocked <@{noa.id}> (Noa)" in blocked
    assert f"<@{manager.id}> unblocked <@{noa.id}>" in unblocked


async def test_of_two_managers_the_log_names_the_one_who_blocked(
    here: Channel, manager: Member
) -> None:
    other, noa = a_manager(here, "Nia"), here.members[1]
    log = here.guild.create_text_channel("log")
    await choose_log(manager, log)
    old = await choose_member(other, noa)
    await block(manager, noa)
    assert "is blocked." in words(await other.press("Block Noa", old))
    (line,) = map(words, here.messages(None, log))
    assert f"<@{manager.id}> blocked" in line


async def test_a_member_who_asks_to_be_forgotten_stays_blocked(
    here: Channel, manager: Member
) -> None:
    noa = here.members[1]
    await here.open(2)
    await block(manager, noa)
    asked = await noa.slash("privacy forget-me")
    assert "If a server has blocked you, your id stays in its list" in words(asked)
    reply = await noa.press("Forget me", asked)
    assert "stays in the lists of the servers that have blocked you" in words(reply)
    assert BLOCKED in words(await noa.press("Join", here.lobby))
    found = await here.client.tables.blocks.find(here.guild.id, noa.id)
    assert found is not None
    assert found.name == FORMER_PLAYER
    listed = await open_page(manager, "Blocked members")
    assert f"<@{noa.id}> (a former player)" in words(listed)


async def test_a_manager_who_is_forgotten_is_named_no_longer(
    here: Channel, manager: Member
) -> None:
    other, noa = a_manager(here, "Nia"), here.members[1]
    await block(other, noa)
    reply = await other.press("Forget me", await other.slash("privacy forget-me"))
    assert "have blocked you" not in words(reply)
    listed = await open_page(manager, "Blocked members")
    assert "by a former member" in words(listed)
    assert str(other.id) not in words(listed)


async def test_a_block_button_from_before_a_forgetting_blocks_without_its_name(
    here: Channel, manager: Member
) -> None:
    """The name on it could be that of the forgotten member, and any member can be forgotten."""
    noa, kim = here.members[1:3]
    log = here.guild.create_text_channel("log")
    await choose_log(manager, log)
    page = await choose_member(manager, noa)
    await kim.press("Forget me", await kim.slash("privacy forget-me"))
    reply = words(await manager.press("Block Noa", page))
    assert f"<@{noa.id}> ({noa.id}) is blocked." in reply
    assert await is_blocked(here, noa)
    (entry,) = here.messages(None, log)
    assert f"blocked <@{noa.id}> ({noa.id}) at SCOUT's tables." in words(entry)
