"""The checks after a kill find planted faults."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest

from bot.tables.core.state import decision_number
from bot.ui.delivery.expected_messages import expected_messages
from bot.ui.kit.message import Message as Shown
from tests.loopback.chaos.checks import copies, lost_or_doubled, orphans, outdated
from tests.loopback.chaos.history import History, Step
from tests.loopback.driver.member import Message
from tests.loopback.driver.player import Attempt
from tests.support.engine.random_games import positions
from tests.support.ui.table_states import state_of


@pytest.fixture
def table() -> History:
    """Two members have chosen their hands."""
    games = list(positions(3, seed=7))[:3]
    steps = [
        Step(before, after, seat, 100 + seat, True, "K", datetime.now(UTC))
        for seat, (before, after) in enumerate(pairwise(games))
    ]
    return History(state_of(games[-1]), steps, frozenset({"1", "2"}))


@pytest.fixture
def attempts(table: History) -> list[Attempt]:
    """The presses of these members, all acknowledged."""
    decision = decision_number(table.steps[0].before)
    return [Attempt(100 + seat, table.state.id, decision, "K", True) for seat in (0, 1)]


def as_posted(shown: Shown, table: History, message_id: str = "1") -> Message:
    parts = shown.parts()
    payload = {
        "content": parts["content"],
        "embeds": [embed.to_dict() for embed in parts["embeds"]],
        "components": parts["view"].to_components(),
        "attachments": [],
        "flags": 0,
    }
    return Message(message_id, str(table.state.channel_id), payload)


def test_what_was_pressed_and_is_stored_is_right(table: History, attempts: list[Attempt]) -> None:
    assert lost_or_doubled(attempts, [table]) == []


def test_a_lost_action_is_found(table: History, attempts: list[Attempt]) -> None:
    lost = table._replace(steps=table.steps[:1])
    (problem,) = lost_or_doubled(attempts, [lost])
    assert problem.startswith("acknowledged, stored 0 times")


def test_what_was_not_acknowledged_may_be_lost_or_not(
    table: History, attempts: list[Attempt]
) -> None:
    unsure = [attempt._replace(acknowledged=False) for attempt in attempts]
    assert lost_or_doubled(unsure, [table]) == []
    assert lost_or_doubled(unsure, [table._replace(steps=[])]) == []


def test_a_doubled_action_is_found(table: History, attempts: list[Attempt]) -> None:
    doubled = table._replace(steps=[*table.steps, table.steps[0]])
    assert any("stored 2 times" in problem for problem in lost_or_doubled(attempts, [doubled]))


def test_an_action_without_a_press_is_found(table: History, attempts: list[Attempt]) -> None:
    (problem,) = lost_or_doubled(attempts[:1], [table])
    assert problem.startswith("pressed by nobody")


def test_an_action_of_a_stand_in_needs_no_press(table: History) -> None:
    played = [step._replace(pressed=False) for step in table.steps]
    assert lost_or_doubled([], [table._replace(steps=played)]) == []


def test_a_table_that_is_shown_as_it_is_is_current(table: History) -> None:
    slots = dict(expected_messages(table.state))
    assert outdated(table, [as_posted(slots["round-1"], table)]) is None


def test_a_missing_an_older_and_a_second_message_are_found(table: History) -> None:
    live = dict(expected_messages(table.state))["round-1"]
    earlier = dict(expected_messages(table.state_at(table.games[0])))["round-1"]
    assert outdated(table, []) is not None
    assert outdated(table, [as_posted(earlier, table)]) is not None
    assert outdated(table, [as_posted(live, table), as_posted(live, table, "2")]) is not None
    both = [as_posted(earlier, table), as_posted(live, table, "2")]
    assert "message of its past" in (outdated(table, both) or "")


def test_an_answer_that_the_program_does_not_know_is_a_copy(table: History) -> None:
    live = as_posted(dict(expected_messages(table.state))["round-1"], table)
    answer = Message("3", live.channel, {**live.payload, "webhook_id": "4712"})
    assert outdated(table, [live, answer]) is None
    assert copies(table, [live, answer]) == [answer]
    # The program sent it itself, or knows of it.
    for other in (live._replace(id="3"), answer._replace(id="2")):
        assert copies(table, [live, other]) == []
        assert outdated(table, [live, other]) is not None


def test_buttons_of_no_table_and_of_another_channels_are_found(table: History) -> None:
    live = as_posted(dict(expected_messages(table.state))["round-1"], table)
    assert list(orphans([live], [table])) == []
    assert len(list(orphans([live], []))) == 1
    assert len(list(orphans([live._replace(channel="77")], [table]))) == 1
