"""Makes the README's pictures: a game in the local page, photographed message by message.

`python -m tests.tools.readme_pictures` writes them again; every time it is another deal.
"""

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator

from tests.support.process.browser import CHROMIUM, Member, chromium, new_member
from tests.support.process.page_play import act_once, play_until
from tests.support.process.program import Program

_FOLDER = Path(__file__).parents[2] / ".readme"
_COLOURS = 160
_WIDTH, _HEIGHT = 700, 1600
_GAMES = 10
"""So many games at most, until a player has a hand worth showing."""


def main() -> None:
    if CHROMIUM is None:
        raise SystemExit("Chromium is needed for this; install it and try again.")
    _FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        new_member(browser) as member,
    ):
        program = Program(Path(folder))
        try:
            member.page.set_viewport_size({"width": _WIDTH, "height": _HEIGHT})
            member.open(program.start())
            _photograph_a_game(member)
        finally:
            program.close()


def _photograph_a_game(member: Member) -> None:
    _open_a_table(member)
    _photograph(member, "lobby", member.see("A table for SCOUT"))
    for _ in range(_GAMES):
        member.press("Start")
        member.press("Keep", member.see("Your hand · round 1"))
        if _reach_a_turn_worth_showing(member):
            break
        member.slash("scout cancel")
        member.press("End the game")
        _open_a_table(member)
    else:
        raise SystemExit(f"None of {_GAMES} games had a hand worth showing; try again.")
    _photograph(member, "table", member.see("Round 1 of 3. Active Set"))
    _photograph(member, "hand", member.see("Your turn"))
    play_until(member, "Round 1 of 3 is over")
    _photograph(member, "result", member.see("Round 1 of 3 is over"))


def _open_a_table(member: Member) -> None:
    member.slash("scout new")
    for level in ("easy", "hard"):
        member.press(f"Add {level}")


def _reach_a_turn_worth_showing(member: Member) -> bool:
    """Play to a turn with few cards to beat, a Show that beats them, and a card worth scouting."""
    for _ in range(4):
        hand = member.see("Your turn")
        buttons = hand.locator(".component-button").all_inner_texts()
        shows = [label for label in buttons if label.startswith("Show")]
        # After the colon of a Scout stands the set that it makes.
        scouts = [label for label in buttons if label.startswith("Scout ") and ":" in label]
        if shows and len(scouts) >= 2:
            return True
        act_once(member)
        member.page.wait_for_timeout(1000)
        if not member.sees("Your turn"):
            return False
    return False


def _photograph(member: Member, name: str, message: Locator) -> None:
    # The picture in the message has to be there, and the pointer must not be on it.
    member.page.mouse.move(0, 0)
    member.page.wait_for_timeout(1500)
    message.scroll_into_view_if_needed()
    shot = Image.open(io.BytesIO(message.screenshot())).convert("RGB")
    file = _FOLDER / f"{name}.png"
    shot.quantize(_COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.name}: {shot.width} × {shot.height}, {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
