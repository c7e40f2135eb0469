"""The options of a table below its lobby, and the list of a scheduled one."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.storage.models.tables import Status
from bot.tables.core.state import Listed
from bot.text.language import ENGLISH, Language
from bot.ui.views.table.lobby import opening_message, options_form, roll_call_message, terms
from bot.ui.views.table.questions import absence_message
from bot.ui.views.table.table import table_message
from engine.game import Game
from tests.support.engine.random_games import positions
from tests.support.ui.table_states import in_text, state_of


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


def test_without_embeds_the_list_of_a_scheduled_table_is_seen() -> None:
    """The roll call mentions those whom it calls: Kim has signed up since."""
    called = [Listed(100, "Mia", here=False, mentioned=True), Listed(101, "*Noa*", True, True)]
    state = replace(
        in_text(state_of(Game.new(2))),
        status=Status.SCHEDULED,
        seats=(),
        starts_at=datetime(2026, 1, 2, tzinfo=UTC),
        sign_ups=(*called, Listed(102, "Kim", here=True, mentioned=False)),
    )
    rest = "\n**Waiting list**\n3. ✅ Kim"
    opening, question = opening_message(ENGLISH, state), roll_call_message(ENGLISH, state)
    assert f"\n1. Mia (host)\n2. ✅ \\*Noa\\*{rest}" in (opening.content or "")
    assert f"\n1. <@100> (host)\n2. ✅ <@101>{rest}" in (question.content or "")
    assert (opening.mentions, question.mentions) == ((), [100, 101])


@pytest.mark.parametrize(("days", "silence"), [(1, "24 hours"), (3, "3 days"), (7, "7 days")])
def test_the_question_about_absent_members_says_how_long_they_have_been_away(
    days: int, silence: str
) -> None:
    state = state_of(list(positions(3, seed=1, length=1))[7])
    options = replace(state.options, absent_after=days * 86400)
    asked = replace(state, options=options, absence_asked=True)
    assert f" for {silence}." in (absence_message(ENGLISH, asked).content or "")


def test_the_heading_of_the_players_is_not_that_of_their_number() -> None:
    """In Japanese these are two words."""
    japanese, state = Language("ja"), state_of(next(positions(2, seed=1, length=1)))
    form = options_form(japanese, state, offers_thread=False).to_dict()
    assert form["components"][0]["label"] == "席数"
    message = table_message(japanese, in_text(state))
    assert "席" in [field.name for field in message.embed.fields]
