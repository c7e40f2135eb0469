"""A puzzle as its member sees it: the hand with the table in it, then the verdict."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from discord import ButtonStyle

from bot.pictures.gallery import move_picture
from bot.puzzles import Puzzle, Value
from bot.tables.core.state import TableState
from bot.tables.preferences import Preferences
from bot.tables.puzzles import Answered, PuzzleMember, number_of, rating_of
from bot.text.language import Language, gettext_noop, pgettext_noop
from bot.text.moves import action_words
from bot.text.names import COMPUTERS
from bot.text.words import in_a_row, joined, unbroken
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import names, new_embed, seat_faces
from bot.ui.views.games.review import estimated
from bot.ui.views.solo import NO_TABLE, Solo, solo_state
from bot.ui.views.standings.solo_stats import puzzle_spread
from bot.ui.views.turn.action_buttons import ActionIds
from bot.ui.views.turn.action_menu import after_scout
from bot.ui.views.turn.hand import hand_lines, hand_message, to_beat_field
from bot.ui.views.turn.hint import explain
from bot.ui.views.turn.menu import NO_MENU, OpenMenu, end_label, show_label
from engine.actions import Action, Orient, parts
from engine.players import Level
from engine.view import View

# Translators: headline of a picture: a puzzle; at most 24 letters
HEADLINE = gettext_noop("A move to find")
# Translators: one line on a phone; at most 40 letters
TASK = gettext_noop("Find the best move: you have one try.")
"""Above a puzzle when it is first shown."""
ACTION_IDS = ActionIds(
    NO_TABLE,
    0,
    play=Verb.PUZZLE_PLAY,
    choose=Verb.PUZZLE_CHOOSE,
    pick=Verb.PUZZLE_PICK,
    confirm=Verb.PUZZLE_CONFIRM,
    marks_strongest=False,
)
# Translators: headline of a picture, at most 20 letters: whether a puzzle was solved.
_SOLVED = {
    True: pgettext_noop("puzzle", "solved"),
    # Translators: headline of a picture, at most 20 letters.
    False: pgettext_noop("puzzle", "not solved"),
}


def puzzle_message(
    language: Language,
    puzzle: Puzzle,
    member: Solo,
    preferences: Preferences,
    menu: OpenMenu = NO_MENU,
) -> Message:
    """What the member sees at this step of their choice; at the first one with the task."""
    state = _state(puzzle, member)
    message = hand_message(
        language,
        state,
        state.seats[puzzle.seat],
        menu,
        preferences=preferences,
        ids=ACTION_IDS._replace(table_id=number_of(puzzle)),
        headline=language.gettext(HEADLINE),
    )
    if menu != NO_MENU:
        return message
    lines = (message.content or "").split("\n")
    # Without a picture the first line is a headline, which the task replaces.
    rest = lines if message.draw else lines[1:]
    return replace(message, content="\n".join([language.gettext(TASK), *rest]))


def answered_message(language: Language, found: Answered, member: Solo) -> Message:
    """Whether the member's move was the best one, why the best move is good, and the three best."""
    puzzle, action = found.puzzle, found.action
    state, seen = _state(puzzle, member), puzzle.view()
    lines = [*_verdict(language, found, seen, names(language, state))]
    fields = {language.gettext("The three best moves"): "\n".join(_values(language, found))}
    if not member.pictures:
        lines += hand_lines(language, seen, [])
        fields = {**to_beat_field(language, state, seen, columns=False), **fields}
    better = None if action == puzzle.best else puzzle.best
    # By the present file, like the text: when the member answered, another move may have been best.
    when = language.pgettext("puzzle", _SOLVED[better is None])
    faces = seat_faces(language, state)
    draw = partial(move_picture, language, seen, action, better, when, faces)
    # In the footer: then a phone shows verdict and button without scrolling.
    numbers = numbers_words(language, found.numbers).replace("*", "")
    press = ComponentId(Verb.PUZZLE_NEXT, NO_TABLE)
    # Translators: a button, at most 20 letters.
    following = Button(language.gettext("Next puzzle"), press, ButtonStyle.primary)
    embed = new_embed(fields=fields, footer=numbers)
    return Message(embed, [[following]], "\n".join(lines), draw=draw if member.pictures else None)


def none_left_message(language: Language, numbers: PuzzleMember | None) -> Message:
    """For a member who has played all puzzles."""
    words = language.gettext(
        "You have played every puzzle there is. A new version of the bot can bring more."
    )
    if numbers is not None:
        words = f"{words}\n{numbers_words(language, numbers)}"
    return Message(content=words)


def numbers_words(language: Language, numbers: PuzzleMember) -> str:
    """`Solved 7 of 11, 3 in a row (longest 5), rating 1043 ± 120.`"""
    return language.gettext(
        # Translators: {streak} and {longest} count puzzles solved in a row.
        "Solved **{solved} of {answers}**, **{streak}** in a row (longest {longest}), rating "
        "**{rating}** {spread}.",
        solved=numbers.solved,
        answers=numbers.answers,
        streak=numbers.streak,
        longest=numbers.longest_streak,
        # A rating is no quantity: it has no thousands separator.
        rating=str(rating_of(numbers).number),
        spread=puzzle_spread(language, numbers),
    )


def _verdict(
    language: Language, found: Answered, seen: View, names: Sequence[str]
) -> Iterator[str]:
    best = action_words(language, seen, found.puzzle.best)
    why = explain(language, seen, found.puzzle.best, names)
    if found.action == found.puzzle.best:
        # Translators: {move} is "show 3 4 5 (cards 2–4)".
        right = language.gettext("✅ **Right:** {move} is the best move.", move=best)
        yield in_a_row([right, why])
        return
    own, *_ = move_labels(language, found)
    # Translators: {move} is "Show 3 4 5", and {best} is "show 3 4 5 (cards 2–4)".
    yield language.gettext("❌ **Not the best move:** {move}.", move=own)
    yield in_a_row([language.gettext("The best move: **{best}**.", best=best), why])


def move_labels(language: Language, found: Answered) -> list[str]:
    """The labels of the member's move and the three best; with positions if two are alike."""
    seen = found.puzzle.view()
    actions = [found.action, *(value.action for value in found.puzzle.values)]
    labels = {action: _label(language, seen, action) for action in actions}
    if len({*labels.values()}) < len(labels):
        labels = {action: _label(language, seen, action, exactly=True) for action in actions}
    return [labels[action] for action in actions]


def _label(language: Language, seen: View, action: Action, *, exactly: bool = False) -> str:
    """`Show 3 4 5`; `Scout 8 left, position 3`; `Scout 8, Show 7 8 9 (cards 2–4)`."""
    assert not isinstance(action, Orient)
    scout, show = parts(action)
    hand, words = seen.hand, []
    if scout is not None:
        hand = after_scout(seen, scout).hand
        words.append(end_label(language, seen.active, scout.end, flipped=scout.flipped))
        if show is None or exactly:
            words.append(language.gettext("position {button}", button=str(scout.position)))
    if show is not None:
        words.append(unbroken(show_label(language, hand, show, with_positions=exactly)))
    return joined(language, words)


def _values(language: Language, found: Answered) -> Iterator[str]:
    """The value of each of the three best moves, and how far it is behind the best one."""
    _, *labels = move_labels(language, found)
    for label, value in zip(labels, found.puzzle.values, strict=True):
        line = _value(language, label, value, found.puzzle.values[0])
        if value.action == found.action:
            line = language.gettext("{line} (your move)", line=line)
        yield line
    if found.action not in [value.action for value in found.puzzle.values]:
        yield language.gettext("Your move brings less than these.")
    # Translators: below moves and the points of the round that each brings.
    yield language.gettext("Points above the others' average, if hard computers play on.")


def _value(language: Language, move: str, value: Value, best: Value) -> str:
    number = round(value.points, 1)
    points = f"**{language.number(number, decimals=1, signed=True)}**"
    if value is best:
        # Translators: a move and the points that it brings: "Show 3 4 5: +3.7".
        return language.gettext("{move}: {points}", move=move, points=points)
    # The difference of the rounded numbers, which the member can check.
    less = estimated(language, round(best.points, 1) - number, value.margin)
    # Translators: the same with how far it is behind the best move: "… : −1.7 (5.4 ± 0.4 less)".
    return language.gettext("{move}: {points} ({less} less)", move=move, points=points, less=less)


def _state(puzzle: Puzzle, member: Solo) -> TableState:
    return solo_state(puzzle.state(), member, puzzle.seat, COMPUTERS[Level.MEDIUM])
