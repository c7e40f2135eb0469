"""Puzzles at every step to their best moves, the answers, and cards with their numbers."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from bot.puzzles import Puzzle, puzzles
from bot.tables.core.actor import Actor
from bot.tables.daily.boards import DailyNumbers
from bot.tables.preferences import Preferences
from bot.tables.puzzles import Answered, PuzzleMember
from bot.text.language import Language
from bot.ui.kit.message import Message
from bot.ui.views.puzzles import answered_message, none_left_message, puzzle_message
from bot.ui.views.solo import Solo
from bot.ui.views.standings.solo_stats import solo_message, solo_tiles
from bot.ui.views.standings.stats import member_message
from bot.ui.views.turn.hint import way_to
from bot.ui.views.turn.menu import OpenMenu
from tests.support.ui.statistics import FULL

MIA = Solo("Mia", 1)
NUMBERS = PuzzleMember(answers=499, solved=480, streak=312, longest_streak=312, mu=55.0, sigma=1.0)
DAYS = DailyNumbers(312, 212, 212, -17)
ACTOR = Actor(1, "Mia", manages=False, token="", until=datetime(2026, 1, 1, tzinfo=UTC))
_SHOWN = 10


def some_puzzles() -> Sequence[Puzzle]:
    """A few puzzles of all that ship, among them all numbers of players."""
    every = sorted(puzzles(), key=lambda puzzle: len(puzzle.deal.hands))
    return every[:: len(every) // _SHOWN]


def riddles(language: Language) -> Iterator[Message]:
    yield none_left_message(language, NUMBERS)
    for pictures in (True, False):
        for numbers, days in ((NUMBERS, None), (None, DAYS), (NUMBERS, DAYS)):
            alone = solo_tiles(language, numbers, days)
            yield solo_message(language, ACTOR, alone, pictures=pictures)
            yield member_message(language, FULL, asker="Noa", pictures=pictures, alone=alone)
    for puzzle in some_puzzles():
        for pictures in (True, False):
            own = Preferences(pictures=pictures)
            yield puzzle_message(language, puzzle, MIA, own)
            for path, _ in way_to(language, puzzle.view(), puzzle.best):
                yield puzzle_message(language, puzzle, MIA, own, OpenMenu(path))
            yield puzzle_message(language, puzzle, MIA, own, OpenMenu(asked=puzzle.best))
            yield from _answers(language, puzzle, MIA._replace(pictures=pictures))


def _answers(language: Language, puzzle: Puzzle, member: Solo) -> Iterator[Message]:
    for action in {puzzle.best, puzzle.values[2].action, puzzle.medium}:
        found = Answered(puzzle, action, NUMBERS)
        yield answered_message(language, found, member)
