"""The steps of a choice: every legal action once, nothing else, within Discord's limits."""

from collections import Counter

import pytest

from bot.tables.core.state import SeatState, TableState
from bot.tables.preferences import Preferences
from bot.ui.kit.component_id import ComponentId, parse_component_id
from bot.ui.views.action_menu import MenuPath, parse_menu_path
from bot.ui.views.hand import hand_message
from engine.cards import Cards
from engine.game import Game
from tests.support.discord.limits import message_violations
from tests.support.engine.random_games import positions
from tests.support.ui.rendering import as_sent
from tests.support.ui.table_states import RUN, SINGLE, crowded, state_of


async def walk(state: TableState, seat: SeatState) -> Counter[str]:
    """How often each action is offered, all steps and pages taken together."""
    offered: Counter[str] = Counter()
    ahead, seen = [MenuPath()], {MenuPath()}
    while ahead:
        for press in await presses(state, seat, ahead.pop()):
            path = parse_menu_path(press.detail)
            if press.verb == "play":
                offered[press.detail] += 1
            elif path not in seen:
                seen.add(path)
                ahead.append(path)
    return offered


async def presses(state: TableState, seat: SeatState, path: MenuPath) -> list[ComponentId]:
    """What can be pressed in the message at this step, and what an option stands for."""
    message = await as_sent(hand_message(state, seat, path, preferences=Preferences()))
    assert list(message_violations(message)) == []
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


async def assert_all_is_offered_once(game: Game) -> None:
    state = state_of(game)
    for seat in state.seats:
        legal = game.rounds[-1].legal_actions(seat.index)
        assert await walk(state, seat) == Counter(map(str, legal))


@pytest.mark.slow  # walks all menus of whole games
@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_every_legal_action_can_be_pressed_in_one_way(players: int) -> None:
    for game in positions(players, seed=players, length=1):
        await assert_all_is_offered_once(game)


@pytest.mark.parametrize("cards", [20, 24, 25, 26, 40])
@pytest.mark.parametrize("active", [SINGLE, RUN])
async def test_any_number_of_cards_can_be_pressed(cards: int, active: Cards) -> None:
    await assert_all_is_offered_once(crowded(cards, active))
