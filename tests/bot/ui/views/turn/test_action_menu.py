"""What the choices say of the sets that a scouted card would make, and how far they are."""

import re
from collections.abc import Iterator
from functools import partial

import pytest

from bot.text.language import ENGLISH, Language
from bot.ui.views.turn.action_menu import action_menu, confirmation
from bot.ui.views.turn.menu import ActionMenu, MenuItem, MenuPath, show_labels, with_sets
from engine.actions import Scout, ScoutAndShow, Show
from engine.cards import Cards
from engine.game import Game
from engine.legal_actions import put, take
from engine.sets import Strength, strength
from engine.view import View, view
from tests.support.engine.random_games import positions
from tests.support.engine.rounds import cards, facing
from tests.support.ui.menus import steps
from tests.support.ui.table_states import hoard

SIZES = ("two", "three", "four", "five", "six", "seven", "eight", "nine")


def turns(players: int) -> Iterator[View]:
    for game in positions(players, seed=players, length=1):
        turn = view(game, None).turn
        if turn is not None:
            yield view(game, turn)


def promised(choice: MenuItem) -> str:
    """The set that the label promises, '' for none; a long one is named by its ends or its size."""
    if found := re.search(r": (?:makes )?([\d ]+)$", choice.label):
        return found[1]
    if found := re.search(r": ([a-z]+) (\d+)s$", choice.label):
        return " ".join([found[2]] * (SIZES.index(found[1]) + 2))
    if found := re.search(r": (\d+) to (\d+)$", choice.label):
        first, last = int(found[1]), int(found[2])
        step = 1 if first < last else -1
        return " ".join(map(str, range(first, last + step, step)))
    return ""


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


def is_end(item: MenuItem) -> bool:
    """Whether it chooses the end of a Scout that is all of the turn."""
    path = item.leads_to
    return isinstance(path, MenuPath) and path.end is not None and not (path.both or path.more)


@pytest.mark.slow  # reads every position of whole games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_say_which_set_the_card_makes(players: int) -> None:
    for seen in turns(players):
        reached = list(steps(ENGLISH, seen))
        for end in (item for step in reached for item in step.items if is_end(item)):
            made = []
            for position in scouts_behind(end, reached):
                assert isinstance(position.leads_to, Scout)
                sets = best_set_with(seen, position.leads_to)
                assert_kept(promised(position), sets)
                assert position.promising == bool(sets)
                made += sets
            assert_kept(promised(end), made)


def scouts_behind(end: MenuItem, reached: list[ActionMenu]) -> list[MenuItem]:
    """The positions of this end, those one step further too."""
    way = end.leads_to
    assert isinstance(way, MenuPath)
    behind = [step for step in reached if step.path in (way, way._replace(more=True))]
    return [item for step in behind for item in step.items if isinstance(item.leads_to, Scout)]


def test_sets_that_read_alike_are_named_with_their_cards() -> None:
    found = [Show(1, 2), Show(4, 5), Show(3, 3), Show(1, 1), Show(2, 2)]
    assert show_labels(ENGLISH, cards("9 9 1 9 9"), found) == [
        "Show 9 9 (cards 1–2)",
        "Show 9 9 (cards 4–5)",
        "Show 1",
        "Show 9 (card 1)",
        "Show 9 (card 2)",
    ]


def test_a_long_set_is_named_by_its_number_or_its_ends() -> None:
    ends = ["Scout 10 right", "Scout 7 left"]
    made = [cards("10 10 10 10 10"), cards("6 7 8")]
    assert with_sets(ENGLISH, ends, made) == ["Scout 10 right: five 10s", "Scout 7 left: 6 7 8"]
    # Of letters twice as wide there are half as many on a line of a phone.
    wide = ["スカウト 10", "スカウト 10 左"]
    made[1] = cards("6 7 8 9")
    assert with_sets(ENGLISH, wide, made) == ["スカウト 10: five 10s", "スカウト 10 左: 6 to 9"]


def test_a_set_in_words_that_are_no_shorter_is_named_by_its_numbers() -> None:
    japanese = Language("ja")
    (label,) = with_sets(japanese, ["左の 4 をスカウト"], [cards("4 4")])
    assert label.endswith("4 4")


def test_a_button_is_named_without_the_set_that_its_card_makes() -> None:
    found = [item for seen in turns(3) for item in action_menu(ENGLISH, seen, MenuPath()).items]
    assert {item.name for item in found if ":" in item.label} == {
        item.label.partition(":")[0] for item in found if ":" in item.label
    }
    assert {item.name for item in found if ":" not in item.label} <= {
        item.label for item in found if ":" not in item.label
    }


@pytest.mark.slow  # reads every position of whole games
def test_an_end_that_makes_no_set_says_so_where_another_does() -> None:
    count = 0
    for seen in turns(3):
        ends = [item for step in steps(ENGLISH, seen) for item in step.items if is_end(item)]
        some = any(map(promised, ends))
        for choice in ends:
            without = choice.label.endswith((": makes no set", ": no set"))
            assert without == (some and not promised(choice))
            count += without
    assert count


@pytest.mark.slow  # reads every position of whole games
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_step_offers_what_matters_strongest_first(players: int) -> None:
    for seen in turns(players):
        offered = action_menu(ENGLISH, seen, MenuPath()).items
        shown = [item.leads_to for item in offered if isinstance(item.leads_to, Show)]
        strengths = [found for found in map(partial(strength_of, seen), shown) if found]
        best = strongest_of_each_length(seen)
        assert strengths == sorted(strengths, reverse=True)
        assert set(best) <= set(strengths)
        if len(seen.legal.shows()) <= 3:
            assert len(shown) == len(seen.legal.shows())
        making = {(s.end, s.flipped) for s in seen.legal.scouts() if best_set_with(seen, s)}
        found = {
            (item.leads_to.end, item.leads_to.flipped)
            for item in offered
            if isinstance(item.leads_to, MenuPath) and item.leads_to.end is not None
        }
        assert making <= found
        assert [item.strongest for item in offered] == [True] + [False] * (len(offered) - 1)


@pytest.mark.slow  # reads every position of whole games
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_shows_stand_before_scouts_and_few_other_moves_behind_no_step(players: int) -> None:
    behind = 0
    for seen in turns(players):
        first = action_menu(ENGLISH, seen, MenuPath()).items
        order = [kind(item) for item in first]
        assert order == sorted(order)
        rest = action_menu(ENGLISH, seen, MenuPath(more=True)).items if order[-1] == MORE else []
        assert not rest or len(rest) > 2 or len(first) - 1 + len(rest) > 9
        behind += len(rest)
    assert behind


SHOW, SCOUT, BOTH, MORE = range(4)


def kind(item: MenuItem) -> int:
    """Which of these an item of the first step is, in the order that they should have."""
    path = item.leads_to
    if not isinstance(path, MenuPath):
        return SHOW
    return MORE if path.more else BOTH if path.both else SCOUT


@pytest.mark.slow  # reads every position of whole games
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_way_towards_a_show_or_scout_begins_at_the_first_step(players: int) -> None:
    for seen in turns(players):
        actions: list[Show | Scout] = [*seen.legal.shows(), *seen.legal.scouts()]
        for action in actions:
            first = [item.leads_to for item in action_menu(ENGLISH, seen, MenuPath(), action).items]
            assert len(first) <= 10
            if isinstance(action, Show):
                begun: Show | MenuPath = action
            else:
                begun = MenuPath(end=action.end, flipped=action.flipped)
            assert first.count(begun) == 1
            usual = [item.leads_to for item in action_menu(ENGLISH, seen, MenuPath()).items]
            rest = [
                action_menu(ENGLISH, seen, MenuPath(more=True), on).items for on in (None, action)
            ]
            if begun in usual:
                assert first == usual
            elif len(rest[0]) == 1:
                assert first == [*usual[:-1], begun]
            else:
                assert first == [*usual, begun]
                assert rest[1] == [item for item in rest[0] if item.leads_to != begun]


@pytest.mark.slow
@pytest.mark.parametrize("cards", [12, 16])
def test_of_the_shows_after_a_scout_the_strongest_of_each_length_stay_buttons(cards: int) -> None:
    seen = view(hoard(cards), 0)
    for scout in seen.legal.scouts_before_show():
        items = action_menu(ENGLISH, seen, MenuPath(True, *scout)).items
        lengths = [shown_length(item) for item in items]
        assert [item.promising for item in items] == [
            length not in lengths[:at] for at, length in enumerate(lengths)
        ]
        assert lengths == sorted(lengths, reverse=True)


def shown_length(item: MenuItem) -> int:
    assert isinstance(item.leads_to, ScoutAndShow)
    return item.leads_to.show.last - item.leads_to.show.first


@pytest.mark.parametrize(
    ("active", "hand", "prompt"),
    [
        ("10", "5 5 1", "Show a set that beats the 10, or scout the 10."),
        ("3 4", "7 8 1", "Show a set that beats 3 4, or scout from 3 4."),
        ("10", "5 7 1", "Nothing in your hand beats the 10: scout it."),
        ("3 4 5", "5 7 1", "Nothing in your hand beats 3 4 5: scout from it."),
    ],
)
def test_the_first_step_names_the_set_to_beat(active: str, hand: str, prompt: str) -> None:
    now = facing(active, hand, "1 4 8", "1 4 8")
    seen = view(Game.new(3)._replace(rounds=(now,)), now.to_move[0])
    said = action_menu(ENGLISH, seen, MenuPath()).prompt.replace("\N{NO-BREAK SPACE}", " ")
    assert said == f"**Your turn.** {prompt}"


def strength_of(seen: View, show: Show) -> Strength | None:
    return strength(seen.hand[show.first - 1 : show.last])


def strongest_of_each_length(seen: View) -> list[Strength]:
    found = [found for found in map(partial(strength_of, seen), seen.legal.shows()) if found]
    sizes = sorted({one.size for one in found}, reverse=True)
    return [max(one for one in found if one.size == size) for size in sizes]


def test_nobody_is_asked_about_what_is_not_legal() -> None:
    seen = view(hoard(12), 0)
    assert confirmation(ENGLISH, seen, Show(1, 40)) is None


def test_the_only_card_of_a_scout_and_show_is_not_asked_for() -> None:
    now = facing("10/7 10/2 10/3", "5 6 1", "1 4 8", "1 4 8")
    seen = view(Game.new(now.players)._replace(rounds=(now,)), now.to_move[0])
    menu = action_menu(ENGLISH, seen, MenuPath(both=True))
    assert menu.path == MenuPath(True, "L", None, flipped=True)
    assert menu.back == MenuPath()
    assert {item.leads_to for item in menu.items} == {
        MenuPath(True, *scout) for scout in seen.legal.scouts_before_show()
    }
    assert action_menu(ENGLISH, seen, menu.path).back == MenuPath()
    (item,) = [
        one for one in action_menu(ENGLISH, seen, MenuPath()).items if one.label == "Scout & Show"
    ]
    assert item.leads_to == MenuPath(both=True)
