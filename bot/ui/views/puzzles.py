"""A puzzle as its member sees it: the hand with the table in it, and then how good the move was."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from discord import ButtonStyle

from bot.pictures.gallery import move_picture
from bot.puzzles import Puzzle, Value
from bot.tables.core.state import TableState
from bot.tables.preferences import Preferences
from bot.tables.puzzles import Answered, PuzzleNumbers, number_of
from bot.text.language import Language, gettext_noop, pgettext_noop
from bot.text.moves import action_words
from bot.text.names import COMPUTERS
from bot.text.words import in_a_row
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import NO_AVATARS, names, new_embed, seat_faces
from bot.ui.views.games.review import estimated
from bot.ui.views.solo import NO_TABLE, Solo, solo_state
from bot.ui.views.standings.stats import puzzle_spread
from bot.ui.views.turn.action_buttons import ActionButtons
from bot.ui.views.turn.hand import hand_lines, hand_message, to_beat_field
from bot.ui.views.turn.hint import explain
from bot.ui.views.turn.menu import FIRST, MenuPath
from engine.actions import Action
from engine.players import Level
from engine.view import View

# Translators: headline of a picture: a puzzle; at most 24 letters
HEADLINE = gettext_noop("A move to find")
TASK = gettext_noop("Find the best move: you have one try.")
"""Above a puzzle when it is first shown."""
_KEYS = ActionButtons(
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
    path: MenuPath = FIRST,
    asked: Action | None = None,
) -> Message:
    """What the member sees at this step of their choice; `asked` is the action to confirm."""
    state = _state(puzzle, member)
    return hand_message(
        language,
        state,
        state.seats[puzzle.seat],
        path,
        preferences=preferences,
        asked=asked,
        keys=_KEYS._replace(table_id=number_of(puzzle)),
        headline=language.gettext(HEADLINE),
    )


def first_message(
    language: Language, puzzle: Puzzle, member: Solo, preferences: Preferences
) -> Message:
    """The puzzle with its task, as it is first shown."""
    message = puzzle_message(language, puzzle, member, preferences)
    lines = (message.content or "").split("\n")
    # The first line is the headline, unless that is in the picture.
    lines.insert(0 if message.draw else 1, language.gettext(TASK))
    return replace(message, content="\n".join(lines))


def answered_message(
    language: Language, found: Answered, member: Solo, preferences: Preferences
) -> Message:
    """Whether the member's move was the best one, why that is good, and the three best."""
    puzzle, action = found.puzzle, found.action
    state, seen = _state(puzzle, member), puzzle.view()
    pictures = preferences.shows_pictures(member.pictures)
    lines = [*_verdict(language, found, seen, names(language, state))]
    fields = {language.gettext("The three best moves"): "\n".join(_values(language, found, seen))}
    fields |= {language.gettext("Your puzzles"): numbers_words(language, found.numbers)}
    if not pictures:
        lines += hand_lines(language, seen, seen.legal.shows(), columns=True)
        fields = {**to_beat_field(language, state, seen, columns=True), **fields}
    better = None if action == puzzle.best else puzzle.best
    when = language.pgettext("puzzle", _SOLVED[found.solved])
    faces = seat_faces(language, state, NO_AVATARS)
    draw = partial(move_picture, language, seen, action, better, when, faces)
    return Message(
        new_embed(fields=fields),
        [[_next_button(language)]],
        "\n".join(lines),
        draw=draw if pictures else None,
    )


def none_left_message(language: Language, numbers: PuzzleNumbers | None) -> Message:
    """For a member who has played all puzzles."""
    words = [
        language.gettext(
            "You have played every puzzle there is. A new version of the bot can bring more."
        )
    ]
    if numbers is not None:
        words.append(numbers_words(language, numbers))
    return Message(content="\n".join(words))


def numbers_words(language: Language, numbers: PuzzleNumbers) -> str:
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
        rating=str(numbers.rating.number),
        spread=puzzle_spread(language, numbers),
    )


def _verdict(
    language: Language, found: Answered, seen: View, names: Sequence[str]
) -> Iterator[str]:
    own = action_words(language, seen, found.action)
    why = explain(language, seen, found.puzzle.best, names)
    if found.action == found.puzzle.best:
        # Translators: {move} is "show 3 4 5 (cards 2–4)".
        right = language.gettext("✅ **Right:** {move} is the best move.", move=own)
        yield in_a_row([right, why])
        return
    best = action_words(language, seen, found.puzzle.best)
    # Translators: {move} is "show 3 4 5 (cards 2–4)", and {best} another move.
    yield language.gettext("❌ **Not the best move:** {move}.", move=own)
    yield in_a_row([language.gettext("The best move: **{best}**.", best=best), why])


def _values(language: Language, found: Answered, seen: View) -> Iterator[str]:
    """What each of the three best moves brings, and how far it is behind the best one."""
    for value in found.puzzle.values:
        line = _value(language, value, found.puzzle.values[0], seen)
        if value.action == found.action:
            line = language.gettext("{line} (your move)", line=line)
        yield line
    if found.action not in [value.action for value in found.puzzle.values]:
        yield language.gettext("Your move brings less than these.")
    yield language.gettext(
        "Points: your score of this round minus the others' average, if hard computers play on."
    )


def _value(language: Language, value: Value, best: Value, seen: View) -> str:
    move = action_words(language, seen, value.action)
    points = f"**{language.number(value.points, decimals=1, signed=True)}**"
    if value is best:
        # Translators: a move and the points that it brings: "show 3 4 5 (cards 2–4): +3.7".
        return language.gettext("{move}: {points}", move=move, points=points)
    less = estimated(language, best.points - value.points, value.margin)
    # Translators: the same with how far it is behind the best move: "… : −1.7 (5.4 ± 0.4 less)".
    return language.gettext("{move}: {points} ({less} less)", move=move, points=points, less=less)


def _next_button(language: Language) -> Button:
    # Translators: a button, at most 20 letters.
    label = language.gettext("Next puzzle")
    return Button(label, ComponentId(Verb.PUZZLE_NEXT, NO_TABLE), ButtonStyle.primary)


def _state(puzzle: Puzzle, member: Solo) -> TableState:
    return solo_state(puzzle.state(), member._replace(seat=puzzle.seat), COMPUTERS[Level.MEDIUM])
