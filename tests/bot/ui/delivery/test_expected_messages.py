"""The messages before those of the newest round are made once in each round, and stay right."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.storage.models.tables import Status
from bot.tables.core.state import TableState
from bot.text.language import language_of
from bot.ui.delivery.expected_messages import ExpectedMessages, expected_messages
from bot.ui.views.elements import NO_AVATARS
from tests.support.engine.random_games import positions
from tests.support.ui.rendering import look_of
from tests.support.ui.table_states import NAMES, state_of

pytestmark = pytest.mark.slow  # games are played first

POSTED = ("lobby", "round-1")
"""Without the message of its deal, as an earlier version posted it."""


def course(names: tuple[str, ...] = NAMES) -> Iterator[TableState]:
    """A game of three from its deal to its end; each state is a revision later than the one before.

    Every move restarts what is counted from it.
    """
    for number, game in enumerate(positions(3, seed=2)):
        state = state_of(game, names)
        later = state.opened_at + timedelta(minutes=number)
        yield replace(
            state,
            revision=number,
            decision_since=later,
            decision_began=later if number % 2 else None,
            reminded_at=later if number % 3 else None,
            absence_asked=number % 2 == 0,
        )


def in_round(number: int) -> TableState:
    return next(one for one in course() if one.game and len(one.game.rounds) == number)


@pytest.mark.parametrize("pictures", [True, False])
def test_they_are_those_that_are_made_again_for_each_state(pictures: bool) -> None:
    kept, states, rounds = ExpectedMessages(NO_AVATARS), list(course()), set[int]()
    for played in states:
        state = replace(played, options=replace(played.options, pictures=pictures))
        assert state.game is not None
        rounds.add(len(state.game.rounds))
        made = kept.of(state, POSTED)
        again = dict(expected_messages(state, NO_AVATARS, POSTED))
        assert list(made) == list(again)
        assert [one.digest for one in made.values()] == [one.digest for one in again.values()]
    assert rounds == {1, 2, 3}


def test_no_move_within_a_round_makes_them_again() -> None:
    kept = ExpectedMessages(NO_AVATARS)
    made_in: dict[int, set[int]] = {}
    held = []  # so that no two messages have the same id
    for state in course():
        assert state.game is not None
        # A table deals the next round in the transaction that ends one.
        if state.status is not Status.PLAYING or state.game.needs_deal:
            continue
        number = len(state.game.rounds)
        if number not in made_in:
            # These are sent and then go.
            kept.of(state, ())
        messages = kept.of(state, ())
        held.append(messages)
        past = range(1, number)
        earlier = ["lobby", *(f"{kind}-{one}" for one in past for kind in ("deal", "round"))]
        made_in.setdefault(number, set()).update(id(messages[slot]) for slot in earlier)
        assert len(made_in[number]) == len(earlier)
    assert [len(made) for made in made_in.values()] == [1, 3, 5]


async def test_no_file_of_a_picture_stays_with_them() -> None:
    kept, state = ExpectedMessages(NO_AVATARS), in_round(2)
    first = kept.of(state, ())["round-1"]
    sent = await first.edit_arguments()
    later = kept.of(state, ())["round-1"]
    assert later.picture is not None
    assert not later.picture.is_drawn
    again = await later.edit_arguments()
    names = [[one.filename for one in arguments["attachments"]] for arguments in (sent, again)]
    assert names[0] == names[1] != []


def test_what_else_changes_at_the_table_makes_them_again() -> None:
    kept = ExpectedMessages(NO_AVATARS)
    state = in_round(2)
    before = kept.of(state, ())
    renamed = replace(state.seats[0], name="Zoe")
    changes = (
        replace(state, seats=(renamed, *state.seats[1:])),
        replace(state, language=language_of("de")),
        replace(state, options=replace(state.options, pictures=not state.options.pictures)),
    )
    for changed in (*changes, replace(state, status=Status.CLOSED)):
        now = kept.of(changed, ())
        again = dict(expected_messages(changed))
        assert [look_of(one) for one in now.values()] == [look_of(one) for one in again.values()]
        assert [one.digest for one in now.values()] != [one.digest for one in before.values()]
        if changed in changes:
            assert now["round-1"].digest != before["round-1"].digest
        else:
            assert now["lobby"].digest != before["lobby"].digest
