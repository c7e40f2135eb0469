"""Tables, lobbies, questions, replays, lists of games, checks of deals and reviews."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

from bot.tables.closing import ClosingWay
from bot.tables.core.replay import last_decision
from bot.tables.core.results import Leaving
from bot.tables.core.state import (
    ClosingRequest,
    Listed,
    Reason,
    SeatPause,
    SeatState,
    Status,
    TableState,
)
from bot.tables.games.history import HistoryPage, PastGame
from bot.tables.games.verification import DealCheck, Verification
from bot.tables.reminders import MOST_NAMED
from bot.tables.review import Decision, MoveReview, Review
from bot.text.language import Language, Sentence
from bot.text.names import PlayerName
from bot.ui.kit.message import Message
from bot.ui.views.games.lists import (
    CHANNEL,
    OWN,
    RunningGame,
    history_message,
    running_message,
    tables_message,
)
from bot.ui.views.games.replay import posted_replay, replay_message
from bot.ui.views.games.review import review_message
from bot.ui.views.replay_step import ALL, step_at
from bot.ui.views.table.fair_deal import deal_message, verification_message
from bot.ui.views.table.lobby import (
    lobby_message,
    opening_message,
    players_message,
    roll_call_message,
)
from bot.ui.views.table.questions import (
    absence_message,
    asked_words,
    cancel_question,
    closing_message,
    leave_question,
    sign_off_question,
    welcome_message,
)
from bot.ui.views.table.reminders import direct_reminder, trial_message
from bot.ui.views.table.results import final_message
from bot.ui.views.table.table import round_message, spectator_message, table_message
from engine.game import Game
from engine.view import view
from tests.support.engine.random_games import finished, positions
from tests.support.ui.table_states import state_of

NAMES = ("Mia",) * 5
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
PAUSED = tuple(SeatPause(user_id, NOON, NOON + timedelta(days=3)) for user_id in (100, 101))


def in_text(game: Game, **options: Any) -> TableState:
    state = state_of(game, NAMES)
    return replace(state, options=replace(state.options, pictures=False, **options))


PLAYED = in_text(finished(3, seed=3, length=2))
RUNNING = [in_text(game, turn_limit=60) for game in positions(3, seed=1, length=2)]


DECISIONS = [
    Decision(at, view(game, seat), view(game, seat).legal_actions()[0])
    for at, game in enumerate(positions(3, seed=1, length=2))
    for seat in [0]
    if game.rounds and 0 in game.rounds[-1].to_move
]


def _reminded(seats: list[SeatState]) -> tuple[SeatState, ...]:
    """The second reminder, which names the most other games."""
    also = tuple(str(10**18 + channel) for channel in range(MOST_NAMED))
    return tuple(replace(seat, reminded=2, also=also) for seat in seats)


def reminders(language: Language) -> Iterator[Message]:
    yield trial_message(language)
    for state in RUNNING:
        for number, also in ((1, ()), (2, ("3",)), (2, ("3", "4"))):
            seat = replace(state.seats[0], reminded=number, also=also)
            yield direct_reminder(language, state, seat)
            yield direct_reminder(language, state, seat, "Mia's *Mia* " * 12)


def tables(language: Language) -> Iterator[Message]:
    for state in RUNNING:
        pinged = [replace(seat, pinged=True, away=seat.index == 1) for seat in state.seats]
        yield table_message(language, replace(state, seats=(*pinged,)))
        yield table_message(language, replace(state, seats=_reminded(pinged)))
        yield spectator_message(language, state, NOON)
    for reason in Reason:
        closed = replace(state, status=Status.CLOSED, closed_reason=reason, closed_detail="14")
        yield table_message(language, replace(closed, game=RUNNING[9].game))
    yield table_message(language, replace(RUNNING[0], parent_id=5))
    yield table_message(language, replace(RUNNING[9], pauses=PAUSED))
    for number, you in product((1, 2), (None, 0, 1, 2)):
        yield round_message(language, PLAYED, number, you=you)
    yield final_message(language, PLAYED)
    for unranked in (None, frozenset({0}), frozenset({0, 1})):
        yield final_message(language, replace(PLAYED, unranked=unranked))


def lobbies(language: Language) -> Iterator[Message]:
    open_table = replace(in_text(Game.new(3)), status=Status.LOBBY, game=None, host_id=100)
    limited = in_text(Game.new(3), turn_limit=3600, ping_after=300, thread=True, hints=True)
    options = replace(limited.options, length=3)
    for seats, pictures in product(range(4), (True, False)):
        state = replace(open_table, seats=open_table.seats[:seats])
        yield lobby_message(language, replace(state, options=replace(options, pictures=pictures)))
        yield lobby_message(language, replace(state, options=replace(options, ping_after=None)))
        yield players_message(language, state, 100)
        filling = replace(options, size=5, fill=3)
        yield lobby_message(language, replace(state, options=filling))
    yield lobby_message(language, replace(open_table, pauses=PAUSED))
    for status in Status:
        for parent in (None, 7):
            yield lobby_message(language, replace(open_table, status=status, parent_id=parent))


def scheduled(language: Language) -> Iterator[Message]:
    gathering = replace(
        in_text(Game.new(3)), status=Status.SCHEDULED, game=None, host_id=100, seats=()
    )
    early, late = NOON - timedelta(hours=1), NOON + timedelta(hours=1)
    for members, called, now in product((0, 1, 4, 20), (None, NOON), (early, late)):
        names = [
            Listed(100 + number, "Mia", here=number % 2 == 0, mentioned=number != 1)
            for number in range(members)
        ]
        state = replace(
            gathering,
            sign_ups=tuple(names),
            starts_at=NOON,
            roll_call_at=called,
            decision_since=now,
        )
        yield opening_message(language, state)
        yield roll_call_message(language, state)
    closed = replace(gathering, status=Status.CLOSED, closed_reason=Reason.TOO_FEW)
    yield roll_call_message(language, closed)


def questions(language: Language) -> Iterator[Message]:
    state = RUNNING[9]
    for way in ClosingWay:
        yield cancel_question(language, state, way, Leaving.LOSS)
    yield cancel_question(
        language, replace(state, options=replace(state.options, turn_limit=86400)), way, None
    )
    for leaving in Leaving:
        yield leave_question(language, state, leaving)
    yield leave_question(language, replace(state, status=Status.LOBBY), None)
    yield sign_off_question(language, state)
    yield welcome_message(language)
    for by, declined in product((100, 999), (True, False)):
        request = ClosingRequest(by, NOON, declined)
        asked = replace(state, closing=request)
        yield closing_message(language, asked, request)
        yield Message(content=asked_words(language, asked, request))
    for days in (1, 3):
        options = replace(state.options, absent_after=days * 86400, turn_limit=None)
        yield absence_message(language, replace(state, options=options, absence_asked=True))


def replays(language: Language) -> Iterator[Message]:
    assert PLAYED.game is not None
    for decision, name in product(range(1, last_decision(PLAYED.game) + 1), (ALL, "1")):
        step = step_at(PLAYED, decision, name)
        yield replay_message(language, PLAYED, step, reader=PLAYED.seats[0])
        yield posted_replay(language, PLAYED, step)


def lists(language: Language) -> Iterator[Message]:
    names = (PlayerName("Mia"),) * 3
    games = [PastGame(at, NOON, names, at or None, at or None, -1) for at in range(3)]
    for whose, found in product((OWN, CHANNEL), (games, [])):
        yield history_message(language, HistoryPage(found, 1, 3), whose)
    lobby = replace(RUNNING[9], status=Status.LOBBY, game=None)
    for user_id in (100, 101, 102):
        running = [RunningGame(state, "//1.2") for state in (RUNNING[9], lobby)] * 60
        yield running_message(language, running, user_id)
    yield running_message(language, [], 100)
    later = replace(lobby, status=Status.SCHEDULED, starts_at=NOON)
    signed_up = replace(later, sign_ups=(Listed(100, "Mia", here=False, mentioned=False),))
    yield running_message(language, [RunningGame(signed_up, "//1.2")], 100)
    open_tables = [RunningGame(state, "//1.2") for state in (lobby, later, RUNNING[9])]
    for page in range(2):
        yield tables_message(language, open_tables[page:], 100, page, 2)
    yield tables_message(language, [], 100, 0, 1)


def checks(language: Language) -> Iterator[Message]:
    names = (PlayerName("Mia"), None)
    committed = PLAYED.commitments[0]
    dealt = deal_message(language, PLAYED, 1)
    assert dealt is not None
    yield dealt
    deals = [DealCheck(None, None, True), *(DealCheck(committed, "1", ok) for ok in (True, False))]
    for table_id, problem in product((None, 1), (None, Sentence("Mia"))):
        totals = () if problem else (1, 2)
        for rounds, some in ((None, deals), (4, deals), (None, deals[1:2])):
            found = Verification(table_id, names, (*some,), totals, problem, rounds)
            yield verification_message(language, found)
            yield verification_message(language, found._replace(closed=True))


def reviews(language: Language) -> Iterator[Message]:
    for costs in ((0,), (1,), (0, 0), (1, 2), (0, 1), (0, 0, 0), (0, 1, 2), (1, None, 0)):
        yield from _pages(language, costs)
    yield review_message(language, Review(PLAYED, 0, DECISIONS), 0, pictures=False)


def _pages(language: Language, costs: Sequence[float | None]) -> Iterator[Message]:
    review = Review(PLAYED, 0, DECISIONS[-len(costs) :])
    for decision, cost in zip(review.decisions, costs, strict=True):
        best = decision.view.legal_actions()[-1 if cost else 0]
        move = MoveReview(decision, None) if cost is None else MoveReview(decision, best, cost, 0.5)
        review.moves.append(move)
    for page in (0, len(review.costly) + 1, len(review.costly) + 2):
        yield review_message(language, review, page, pictures=False)
