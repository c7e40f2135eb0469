"""The replay of a day that is over, with the views of a table's replay."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.tables.core.state import TableState
from bot.tables.daily.attempts import Attempt
from bot.text.language import Language
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row, Select
from bot.ui.views.daily.attempt import PRACTICE, about, headline_of
from bot.ui.views.elements import NO_AVATARS, Avatars
from bot.ui.views.games.replay import replay_message
from bot.ui.views.replay_step import ReplayStep, replay_press


def day_replay(
    language: Language,
    attempt: Attempt,
    state: TableState,
    step: ReplayStep,
    *,
    avatars: Avatars = NO_AVATARS,
) -> Message:
    """One step of the finished attempt, with all hands or as one seat knew them."""
    message = replay_message(
        language,
        state,
        step,
        pictures=state.options.pictures,
        avatars=avatars,
        called=headline_of(language, attempt),
    )
    # Translators: a button that leads back to the result, at most 20 letters.
    back = [Button(language.gettext("Result"), about(Verb.DAILY_RESULT, attempt))]
    return replace(message, rows=[*_of_the_day(message.rows, attempt), back])


def replay_of(attempt: Attempt) -> ComponentId:
    """The press that opens the replay of a finished attempt."""
    return _press(replay_press(0), attempt)


def _of_the_day(rows: Sequence[Row], attempt: Attempt) -> Iterator[Row]:
    """The rows of a table's replay that lead to its steps, with the day's presses."""
    for row in rows:
        if isinstance(row, Select):
            yield row._replace(component_id=_press(row.component_id, attempt))
            continue
        steps = [one for one in row if one.component_id.verb is Verb.REPLAY]
        if steps:
            yield [one._replace(component_id=_press(one.component_id, attempt)) for one in steps]


def _press(there: ComponentId, attempt: Attempt) -> ComponentId:
    detail = f"{there.detail}-{PRACTICE}" if attempt.practice else there.detail
    return ComponentId(Verb.DAILY_REPLAY, attempt.day.toordinal(), there.number, detail)
