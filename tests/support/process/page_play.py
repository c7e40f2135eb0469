"""Plays a game in the local page by pressing what it offers."""

import re
import time

from tests.support.process.browser import Member

HAND = re.compile(r"Your (hand ·|turn\.)")
"""How a private hand begins; at the first step of a turn the picture alone calls it a hand."""
_LONGEST_ROUND = 300
"""Seconds; a round of three takes about ten on a machine that does nothing else."""


def act_once(member: Member) -> bool:
    """Press one thing that the newest hand offers, if it offers anything."""
    hand = member.messages.filter(has_text=HAND).last
    labels = hand.locator(".component-row .component-button").all_inner_texts()
    wanted = [label for label in labels if label not in ("Back", "Previous page", "Next page")]
    select = hand.get_by_role("combobox")
    if wanted:
        member.press(best_of(wanted), hand)
    elif select.count():
        member.choose(0, select)
    else:
        return False
    return True


def best_of(labels: list[str]) -> str:
    """The longest Show, else the first that is offered."""
    return max(labels, key=lambda label: (label.startswith("Show"), label.count(" ")))


def play_until(member: Member, text: str) -> None:
    end = time.monotonic() + _LONGEST_ROUND
    while not member.sees(text):
        assert time.monotonic() < end, f"never saw {text!r}"
        if not act_once(member):
            member.page.wait_for_timeout(100)


def act(member: Member, times: int) -> None:
    end = time.monotonic() + _LONGEST_ROUND
    while times:
        assert time.monotonic() < end, "nothing was offered"
        if act_once(member):
            times -= 1
        else:
            member.page.wait_for_timeout(100)
