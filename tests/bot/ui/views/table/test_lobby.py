"""The options of a table below its lobby."""

from dataclasses import replace

import pytest

from bot.text.language import ENGLISH
from bot.ui.views.table.lobby import terms
from bot.ui.views.table.questions import absence_message
from engine.game import Game
from tests.support.engine.random_games import positions
from tests.support.ui.table_states import state_of


@pytest.mark.parametrize(
    ("turn_limit", "ping_after", "words"),
    [
        (None, 60, ["No turn limit"]),
        (3600, None, ["Turn limit: 1 hour", "No reminders"]),
        (86400, 1800, ["Turn limit: 1 day", "Reminder after 30 minutes"]),
    ],
)
def test_times_are_said_as_they_are_chosen(
    turn_limit: int | None, ping_after: int | None, words: list[str]
) -> None:
    state = state_of(Game.new(3))
    options = replace(state.options, turn_limit=turn_limit, ping_after=ping_after, length=2)
    assert list(terms(ENGLISH, replace(state, options=options))) == ["2 rounds", *words]


@pytest.mark.parametrize(("days", "silence"), [(1, "24 hours"), (3, "3 days"), (7, "7 days")])
def test_the_question_about_absent_members_says_how_long_they_have_been_away(
    days: int, silence: str
) -> None:
    state = state_of(list(positions(3, seed=1, length=1))[7])
    options = replace(state.options, absent_after=days * 86400)
    asked = replace(state, options=options, absence_asked=True)
    assert f" for {silence}." in (absence_message(ENGLISH, asked).content or "")
