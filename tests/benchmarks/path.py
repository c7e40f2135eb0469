"""Counts the code that a press goes through: `python -m tests.benchmarks.path`.

Two presses in a game of three members, in text, through a simulated Discord: My hand, and a Show
with all that it publishes, each from the click until nothing is left to do. The same presses were
made before, so that what is kept in memory is there.

`sys.setprofile` notes every function of `bot/` and `engine/` that the event loop's thread enters. A
function is a file and a qualified name, and counts once, however often it is entered. The lambdas,
comprehensions and generator expressions inside a function count too, all of one kind as one;
methods that a dataclass or a NamedTuple makes do not, since they are in no file.
For another version, in its folder: `PYTHONPATH=. python PATH_TO_THIS_FILE`.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import bot
from tests.support.discord.channel import Channel
from tests.support.discord.messages import labels
from tests.support.discord.scout_channel import scout_channel

TOP = Path(bot.__file__).parents[1]
FOLDERS = ("bot", "engine")
QUIET = 2.0
"""Seconds until all delayed work of a press is done."""


class Function(NamedTuple):
    """A function by its file below the repository and its qualified name."""

    file: str
    name: str

    @property
    def room(self) -> str:
        return str(Path(self.file).parent)


@contextmanager
def entering(found: set[Function]) -> Iterator[None]:
    """Add each function that this thread enters inside the block."""
    roots = tuple(f"{TOP / folder}/" for folder in FOLDERS)

    def note(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(roots):
            file = str(Path(code.co_filename).relative_to(TOP))
            found.add(Function(file, code.co_qualname))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


async def presses(here: Channel) -> dict[str, set[Function]]:
    """The functions that the second My hand and the second Show of a round enter, by press."""
    members = await here.begin_turns(3, rounds=3)
    found: dict[str, set[Function]] = {}
    shows = 0
    while shows < 2:
        player = await here.on_turn(members)
        # What the press before left for later is not of this one: publications, saved messages.
        await asyncio.sleep(QUIET)
        found["My hand"] = set()
        with entering(found["My hand"]):
            await player.press("My hand", here.table)
        label = next((label for label in labels(player.hand) if label.startswith("Show")), None)
        if label is None:
            await here.play_elsewhere(player)
            await here.env.settle()
            continue
        found["Show, with all it publishes"] = set()
        with entering(found["Show, with all it publishes"]):
            await player.press(label, player.hand)
        shows += 1
    return found


def print_path(press: str, entered: set[Function], *, names: bool) -> None:
    """Print how many files and functions in all and by room, with `names` each of them."""
    files = {function.file for function in entered}
    print(f"{press}: {len(files)} files, {len(entered)} functions")
    functions = Counter(function.room for function in entered)
    rooms = Counter(str(Path(file).parent) for file in files)
    for room in sorted(rooms):
        print(f"  {room:<32} {rooms[room]:>3} {functions[room]:>4}")
        if names:
            for function in sorted(entered):
                if function.room == room:
                    print(f"      {Path(function.file).name:<28} {function.name}")


async def main(*, names: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with scout_channel(Path(folder), 3) as here:
            found = await presses(here)
    for press, entered in found.items():
        print_path(press, entered, names=names)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", action="store_true", help="name each function")
    options = parser.parse_args()
    asyncio.run(main(names=options.names))
