"""What a hint says, and that its marks lead to the action it says."""

import random
from dataclasses import replace

import pytest
from discord import ButtonStyle

from bot.tables.core.state import SeatState, TableState
from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.ui.kit.component_id import ComponentId, parse_component_id
from bot.ui.views.elements import names
from bot.ui.views.turn.action_buttons import split_hint
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.hint import hint_words
from bot.ui.views.turn.menu import LABEL_LENGTH, MenuPath, OpenMenu, parse_menu_path
from engine.actions import Action, parse_action
from engine.game import Game
from engine.round import Round
from engine.view import view
from tests.support.discord.limits import Json, message_violations
from tests.support.engine.hidden_cards import with_other_hands
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.engine.rounds import dealt, facing
from tests.support.marks import with_long
from tests.support.ui.rendering import as_sent, look_of
from tests.support.ui.sentences import bold
from tests.support.ui.table_states import NAMES, RUN, SINGLE, crowded, hoard, state_of

pytestmark = pytest.mark.slow  # follows hints in every position

HINT, MARK = "Hint", "→ "


@pytest.mark.parametrize("players", PLAYERS)
def test_a_hint_depends_on_no_hidden_card(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=players, length=1):
        state = state_with_hints(game)
        for seat in state.to_move[:1]:
            hint = rng.choice(view(game, seat.index).legal_actions())
            elsewhere = replace(state, game=with_other_hands(game, seat.index, rng))
            drafts = [
                hand_message(
                    ENGLISH, of, seat, OpenMenu(hint=hint), preferences=Preferences(pictures=False)
                )
                for of in (state, elsewhere)
            ]
            assert look_of(drafts[0]) == look_of(drafts[1])


def state_with_hints(game: Game) -> TableState:
    state = state_of(game)
    return replace(state, options=replace(state.options, hints=True))


@pytest.mark.long
@pytest.mark.parametrize("players", with_long([2, 5], [3, 4]))
async def test_the_marks_lead_to_any_hint(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=players, length=1):
        state = state_with_hints(game)
        for seat in state.to_move[:1]:
            legal = view(game, seat.index).legal_actions()
            for hint in rng.sample(legal, min(3, len(legal))):
                await assert_led_to(state, seat, hint, Preferences(confirm=rng.random() < 0.5))


@pytest.mark.long
@pytest.mark.parametrize("cards", with_long([12, 26], [20, 40]))
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
    assert HINT in buttons(
        await as_sent(hand_message(ENGLISH, state, seat, preferences=preferences))
    )
    said, named, path, asked = set(), [], MenuPath(), None
    while True:
        draft = hand_message(
            ENGLISH, state, seat, OpenMenu(path, asked, hint), preferences=preferences
        )
        message = await as_sent(draft)
        assert list(message_violations(message)) == []
        said.add(hinted(message))
        label, press = marked(message)
        assert len(label) <= LABEL_LENGTH
        assert green(message) == [label]
        if asked is None:
            named.append(label.removeprefix(MARK).partition(":")[0])
        detail, rides = split_hint(press.detail)
        assert rides == hint
        if press.verb == "play":
            break
        path = parse_menu_path(detail) if press.verb == "look" else path
        asked = parse_action(detail) if press.verb == "ask" else None
    assert parse_action(detail) == hint
    assert (asked == hint) is preferences.confirm
    assert len(said) == 1
    assert state.game is not None
    assert "More…" not in named
    assert said == {hint_words(ENGLISH, view(state.game, seat.index), hint, names(ENGLISH, state))}
    assert bold(said.pop()) == named


def hinted(message: Json) -> str:
    """The line of the content that is the hint; '' for none."""
    return "".join(line for line in message["content"].splitlines() if line.startswith("💡"))


def buttons(message: Json) -> list[str]:
    """The labels of the lowest row."""
    assert list(message_violations(message)) == []
    return [item["label"] for item in message["components"][-1]["components"]]


def marks(message: Json) -> list[tuple[str, str]]:
    """The labels that are marked, with the custom_ids of their presses."""
    found = []
    for row in message["components"]:
        for item in row["components"]:
            if item.get("label", "").startswith(MARK):
                found.append((item["label"], item["custom_id"]))
            assert not any(option["label"].startswith(MARK) for option in item.get("options", []))
    return found


def green(message: Json) -> list[str]:
    """The labels of the green buttons."""
    items = [item for row in message["components"] for item in row["components"]]
    return [item["label"] for item in items if item.get("style") == ButtonStyle.success.value]


def marked(message: Json) -> tuple[str, ComponentId]:
    """The one label that is marked, and its press."""
    ((label, custom_id),) = marks(message)
    press = parse_component_id(custom_id)
    assert press is not None
    return label, press


async def shown(hint: Action, path: MenuPath, asked: Action | None = None) -> Json:
    """A step of a seat that holds many cards and has this hint."""
    state = state_with_hints(hoard(12))
    preferences = Preferences(confirm=asked is not None)
    seat = state.seats[0]
    draft = hand_message(ENGLISH, state, seat, OpenMenu(path, asked, hint), preferences=preferences)
    return await as_sent(draft)


async def test_off_its_way_a_hint_is_neither_said_nor_marked() -> None:
    game = hoard(12)
    hint, other = view(game, 0).legal.shows()[:2]
    (_, end, position, flipped), *_ = [
        MenuPath(True, *scout)[:4] for scout in view(game, 0).legal.scouts_before_show()
    ]
    off = [
        MenuPath(both=True),
        MenuPath(True, end, None, flipped),
        MenuPath(True, end, position, flipped),
    ]
    for message in [await shown(hint, path) for path in off]:
        assert not hinted(message)
        assert marks(message) == []
    asked = await shown(hint, MenuPath(), asked=other)
    assert not hinted(asked)
    assert marks(asked) == []


async def test_back_from_off_its_way_leads_to_the_hint() -> None:
    hint = view(hoard(12), 0).legal.shows()[0]
    off = await shown(hint, MenuPath(both=True))
    (back,) = [
        item
        for row in off["components"]
        for item in row["components"]
        if item.get("label") == "Back"
    ]
    press = parse_component_id(back["custom_id"])
    assert press is not None
    assert split_hint(press.detail) == (str(MenuPath()), hint)


async def test_on_its_way_a_hint_is_said_at_every_step() -> None:
    hint = view(hoard(12), 0).legal.scouts()[0]
    first = await shown(hint, MenuPath())
    second = await shown(hint, MenuPath(end=hint.end, flipped=hint.flipped))
    assert hinted(first) == hinted(second) != ""


OTHER = "1 4 8 1 4"


@pytest.mark.parametrize(
    ("now", "notation", "way"),
    [
        (dealt("3 4 5", OTHER, OTHER), "K", "**Keep**"),
        (dealt("3 4 5", OTHER, OTHER), "F", "**Flip hand**"),
        (facing("5 6", "3 4 5 9 7 8", OTHER, OTHER), "S5-6", "**Show 7 8**"),
        (facing("5", "7 2 7", OTHER, OTHER), "S3", "**Show 7 (card 3)**"),
        (facing("5 5", "3 4 9", OTHER, OTHER), "R3", "**Scout 5 right** and position **3**"),
        (facing("5/2", "3 9", OTHER), "L1f", "**Scout 2** and position **1**"),
        (
            facing("8 8", "3 7 9 3", OTHER, OTHER),
            "L3+S2-4",
            "**Scout & Show**, **Scout 8 left**, **3** and **Show 7 8 9**",
        ),
        (
            facing("8 9", "3 7 9 3", OTHER, OTHER),
            "L3+S2-4",
            "**Scout & Show**, **Scout 8**, position **3** and **Show 7 8 9**",
        ),
        (
            facing("10/7 10/2 10/3", "5 6 1", OTHER, OTHER),
            "L3f+S1-3",
            "**Scout & Show**, position **3** and **Show 5 6 7**",
        ),
    ],
)
def test_the_whole_way_is_said(now: Round, notation: str, way: str) -> None:
    game = Game.new(now.players)._replace(rounds=(now,))
    seen, action = view(game, now.to_move[0]), parse_action(notation)
    said = hint_words(ENGLISH, seen, action, NAMES)
    assert said.startswith((f"💡 Press {way}. It ", f"💡 Press {way}. Your best set "))
    assert len(said.replace("*", "")) <= 74


async def test_the_marks_lead_past_the_only_card_of_a_scout_and_show() -> None:
    now = facing("10/7 10/2 10/3", "5 6 1", OTHER, OTHER)
    state = state_with_hints(Game.new(now.players)._replace(rounds=(now,)))
    (seat,) = state.to_move
    for confirm in (True, False):
        hint = parse_action("L3f+S1-3")
        await assert_led_to(state, seat, hint, Preferences(confirm=confirm))


def test_a_hint_leaves_out_what_two_lines_have_no_room_for() -> None:
    now = facing("5 6", "3 4 5 9 7 8", OTHER, OTHER)
    seen = view(Game.new(3)._replace(rounds=(now,)), now.to_move[0])
    assert hint_words(ENGLISH, seen, parse_action("S5-6"), NAMES) == (
        "💡 Press **Show 7 8**. It beats 5\N{NO-BREAK SPACE}6 and scores 2 points."
    )
    made = "6 7 8".replace(" ", "\N{NO-BREAK SPACE}")
    scout, long = parse_action("R5"), ["N" * 32] * 3
    assert hint_words(ENGLISH, seen, scout, NAMES) == (
        f"💡 Press **Scout 6** and position **5**. It makes {made}. But it gives Kim a chip."
    )
    assert hint_words(ENGLISH, seen, scout, long) == (
        f"💡 Press **Scout 6** and position **5**. It makes {made}."
    )
