"""The Hint button: which members have it, and whose message it changes."""

import random

import pytest
import simcord
from simcord.results import ResponseMessage

from bot.tables.core.state import TableState
from bot.text.language import ENGLISH
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.views.elements import names
from bot.ui.views.turn.hint import hint_words
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parse_action
from engine.view import view
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member, ask_before_moves
from tests.support.discord.messages import Control, a_show, controls, hint_in, labels, words
from tests.support.discord.network_faults import older_copies_stay
from tests.support.discord.random_presses import press_at_random
from tests.support.discord.stored_game import put_game
from tests.support.ui.table_states import hoard

HINT, MARK = "Hint", "→ "
KINDS = {Orient, Show, Scout, ScoutAndShow}


def marked(message: ResponseMessage) -> Control:
    """What the hint says to press here."""
    (control,) = (control for control in controls(message) if control.label.startswith(MARK))
    return control


async def ask(member: Member) -> ResponseMessage:
    return await member.press(HINT, await member.slash("hand"))


async def follow(member: Member, hinted: ResponseMessage) -> ResponseMessage:
    """Press what is marked until nothing is; returns the answer to the last press."""
    said, message = hint_in(hinted), hinted
    while MARK in words(message):
        assert hint_in(message) == said
        message = await member.use(message, marked(message))
    return message


async def played_by_hints(here: Channel, members: list[Member]) -> set[type[Action]]:
    """Every member follows the hints until the game is over; returns the kinds of the moves."""
    kinds = set()
    while (state := await here.state()).to_move:
        member = await here.on_turn(members)
        before = await here.actions()
        hinted = await ask(member)
        said = hint_in(hinted)
        reply = await follow(member, hinted)
        assert "💡" not in reply.content
        (*earlier, notation) = await here.actions()
        assert earlier == before
        action = parse_action(notation)
        assert said == expected(state, member, action)
        kinds.add(type(action))
    return kinds


def expected(state: TableState, member: Member, action: Action) -> str:
    assert state.game is not None
    return hint_words(
        ENGLISH, view(state.game, state.seat_of(member.id).index), action, names(ENGLISH, state)
    )


@pytest.mark.long
async def test_games_played_by_hints_alone_count_for_nobody(here: Channel) -> None:
    members = await here.start(3, rounds=1, hints=True)
    assert await played_by_hints(here, members) == KINDS
    assert "🏆" in words(here.public()[-1])
    assert "Nobody is ranked here yet" in words(await members[0].slash("leaderboard"))


@pytest.mark.long
async def test_hints_lead_on_through_questions(here: Channel) -> None:
    members = await here.start(2, rounds=1, hints=True)
    for member in members:
        await ask_before_moves(member)
    await played_by_hints(here, members)


@pytest.mark.long
async def test_random_presses_include_hints(here: Channel) -> None:
    members = await here.start(2, rounds=1, hints=True)
    await press_at_random(members, random.Random(5))


async def test_no_hints_unless_the_table_allows_them(here: Channel) -> None:
    mia, noa = await here.start(2)
    for member in (mia, noa):
        assert HINT not in labels(member.hand)
    forge(here, mia.hand, ComponentId(Verb.HINT, 1, (await here.state()).decision_number))
    refused = await mia.use(mia.hand, controls(mia.hand)[0])
    assert "Hints are off at this table" in words(refused)
    forge(here, mia.hand, ComponentId(Verb.CHOOSE, 1, (await here.state()).decision_number, "--K"))
    assert "💡" not in words(await mia.use(mia.hand, controls(mia.hand)[0]))


def forge(here: Channel, message: ResponseMessage, press: ComponentId) -> None:
    """Make the first button of the message send this when it is pressed."""
    stored = here.env.backend.get_message(here.channel.id, message.id)
    stored.components[0]["components"][0]["custom_id"] = str(press)


@pytest.mark.long
async def test_a_member_who_asks_again_gets_the_same_hint(here: Channel) -> None:
    members = await here.begin_turns(3, hints=True)
    player = await here.on_turn(members)
    said = (await ask(player)).content
    assert said.startswith("💡 Press **")
    assert (await ask(player)).content == said
    await here.restart()
    assert (await ask(player)).content == said


@pytest.mark.long
async def test_a_hint_is_not_said_off_its_way_and_is_back_with_back(here: Channel) -> None:
    mia, *_ = await here.start(4, hints=True)
    await put_game(here, hoard(12))
    hand = await ask(mia)
    said, offered = hand.content, labels(hand)
    assert HINT not in offered
    off = next(name for name in offered if "Scout" in name and not name.startswith(MARK))
    hand = await mia.press(off, hand)
    assert "💡" not in hand.content
    assert MARK not in words(hand)
    await here.restart()
    hand = await mia.press("Back", hand)
    assert (hand.content, labels(hand)) == (said, offered)


async def test_a_hint_stays_while_others_choose_their_hands(here: Channel) -> None:
    mia, noa, _ = await here.start(3, hints=True)
    hinted = await mia.press(HINT, mia.hand)
    said, offered = hinted.content, labels(hinted)
    await noa.press("Keep", noa.hand)
    assert (mia.hand.content, labels(mia.hand)) == (said, offered)
    await mia.use(mia.hand, marked(mia.hand))
    assert "💡" not in mia.hand.content
    assert HINT not in labels(mia.hand)


async def test_a_hint_that_comes_too_late_is_none(here: Channel) -> None:
    members = await here.begin_turns(2, hints=True)
    player = await here.on_turn(members)
    old = await player.slash("hand")
    with older_copies_stay():
        new = await player.slash("hand")
    await player.press(a_show(new), new)
    done = await here.actions()
    late = await player.press(HINT, old)
    assert "Too late: the game has moved on" in words(late)
    assert "💡" not in words(late)
    assert await here.actions() == done


async def test_only_the_member_to_move_gets_a_hint(here: Channel) -> None:
    members = await here.begin_turns(2, hints=True)
    player = await here.on_turn(members)
    (other,) = (member for member in members if member is not player)
    shown = await player.slash("hand")
    assert HINT not in labels(other.hand)
    with pytest.raises(simcord.SetupError, match="not visible"):
        await other.press(HINT, shown)
    forge(here, here.table, ComponentId(Verb.HINT, 1, (await here.state()).decision_number))
    waiting = await other.use(here.table, controls(here.table)[0])
    assert "Too late: the game has moved on" in words(waiting)
    stranger = await here.members[2].use(here.table, controls(here.table)[0])
    assert "You have no seat" in words(stranger)
    for answer in (waiting, stranger):
        assert answer.ephemeral
        assert "💡" not in words(answer)


async def test_nobody_else_sees_a_hint(here: Channel) -> None:
    members = await here.begin_turns(3, hints=True)
    player = await here.on_turn(members)
    others = [member for member in here.members if member is not player]
    hand = await player.slash("hand")
    before = [[words(message) for message in member.sees()] for member in others]
    requests = len(here.env.http_requests)
    assert "💡" in (await player.press(HINT, hand)).content
    assert [[words(message) for message in member.sees()] for member in others] == before
    assert {request.path.rpartition("/")[2] for request in here.env.http_requests[requests:]} == {
        "callback"
    }
