"""Counts the code that a press goes through: `python -m tests.benchmarks.path`.

Two presses in a game of three members, in text, through a simulated Discord: My hand, and a Show
with all that it publishes, each from the click until nothing is left to do. The same presses were
made before, so that what is kept in memory is there.

The first figure of a press is what runs until its answer is on its way; the second is all of it,
with what is published, and the rows of the messages, which are saved in the background.

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
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import bot
from tests.support.discord.channel import Channel
from tests.support.discord.messages import labels
from tests.support.discord.network_faults import meanwhile
from tests.support.discord.scout_channel import scout_channel

TOP = Path(bot.__file__).parents[1]
FOLDERS = ("bot", "engine")
MY_HAND, SHOW = "My hand", "Show, with all it publishes"


class Function(NamedTuple):
    """A function by its file below the repository and its qualified name."""

    file: str
    name: str

    @property
    def room(self) -> str:
        return str(Path(self.file).parent)


class Entered(NamedTuple):
    """The functions that a press enters until its answer is on its way, and all of them."""

    answered: set[Function]
    whole: set[Function]


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


def is_idle(here: Channel) -> bool:
    """Whether nothing is left to publish or to save; the press does not enter what says so."""
    noting, store = sys.getprofile(), here.client.tables.repository.messages
    sys.setprofile(None)
    is_busy = any(here.client.publisher.load().values()) or store._unsaved or store._saver
    sys.setprofile(noting)
    return not is_busy


async def idle(here: Channel) -> None:
    """Wait until nothing is left to publish or to save."""
    while not is_idle(here):  # noqa: ASYNC110
        await asyncio.sleep(0.02)


@asynccontextmanager
async def measuring(here: Channel, found: dict[str, Entered], press: str) -> AsyncIterator[None]:
    """Note the functions of the press inside, when its answer is on its way and when all is done.

    What the press before left for later is done first.
    """
    await idle(here)
    found[press] = path = Entered(set(), set())
    answered = meanwhile("POST", "/interactions/*", lambda: path.answered.update(path.whole))
    with answered, entering(path.whole):
        yield
        await idle(here)


async def presses(here: Channel) -> dict[str, Entered]:
    """The functions that the second My hand and the second Show of a round enter, by press."""
    members = await here.begin_turns(3, rounds=3)
    found: dict[str, Entered] = {}
    shows = 0
    while shows < 2:
        player = await here.on_turn(members)
        async with measuring(here, found, MY_HAND):
            await player.press("My hand", here.table)
        label = next((label for label in labels(player.hand) if label.startswith("Show")), None)
        if label is None:
            await here.play_elsewhere(player)
            await here.env.settle()
            continue
        async with measuring(here, found, SHOW):
            await player.press(label, player.hand)
        shows += 1
    return found


def print_path(press: str, path: Entered, *, names: bool) -> None:
    """Print the numbers of files and functions, in all and by room; with `names` list each.

    An asterisk marks each that is entered only after the answer.
    """
    for words, entered in (("until the answer", path.answered), ("in all", path.whole)):
        files = {function.file for function in entered}
        print(f"{press}, {words}: {len(files)} files, {len(entered)} functions")
    functions = Counter(function.room for function in path.whole)
    rooms = Counter(str(Path(file).parent) for file in {function.file for function in path.whole})
    for room in sorted(rooms):
        print(f"  {room:<32} {rooms[room]:>3} {functions[room]:>4}")
        if names:
            for function in sorted(path.whole):
                if function.room == room:
                    later = " " if function in path.answered else "*"
                    print(f"    {later} {Path(function.file).name:<28} {function.name}")


async def main(*, names: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with scout_channel(Path(folder), 3) as here:
            found = await presses(here)
    for press, path in found.items():
        print_path(press, path, names=names)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", action="store_true", help="name each function")
    options = parser.parse_args()
    asyncio.run(main(names=options.names))
