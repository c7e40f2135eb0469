"""The card of a server."""

from collections.abc import Iterator, Sequence

from bot.pictures.faces import SeatFace
from bot.pictures.layouts.stats import BestShape, PersonalBest, Section, StatsCard, Tile, Tiles
from bot.tables.standings.statistics import Record as Best, ServerStatistics
from bot.text.words import counted
from bot.ui.kit.message import Message
from bot.ui.views.standings.stats import HABITS, SERVER, average_tiles, card_message, shown_name

NO_GAMES = "Nobody has finished a game in this server yet. `/scout new` opens a table."


def server_message(
    found: ServerStatistics, *, pictures: bool = False, private: bool = True
) -> Message:
    """What the server has played; it has to have finished a game."""
    bests = (found.longest_set, found.biggest_capture, found.busiest)
    faces = [
        None if best is None else SeatFace(best.name, index, noun="Member")
        for index, best in enumerate(bests)
    ]
    names = ["" if face is None else shown_name(face, pictures=pictures) for face in faces]
    card = StatsCard("This server", "all time", None, tuple(_sections(found, names)))
    known = [face for face in faces if face is not None]
    return card_message(card, known, SERVER, pictures=pictures, private=private)


def _sections(found: ServerStatistics, names: Sequence[str]) -> Iterator[Section]:
    yield Tiles(
        (
            Tile("games", str(found.games)),
            Tile("rounds", str(found.rounds)),
            Tile("moves", str(found.moves)),
            Tile("members", str(found.members)),
        ),
        "Games",
        told=True,
    )
    if found.averages:
        yield average_tiles(found.averages, "result")
    if found.longest_set or found.biggest_capture:
        yield (
            _record("Longest set", "fan", found.longest_set, names[0]),
            _record("Biggest capture", "pile", found.biggest_capture, names[1]),
        )
    yield Tiles(tuple(_habits(found, names[2])), HABITS, told=True)


def _habits(found: ServerStatistics, busiest: str) -> Iterator[Tile]:
    for label, rounds in (("Hand emptied", found.emptied), ("Set unbeaten", found.unbeaten)):
        yield Tile(label, str(rounds), "round" if rounds == 1 else "rounds", dim=not rounds)
    if found.busiest is not None:
        games = counted(found.busiest.value, "game")
        yield Tile("Most games", busiest, games)


def _record(label: str, shape: BestShape, best: Best | None, name: str) -> PersonalBest:
    if best is None:
        return PersonalBest(label, shape, 0)
    return PersonalBest(label, shape, best.value, f"by {name}")
