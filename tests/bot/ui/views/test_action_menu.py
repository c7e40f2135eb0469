"""What the choices say of the sets that a scouted card would make, and how far they are."""

import re
from collections.abc import Iterator

import pytest

from bot.ui.views.action_menu import ActionMenu, MenuItem, MenuPath, action_menu, confirmation
from engine.actions import Action, Scout, ScoutAndShow, Show
from engine.cards import Cards
from engine.legal_actions import put, take
from engine.sets import Strength, strength
from engine.view import View, view
from tests.support.engine.random_games import positions
from tests.support.ui.table_states import hoard

_MOST_TAPS = {Show: 1, Scout: 2, ScoutAndShow: 4}


def turns(players: int) -> Iterator[View]:
    for game in positions(players, seed=players, length=1):
        turn = view(game, None).turn
        if turn is not None:
            yield view(game, turn)


def promised(choice: MenuItem) -> str:
    """The set that the label promises, '' for none."""
    found = re.search(r": makes ([\d ]+)$", choice.label)
    return found[1] if found else ""


def sets_through(hand: Cards, index: int) -> list[Cards]:
    spans = [
        hand[first : last + 1]
        for first in range(index + 1)
        for last in range(index, len(hand))
        if last > first
    ]
    return [span for span in spans if strength(span)]


def best_of(sets: list[Cards]) -> Strength | None:
    return max((found for found in map(strength, sets) if found), default=None)


def best_set_with(seen: View, scout: Scout) -> list[Cards]:
    card, _ = take(seen.active, scout.end)
    return sets_through(put(seen.hand, card, scout), scout.position - 1)


def assert_kept(promise: str, sets: list[Cards]) -> None:
    """The promise is one of the best of the sets, or there is neither promise nor set."""
    best = [found for found in sets if strength(found) == best_of(sets)]
    assert promise in [" ".join(str(card.up) for card in found) for found in best] or not (
        promise or sets
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_say_which_set_the_card_makes(players: int) -> None:
    for seen in turns(players):
        for end in action_menu(seen, MenuPath()).more:
            if not isinstance(end.leads_to, MenuPath) or end.leads_to.end is None:
                continue
            made = []
            for place in action_menu(seen, end.leads_to).choices:
                assert isinstance(place.leads_to, Scout)
                sets = best_set_with(seen, place.leads_to)
                assert_kept(promised(place), sets)
                assert place.promising == bool(sets)
                made += sets
            assert_kept(promised(end), made)


def test_an_end_that_makes_no_set_says_so_where_another_does() -> None:
    told = 0
    for seen in turns(3):
        ends = [
            choice
            for choice in action_menu(seen, MenuPath()).more
            if choice.label.startswith("Scout ")
        ]
        ends = [choice for choice in ends if "&" not in choice.label]
        some = any(map(promised, ends))
        for choice in ends:
            without = choice.label.endswith(": makes no set")
            assert without == (some and not promised(choice))
            told += without
    assert told


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_action_is_a_few_taps_away(players: int) -> None:
    for seen in turns(players):
        for action, taps in distances(seen):
            assert taps <= _MOST_TAPS[type(action)]


def distances(seen: View) -> Iterator[tuple[Action, int]]:
    """Every action with the number of presses that lead to it."""
    ahead, seen_paths = [(MenuPath(), 1)], {MenuPath()}
    while ahead:
        path, taps = ahead.pop()
        for choice in everything(action_menu(seen, path)):
            if not isinstance(choice.leads_to, MenuPath):
                yield choice.leads_to, taps
            elif choice.leads_to not in seen_paths:
                seen_paths.add(choice.leads_to)
                ahead.append((choice.leads_to, taps + 1))


def everything(here: ActionMenu) -> list[MenuItem]:
    return [*here.choices, *here.more]


def test_nobody_is_asked_about_what_is_not_legal() -> None:
    seen = view(hoard(12), 0)
    assert confirmation(seen, Show(1, 40)) is None
