"""Paths of the menu as they ride in a custom_id, those of older messages too."""

from itertools import product

import pytest

from bot.ui.kit.component_id import ComponentId, Verb, parse_component_id
from bot.ui.views.turn.menu import FIRST, MenuPath, parse_menu_path
from engine.actions import End

_ENDS: tuple[End, ...] = ("L", "R")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", FIRST),
        ("L", MenuPath(end="L")),
        ("Rf", MenuPath(end="R", flipped=True)),
        ("+", MenuPath(both=True)),
        ("+Lf", MenuPath(True, "L", None, True)),
        ("+L3f", MenuPath(True, "L", 3, True)),
        ("+R12", MenuPath(True, "R", 12)),
        ("~2", MenuPath(page=2)),
        ("+R12f~1", MenuPath(True, "R", 12, True, page=1)),
        ("m", MenuPath(more=True)),
        ("m~1", MenuPath(more=True, page=1)),
        ("Rfm", MenuPath(end="R", flipped=True, more=True)),
    ],
)
def test_a_path_is_read_and_written(text: str, path: MenuPath) -> None:
    assert parse_menu_path(text) == path
    assert str(path) == text


@pytest.mark.parametrize("text", ["S2-4", "mm", "m+", "L3x", "--K", "~"])
def test_what_is_no_path_is_the_beginning(text: str) -> None:
    assert parse_menu_path(text) == FIRST


def test_every_path_rides_in_a_custom_id() -> None:
    for both, end, position, flipped, more, page in product(
        (False, True), _ENDS, (None, 1, 45), (False, True), (False, True), (0, 99)
    ):
        path = MenuPath(both, end, position, flipped, more, page)
        assert parse_menu_path(str(path)) == path
        press = ComponentId(Verb.CHOOSE, 999_999_999_999, 999_999, f"{path}--L45f+S44-45")
        assert parse_component_id(str(press)) == press
        assert len(str(press)) <= 100
