"""Presses and commands that no message of the bot offers change nothing, and are answered."""

from logging import WARNING
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import InteractionResult, ResponseMessage

from bot.ui.controllers.limiter import AT_ONCE, WAITING
from bot.ui.kit.component_id import Verb
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.messages import answer, labels, title, words
from tests.support.discord.threads import start_in_thread

ANOTHER_SERVER = "in another server"


def text_of(result: InteractionResult) -> str:
    """The sentence that answered, which only the member sees."""
    said = answer(result)
    assert said.ephemeral
    return words(said)


async def moderator_elsewhere(here: Channel) -> tuple[MemberActor, ResponseMessage]:
    """An administrator of another server, and a lobby there."""
    guild = here.env.create_guild("another")
    channel = guild.create_text_channel("scout")
    everything = guild.create_role("all", permissions=discord.Permissions.all())
    actor = guild.add_member(here.env.create_user("zoe", global_name="Zoe"), roles=[everything])
    return actor, answer(await actor.slash(channel, "scout new"))


ON_TABLE_ONE = [
    "join",
    "leave",
    "add:easy",
    "remove",
    "hints:yes",
    "options",
    "players",
    "player",
    "call",
    "start",
    "signup",
    "signoff",
    "cancel",
    "end:lobby",
    "agree",
    "playon",
    "askpause:3",
    "agreepause",
    "resume",
    "standin:1",
    "quit",
    "hand",
    "watch",
    "back",
    "rematch",
    "review",
    "replay:all-open",
    "post:all",
]


async def test_another_servers_moderator_changes_nothing(here: Channel) -> None:
    await here.open(3, computers=1)
    actor, lobby = await moderator_elsewhere(here)
    before = await here.state()
    for pressed in ON_TABLE_ONE:
        verb, _, detail = pressed.partition(":")
        result = await crafted.press(actor, f"scout:{verb}:{before.id}:0:{detail}", lobby)
        assert ANOTHER_SERVER in text_of(result), pressed
        assert await here.state() == before, pressed


async def test_another_servers_moderator_sends_no_form(here: Channel) -> None:
    await here.open(2)
    actor, lobby = await moderator_elsewhere(here)
    shown = await actor.click(lobby, label="Options")
    form: Any = shown._interaction.modal
    chosen = {"seats": ["2"], "rounds": ["0"], "limit": ["0"], "also": [], "ping": ["60"]}
    before = await here.state()
    form["custom_id"] = f"scout:setoptions:{before.id}:0:"
    assert ANOTHER_SERVER in text_of(await actor.submit_modal(shown, chosen))
    assert await here.state() == before


@pytest.mark.parametrize("values", [["out {}"], ["invite {}"], ["out 0"], [""], []])
async def test_only_the_hosts_own_question_takes_a_player_out(
    here: Channel, values: list[str]
) -> None:
    mia, noa, kim = await here.open(3)
    asked = await mia.press("Remove a player")
    before = await here.state()
    picked = [value.format(kim.id) for value in values]
    for member, shown in ((noa, here.lobby), (here.members[3], here.lobby), (noa, asked)):
        result = await crafted.press(member.actor, "scout:player:1:0:", shown, picked)
        assert "Choose a player from the list." in text_of(result) or "Only the host" in text_of(
            result
        )
    assert await here.state() == before


async def test_a_member_of_two_servers_plays_in_the_tables_own(here: Channel) -> None:
    mia, _ = await here.start(2)
    moderator, lobby = await moderator_elsewhere(here)
    also_mia = moderator.guild.add_member(mia.actor.user)
    before = await here.state()
    result = await crafted.press(also_mia, "scout:play:1:1:K", lobby)
    assert ANOTHER_SERVER in text_of(result)
    assert await here.state() == before


AT_A_TABLE = ("join", "players", "start", "cancel", "end", "agree", "hand", "watch", "rematch")


async def test_a_public_button_works_in_the_tables_channel_alone(here: Channel) -> None:
    mia, _ = await here.open(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    there = await here.members[3].slash("new", elsewhere)
    before = await here.state()
    for verb in AT_A_TABLE:
        result = await crafted.press(mia.actor, f"scout:{verb}:1:0:", there)
        assert f"This table is in <#{here.channel.id}> now" in text_of(result), verb
        assert await here.state() == before, verb


async def test_a_games_thread_and_its_parent_are_both_the_tables_place(here: Channel) -> None:
    (mia, _), parent = await start_in_thread(here, 2)
    lobby = here.messages(None, parent)[-1]
    assert "already started" in text_of(await crafted.press(mia.actor, "scout:join:1:0:", lobby))
    assert title(await mia.press("My hand", here.table)).startswith("Your hand")


@pytest.mark.parametrize("is_hidden", [True, False])
async def test_a_table_is_watched_by_members_who_can_see_its_channel_alone(
    here: Channel, is_hidden: bool
) -> None:
    await here.start(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    kim = here.members[3]
    private = await kim.slash("help", elsewhere)
    everybody = here.guild.default_role
    denied = discord.Permissions(view_channel=is_hidden).value
    here.env.backend.set_overwrite(
        here.channel.id,
        Overwrite(target_id=everybody.id, type=OverwriteType.ROLE, allow=0, deny=denied),
    )
    result = await crafted.press(kim.actor, "scout:watch:1:0:", private)
    assert ("no longer exists" in text_of(result)) is is_hidden
    assert ("You are watching" in text_of(result)) is not is_hidden


async def test_a_hand_is_played_in_whichever_channel_it_was_asked_for(here: Channel) -> None:
    mia, _ = await here.start(2)
    elsewhere = here.guild.create_text_channel("elsewhere")
    hand = await mia.slash("hand", elsewhere)
    assert "You keep your hand" in words(await mia.press("Keep", hand))
    assert await here.actions() == ["K"]


OUT_OF_BOUNDS: list[dict[str, object]] = [
    {"seats": 99},
    {"seats": 1},
    {"seats": -3},
    {"seats": "many"},
    {"rounds": 0},
    {"rounds": 11},
    {"turn_limit": 7},
    {"absent": 60},
    {"turn_limit": -60},
    {"turn_limit": 10**15},
    {"ping": 61},
    {"ping": -1},
]
"""Options that Discord would not send."""


async def test_options_outside_discords_bounds_open_no_table(here: Channel) -> None:
    mia = here.members[0]
    for options in OUT_OF_BOUNDS:
        refused = await crafted.command(mia.actor, here.channel.id, "new", **options)
        assert "Choose the options of `/scout new` from those" in text_of(refused), options
        assert here.public() == []
    assert not (await mia.slash("new")).ephemeral


@pytest.mark.parametrize("name", ["explode", "new hand"])
async def test_an_unknown_command_is_answered(here: Channel, name: str) -> None:
    mia, noa = here.members[:2]
    await here.client.tables.preferences.update(noa.id, language="de")
    for member, said in ((mia, "This command has changed"), (noa, "Dieser Befehl hat sich")):
        refused = await crafted.command(member.actor, here.channel.id, name)
        assert said in text_of(refused)
    # SimCord keeps whatever discord.py hands to the tree's error handler.
    with pytest.raises(ExceptionGroup, match="2 error"):
        here.env.raise_errors()
    here.env._errors.clear()


_FOCUSED = {"name": "game", "type": 4, "focused": True}


@pytest.mark.parametrize(
    "options",
    [
        [_FOCUSED | {"value": 5}],
        [_FOCUSED | {"value": None}],
        [_FOCUSED | {"value": ["5"]}],
        [_FOCUSED],
        [{"name": "game", "type": 4, "value": "5"}],
        [_FOCUSED | {"value": "x", "type": 6}],
        [_FOCUSED | {"value": ""}, {"name": "file", "type": 11, "value": "x"}],
        [],
    ],
)
async def test_input_that_cannot_be_typed_gets_no_suggestion_and_no_error(
    here: Channel, options: list[dict[str, object]], caplog: pytest.LogCaptureFixture
) -> None:
    mia = here.members[0]
    caplog.clear()
    result = await crafted.suggestions(mia.actor, here.channel.id, "record verify", *options)
    assert [record.message for record in caplog.records if record.levelno >= WARNING] == []
    assert not result._interaction.autocomplete_choices
    here.env.raise_errors()


@pytest.mark.parametrize("values", [[], ["play S1", "play S2"], ["play S9-9"], ["add "], [""]])
async def test_a_select_without_one_of_its_options_is_stale(
    here: Channel, values: list[str]
) -> None:
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    before = await here.state()
    pick = f"scout:pick:1:{before.decision_number}:"
    result = await crafted.press(player.actor, pick, player.hand, values)
    assert "Too late: the game has moved on" in words(answer(result))
    assert labels(player.hand)
    assert await here.state() == before


async def test_a_flood_of_one_member_is_cut_short_with_one_sentence(here: Channel) -> None:
    _, noa = await here.open(3, computers=1)
    lobby, before = here.lobby, len(crafted.callbacks(here.env))
    flood = [crafted.start_press(noa.actor, "scout:join:1:0:", lobby) for _ in range(500)]
    others = crafted.start_press(here.members[4].actor, "scout:start:1:0:", lobby)
    await here.env.settle()
    answered = [answer(result) for result in flood if result.acknowledged]
    assert len(answered) == AT_ONCE + WAITING + 1
    assert ["Slow down" in words(message) for message in answered].count(True) == 1
    # The other member waited for those that were worked on or next, and for no others.
    sent = crafted.callbacks(here.env)[before:]
    assert sent.index(crafted.callback_of(others)) <= 2 * AT_ONCE + 1
    assert "You have a seat here already." in words(await noa.press("Join", lobby))


async def test_flooding_again_is_refused_again(here: Channel) -> None:
    _, noa = await here.open(2)
    for _ in range(2):
        flood = [crafted.start_press(noa.actor, "scout:join:1:0:", here.lobby) for _ in range(20)]
        await here.env.settle()
        heard = [words(answer(result)) for result in flood if result.acknowledged]
        assert ["Slow down" in sentence for sentence in heard].count(True) == 1


async def test_a_press_that_comes_in_too_late_changes_nothing_and_costs_nothing(
    here: Channel,
) -> None:
    _, noa = await here.open(2)
    sent = len(here.env.http_requests)
    before = await here.state()
    result = crafted.start_press(noa.actor, "scout:leave:1:0:", here.lobby, seconds_ago=4)
    await here.env.settle()
    assert not result.acknowledged
    assert await here.state() == before
    assert len(here.env.http_requests) == sent
    await noa.press("Leave", here.lobby)
    assert len((await here.state()).seats) == 1


def test_every_verb_that_can_change_a_table_was_pressed_from_elsewhere() -> None:
    tried = {Verb(pressed.partition(":")[0]) for pressed in ON_TABLE_ONE}
    # Of the day's deal each acts for its presser alone: see tests/e2e/daily.
    daily = {verb for verb in Verb if verb.name.startswith("DAILY_")}
    harmless = {
        Verb.ADMIN,
        Verb.ADMIN_CHANGE,
        Verb.AVOID,
        Verb.BLOCK,
        Verb.CALL_ME,
        Verb.CHOOSE_MEMBER,
        Verb.REPLACE_MEMBER,
        Verb.REPORT,
        Verb.UNBLOCK,
        Verb.CONFIRM_FORGET,
        Verb.END_PAUSE,
        Verb.FORGET_ME,
        Verb.GAMES,
        Verb.HELP,
        Verb.HISTORY,
        Verb.HOW_TO_PLAY,
        Verb.KEEP_PLAYING,
        Verb.KEEP_SEASON,
        Verb.LEADERBOARD,
        Verb.LEADERBOARD_CHOICE,
        Verb.OWN_DATA,
        Verb.PAUSE,
        Verb.POST_STATS,
        Verb.PUZZLE_PLAY,
        Verb.PUZZLE_CHOOSE,
        Verb.PUZZLE_PICK,
        Verb.PUZZLE_CONFIRM,
        Verb.PUZZLE_NEXT,
        Verb.RULES,
        Verb.SETTINGS,
        Verb.START_SEASON,
        Verb.STOP_CALLS,
        Verb.TUTORIAL_CHOOSE,
        Verb.TUTORIAL_PLAY,
    }
    in_hands = {Verb.PLAY, Verb.CHOOSE, Verb.PICK, Verb.HINT, Verb.CONFIRM, Verb.RESULT}
    forms = {Verb.SET_OPTIONS, Verb.SET_ZONE}
    assert tried | harmless | in_hands | forms | daily == set(Verb)
