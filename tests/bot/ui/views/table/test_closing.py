"""The question whether a running game is closed."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.tables.closing import ClosingWay
from bot.tables.core.results import Leaving
from bot.tables.core.state import ClosingRequest, SeatPause
from bot.text.language import ENGLISH, Language
from bot.ui.views.table.questions import cancel_question, closing_line, closing_message
from engine.game import Game
from tests.support.ui.table_states import state_of


@pytest.mark.parametrize(("by", "mentioned"), [(77, [77]), (-77, [])])
def test_a_forgotten_member_is_not_mentioned(by: int, mentioned: list[int]) -> None:
    """Discord refuses a negative id, and the table could not be published any more."""
    request = ClosingRequest(by, datetime(2026, 1, 1, tzinfo=UTC), declined=True)
    state = replace(state_of(Game.new(3)), closing=request)
    message = closing_message(ENGLISH, state, request)
    assert message.mentions == mentioned
    assert ("<@" in (message.content or "")) == bool(mentioned)


def test_those_who_agreed_stand_behind_the_request_without_a_space_in_japanese() -> None:
    request = ClosingRequest(100, datetime(2026, 1, 1, tzinfo=UTC), declined=False)
    state = replace(state_of(Game.new(3)), closing=request)
    asker, agrees, silent = state.seats
    state = replace(state, seats=(asker, replace(agrees, agrees_to_close=True), silent))
    assert closing_line(ENGLISH, state).endswith("**. Agreed: Noa.")
    assert "。 " not in closing_line(Language("ja"), state)


@pytest.mark.parametrize(
    ("turn_limit", "silence"),
    [(None, "10 minutes"), (300, "10 minutes"), (3600, "1 hour"), (86400, "24 hours")],
)
def test_the_question_says_which_silence_is_consent(turn_limit: int | None, silence: str) -> None:
    state = state_of(Game.new(3))
    state = replace(state, options=replace(state.options, turn_limit=turn_limit))
    message = cancel_question(ENGLISH, state, ClosingWay.BY_CONSENT, None)
    assert (message.content or "").endswith(f"or if nobody plays on within {silence}.")


def test_the_question_says_once_what_closing_by_leaving_counts_as() -> None:
    message = cancel_question(ENGLISH, state_of(Game.new(3)), ClosingWay.BY_LEAVING, Leaving.LOSS)
    assert message.content == "End this game? It counts as a loss for you."


@pytest.mark.parametrize("of_game", [True, False])
def test_the_question_says_that_a_pause_makes_the_silence_longer(*, of_game: bool) -> None:
    begins, ends = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 8, tzinfo=UTC)
    state, noted = state_of(Game.new(3)), " Time in a pause does not count."
    pauses = (SeatPause(101, begins, ends),)
    paused = replace(state, paused_until=ends) if of_game else replace(state, pauses=pauses)
    message = cancel_question(ENGLISH, paused, ClosingWay.BY_CONSENT, None)
    assert (message.content or "").endswith(f"within 10 minutes.{noted}")
    over = replace(state, pauses=(replace(pauses[0], is_over=True),))
    assert noted not in (cancel_question(ENGLISH, over, ClosingWay.BY_CONSENT, None).content or "")
