"""A puzzle and its answer: what is said, for every puzzle that ships."""

import re

import pytest
from discord import ButtonStyle

from bot.puzzles import Puzzle, puzzles
from bot.tables.preferences import Preferences
from bot.tables.puzzles import Answered, PuzzleMember, number_of, rating_of
from bot.text.language import ENGLISH
from bot.text.names import COMPUTERS
from bot.ui.kit.component_id import ComponentId, Verb, parse_component_id
from bot.ui.kit.message import Button, Message, Select
from bot.ui.views.puzzles import (
    HEADLINE,
    TASK,
    answered_message,
    move_labels,
    none_left_message,
    puzzle_message,
)
from bot.ui.views.solo import Solo, solo_state
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.menu import OpenMenu
from engine.actions import Action
from engine.players import Level
from tests.support.discord.limits import message_violations
from tests.support.ui.awkward_names import NAMES
from tests.support.ui.every_view.puzzles import some_puzzles
from tests.support.ui.rendering import as_sent, texts_of
from tests.tools.puzzle_judge import kind_of

NUMBERS = PuzzleMember(answers=11, solved=7, streak=3, longest_streak=5, mu=27.0, sigma=5.0)
MIA = Solo("Mia", 1)


def answered(puzzle: Puzzle, action: Action, *, pictures: bool) -> str:
    found = Answered(puzzle, action, NUMBERS)
    message = answered_message(ENGLISH, found, MIA._replace(pictures=pictures))
    alt = [message.picture.alt] if message.picture else []
    return "\n".join([*texts_of(message), *alt])


def presses(message: Message) -> list[ComponentId]:
    return [
        item.component_id
        for row in message.rows
        for item in ([row] if isinstance(row, Select) else row)
    ]


@pytest.mark.long
@pytest.mark.slow  # reads all puzzles
@pytest.mark.parametrize("pictures", [False, True])
def test_the_answer_says_the_three_best_and_what_the_others_lose(pictures: bool) -> None:
    for puzzle in puzzles():
        for number, value in enumerate(puzzle.values):
            text = answered(puzzle, value.action, pictures=pictures)
            own, *labels = labels_of(puzzle, value.action)
            assert len({*labels}) == len(labels)
            lines = [line for line in text.splitlines() if line.endswith("(your move)")]
            assert len(lines) == 1
            assert lines[0].startswith(own)
            assert ("✅ **Right:**" in text) is (number == 0)
            assert "Your move brings less than these." not in text
            for label, other in zip(labels, puzzle.values, strict=True):
                points = ENGLISH.number(round(other.points, 1), decimals=1, signed=True)
                assert f"{label}: **{points}**" in text


def labels_of(puzzle: Puzzle, action: Action) -> list[str]:
    """The move's label and those of the three best."""
    return move_labels(ENGLISH, Answered(puzzle, action, NUMBERS))


@pytest.mark.parametrize("is_best", [False, True])
def test_the_picture_agrees_with_the_words_if_a_newer_file_has_another_best_move(
    is_best: bool,
) -> None:
    puzzle = puzzles()[0]
    found = Answered(puzzle, puzzle.values[not is_best].action, NUMBERS)
    message = answered_message(ENGLISH, found, MIA)
    assert message.picture is not None
    assert ("✅ **Right:**" in (message.content or "")) is is_best
    assert ("Your move, not solved." in message.picture.alt) is not is_best


@pytest.mark.long
@pytest.mark.slow  # reads all puzzles
def test_no_two_moves_of_an_answer_read_the_same() -> None:
    """Of a Show a label has no positions, unless two moves need them to differ."""
    with_positions = 0
    for puzzle in puzzles():
        for action in puzzle.view().legal_actions()[::5]:
            own, *labels = labels_of(puzzle, action)
            known = [value.action for value in puzzle.values]
            assert labels.count(own) == known.count(action)
            with_positions += "(card" in own
    assert with_positions


@pytest.mark.slow
def test_a_scout_and_show_is_named_by_its_card_and_its_set() -> None:
    puzzle = next(puzzle for puzzle in puzzles() if kind_of(puzzle.best) == "both")
    _, label, *_ = labels_of(puzzle, puzzle.best)
    assert re.fullmatch(r"Scout \d+( left| right)?, Show(\N{NO-BREAK SPACE}\d+)+", label)


@pytest.mark.slow
def test_a_difference_is_that_of_the_points_that_are_shown() -> None:
    found = 0
    for puzzle in puzzles():
        text = answered(puzzle, puzzle.best, pictures=False).replace("\N{MINUS SIGN}", "-")
        first, *others = re.findall(r": \*\*([+-]?[\d.]+)\*\*(?: \(([\d.]+))?", text)
        for points, less in others:
            assert round(float(first[0]) - float(points), 1) == float(less)
            found += 1
    assert found == 2 * len(puzzles())


def test_of_another_move_it_is_said_that_it_brings_less() -> None:
    puzzle = next(
        puzzle
        for puzzle in puzzles()
        if puzzle.medium not in [value.action for value in puzzle.values]
    )
    text = answered(puzzle, puzzle.medium, pictures=False)
    assert "Your move brings less than these." in text
    assert "(your move)" not in text


def test_how_far_chance_can_shift_a_difference_is_said() -> None:
    puzzle = puzzles()[0]
    _, second, _ = puzzle.values
    best, after = (round(value.points, 1) for value in puzzle.values[:2])
    behind = ENGLISH.number(best - after, decimals=1)
    margin = ENGLISH.number(second.margin, decimals=1)
    text = answered(puzzle, puzzle.best, pictures=False).replace("\N{NO-BREAK SPACE}", " ")
    assert f"({behind} ± {margin} less)" in text


def test_the_own_numbers_are_said_in_one_sentence() -> None:
    text = none_left_message(ENGLISH, NUMBERS).content or ""
    rating = rating_of(NUMBERS).number
    assert text.replace("\N{NO-BREAK SPACE}", " ").endswith(
        f"Solved **7 of 11**, **3** in a row (longest 5), rating **{rating}** ± 200."
    )


@pytest.mark.parametrize("pictures", [False, True])
def test_the_task_is_the_first_line_and_in_words_the_headline(pictures: bool) -> None:
    own = Preferences(pictures=pictures)
    for puzzle in some_puzzles():
        shown = puzzle_message(ENGLISH, puzzle, MIA, own)
        lines = (shown.content or "").split("\n")
        state = solo_state(puzzle.state(), MIA, puzzle.seat, COMPUTERS[Level.MEDIUM])
        hand = hand_message(
            ENGLISH, state, state.seats[puzzle.seat], preferences=own, headline=HEADLINE
        )
        rest = (hand.content or "").split("\n")
        if pictures:
            assert shown.picture is not None
            assert HEADLINE in shown.picture.alt
        else:
            assert rest[0] == f"**{HEADLINE}**"
            later = puzzle_message(ENGLISH, puzzle, MIA, own, OpenMenu(asked=puzzle.best))
            assert (later.content or "").startswith(f"**{HEADLINE}**\n")
        assert lines.pop(0) == TASK
        assert lines == (rest if pictures else rest[1:])


async def test_the_presses_of_every_puzzle_name_it_and_its_message_fits() -> None:
    for puzzle in some_puzzles():
        for name in NAMES[:3]:
            for confirm in (False, True):
                own = Preferences(pictures=False, confirm=confirm)
                message = puzzle_message(ENGLISH, puzzle, Solo(name, 1), own)
                assert list(message_violations(await as_sent(message))) == []
                verbs = {Verb.PUZZLE_PLAY, Verb.PUZZLE_CHOOSE, Verb.PUZZLE_PICK}
                verbs |= {Verb.PUZZLE_CONFIRM} if confirm else set()
                for press in presses(message):
                    assert parse_component_id(str(press)) == press
                    assert press.table_id == number_of(puzzle)
                    assert press.verb in verbs
                    assert not (confirm and press.verb is Verb.PUZZLE_PLAY)


def test_no_button_is_marked_as_the_answer() -> None:
    for puzzle in some_puzzles():
        for row in puzzle_message(ENGLISH, puzzle, MIA, Preferences()).rows:
            buttons = [row] if isinstance(row, Select) else row
            assert all(
                button.style is ButtonStyle.secondary
                for button in buttons
                if isinstance(button, Button)
            )
