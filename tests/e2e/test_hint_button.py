"""The Hint button: who has it, what it says, and that its marks lead to what it says."""

import random
from dataclasses import replace

import pytest
import simcord
from simcord.results import ResponseMessage

from bot.tables.core.state import SeatState, TableState
from bot.tables.preferences import Preferences
from bot.ui.kit.component_id import ComponentId, parse_component_id
from bot.ui.views.action_buttons import carried
from bot.ui.views.action_menu import MenuPath, parse_menu_path
from bot.ui.views.explanations import explain
from bot.ui.views.hand import hand_message
from bot.ui.views.hint import hint_words
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parse_action
from engine.game import Game
from engine.round import Round
from engine.view import view
from tests.e2e.test_choosing import RUN, SINGLE, crowded
from tests.e2e.test_secrets import look_of, otherwise
from tests.e2e.test_settings import ask_before_moves
from tests.support.discord.channel import Channel
from tests.support.discord.limits import Json, message_violations
from tests.support.discord.member import Member
from tests.support.discord.messages import Control, a_show, controls, labels, words
from tests.support.discord.random_presses import play_blindly
from tests.support.discord.table_states import as_sent, hoard, put_game, state_of
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.engine.rounds import dealt, facing

HINT, MARK = "Hint", "→ "
KINDS = {Orient, Show, Scout, ScoutAndShow}


def marked(message: ResponseMessage) -> Control:
    """What the hint says to press here."""
    (control,) = (control for control in controls(message) if control.label.startswith(MARK))
    return control


async def ask(member: Member) -> ResponseMessage:
    return await member.press(HINT, await member.slash("hand"))


async def follow(member: Member, hinted: ResponseMessage) -> ResponseMessage:
    """Press what is marked until nothing is; gives the answer to the last press."""
    said, message = hinted.content, hinted
    while MARK in words(message):
        assert message.content == said
        message = await member.use(message, marked(message))
    return message


async def played_by_hints(here: Channel, members: list[Member]) -> set[type[Action]]:
    """Every member does what they are told until the game is over; gives what kinds that was."""
    kinds = set()
    while (state := await here.state()).to_move:
        member = await here.on_turn(members)
        before = await here.actions()
        hinted = await ask(member)
        said = hinted.content
        told = await follow(member, hinted)
        assert "💡" not in told.content
        (*earlier, notation) = await here.actions()
        assert earlier == before
        action = parse_action(notation)
        assert said == expected(state, member, action)
        kinds.add(type(action))
    return kinds


def expected(state: TableState, member: Member, action: Action) -> str:
    assert state.game is not None
    return hint_words(view(state.game, state.seat_of(member.id).index), action)


async def test_games_played_by_hints_alone_count_for_nobody(here: Channel) -> None:
    members = await here.start(3, rounds=3, hints=True)
    assert await played_by_hints(here, members) == KINDS
    assert "🏆" in words(here.public()[-1])
    assert "No game has been finished here yet" in words(await members[0].slash("leaderboard"))


async def test_hints_lead_on_through_questions(here: Channel) -> None:
    members = await here.start(2, rounds=1, hints=True)
    for member in members:
        await ask_before_moves(member)
    await played_by_hints(here, members)


async def test_strangers_press_hints_too(here: Channel) -> None:
    members = await here.start(2, rounds=1, hints=True)
    await play_blindly(members, random.Random(5))


async def test_no_hints_unless_the_table_allows_them(here: Channel) -> None:
    mia, noa = await here.start(2)
    for member in (mia, noa):
        assert HINT not in labels(member.hand)
    forge(here, mia.hand, ComponentId("hint", 1, (await here.state()).decision_number))
    refused = await mia.use(mia.hand, controls(mia.hand)[0])
    assert "This table has no hints" in words(refused)
    forge(here, mia.hand, ComponentId("look", 1, (await here.state()).decision_number, "--K"))
    assert "💡" not in words(await mia.use(mia.hand, controls(mia.hand)[0]))


def forge(here: Channel, message: ResponseMessage, press: ComponentId) -> None:
    """Let the first button of the message say this when it is pressed."""
    stored = here.env.backend.get_message(here.channel.id, message.id)
    stored.components[0]["components"][0]["custom_id"] = str(press)


async def test_who_asks_again_is_told_the_same(here: Channel) -> None:
    members = await here.begin_turns(3, hints=True)
    player = await here.on_turn(members)
    said = (await ask(player)).content
    assert said.startswith("💡 Hint: **")
    assert (await ask(player)).content == said
    await here.restart()
    assert (await ask(player)).content == said


async def test_a_hint_stays_off_its_way_and_back(here: Channel) -> None:
    mia, *_ = await here.start(4, hints=True)
    await put_game(here, hoard(12))
    hand = await ask(mia)
    said, offered = hand.content, labels(hand)
    assert HINT not in offered
    off = next(name for name in offered if "Scout" in name and not name.startswith(MARK))
    hand = await mia.press(off, hand)
    assert hand.content == said
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
    old, new = await player.slash("hand"), await player.slash("hand")
    await player.press(a_show(new), new)
    done = await here.actions()
    late = await player.press(HINT, old)
    assert "changed nothing" in words(late)
    assert "💡" not in words(late)
    assert await here.actions() == done


async def test_only_who_is_to_move_gets_a_hint(here: Channel) -> None:
    members = await here.begin_turns(2, hints=True)
    player = await here.on_turn(members)
    (other,) = (member for member in members if member is not player)
    shown = await player.slash("hand")
    assert HINT not in labels(other.hand)
    with pytest.raises(simcord.SetupError, match="not visible"):
        await other.press(HINT, shown)
    forge(here, here.table, ComponentId("hint", 1, (await here.state()).decision_number))
    waiting = await other.use(here.table, controls(here.table)[0])
    assert "changed nothing" in words(waiting)
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


@pytest.mark.parametrize("players", PLAYERS)
def test_a_hint_depends_on_no_hidden_card(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=players, length=1):
        state = state_with_hints(game)
        for seat in state.to_move[:1]:
            hint = rng.choice(view(game, seat.index).legal_actions())
            elsewhere = replace(state, game=otherwise(game, seat.index, rng))
            drafts = [
                hand_message(of, seat, preferences=Preferences(pictures=False), hint=hint)
                for of in (state, elsewhere)
            ]
            assert look_of(drafts[0]) == look_of(drafts[1])


def state_with_hints(game: Game) -> TableState:
    return replace(state_of(game), hints=True)


@pytest.mark.parametrize("players", PLAYERS)
async def test_the_marks_lead_to_any_hint(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=players, length=1):
        state = state_with_hints(game)
        for seat in state.to_move[:1]:
            legal = view(game, seat.index).legal_actions()
            for hint in rng.sample(legal, min(3, len(legal))):
                await assert_led_to(state, seat, hint, Preferences(confirm=rng.random() < 0.5))


@pytest.mark.parametrize("cards", [12, 20, 26, 40])
async def test_the_marks_lead_through_long_lists(cards: int) -> None:
    rng = random.Random(cards)
    for active in (SINGLE, RUN):
        state = state_with_hints(crowded(cards, active))
        (seat,) = state.to_move
        assert state.game is not None
        for hint in rng.sample(view(state.game, seat.index).legal_actions(), 20):
            await assert_led_to(state, seat, hint, Preferences())


async def assert_led_to(
    state: TableState, seat: SeatState, hint: Action, preferences: Preferences
) -> None:
    """One thing is marked at every step, and in the end it plays the hint."""
    assert HINT in buttons(await as_sent(hand_message(state, seat, preferences=preferences)))
    said, path, asked = set(), MenuPath(), None
    while True:
        draft = hand_message(state, seat, path, preferences=preferences, asked=asked, hint=hint)
        message = await as_sent(draft)
        assert list(message_violations(message)) == []
        said.add(message["content"])
        press = marked_press(message)
        detail, rides = carried(press.detail)
        assert rides == hint
        if press.verb == "play":
            break
        path = parse_menu_path(detail) if press.verb == "look" else path
        asked = parse_action(detail) if press.verb == "ask" else None
    assert parse_action(detail) == hint
    assert (asked == hint) is preferences.confirm
    assert len(said) == 1


def buttons(message: Json) -> list[str]:
    """The labels of the lowest row."""
    assert list(message_violations(message)) == []
    return [item["label"] for item in message["components"][-1]["components"]]


def marked_press(message: Json) -> ComponentId:
    found = []
    for row in message["components"]:
        for item in row["components"]:
            if item.get("label", "").startswith(MARK):
                found.append(item["custom_id"])
            for option in item.get("options", []):
                if option["label"].startswith(MARK):
                    verb, _, detail = option["value"].partition(" ")
                    found.append(str(ComponentId(verb, 1, 0, detail)))
    (custom_id,) = found
    press = parse_component_id(custom_id)
    assert press is not None
    return press


OTHER = "1 4 8 1 4"


@pytest.mark.parametrize(
    ("now", "notation", "way"),
    [
        (dealt("3 4 5", OTHER, OTHER), "K", "Keep"),
        (dealt("3 4 5", OTHER, OTHER), "F", "Turn over"),
        (facing("5 6", "3 4 5 9 7 8", OTHER, OTHER), "S5-6", "Show 7 8"),
        (facing("5", "7 2 7", OTHER, OTHER), "S3", "Show 7 (place 3)"),
        (facing("5 5", "3 4 9", OTHER, OTHER), "R3", "Scout 5 (right) to 4 [5] 9"),
        (facing("5/2", "3 9", OTHER), "L1f", "Scout 2 (turned) to [2] 3"),
        (
            facing("8 8", "3 7 9 3", OTHER, OTHER),
            "L3+S2-4",
            "Scout & Show: scout 8 (left) to 7 [8] 9, then show 7 8 9",
        ),
    ],
)
def test_the_whole_way_is_said(now: Round, notation: str, way: str) -> None:
    game = replace(Game.new(now.players), rounds=(now,))
    seen, action = view(game, now.to_move[0]), parse_action(notation)
    assert hint_words(seen, action) == f"💡 Hint: **{way}**: it {explain(seen, action)}."
