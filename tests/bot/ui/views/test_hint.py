"""What a hint says, and that its marks lead to the action it says."""

import random
from dataclasses import replace

import pytest

from bot.tables.core.state import SeatState, TableState
from bot.tables.preferences import Preferences
from bot.ui.kit.component_id import ComponentId, parse_component_id
from bot.ui.views.action_buttons import carried
from bot.ui.views.explanations import explain
from bot.ui.views.hand import hand_message
from bot.ui.views.hint import hint_words
from bot.ui.views.menu_path import MenuPath, parse_menu_path
from engine.actions import Action, parse_action
from engine.game import Game
from engine.round import Round
from engine.view import view
from tests.support.discord.limits import Json, message_violations
from tests.support.engine.hidden_cards import with_other_hands
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.engine.rounds import dealt, facing
from tests.support.ui.rendering import as_sent, look_of
from tests.support.ui.table_states import RUN, SINGLE, crowded, state_of

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
                hand_message(of, seat, preferences=Preferences(pictures=False), hint=hint)
                for of in (state, elsewhere)
            ]
            assert look_of(drafts[0]) == look_of(drafts[1])


def state_with_hints(game: Game) -> TableState:
    state = state_of(game)
    return replace(state, options=replace(state.options, hints=True))


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
        (dealt("3 4 5", OTHER, OTHER), "F", "Flip hand"),
        (facing("5 6", "3 4 5 9 7 8", OTHER, OTHER), "S5-6", "Show 7 8"),
        (facing("5", "7 2 7", OTHER, OTHER), "S3", "More…: show 7 (position 3)"),
        (facing("5 5", "3 4 9", OTHER, OTHER), "R3", "Scout 5 (right) to position 3"),
        (facing("5/2", "3 9", OTHER), "L1f", "Scout 2 (flipped) to position 1"),
        (
            facing("8 8", "3 7 9 3", OTHER, OTHER),
            "L3+S2-4",
            "Scout & Show: scout 8 (left) to position 3, then show 7 8 9",
        ),
    ],
)
def test_the_whole_way_is_said(now: Round, notation: str, way: str) -> None:
    game = replace(Game.new(now.players), rounds=(now,))
    seen, action = view(game, now.to_move[0]), parse_action(notation)
    assert hint_words(seen, action) == f"💡 Hint: **{way}**: it {explain(seen, action)}."
