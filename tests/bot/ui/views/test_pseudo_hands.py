"""Hands, their menus and hints: nothing is English in the pseudo-language, and all has its room in
every language."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product

import pytest

from bot.tables.core.state import Reason, Status, TableState
from bot.tables.preferences import Preferences
from bot.text.language import LANGUAGES, PSEUDO, Language
from bot.text.words import width
from bot.ui.kit.message import Message
from bot.ui.views.turn.action_menu import confirmation
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.hint import explain, hint_words
from bot.ui.views.turn.menu import LABEL_LENGTH
from engine.view import View, view
from tests.support.engine.random_games import finished, positions
from tests.support.ui.menus import steps
from tests.support.ui.pseudo import english, shown
from tests.support.ui.table_states import hoard, state_of

pytestmark = pytest.mark.slow  # follows menus through whole games

NAMES = ("Mia",) * 5
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TWO_LINES = 75


def turns() -> Iterator[tuple[TableState, View]]:
    games = [*positions(2, seed=3, length=2), *positions(3, seed=1, length=2), hoard(12)]
    for game in games:
        state = state_of(game, NAMES)
        state = replace(state, options=replace(state.options, hints=True))
        for seat in state.to_move[:1]:
            yield state, view(game, seat.index)


TURNS = list(turns())


def menus() -> Iterator[Message]:
    for state, seen in TURNS[::4]:
        assert seen.seat is not None
        seat = state.seats[seen.seat]
        for step, pictures in product(steps(PSEUDO, seen), (True, False)):
            chosen = Preferences(pictures=pictures)
            yield hand_message(PSEUDO, state, seat, step.path, preferences=chosen)
        for action in seen.legal_actions()[:20]:
            yield hand_message(
                PSEUDO, state, seat, preferences=Preferences(), asked=action, hint=action
            )
            yield Message(content=explain(PSEUDO, seen, action, NAMES))
            found = confirmation(PSEUDO, seen, action)
            assert found is not None
            yield Message(content=found.prompt)


def waiting() -> Iterator[Message]:
    preferences = Preferences(pictures=False)
    for state, _ in TURNS:
        for seat in state.seats:
            for away in (True, False):
                waits = replace(seat, away=away)
                yield hand_message(PSEUDO, state, waits, preferences=preferences, seen_at=NOON)
    over = state_of(finished(3, seed=3, length=1), NAMES)
    closed = [
        replace(over, status=Status.CLOSED, closed_reason=reason, closed_detail="14")
        for reason in Reason
    ]
    for ended in (over, *closed):
        yield hand_message(PSEUDO, ended, ended.seats[0], preferences=preferences)


@pytest.mark.parametrize("messages", [menus, waiting])
def test_nothing_in_a_hand_is_english(messages: Callable[[], Iterator[Message]]) -> None:
    found = {text for message in messages() for text in shown(message) if english(text)}
    assert found == set()


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_labels_fit_a_phone_in_every_language(language: Language) -> None:
    labels = {
        item.label
        for _, seen in TURNS[::2]
        for step in steps(language, seen)
        for item in step.items
    }
    assert {label for label in labels if width(label) > LABEL_LENGTH} == set()


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO], ids=lambda language: language.code)
def test_a_hint_has_two_lines_in_every_language(language: Language) -> None:
    """Unless the buttons alone need more."""
    whole = 0
    for _, seen in TURNS[::2]:
        for action in seen.legal_actions()[:10]:
            words = hint_words(language, seen, action, NAMES).replace("*", "")
            reasons = explain(language, seen, action, NAMES)
            whole += words.endswith(reasons)
            if width(words) > TWO_LINES:
                assert reasons[:12] not in words
    assert whole or language == PSEUDO
