"""Which public messages a table should have, and what they show."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from cachetools import LRUCache

from bot.pictures.picture import Picture
from bot.tables.core.deadlines import absent
from bot.tables.core.state import Status, TableState
from bot.tables.core.table_messages import (
    FINAL,
    LOBBY,
    RESULT,
    absence_slot,
    closing_slot,
    deal_slot,
    pause_slot,
    roll_call_slot,
    round_slot,
)
from bot.ui.kit.message import Message
from bot.ui.views.elements import NO_AVATARS, Avatars
from bot.ui.views.table.fair_deal import deal_message
from bot.ui.views.table.lobby import opening_message, roll_call_message
from bot.ui.views.table.pauses import no_pause_message, pause_question
from bot.ui.views.table.questions import absence_message, closing_message
from bot.ui.views.table.results import final_message
from bot.ui.views.table.table import round_message

_KEPT = 256
"""Maximum tables whose earlier messages are cached, least recently used dropped first."""
_Messages = Iterator[tuple[str, Message]]


def expected_messages(
    state: TableState, avatars: Avatars = NO_AVATARS, posted: Collection[str] = ()
) -> _Messages:
    """Every message slot of the state with its message, oldest first.

    `posted` are the slots that have messages. An earlier version posted rounds without the message
    of their deal: these rounds keep the whole commitment.
    """
    yield from _earlier(state, avatars, posted)
    yield from _newest(state, avatars, posted)


class ExpectedMessages:
    """Makes the expected messages; makes those before the newest round only once in each round."""

    def __init__(self, avatars: Avatars) -> None:
        self._avatars = avatars
        self._kept: LRUCache[int, tuple[object, dict[str, Message]]] = LRUCache(_KEPT)

    def of(self, state: TableState, posted: Collection[str]) -> dict[str, Message]:
        """As `expected_messages`, with earlier messages reused from the last call."""
        if state.status is not Status.PLAYING:
            self._kept.pop(state.id, None)
            return dict(expected_messages(state, self._avatars, posted))
        content = _before_round(state), frozenset(posted)
        former, earlier = self._kept.get(state.id, (None, {}))
        if former != content:
            earlier = dict(_earlier(state, self._avatars, posted))
            kept = {slot: _undrawn(message) for slot, message in earlier.items()}
            self._kept[state.id] = content, kept
        return {**earlier, **dict(_newest(state, self._avatars, posted))}


def _undrawn(message: Message) -> Message:
    """The same message without the drawn file of its picture, which takes 60 to 100 KB."""
    picture = message.picture
    if picture is None:
        return message
    return replace(message, draw=partial(Picture, picture.lay_out, picture.alt, picture.name))


def _before_round(state: TableState) -> TableState:
    """The state without all that moves of the newest round change."""
    return replace(
        state,
        game=state.game and state.game.after(state.round_number - 1),
        revision=0,
        decision_since=state.opened_at,
        decision_began=None,
        reminded_at=None,
        absence_asked=False,
    )


def _earlier(state: TableState, avatars: Avatars, posted: Collection[str]) -> _Messages:
    """The messages before those of the newest round."""
    language = state.language
    yield LOBBY, opening_message(language, state, avatars)
    if state.roll_call_at is not None and state.game is None:
        yield roll_call_slot(state.roll_call_at), roll_call_message(language, state)
    if not state.awaits_thread:
        for number in range(1, state.round_number):
            yield from _of_round(state, number, avatars, posted)


def _newest(state: TableState, avatars: Avatars, posted: Collection[str]) -> _Messages:
    """The messages of the newest round, and those that follow it."""
    rounds, language = 0 if state.awaits_thread else state.round_number, state.language
    if rounds:
        yield from _of_round(state, rounds, avatars, posted)
    if state.closing is not None and rounds:
        yield closing_slot(state.closing), closing_message(language, state, state.closing)
    if state.pause_request is not None and rounds:
        yield pause_slot(state.pause_request), pause_question(language, state, state.pause_request)
    if state.pause_refused is not None and rounds:
        yield pause_slot(state.pause_refused), no_pause_message(language, state.pause_refused)
    if absent(state) and rounds:
        yield absence_slot(state), absence_message(language, state)
    if state.status is Status.OVER:
        yield from _scores(state, avatars)


def _of_round(
    state: TableState, number: int, avatars: Avatars, posted: Collection[str]
) -> _Messages:
    deal = deal_message(state.language, state, number)
    was_posted = round_slot(number) in posted and deal_slot(number) not in posted
    if deal is not None and not was_posted:
        yield deal_slot(number), deal
    shown = round_message(state.language, state, number, avatars, has_whole_commitment=was_posted)
    yield round_slot(number), shown


def _scores(state: TableState, avatars: Avatars) -> _Messages:
    final = final_message(state.language, state, avatars)
    if state.parent_id is None:
        yield FINAL, final
    else:
        yield FINAL, replace(final, rows=())
        yield RESULT, final
