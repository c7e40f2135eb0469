"""Measures the memory of a program that draws every picture in every language.

Run as `python -m tests.benchmarks.languages`, or `make bench BENCH=languages`. English comes first,
so the last column is what the other languages add: catalogues, Babel's data, typefaces, and the
pictures that are remembered.
"""

import asyncio
import gc
import os
import sys

from bot.hosting import host
from bot.pictures.gallery import warm_up
from bot.text.language import ENGLISH, LANGUAGES, Language, load_catalogues
from tests.benchmarks.clicks.figures import print_table
from tests.benchmarks.clicks.memory import AS_THE_IMAGE, Tree
from tests.support.pictures.examples import pictures_in

_MEBI = 2**20


def draw_all(language: Language) -> None:
    """Draw every kind of picture, with its words for screen readers."""
    for make in pictures_in(language).values():
        make().prepare()


def measure() -> None:
    """Print the program's memory after each step, and by how much that exceeds English."""
    tree = Tree(os.getpid())
    rows: list[tuple[str, float, str]] = []

    def note(step: str, english: float | None = None) -> float:
        gc.collect()
        now = tree.bytes_now() / _MEBI
        rows.append((step, now, "" if english is None else f"{now - english:+.1f}"))
        return now

    note(f"{host.__name__} imported")
    warm_up()
    note("parts of pictures drawn")
    draw_all(ENGLISH)
    english = note("all pictures in English")
    load_catalogues()
    note("all catalogues read", english)
    for language in LANGUAGES[1:]:
        draw_all(language)
        note(f"all pictures in {language.code}", english)
    for language in LANGUAGES:
        draw_all(language)
    note("once more in each language", english)
    print_table(("after", "MiB", "more than English"), rows)


async def main() -> None:
    """Measure in a new process, with the arenas of the image."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", f"from {__name__} import measure; measure()"),
        env={**os.environ, **AS_THE_IMAGE},
    )
    await process.wait()


if __name__ == "__main__":
    measure()
