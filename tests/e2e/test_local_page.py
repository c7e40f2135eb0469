"""A newcomer's evening: the page opens, a table, a round, a power cut, and on it goes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.pictures.scene import WIDTH
from tests.support.process.browser import CHROMIUM, Member, chromium
from tests.support.process.page_play import act, play_until
from tests.support.process.program import Program

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path)
    yield program
    program.close()


@pytest.fixture
def member() -> Iterator[Member]:
    with chromium() as member:
        yield member


def start_a_game(member: Member) -> None:
    member.slash("scout new")
    # Who opens a table sits at it.
    assert "Mia (host)" in member.see("A table for SCOUT").inner_text()
    member.press("Add medium")
    member.press("Add medium")
    member.press("Start")
    member.see("Your hand · round 1")


def test_a_round_is_played_in_the_browser(program: Program, member: Member) -> None:
    member.open(program.start())
    start_a_game(member)
    assert member.picture_width(member.see("Your hand · round 1")) == WIDTH
    play_until(member, "Round 1 of 3 is over")
    result = member.see("Round 1 of 3 is over")
    assert "Points" in result.inner_text()
    assert member.picture_width(result) == WIDTH
    assert member.errors == []
    assert program.stop() == 0


def test_a_game_goes_on_after_a_power_cut(program: Program, member: Member) -> None:
    member.open(program.start())
    start_a_game(member)
    act(member, 2)
    assert member.errors == []
    member.page.goto("about:blank")
    program.kill()

    member.open(program.start())
    table = member.see("SCOUT · round 1 of 3")
    member.press("My hand", table)
    member.see("Your hand · round 1")
    # A Scout takes two steps, so the computers have moved in between too.
    act(member, 4)
    assert member.errors == []
