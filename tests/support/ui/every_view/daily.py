"""The daily deal: turns of an attempt, results, what is shared, the review and the replay."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import product

from bot.tables.core.replay import last_decision
from bot.tables.daily.attempts import Attempt
from bot.tables.daily.boards import BoardPage, BoardRow, DailyResult, Span
from bot.tables.daily.days import DailyVerification
from bot.tables.daily.deal import closes, daily_deal
from bot.tables.daily.posts import Yesterday
from bot.tables.preferences import Preferences
from bot.tables.review import MoveReview, Review, decisions_in
from bot.text.language import PSEUDO, Language
from bot.ui.kit.message import Message
from bot.ui.views.daily.attempt import (
    attempt_message,
    changed_words,
    deal_label,
    going_on_words,
    table_of,
)
from bot.ui.views.daily.boards import board_message, channel_message
from bot.ui.views.daily.result import (
    day_replay,
    day_review,
    day_verification_message,
    own_share,
    result_message,
    shared_result,
)
from bot.ui.views.games.review import COSTLY, move_message
from bot.ui.views.replay_step import ALL, step_at
from bot.ui.views.turn.menu import OpenMenu
from engine.game import Game
from engine.view import view
from tests.support.engine.random_games import finished, positions
from tests.support.ui.menus import steps

DAY = date(2027, 6, 24)
SEAT = 2


def attempt_at(game: Game, *, practice: bool = False, counts: bool = True) -> Attempt:
    """The attempt whose round stands so; it was begun an hour before its day closed."""
    return Attempt(
        user_id=1,
        guild_id=2,
        name="Mia",
        day=DAY,
        practice=practice,
        seat=SEAT,
        game=game,
        started_at=closes(DAY) - timedelta(hours=1),
        counts=counts and not practice,
    )


def own_turns() -> Iterator[Game]:
    """Every position of a round in which the member has to choose."""
    for game in positions(4, seed=2, length=1):
        if not game.over and SEAT in game.rounds[-1].to_move:
            yield game


def results() -> Iterator[DailyResult]:
    """Finished attempts: the first of all, one among others, and practice."""
    ended = finished(4, seed=2, length=1)
    first = attempt_at(ended)
    best = BoardRow(1, 1, "Mia", ended.totals()[SEAT], 1)
    yield DailyResult(first, None, 0, 0, best, 1, 1, "d" * 64)
    other = best._replace(user_id=9, name="Noa", points=21)
    yield DailyResult(first, 7.6, 83, 100, other, 6, 12, "d" * 64)
    yield DailyResult(replace(first, counts=False), -0.4, 0, 0, None, 0, 3, "d" * 64)
    yield DailyResult(attempt_at(ended, practice=True), 7.6, 0, 0, other, 6, 12, "d" * 64)


def attempts(language: Language) -> Iterator[Message]:
    for game, pictures, practice in product([*own_turns()][::3], (True, False), (True, False)):
        attempt = attempt_at(game, practice=practice)
        state, preferences = table_of(attempt, pictures=pictures), Preferences()
        for step in steps(language, view(game, SEAT)):
            yield attempt_message(
                language, attempt, state, OpenMenu(step.path), preferences=preferences
            )
        for action in view(game, SEAT).legal_actions()[:5]:
            yield attempt_message(
                language,
                attempt,
                state,
                OpenMenu(asked=action),
                preferences=Preferences(confirm=True),
            )
    game = next(own_turns())
    for attempt in (attempt_at(game), attempt_at(game, practice=True)):
        for one in (attempt, replace(attempt, counts=False)):
            for words in (going_on_words(language, one), changed_words(language, one)):
                yield from [Message(content=words)] if words else []
    yield Message(content=deal_label(language, DAY))


def ends(language: Language) -> Iterator[Message]:
    for found, pictures, is_open in product(results(), (True, False), (True, False)):
        state = table_of(found.attempt, pictures=pictures)
        # The pseudo-language makes the computers' names longer than their room.
        is_drawn = pictures and not is_open
        if is_open != found.attempt.practice and not (is_drawn and language == PSEUDO):
            yield result_message(language, found, state, is_open=is_open)
        yield own_share(language, found, state)
        yield own_share(language, found, state, is_posted=True)
        yield shared_result(language, found, state)


def boards(language: Language) -> Iterator[Message]:
    rows = [BoardRow(at, at, "Mia", 21 - 12 * at, at) for at in (1, 2, 3, 4)]
    pages = [
        BoardPage(DAY, rows, 0, 4, rows[1]),
        BoardPage(DAY, rows[3:], 1, 24, rows[0]),
        BoardPage(DAY, rows, 0, 24, None),
    ]
    for span, page, pictures in product(Span, pages, (True, False)):
        yield board_message(
            language, span, page, 2, finished=DAY if pictures else None, pictures=pictures
        )
    for span in Span:
        yield board_message(language, span, BoardPage(DAY, [], 0, 0), 2, finished=DAY)


def reviews(language: Language) -> Iterator[Message]:
    for found in results():
        attempt = found.attempt
        review = Review(table_of(attempt), SEAT, decisions_in(attempt.game, SEAT), stored=False)
        for pictures in (True, False):
            yield day_review(language, attempt, review, 0, pictures=pictures)
        for cost in (0.0, 2.5, None):
            review.moves = [
                MoveReview(one, None if cost is None else one.view.legal_actions()[0], cost or 0.0)
                for one in review.decisions
            ]
            for page, pictures in product(range(3), (True, False)):
                yield day_review(language, attempt, review, page, pictures=pictures)
        yield move_message(language, review, COSTLY[1], review.moves[0], in_words=True)


def replays(language: Language) -> Iterator[Message]:
    drawn = (False,) if language == PSEUDO else (False, True)
    for found, view_name, pictures in product([*results()][-2:], (ALL, "3"), drawn):
        attempt = found.attempt
        state = table_of(attempt, pictures=pictures)
        for decision in range(1, last_decision(attempt.game) + 1, 7):
            step = step_at(state, decision, view_name)
            yield day_replay(language, attempt, state, step)


def verifications(language: Language) -> Iterator[Message]:
    """Checks of a deal that no member saw, of one as committed, and of one that was changed."""
    daily = daily_deal("ab" * 32, DAY)
    for commitment in (None, daily.commitment, "c" * 64):
        found = DailyVerification(daily, commitment)
        yield day_verification_message(language, found)


def posts(language: Language) -> Iterator[Message]:
    """Messages in a channel: after a day without a player, with ties, and with a decisive move."""
    tied = [BoardRow(1, 1, "Mia", 11, 1), BoardRow(1, 2, "", 11, 1), BoardRow(3, 3, "Mia", -1, 1)]
    days = [Yesterday(DAY, [], 0), Yesterday(DAY, tied[:1], 1), Yesterday(DAY, tied, 12)]
    for seed in range(2, 8):
        ended = attempt_at(finished(4, seed=seed, length=1))
        days.append(Yesterday(DAY, tied, 12, ended))
    for yesterday, is_over in product(days, (True, False)):
        today = DAY + timedelta(days=1)
        yield channel_message(language, today, yesterday, is_over=is_over, pictures=False)
