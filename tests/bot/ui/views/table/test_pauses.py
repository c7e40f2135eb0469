"""The panel of `/scout pause`, and the question whether a game pauses."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.tables.core.state import PauseRequest
from bot.tables.pauses import PauseDays
from bot.text.language import ENGLISH, PSEUDO
from bot.ui.views.table.pauses import ASKED_TO_PAUSE, pause_answer, pause_message, pause_question
from engine.game import Game
from tests.support.ui.table_states import state_of


def test_who_has_no_days_left_is_not_invited_to_pause() -> None:
    message = pause_message(ENGLISH, PauseDays(allowed=14, left=0))
    assert message.content == "Days left: 0 of 14 in a year."
    assert not message.rows


def test_the_question_asks_nobody_for_whom_a_computer_plays() -> None:
    """The game pauses without them."""
    state = state_of(Game.new(3))
    asker, other, absent = state.seats
    assert asker.user_id is not None
    state = replace(state, seats=(asker, other, replace(absent, away=True)))
    request = PauseRequest(asker.user_id, datetime(2026, 1, 2, tzinfo=UTC), 3)
    question = pause_question(ENGLISH, state, request)
    assert (question.content or "").startswith(f"<@{other.user_id}>, do you agree?")
    assert question.mentions == [other.user_id]


def test_an_answer_names_the_tables_button_as_it_stands_there() -> None:
    state = replace(state_of(Game.new(3)), paused_until=datetime(2026, 1, 2, tzinfo=UTC))
    assert "**Play on**" in pause_answer(PSEUDO, state, ASKED_TO_PAUSE)
