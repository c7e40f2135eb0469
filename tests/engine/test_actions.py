"""Actions and their notation (R6, R10-R13)."""

import pytest

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parse_action, parts
from engine.errors import NotationError

NOTATION: list[tuple[str, Action]] = [
    ("K", Orient(False)),
    ("F", Orient(True)),
    ("S4", Show(4, 4)),
    ("S2-14", Show(2, 14)),
    ("L3", Scout("L", 3, False)),
    ("R1f", Scout("R", 1, True)),
    ("L3f+S2-4", ScoutAndShow(Scout("L", 3, True), Show(2, 4))),
]


@pytest.mark.parametrize(("text", "action"), NOTATION)
def test_notation_reads_and_writes(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert str(action) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "k", "S", "S0", "S04", "S4-4", "S4-2", "S4-", "S4\n", " S4", "S123", "S²"),
        *("L0", "L3F", "C3", "L3 f", "+", "L3+", "+S2", "S2+L3", "L3+S2+S2", "L3+L3", "K+S2"),
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not an action"):
        parse_action(text)


def test_actions_are_values() -> None:
    assert len({action for _, action in NOTATION} | {parse_action("S4")}) == len(NOTATION)


def test_r13_a_turn_is_a_scout_a_show_or_both() -> None:
    scout, show = Scout("L", 3, False), Show(2, 4)
    assert parts(scout) == (scout, None)
    assert parts(show) == (None, show)
    assert parts(ScoutAndShow(scout, show)) == (scout, show)
