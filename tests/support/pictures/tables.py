"""Faces to sit at a table, and positions of real games that look different in a picture."""

from collections.abc import Callable
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

from bot.pictures.faces import SeatFace
from bot.text.language import Language
from bot.text.words import seat_name
from engine.game import Game
from engine.view import RoundResult, View, result, view
from tests.support.engine.random_games import finished, positions

_SEEDS = range(1, 200)


def avatar(ground: str, figure: str, kind: str = "PNG") -> bytes:
    """An image file as a member may have chosen it."""
    image = Image.new("RGB", (128, 128), ground)
    pen = ImageDraw.Draw(image)
    pen.ellipse((34, 20, 94, 80), figure)
    pen.ellipse((14, 86, 114, 200), figure)
    file = BytesIO()
    image.save(file, kind)
    return file.getvalue()


FACES = (
    SeatFace("Mia", 0, avatar("#f3b49a", "#7b3a54")),
    SeatFace("Clown", 1, computer="Clown", described="Clown (easy)"),
    SeatFace("Ringmaster", 2, computer="Ringmaster", described="Ringmaster (hard)"),
    SeatFace("Noah 🎉", 3),
    SeatFace("Stilt Walker", 4, computer="Stilt Walker", described="Stilt Walker (medium)"),
)


def unnamed(language: Language, players: int) -> tuple[SeatFace, ...]:
    """Faces of seats without names."""
    return tuple(SeatFace("", at, instead=seat_name(language, at)) for at in range(players))


@cache
def position(players: int, fits: Callable[[View], bool]) -> Game:
    """The first position of many random games whose public view fits."""
    return next(
        game
        for seed in _SEEDS
        for game in positions(players, seed)
        if (seen := view(game, None)).ended is None and fits(seen)
    )


def scouted(seen: View) -> bool:
    last = seen.log[-1] if seen.log else None
    return seen.number > 1 and last is not None and not last.shown and len(seen.active) == 3


def took_the_last(seen: View) -> bool:
    return bool(seen.log) and not seen.log[-1].shown and not seen.active


def shown(seen: View) -> bool:
    return (
        seen.number > 1 and bool(seen.log) and len(seen.log[-1].shown) >= 2 and max(seen.piles) > 1
    )


def both(seen: View) -> bool:
    return bool(seen.log) and bool(seen.log[-1].shown) and seen.log[-1].scouted is not None


def choosing(seen: View) -> bool:
    return sum(seen.chosen) == seen.players - 1


def begun(seen: View) -> bool:
    return all(seen.chosen) and not seen.log


@cache
def results(players: int, seed: int = 3) -> tuple[RoundResult, ...]:
    """All rounds of a random game that is over."""
    game = finished(players, seed)
    return tuple(result(game, number) for number in range(1, game.length + 1))
