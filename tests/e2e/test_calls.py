"""Members who asked for it are called to a lobby by one message, and nobody else ever."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

import discord
import pytest
from simcord.results import ResponseMessage

from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, controls, labels, words
from tests.support.discord.network_faults import failing, lost_replies, meanwhile
from tests.support.discord.servers import a_manager, block, choose, entity_selects, open_page

NOBODY = (
    "Nobody can be called right now. Try again <t:{time}:R>. "
    "Members get on the list with `/scout call`."
)
NEVER = "No table calls you in this server."


def calls(here: Channel) -> list[ResponseMessage]:
    return [message for message in here.public() if "Stop calling me" in labels(message)]


async def listen(*members: Member) -> None:
    """These members can be called in the next two hours."""
    for member in members:
        await member.press("Next two hours", await member.slash("call"))


async def pick(member: Member, panel: ResponseMessage, kind: str, *values: str) -> ResponseMessage:
    custom_id = f"scout:callme:0:0:{kind}"
    return answer(await member.actor.select(panel, [*values], custom_id=custom_id))


async def called(here: Channel, host: Member) -> str:
    return words(await host.press("Call players", here.lobby))


def mentioned(message: ResponseMessage, members: Sequence[Member]) -> list[Member]:
    return [member for member in members if f"<@{member.id}>" in words(message)]


async def test_a_member_chooses_hours_by_a_zone_and_leaves_by_one_press(here: Channel) -> None:
    mia = here.members[0]
    panel = await mia.slash("call")
    assert NEVER in words(panel)
    assert "At most once" not in words(panel)
    assert "Next two hours" in labels(panel)
    assert not {"Monday", "Stop calling me"} & {*labels(panel)}
    offered = await mia.actor.autocomplete(here.channel, "scout call", "zone", "berl")
    assert [choice["value"] for choice in offered] == ["Europe/Berlin"]
    panel = await mia.slash("call", zone="Europe/Berlin")
    assert NEVER in words(panel)
    assert "Your time zone: Europe/Berlin. For fixed hours, choose days." in words(panel)
    assert "At most once" not in words(panel)
    assert not {"At most once in 24 hours", "Stop calling me"} & {*labels(panel)}
    panel = await pick(mia, panel, "days", "0", "6", "2")
    panel = await pick(mia, panel, "from", "20")
    panel = await pick(mia, panel, "to", "1")
    panel = await pick(mia, panel, "every", "72")
    assert "You can be called from 20:00 to 01:00: Mon, Wed and Sun (Europe/Berlin)." in words(
        panel
    )
    assert "At most once in 72 hours" in words(panel)
    panel = await mia.press("Next two hours", panel)
    assert "You can also be called until <t:" in words(panel)
    panel = await mia.press("Stop calling me", panel)
    assert NEVER in words(panel)
    assert await here.client.tables.call_list.of(here.guild.id, mia.id) is None


async def test_a_forgotten_members_mention_goes_from_the_call(here: Channel) -> None:
    mia, _, ava, leo, *_ = here.members
    await here.open(1, thread=True)
    await listen(ava, leo)
    await called(here, mia)
    # The game moves to a thread, and the call stays beside the lobby.
    await mia.press("Add medium", here.lobby)
    await mia.press("Start", here.lobby)
    assert (await here.state()).parent_id == here.channel.id
    await ava.press("Forget me", await ava.slash("privacy forget-me"))
    (message,) = calls(here)
    assert mentioned(message, here.members) == [leo]
    assert "has a free seat: https://discord.com/channels/" in words(message)
    await leo.press("Forget me", await leo.slash("privacy forget-me"))
    assert calls(here) == []


async def test_a_member_is_forgotten_though_the_call_cannot_be_edited(here: Channel) -> None:
    mia, _, ava, leo, *_ = here.members
    await here.open(1)
    await listen(ava, leo)
    await called(here, mia)
    here.env.inject_error("PATCH", "*/messages/*", status=403, code=50001, message="No", times=1)
    await ava.press("Forget me", await ava.slash("privacy forget-me"))
    assert await here.client.tables.call_list.of(here.guild.id, ava.id) is None
    assert mentioned(calls(here)[0], here.members) == [ava, leo]


async def choose_zone(
    member: Member, panel: ResponseMessage, city: str | None = None, typed: str = ""
) -> ResponseMessage:
    """Fill in the form behind **Time zone**; returns the answer."""
    form = await member.click("Time zone", panel)
    picked = [] if city is None else [city]
    return answer(await member.actor.submit_modal(form, {"city": picked, "other": typed}))


async def test_a_phone_needs_no_slash_option_for_a_time_zone(here: Channel) -> None:
    mia = here.members[0]
    panel = await mia.slash("call")
    assert "For fixed hours, choose your time zone: press **Time zone**." in words(panel)
    form = await mia.click("Time zone", panel)
    assert form.modal is not None
    city = form.modal["components"][0]["component"]
    assert len(city["options"]) == 25
    assert not [one for one in city["options"] if one.get("default")]
    panel = await choose_zone(mia, panel, "Asia/Seoul")
    assert "Your time zone: Asia/Seoul. For fixed hours, choose days." in words(panel)
    # The form shows the present zone; what is typed counts for more than what is picked.
    form = await mia.click("Time zone", panel)
    assert form.modal is not None
    city = form.modal["components"][0]["component"]
    assert [one["value"] for one in city["options"] if one.get("default")] == ["Asia/Seoul"]
    panel = await choose_zone(mia, panel, "Asia/Seoul", typed="kathmandu")
    assert "Your time zone: Asia/Kathmandu." in words(panel)
    panel = await pick(mia, panel, "days", "0")
    assert "(Asia/Kathmandu)" in words(panel)
    # A refused form changes nothing.
    await choose_zone(mia, panel, typed="Nowhere")
    assert "(Asia/Kathmandu)" in words(await mia.slash("call"))


async def test_a_city_is_known_by_its_name_in_the_members_language(here: Channel) -> None:
    mia = here.members[0]
    mia.set_locale("ja")
    (offered,) = await mia.actor.autocomplete(here.channel, "scout call", "zone", "東京")
    assert offered["value"] == "Asia/Tokyo"
    assert "Asia/Tokyo" in words(await mia.slash("call", zone="東京"))


async def test_a_city_that_is_not_known_is_refused_with_near_names(here: Channel) -> None:
    mia = here.members[0]
    panel = await mia.slash("call")
    refused = await choose_zone(mia, panel, typed="Berln")
    assert words(refused) == "That is not one time zone. Did you mean `Europe/Berlin`?"
    nothing = "I found no time zone. Choose or type a large city that has the same time as you."
    assert words(await choose_zone(mia, panel)) == nothing
    assert words(await choose_zone(mia, panel, typed="\N{GAME DIE} @everyone")) == nothing
    assert await here.client.tables.call_list.of(here.guild.id, mia.id) is None


async def test_only_zones_days_and_hours_that_are_offered_can_be_chosen(here: Channel) -> None:
    mia = here.members[0]
    refused = await mia.slash("call", zone="Europe/Berln")
    assert words(refused) == "That is not one time zone. Did you mean `Europe/Berlin`?"
    assert await here.client.tables.call_list.of(here.guild.id, mia.id) is None
    panel = await mia.slash("call", zone="UTC")
    for kind, value in (("days", "7"), ("from", "24"), ("every", "1"), ("to", "x")):
        pressed = f"scout:callme:0:0:{kind}"
        result = await crafted.press(mia.actor, pressed, panel, [value])
        assert "That button no longer works." in words(answer(result))


async def test_one_message_mentions_those_who_asked_for_it_with_a_link_to_the_lobby(
    here: Channel,
) -> None:
    mia, noa, ava, leo, *_ = here.members
    await here.open(2)
    await listen(noa, ava, leo)
    assert await called(here, mia) == "2 players were called."
    (message,) = calls(here)
    assert mentioned(message, here.members) == [ava, leo]
    assert f"/{here.channel.id}/{here.lobby.id}" in words(message)
    assert "once an hour" in await called(here, noa)
    # One press leaves the list; nobody else sees it.
    assert words(await ava.press("Stop calling me", message)) == NEVER
    assert await here.client.tables.call_list.of(here.guild.id, ava.id) is None
    assert len(calls(here)) == 1


async def test_only_seated_members_call_and_only_while_a_seat_is_free(here: Channel) -> None:
    mia, _, ava, *_ = here.members
    await here.open(2)
    await listen(ava)
    assert "You have no seat at this table" in await called(here, ava)
    for _ in range(3):
        await mia.press("Add medium", here.lobby)
    assert "Call players" not in labels(here.lobby)
    assert calls(here) == []


async def test_a_member_who_has_left_is_dropped_and_one_who_cannot_see_the_channel_is_skipped(
    here: Channel,
) -> None:
    mia, noa, ava, *_ = here.members
    role = here.guild.create_role("here")
    insider = here.add_member("Ida", role)
    await listen(noa, ava, insider)
    here.guild.remove_member(noa.actor)
    rules = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True)
    assert here.client.user is not None
    secret = here.guild.create_text_channel(
        "secret",
        overwrites={
            here.guild.default_role: rules,
            role: seen,
            mia.actor: seen,
            here.client.user: seen,
        },
    )
    await mia.slash("new", secret)
    (lobby,) = here.messages(None, secret)
    found = words(answer(await mia.actor.click(lobby, label="Call players")))
    assert found == "1 player was called."
    message = here.messages(None, secret)[-1]
    assert mentioned(message, [noa, ava, insider]) == [insider]
    on_list = here.client.tables.call_list
    assert await on_list.of(here.guild.id, noa.id) is None
    assert await on_list.of(here.guild.id, ava.id) is not None


async def test_pressing_again_does_not_reveal_who_can_be_called_since(here: Channel) -> None:
    mia, _, ava, *_ = here.members
    await here.open(1)
    refused = await called(here, mia)
    with here.env._bot_scope():
        now = int(here.client.tables.repository.now().timestamp())
    begin, end = NOBODY.split("{time}")
    again = int(refused.removeprefix(begin).removesuffix(end))
    assert 0 <= again - now - 300 <= 1
    await listen(ava)
    assert await called(here, mia) == refused
    await here.env.advance_time(301)
    assert await called(here, mia) == "1 player was called."


@pytest.mark.long
async def test_the_server_can_switch_calls_off(here: Channel) -> None:
    mia, _, ava, *_ = here.members
    manager = a_manager(here)
    await here.open(1)
    await listen(ava)
    lobby = here.lobby
    page = await manager.press("Switch calls off", await open_page(manager, "Tables"))
    assert "This server has switched calls off." in words(page)
    await here.env.settle()
    assert "Call players" not in labels(here.lobby)
    pressed = await crafted.press(mia.actor, f"scout:call:{(await here.state()).id}:0:", lobby)
    assert words(answer(pressed)) == "This server has switched calls off."
    # The answer to a press shows the lobby too.
    await mia.press("Add medium", here.lobby)
    assert "Call players" not in labels(here.lobby)
    text = words(await ava.slash("call"))
    assert "This server has switched calls off." in text
    assert "You can be called" not in text
    await manager.press("Allow calls", page)
    await here.env.settle()
    assert await called(here, mia) == "1 player was called."


async def test_a_blocked_member_reads_that_no_table_calls_them(here: Channel) -> None:
    ava = here.members[2]
    await listen(ava)
    assert "You can be called until" in words(await ava.slash("call"))
    await block(a_manager(here), ava)
    panel = await ava.slash("call")
    assert "its managers have blocked you" in words(panel)
    assert "You can be called" not in words(panel)
    assert labels(await ava.press("Stop calling me", panel)) == ["Next two hours", "Time zone"]


async def test_a_member_who_pauses_reads_that_no_table_calls_them(here: Channel) -> None:
    mia, _, ava, *_ = here.members
    await here.open(1)
    choice = next(one for one in controls(await ava.slash("pause")) if one.label == "3 days")
    await ava.use(await ava.slash("pause"), choice)
    assert "You pause until" not in words(await ava.slash("call"))
    text = words(await ava.press("Next two hours", await ava.slash("call")))
    assert "You can be called until" in text
    assert "You pause until" in text
    assert (await called(here, mia)).startswith("Nobody can be called right now.")
    await ava.press("End pause", await ava.slash("pause"))
    assert "You pause until" not in words(await ava.slash("call"))


async def test_an_error_while_members_are_fetched_calls_nobody_and_counts_for_nothing(
    here: Channel,
) -> None:
    mia, _, ava, *_ = here.members
    await here.open(1)
    await listen(ava)
    here.env.inject_error("GET", "*/members/*", status=403, code=50001, message="No", times=1)
    assert "this one does not count" in await called(here, mia)
    assert calls(here) == []
    assert await called(here, mia) == "1 player was called."


@pytest.mark.parametrize("trouble", [failing, lost_replies])
async def test_a_call_that_failed_is_the_same_when_it_is_pressed_again(
    here: Channel, trouble: Callable[..., AbstractContextManager[None]]
) -> None:
    mia, _, ava, leo, *_ = here.members
    await here.open(1)
    await listen(ava)
    with trouble("POST", f"*/channels/{here.channel.id}/messages", 1):
        assert "this one does not count" in await called(here, mia)
        await listen(leo)
        assert await called(here, mia) == "1 player was called."
    (message,) = calls(here)
    assert mentioned(message, [ava, leo]) == [ava]


async def leave_unsent(here: Channel, host: Member, called: Member) -> None:
    """A call of the host, as if the process had ended between its commit and its sending."""
    await here.open(1)
    await listen(called)
    state, make = await here.state(), here.client.tables.calls.make
    with here.env._bot_scope():
        assert await make(state.id, host.id, here.channel.id, [called.id]) is not None


@pytest.mark.long
async def test_a_call_that_a_crash_left_unsent_is_sent_by_the_next_start(here: Channel) -> None:
    mia, _, ava, *_ = here.members
    await leave_unsent(here, mia, ava)
    assert calls(here) == []
    await here.restart()
    (message,) = calls(here)
    assert mentioned(message, [ava]) == [ava]
    await here.restart()
    assert len(calls(here)) == 1
    assert "once an hour" in await called(here, mia)


@pytest.mark.long
async def test_no_timer_waits_for_a_call_that_is_sent_again(here: Channel) -> None:
    mia, _, ava, *_ = here.members
    await leave_unsent(here, mia, ava)
    waiting: list[bool] = []

    def look() -> None:
        waiting.append(here.client.tables.scheduler._outdated)

    with meanwhile("POST", f"*/channels/{here.channel.id}/messages", look):
        await here.restart()
    assert len(calls(here)) == 1
    assert waiting == [False]


async def test_members_who_avoid_each_other_are_not_called_together(here: Channel) -> None:
    mia, _, ava, leo, *_ = here.members
    await here.open(1)
    await listen(ava, leo)
    page = await ava.press("Members to avoid", await ava.slash("settings"))
    assert "Your list is empty." in words(page)
    empty = entity_selects(page)["Add or remove a member"]["custom_id"]
    page = await choose(ava, "Add or remove a member", page, mia.actor)
    # Else Discord would still show Mia as picked, and not send the same pick again.
    assert entity_selects(page)["Add or remove a member"]["custom_id"] != empty
    assert mentioned(page, [mia]) == [mia]
    assert labels(page)[-1:] == ["Clear list"]
    assert await called(here, mia) == "1 player was called."
    assert mentioned(calls(here)[0], [ava, leo]) == [leo]
    # It keeps nobody from a table that is open to all.
    await ava.press("Join", here.lobby)
    assert (await here.state()).find_seat(ava.id) is not None
    page = await choose(ava, "Add or remove a member", page, mia.actor)
    assert "Your list is empty." in words(page)
    page = await choose(ava, "Add or remove a member", page, leo.actor)
    asked = await ava.press("Clear list", page)
    assert "Take all members off your list?" in words(asked)
    assert mentioned(await ava.press("Back", asked), [leo]) == [leo]
    cleared = await ava.press("Clear list", await ava.press("Clear list", page))
    assert "Your list is empty." in words(cleared)
    refused = await choose(ava, "Add or remove a member", cleared, ava.actor)
    assert words(refused) == "That is you. Choose another member."
