"""A member's pause: the panel in each of its states."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.tables.core.state import PauseRequest
from bot.tables.pauses import PauseDays
from bot.text.language import Language
from bot.ui.kit.message import Message
from bot.ui.views.table.pauses import (
    AGREED_TO_PAUSE,
    ASKED_TO_PAUSE,
    no_pause_message,
    pause_answer,
    pause_message,
    pause_question,
)
from bot.ui.views.table.table import table_message
from tests.support.ui.every_view.tables import RUNNING

_THEN = datetime(2026, 11, 21, 12, tzinfo=UTC)


def panels(language: Language) -> Iterator[Message]:
    for has in (
        PauseDays(14, 14),
        PauseDays(28, 28),
        PauseDays(14, 0),
        PauseDays(0, 0),
        PauseDays(14, 3, until=_THEN),
        PauseDays(14, 14, barred_until=_THEN),
    ):
        yield pause_message(language, has)
        yield pause_message(language, has, has_ended=True)
        yield pause_message(language, has, is_blocked=True)
        yield pause_message(language, has, RUNNING[9])


def games(language: Language) -> Iterator[Message]:
    yield no_pause_message(language, PauseRequest(100, _THEN, 0))
    for days in (1, 14):
        request = PauseRequest(100, _THEN, days)
        asked = replace(RUNNING[9], pause_request=request)
        paused = replace(RUNNING[9], paused_at=_THEN, paused_until=_THEN + timedelta(days=days))
        agrees = replace(asked.seats[1], agrees_to_pause=True)
        agreed = replace(asked, seats=(asked.seats[0], agrees, *asked.seats[2:]))
        for state in (asked, agreed):
            yield pause_question(language, state, request)
        for state in (asked, agreed, paused):
            yield table_message(language, state)
            yield Message(content=pause_answer(language, state, ASKED_TO_PAUSE))
            yield Message(content=pause_answer(language, state, AGREED_TO_PAUSE))
