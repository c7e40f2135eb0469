"""The steps of a choice: every legal action once, nothing else, within Discord's limits."""

from collections import Counter, deque
from dataclasses import replace

import pytest
from discord import ButtonStyle

from bot.tables.core.state import SeatState, TableState
from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.ui.kit.component_id import ComponentId, parse_component_id
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.menu import LABEL_LENGTH, MenuPath, OpenMenu, parse_menu_path
from engine.actions import Action, Orient, ScoutAndShow, Show, parse_action
from engine.cards import Cards
from engine.game import Game
from tests.support.discord.limits import Json, message_violations
from tests.support.engine.random_games import positions
from tests.support.ui.rendering import as_sent
from tests.support.ui.table_states import RUN, SINGLE, crowded, state_of

pytestmark = pytest.mark.slow  # follows the menu to every legal action of whole games

BUTTON = 2
"""A component's type."""
MOST_BUTTONS = 10


async def walk(state: TableState, seat: SeatState) -> list[tuple[str, int]]:
    """Each action that is offered with the fewest presses, all steps and pages together."""
    offered: list[tuple[str, int]] = []
    ahead, seen = deque([(MenuPath(), 1)]), {MenuPath()}
    while ahead:
        here, pressed = ahead.popleft()
        for press in await presses(state, seat, here):
            path = parse_menu_path(press.detail)
            if press.verb == "play":
                offered.append((press.detail, pressed))
            elif path not in seen:
                seen.add(path)
                ahead.append((path, pressed + 1))
    return offered


async def presses(state: TableState, seat: SeatState, path: MenuPath) -> list[ComponentId]:
    """What can be pressed in the message at this step, and what an option stands for."""
    message = await as_sent(
        hand_message(ENGLISH, state, seat, OpenMenu(path), preferences=Preferences())
    )
    assert list(message_violations(message)) == []
    assert_easy_to_take_in(message)
    found = []
    for row in message["components"]:
        for item in row["components"]:
            press = parse_component_id(item["custom_id"])
            assert press is not None
            assert press[1:3] == (state.id, state.decision_number)
            if press.verb != "pick":
                found.append(press)
            for option in item.get("options", []):
                verb, _, detail = option["value"].partition(" ")
                found.append(press._replace(verb=verb, detail=detail))
    return found


def assert_easy_to_take_in(message: Json) -> None:
    """Few buttons, lists of two choices at least, and labels that a phone shows whole."""
    items = [item for row in message["components"] for item in row["components"]]
    buttons = [item["label"] for item in items if item["type"] == BUTTON]
    assert len([label for label in buttons if not label.endswith("page")]) <= MOST_BUTTONS
    lists = [[option["label"] for option in item["options"]] for item in items if "options" in item]
    assert len(lists) <= 1
    for labels in lists:
        assert len(labels) > 1 or any(label.endswith("page") for label in buttons)
    for label in [*buttons, *(label for labels in lists for label in labels)]:
        assert len(label) <= LABEL_LENGTH, label


async def assert_all_is_offered_once(game: Game) -> list[tuple[str, int]]:
    """Returns the presses of what the seats on turn can do."""
    state = state_of(game)
    found = []
    for seat in state.seats:
        legal = game.rounds[-1].legal_actions(seat.index)
        offered = await walk(state, seat)
        assert Counter(action for action, _ in offered) == Counter(map(str, legal))
        found += offered
    return found


@pytest.mark.slow  # walks all menus of whole games
@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_every_legal_action_can_be_pressed_in_one_way(players: int) -> None:
    for game in positions(players, seed=players, length=1):
        for notation, pressed in await assert_all_is_offered_once(game):
            assert pressed <= most_presses(game, parse_action(notation))


def most_presses(game: Game, action: Action) -> int:
    """1 for keeping, flipping and the strongest Shows of their length, 2 for the others and for
    Scouts that make a set, 3 for any Scout, 4 for a Scout & Show."""
    if isinstance(action, ScoutAndShow):
        return 4
    played = game.rounds[-1]
    if isinstance(action, Orient):
        return 1
    values = [card.up for card in played.hands[played.turn]]
    if isinstance(action, Show):
        shown = values[action.first - 1 : action.last]
        legal = [values[s.first - 1 : s.last] for s in played.legal(played.turn).shows()]
        equal = [one for one in legal if len(one) == len(shown)]
        return 1 if equal.count(shown) == 1 and shown == max(equal, key=naive_strength) else 2
    card = played.active[0 if action.end == "L" else -1]
    up = card.down if action.flipped else card.up
    beside = values[max(0, action.position - 2) : action.position]
    return 2 if any(abs(other - up) <= 1 for other in beside) else 3


def naive_strength(values: list[int]) -> tuple[bool, int]:
    """That of a set among those of its length."""
    return len(set(values)) == 1, min(values)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_ten_buttons_at_most_and_one_green_begin_a_turn(players: int) -> None:
    for seed in range(3):
        for game in positions(players, seed, length=1):
            state = state_of(game)
            state = replace(state, options=replace(state.options, hints=True))
            if game.over or None in game.rounds[-1].orientation:
                continue
            (seat,) = state.to_move
            message = await as_sent(hand_message(ENGLISH, state, seat, preferences=Preferences()))
            items = [item for row in message["components"] for item in row["components"]]
            assert {item["type"] for item in items} == {BUTTON}
            assert len(items) <= MOST_BUTTONS
            assert items[-1]["label"] == "Hint"
            styles = [item["style"] for item in items]
            assert styles == [ButtonStyle.success.value] + [ButtonStyle.secondary.value] * (
                len(items) - 1
            )


@pytest.mark.parametrize("cards", [20, 24, 25, 26, 40])
@pytest.mark.parametrize("active", [SINGLE, RUN])
async def test_any_number_of_cards_can_be_pressed(cards: int, active: Cards) -> None:
    await assert_all_is_offered_once(crowded(cards, active))
