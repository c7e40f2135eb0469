"""The messages of the tutorial, and what each of their buttons leads to."""

import re
from collections.abc import Iterator

import pytest
from discord import ButtonStyle

from bot.text.language import ENGLISH
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message, Select
from bot.ui.views.learning.tutorial import (
    GOAL,
    LEARNER,
    SCRIPT,
    follow,
    game_after,
    tutorial_message,
    way_on,
)
from bot.ui.views.solo import Solo
from bot.ui.views.turn.action_buttons import picked
from bot.ui.views.turn.menu import MenuPath
from tests.support.discord.limits import message_violations
from tests.support.ui.rendering import as_sent

MIA = Solo("Mia", 1)
STEPS = range(len(SCRIPT))
POINTS = [(path, number) for number in STEPS for path in way_on(ENGLISH, number)]
"""Every step of every decision that the lesson leads through."""


async def test_every_message_of_the_lesson_fits() -> None:
    drafts = [tutorial_message(ENGLISH, number, Solo("*" * 32, 1), path) for path, number in POINTS]
    for draft in [*drafts, tutorial_message(ENGLISH, len(SCRIPT), Solo("*" * 32, 1))]:
        assert list(message_violations(await as_sent(draft))) == []


def presses(draft: Message) -> Iterator[ComponentId]:
    """Of every button, and of every option of a select."""
    for row in draft.rows:
        if isinstance(row, Select):
            yield from (picked(row.component_id, option.value) for option in row.options)
        else:
            yield from (button.component_id for button in row)


@pytest.mark.parametrize("number", STEPS)
def test_every_legal_choice_has_its_button(number: int) -> None:
    """At some step, as in a game; the lesson shows those steps only that it leads through."""
    played = game_after(number).rounds[-1]
    offered = {press.detail for press in presses(tutorial_message(ENGLISH, number, MIA))}
    if str(MenuPath(more=True)) in offered:
        rest = tutorial_message(ENGLISH, number, MIA, MenuPath(more=True))
        offered |= {press.detail for press in presses(rest)}
    begun = {str(action) for action in played.legal(LEARNER).shows()} or {"K", "F"} & offered
    begun |= {
        str(MenuPath(end=scout.end, flipped=scout.flipped))
        for scout in played.legal(LEARNER).scouts()
    }
    if played.legal(LEARNER).scouts_before_show():
        begun.add(str(MenuPath(both=True)))
    assert offered - {"", str(MenuPath(more=True))} == begun


@pytest.mark.parametrize(("path", "number"), POINTS)
def test_the_one_green_button_is_the_marked_one_of_the_lesson(path: MenuPath, number: int) -> None:
    buttons = [
        button
        for row in tutorial_message(ENGLISH, number, MIA, path).rows
        if not isinstance(row, Select)
        for button in row
    ]
    onward = str(way_on(ENGLISH, number)[path].leads_to)
    for button in buttons:
        is_onward = button.component_id.detail == onward
        assert (button.style == ButtonStyle.success) == is_onward
        assert button.label.startswith("→ ") == is_onward
    assert onward in [button.component_id.detail for button in buttons]


def test_the_lesson_begins_with_the_goal_of_the_game() -> None:
    texts = [tutorial_message(ENGLISH, number, MIA).embed.description or "" for number in STEPS]
    assert [text.startswith(f"{GOAL}\n**Step 1") for text in texts] == [
        number == 0 for number in STEPS
    ]


def test_no_set_is_broken_at_the_end_of_a_line() -> None:
    for number in range(len(SCRIPT) + 1):
        assert not re.search(
            r"\d \d", tutorial_message(ENGLISH, number, MIA).embed.description or ""
        )


@pytest.mark.slow
@pytest.mark.parametrize(("path", "number"), POINTS)
def test_other_presses_leave_the_lesson_where_it_is(path: MenuPath, number: int) -> None:
    draft = tutorial_message(ENGLISH, number, MIA, path)
    onward = str(way_on(ENGLISH, number)[path].leads_to)
    for press in presses(draft):
        after, note = follow(ENGLISH, press, MIA)
        if press.number != number:
            assert after.digest == tutorial_message(ENGLISH, press.number, MIA).digest
            assert abs(press.number - number) == 1
        elif press.detail == onward:
            assert after.digest != draft.digest
            assert note is None
        elif note is not None:
            assert after.digest == draft.digest
            assert note == (
                "That move is fine too, but in this lesson press "
                f"**{way_on(ENGLISH, number)[path].label}**."
            )
        else:
            # Back.
            assert press.detail in [str(earlier) for earlier in way_on(ENGLISH, number)]


def test_a_press_behind_the_end_shows_the_end() -> None:
    after, note = follow(ENGLISH, ComponentId(Verb.TUTORIAL_PLAY, 0, len(SCRIPT), "S1"), MIA)
    assert after.digest == tutorial_message(ENGLISH, len(SCRIPT), MIA).digest
    assert note is None
