"""Messages with pictures, whose words are those of a language."""

from collections.abc import Iterator
from dataclasses import replace

from bot.tables.core.replay import last_decision
from bot.tables.core.state import Status, TableState
from bot.tables.preferences import Preferences
from bot.tables.review import MoveReview, Review
from bot.tables.standings.leaderboard import LeaderboardChoice, LeaderboardPage, Measure, Period
from bot.tables.standings.seasons import Podium
from bot.text.language import PSEUDO, Language
from bot.text.names import COMPUTERS
from bot.ui.kit.message import Message
from bot.ui.views.games.replay import replay_message
from bot.ui.views.games.review import review_message
from bot.ui.views.replay_step import ALL, step_at
from bot.ui.views.standings.leaderboard import leaderboard_message, podium_message
from bot.ui.views.standings.stats import member_message, server_message
from bot.ui.views.table.lobby import lobby_message
from bot.ui.views.table.results import final_message
from bot.ui.views.table.table import round_message, table_message
from bot.ui.views.turn.hand import hand_message
from engine.players import Level
from tests.support.ui.every_view.boards import LEADERS, SEASONS, SERVER
from tests.support.ui.every_view.hands import TURNS
from tests.support.ui.every_view.tables import DECISIONS, PLAYED, RUNNING
from tests.support.ui.statistics import FIRST, FULL


def pictured(state: TableState) -> TableState:
    return replace(state, options=replace(state.options, pictures=True))


def against_computers(state: TableState) -> Iterator[TableState]:
    """The table of a member with hard computers, whose names are long."""
    mia, *others = state.seats
    names = COMPUTERS[Level.HARD]
    for begin in range(0, len(names), len(others)):
        computers = [
            replace(seat, user_id=None, name=name, level=Level.HARD)
            for seat, name in zip(others, names[begin:], strict=False)
        ]
        yield replace(state, seats=(mia, *computers))


def games(language: Language) -> Iterator[Message]:
    assert PLAYED.game is not None
    state = pictured(PLAYED)
    for running in RUNNING[::4]:
        yield table_message(language, pictured(running))
    # The pseudo-language makes every name longer than its room.
    for end in [state] if language == PSEUDO else [state, *against_computers(state)]:
        for number in (1, 2):
            yield round_message(language, end, number)
        yield final_message(language, end)
        for decision in range(1, last_decision(PLAYED.game) + 1, 3):
            step = step_at(end, decision, ALL)
            yield replay_message(language, end, step)
    lobby = replace(state, status=Status.LOBBY, game=None, host_id=100)
    yield lobby_message(language, replace(lobby, seats=lobby.seats[:2]))


def hands(language: Language) -> Iterator[Message]:
    for state, _ in TURNS[::4]:
        for seat in state.seats:
            yield hand_message(language, state, seat, preferences=Preferences(pictures=True))


def standings(language: Language) -> Iterator[Message]:
    asker = 7, "Mia"
    choices = [LeaderboardChoice(measure) for measure in Measure]
    choices += [LeaderboardChoice(Measure.WINS, period, 4, 3) for period in Period]
    for choice in choices:
        for shown in (LEADERS, []):
            page = LeaderboardPage(choice, shown, 0, 24, shown[0] if shown else None)
            yield leaderboard_message(language, page, *asker, SEASONS, pictures=True)
    yield podium_message(language, Podium(SEASONS[1], LEADERS), pictures=True)
    for found in (FULL, FIRST):
        yield member_message(language, found._replace(name="Mia"), asker="Mia", pictures=True)
    yield server_message(language, SERVER, pictures=True)


def reviews(language: Language) -> Iterator[Message]:
    review = Review(pictured(PLAYED), 0, DECISIONS)
    for at, decision in enumerate(review.decisions):
        best = decision.view.legal_actions()[-1]
        review.moves.append(MoveReview(decision, best, at % 3 / 2, 0.5))
    for page in range(len(review.costly) + 2):
        yield review_message(language, review, page, pictures=True)
