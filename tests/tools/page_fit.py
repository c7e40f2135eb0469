"""Measures how much of a window a page of a lesson or of a finished game takes: `python -m
tests.tools.page_fit`.

Measured is the whole message, from the first line of its text to the bottom of its last button.
"""

import argparse
import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from bot.puzzles import puzzles
from bot.tables.core.replay import last_decision
from bot.tables.daily.boards import BoardPage, BoardRow, DailyResult, Span
from bot.tables.daily.deal import FIRST_DAY
from bot.tables.puzzles import Answered, PuzzleMember
from bot.tables.review import Decision, MoveReview, Review, decisions_in
from bot.text.language import ENGLISH
from bot.ui.kit.message import Message
from bot.ui.views.daily.attempt import table_of
from bot.ui.views.daily.boards import board_message
from bot.ui.views.daily.result import day_review, result_message
from bot.ui.views.games.replay import replay_message
from bot.ui.views.games.review import review_message
from bot.ui.views.learning import help as helping
from bot.ui.views.learning.rules import PAGES, rules_message
from bot.ui.views.learning.tutorial import SCRIPT, tutorial_message, way_on
from bot.ui.views.privacy import privacy_message
from bot.ui.views.puzzles import answered_message
from bot.ui.views.replay_step import ALL, step_at
from bot.ui.views.solo import Solo
from engine.actions import Action
from engine.game import Game
from engine.players.medium import Medium
from engine.rules import RULES
from engine.view import view
from tests.support.engine.random_games import finished
from tests.support.ui.every_view.daily import attempt_at
from tests.support.ui.table_states import state_of
from tests.tools.local_page import LAPTOP, PHONE, LocalPage, local_page

WIDTHS = (PHONE, LAPTOP)
ROOM = {"tutorial": (620, 640), "replay": (560, 560)} | dict.fromkeys(
    ("help", "privacy", "board", "result", "answer", "daily"), (585, 844)
)
"""The most pixels of a page of each width, for subjects that have to be seen at once."""
_MEASURE = """message => {
    const boxes = [...message.querySelectorAll(
        ".message-content, .embed-card, img.attachment-image, .component-button, .select-trigger"
    )].map(element => element.getBoundingClientRect()).filter(box => box.height > 0);
    const top = Math.min(...boxes.map(box => box.top));
    const height = Math.max(...boxes.map(box => box.bottom)) - top;
    const before = window.scoutHeight;
    window.scoutHeight = height;
    return height === before ? height : null;
}"""
"""Waits until the height stays the same: a page that became wider is drawn again."""
_A_MOMENT = 150
"""A moment in milliseconds."""
_STEPS = 6
"""So many steps of a replay are measured for each number of players."""
_ANSWERS = 10
"""The answers of so many puzzles are measured."""


_BOTH_WAYS = (("in pictures", True), ("in words", False))


class Fit(NamedTuple):
    """A page of a subject, and its heights in windows of these widths."""

    subject: str
    page: str
    heights: Sequence[float]

    @property
    def fits(self) -> bool:
        """Whether it fits into the subject's limit, if there is one."""
        room = ROOM.get(self.subject, self.heights)
        return all(height <= most for height, most in zip(self.heights, room, strict=True))


class Draft(NamedTuple):
    """A page to measure."""

    subject: str
    page: str
    message: Message


def drafts() -> Iterator[Draft]:
    """All pages of the lessons, and some of each kind of replay and of a review."""
    yield from tutorial()
    for page in range(len(PAGES)):
        yield Draft("rules", f"page {page + 1}", rules_message(ENGLISH, page, pictures=True))
    for page in range(len(helping.PAGES)):
        yield Draft("help", f"page {page + 1}", helping.help_message(ENGLISH, page, ENGLISH))
    yield Draft("privacy", "what is kept", privacy_message(ENGLISH, timedelta(days=30)))
    for players in RULES:
        yield from replay(played(players))
    yield from review(played(3))
    yield from boards()
    yield from results()
    yield from answers()
    yield from daily_reviews()


def tutorial() -> Iterator[Draft]:
    """Every step of every decision, and the end."""
    for decisions in range(len(SCRIPT)):
        for step, path in enumerate(way_on(ENGLISH, decisions), 1):
            name = f"step {decisions + 1}.{step}"
            yield Draft(
                "tutorial", name, tutorial_message(ENGLISH, decisions, Solo("Mia", 1), path)
            )
    yield Draft("tutorial", "end", tutorial_message(ENGLISH, len(SCRIPT), Solo("Mia", 1)))


def replay(game: Game) -> Iterator[Draft]:
    """Steps from the first to the last, evenly apart, with all hands and with one."""
    state, last = state_of(game), last_decision(game)
    for at in range(_STEPS):
        decision = 1 + (last - 1) * at // (_STEPS - 1)
        for seen in (ALL, "1"):
            step = step_at(state, decision, seen)
            message = replay_message(ENGLISH, state, step, reader=state.seats[0])
            yield Draft("replay", f"{game.players} seats, step {decision}, {seen}", message)


def review(game: Game) -> Iterator[Draft]:
    """A review in which the first legal move would have been better each time."""
    own = [
        Decision(number, view(before, 0), action)
        for number, (before, seat, action) in enumerate(turns(game.players))
        if seat == 0
    ]
    found = Review(state_of(game), 0, own)
    found.moves = [MoveReview(each, each.view.legal_actions()[0], 1.5, 0.4) for each in own]
    for page in range(5):
        yield Draft(
            "review", f"page {page + 1}", review_message(ENGLISH, found, page, pictures=True)
        )


def boards() -> Iterator[Draft]:
    """Full pages of the daily deal's boards, the first and a later one, and the own line below."""
    lines = [BoardRow(at, at, "Member", 25 - 4 * at, 5) for at in range(1, 11)]
    for span in Span:
        for number in (0, 1):
            page = BoardPage(FIRST_DAY, lines, number, 34, BoardRow(27, 99, "Mia", -11, 3))
            message = board_message(ENGLISH, span, page, 99, finished=None, pictures=True)
            yield Draft("board", f"{span}, page {number + 1}", message)


def results() -> Iterator[Draft]:
    """Results of a daily deal while its day is open, with all that can be said of one."""
    for seed in range(_STEPS):
        best = BoardRow(1, 9, "Noa", 21, 1)
        attempt = attempt_at(finished(4, seed=seed, length=1))
        for counts in (True, False):
            beaten, others = (83, 100) if counts else (0, 0)
            one = replace(attempt, counts=counts)
            found = DailyResult(one, 7.6, beaten, others, best, 6, 12, "d" * 64)
            for how, pictures in _BOTH_WAYS:
                state = table_of(one, pictures=pictures)
                name = f"{seed}, {'counts' if counts else 'does not'}, {how}"
                message = result_message(ENGLISH, found, state, is_open=True)
                yield Draft("result", name, message)


def answers() -> Iterator[Draft]:
    """The right answer to some puzzles, the third best one and another one."""
    every, mia = puzzles(), Solo("Mia", 1)
    numbers = PuzzleMember(
        answers=499, solved=480, streak=312, longest_streak=312, mu=55.0, sigma=1.0
    )
    for puzzle in every[:: -(-len(every) // _ANSWERS)]:
        for action in (puzzle.best, puzzle.values[2].action, puzzle.medium):
            given = Answered(puzzle, action, numbers)
            for how, pictures in _BOTH_WAYS:
                message = answered_message(ENGLISH, given, mia._replace(pictures=pictures))
                yield Draft("answer", f"{puzzle.id}, {action}, {how}", message)


def daily_reviews() -> Iterator[Draft]:
    """The pages of a review in which another legal move would have been better each time."""
    attempt = attempt_at(finished(4, seed=2, length=1))
    found = Review(table_of(attempt), attempt.seat, [], stored=False)
    found.decisions = decisions_in(attempt.game, attempt.seat)
    found.moves = [
        MoveReview(each, each.view.legal_actions()[0], 1.5 + at, 0.4)
        for at, each in enumerate(found.decisions)
    ]
    for page in range(3):
        for how, pictures in _BOTH_WAYS:
            message = day_review(ENGLISH, attempt, found, page, pictures=pictures)
            yield Draft("daily", f"page {page + 1}, {how}", message)


def played(players: int) -> Game:
    """A finished game of medium computers, of two rounds."""
    *_, (before, seat, action) = turns(players)
    return before.play(seat, action)


def turns(players: int) -> Iterator[tuple[Game, int, Action]]:
    """The game's positions, with the seat that moves next and what it does."""
    rng, computer, game = random.Random(players), Medium(), Game.new(players, 2)
    while not game.over:
        if game.needs_deal:
            game = game.begin_round(game.next_deal(rng))
        seat = game.rounds[-1].to_move[0]
        action = computer.choose(view(game, seat), rng)
        yield game, seat, action
        game = game.play(seat, action)


async def measured(page: LocalPage, draft: Draft, shots: Path | None = None) -> Fit:
    """Measure the page's heights; pictures of it go into `shots`."""
    heights = []
    async with page.showing(draft.message) as shown:
        for width in WIDTHS:
            await page.page.set_viewport_size({"width": width, "height": 844})
            handle = await shown.element_handle()
            height = await page.page.wait_for_function(_MEASURE, arg=handle, polling=_A_MOMENT)
            heights.append(float(await height.json_value()))
            if shots is not None:
                name = f"{draft.subject} {draft.page} {width}.png".replace(" ", "-")
                await shown.screenshot(path=shots / name)
    return Fit(draft.subject, draft.page, heights)


async def measure(subjects: Sequence[str] = (), shots: Path | None = None) -> list[Fit]:
    """Measure all pages of these subjects, or of all, in a page of their own."""
    async with local_page() as page:
        return [
            await measured(page, draft, shots)
            for draft in drafts()
            if not subjects or draft.subject in subjects
        ]


def report(found: Sequence[Fit]) -> str:
    """Report for each subject how many pages fit, and the tallest at each width."""
    lines = []
    for subject in dict.fromkeys(fit.subject for fit in found):
        of_it = [fit for fit in found if fit.subject == subject]
        tallest = [max(of_it, key=lambda fit: fit.heights[at]) for at in range(len(WIDTHS))]
        high = ", ".join(
            f"{fit.heights[at]:.0f} px at {width} ({fit.page})"
            for at, (fit, width) in enumerate(zip(tallest, WIDTHS, strict=True))
        )
        room = ROOM.get(subject)
        fitting = f"{sum(fit.fits for fit in of_it)} of {len(of_it)} pages fit {room}; "
        lines.append(f"{subject}: {fitting if room else ''}tallest {high}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "subjects",
        nargs="*",
        help="tutorial, rules, help, replay, review, board, result, answer, daily",
    )
    parser.add_argument("--shots", type=Path, help="a folder for pictures of the pages")
    asked = parser.parse_args()
    if asked.shots is not None:
        asked.shots.mkdir(parents=True, exist_ok=True)
    print(report(asyncio.run(measure(asked.subjects, asked.shots))))


if __name__ == "__main__":
    main()
