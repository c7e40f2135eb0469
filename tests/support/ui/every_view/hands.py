"""Hands, their menus, hints and the questions before a move."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product

from bot.tables.core.state import Reason, Status, TableState
from bot.tables.preferences import Preferences
from bot.text.language import Language
from bot.ui.kit.message import Message
from bot.ui.views.turn.action_menu import confirmation
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.hint import explain
from bot.ui.views.turn.menu import OpenMenu
from engine.view import View, view
from tests.support.engine.random_games import finished, positions
from tests.support.ui.menus import steps
from tests.support.ui.table_states import hoard, state_of

NAMES = ("Mia",) * 5
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def turns() -> Iterator[tuple[TableState, View]]:
    games = [*positions(2, seed=3, length=2), *positions(3, seed=1, length=2), hoard(12)]
    for game in games:
        state = state_of(game, NAMES)
        state = replace(state, options=replace(state.options, hints=True))
        for seat in state.to_move[:1]:
            yield state, view(game, seat.index)


TURNS = list(turns())


def menus(language: Language) -> Iterator[Message]:
    for state, seen in TURNS[::4]:
        assert seen.seat is not None
        seat = state.seats[seen.seat]
        for step, pictures in product(steps(language, seen), (True, False)):
            chosen = Preferences(pictures=pictures)
            yield hand_message(language, state, seat, OpenMenu(step.path), preferences=chosen)
        for action in seen.legal_actions()[:20]:
            yield hand_message(
                language,
                state,
                seat,
                OpenMenu(asked=action, hint=action),
                preferences=Preferences(),
            )
            yield Message(content=explain(language, seen, action, NAMES))
            found = confirmation(language, seen, action)
            assert found is not None
            yield Message(content=found.prompt)


def waiting(language: Language) -> Iterator[Message]:
    preferences = Preferences(pictures=False)
    for state, _ in TURNS:
        for seat in state.seats:
            for away in (True, False):
                waits = replace(seat, away=away)
                yield hand_message(language, state, waits, preferences=preferences, seen_at=NOON)
    over = state_of(finished(3, seed=3, length=1), NAMES)
    closed = [
        replace(over, status=Status.CLOSED, closed_reason=reason, closed_detail="14")
        for reason in Reason
    ]
    for ended in (over, *closed):
        yield hand_message(language, ended, ended.seats[0], preferences=preferences)
