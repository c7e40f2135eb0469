"""Messages that version 0.1.0 posted, by the custom_ids that they carry."""

import re

from simcord.results import ResponseMessage

from bot.storage.models.tables import Status
from bot.ui.kit.component_id import Verb
from engine.players import Level
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import Control, controls, is_note

LOBBY = {
    "scout:join:1:0:",
    "scout:leave:1:0:",
    "scout:add:1:0:easy",
    "scout:add:1:0:medium",
    "scout:add:1:0:hard",
    "scout:remove:1:0:",
    "scout:start:1:0:",
    "scout:cancel:1:0:",
}
NEW = {"scout:learnhow:1:0:", "scout:add:1:0:beginner", "scout:options:1:0:", "scout:call:1:0:"}
HINTS = "scout:hints:1:0:yes"
"""Lobbies have Options instead."""


async def press(member: Member, custom_id: str, on: ResponseMessage) -> ResponseMessage:
    """Press what carries exactly this; it fails where the message has no such button."""
    return await member.use(on, Control("", custom_id))


def offered(message: ResponseMessage, form: str) -> str:
    """What the first custom_id of this form is about."""
    found = [re.fullmatch(form, control.custom_id) for control in controls(message)]
    return next(match[1] for match in found if match)


def test_every_verb_has_a_handler(here: Channel) -> None:
    routes = here.client._router._routes
    assert {name for name in routes if isinstance(name, Verb)} == set(Verb)


async def test_a_lobby_is_filled_and_started_by_its_posted_buttons(here: Channel) -> None:
    mia, noa, *_ = here.members
    await mia.slash("new")
    assert {control.custom_id for control in controls(here.lobby)} == LOBBY | NEW
    await press(noa, "scout:join:1:0:", here.lobby)
    await press(mia, "scout:add:1:0:hard", here.lobby)
    await press(mia, "scout:add:1:0:easy", here.lobby)
    await press(mia, "scout:remove:1:0:", here.lobby)
    await crafted.press(mia.actor, HINTS, here.lobby)
    state = await here.state()
    assert [seat.user_id for seat in state.seats] == [mia.id, noa.id, None]
    assert state.seats[2].level is Level.HARD
    assert state.options.hints
    await press(noa, "scout:leave:1:0:", here.lobby)
    await press(mia, "scout:start:1:0:", here.lobby)
    assert (await here.state()).status is Status.PLAYING


async def test_a_game_is_played_by_its_posted_buttons(here: Channel) -> None:
    mia, noa = await here.start(2, rounds=1)
    await press(mia, "scout:play:1:1:K", mia.hand)
    await press(noa, "scout:play:1:1:F", noa.hand)
    assert await here.actions() == ["K", "F"]
    first = await here.on_turn([mia, noa])
    (second,) = {mia, noa} - {first}
    show = offered(first.hand, r"scout:play:1:2:(S\d+(?:-\d+)?)")
    await press(first, f"scout:play:1:2:{show}", first.hand)
    end = offered(second.hand, r"scout:look:1:3:([LR]f?)")
    scouting = await press(second, f"scout:look:1:3:{end}", second.hand)
    scout = offered(scouting, r"scout:play:1:3:([LR]\d+f?)")
    await press(second, f"scout:play:1:3:{scout}", scouting)
    assert await here.actions() == ["K", "F", show, scout]
    hand = await press(first, "scout:hand:1:0:", here.table)
    assert hand.ephemeral
    assert controls(hand) == []
    note = await press(here.members[2], "scout:watch:1:0:", here.table)
    assert is_note(note)


async def test_settings_are_changed_by_their_posted_buttons(here: Channel) -> None:
    await here.show_pictures()
    (mia, *_) = here.members
    shown = await mia.slash("settings")
    shown = await press(mia, "scout:set:0:0:ask", shown)
    shown = await press(mia, "scout:set:0:0:hand-text", shown)
    assert "scout:set:0:0:at-once" in [control.custom_id for control in controls(shown)]
    preferences = await here.client.tables.preferences.of(mia.id)
    assert (preferences.pictures, preferences.confirm) == (False, True)
