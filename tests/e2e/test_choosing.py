"""The steps of a choice: every legal action once, nothing else, within Discord's limits."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from simcord.results import ResponseMessage

from bot.tables.core.state import SeatState, TableState
from bot.tables.preferences import Preferences
from bot.ui.kit.component_id import ComponentId, parse_component_id
from bot.ui.views.action_menu import MenuPath, parse_menu_path
from bot.ui.views.hand import hand_message
from engine.cards import Card, Cards, deck
from engine.game import Game
from tests.support.discord.channel import Channel
from tests.support.discord.limits import message_violations
from tests.support.discord.messages import Control, controls, labels
from tests.support.discord.table_states import as_sent, hoard, put_game, state_of
from tests.support.engine.random_games import positions

SINGLE = (Card(1, 2),)
RUN = (Card(4, 8), Card(5, 9), Card(6, 10))


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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_every_legal_action_can_be_pressed_in_one_way(players: int) -> None:
    for game in positions(players, seed=players, length=1):
        await assert_all_is_offered_once(game)


@pytest.mark.parametrize("cards", [20, 24, 25, 26, 40])
@pytest.mark.parametrize("active", [SINGLE, RUN])
async def test_any_number_of_cards_can_be_pressed(cards: int, active: Cards) -> None:
    await assert_all_is_offered_once(crowded(cards, active))


def crowded(cards: int, active: Cards) -> Game:
    """A position whose player on turn holds that many cards, against that Active Set."""
    game = next(game for game in positions(4, seed=1) if game.rounds[-1].active)
    played = game.rounds[-1]
    hand = [card for card in deck(4) if card not in active]
    random.Random(cards).shuffle(hand)
    hands = tuple(tuple(hand[:cards]) if seat == played.turn else () for seat in range(4))
    crowd = replace(played, hands=hands, active=active, tokens=(True,) * 4)
    return replace(game, rounds=(crowd,))


async def test_a_hand_of_28_cards_scouts_from_the_second_page(here: Channel) -> None:
    mia, *_ = await here.start(4)
    await put_game(here, hoard(28))
    before = await here.actions()
    hand = await mia.press("My hand", here.table)
    scout = next(label for label in labels(hand) if re.match(r"Scout \d", label))
    page = await mia.press(scout, hand)
    first_page = options(page)
    page = await mia.press("Next page", page)
    second_page = options(page)
    assert len(first_page) == 25
    assert len({option.label for option in first_page + second_page}) >= 29
    await here.restart()
    last = second_page[-1]
    scouted = await mia.use(page, last)
    assert await here.actions() == [*before, (last.value or "").removeprefix("play ")]
    assert "You scout" in scouted.content
    assert labels(scouted) == []


def options(message: ResponseMessage) -> list[Control]:
    return [control for control in controls(message) if control.value is not None]
