"""Every picture that the bot sends.

Each function is pure and may run in any thread. Drawing takes milliseconds, so call them
through `asyncio.to_thread` from the event loop. Seats are those of the engine, from 0; pictures
and their alt texts count them from 1 and never hold a name.
"""

from collections.abc import Sequence

from bot.pictures import alt
from bot.pictures.draw import png
from bot.pictures.hand import hand_scene, orientation_scene
from bot.pictures.picture import Picture, remembered
from bot.pictures.ranking import ranking_scene
from bot.pictures.result import result_scene
from bot.pictures.rows import Hand
from bot.pictures.score_chart import course_scene
from bot.pictures.table import set_scene
from engine.actions import Show
from engine.cards import Card, Cards
from engine.view import Result, View


def hand_picture(
    cards: Sequence[Card],
    *,
    brackets: Sequence[Show] = (),
    scouted: int | None = None,
    to_beat: Sequence[Card] = (),
) -> Picture:
    """A hand with its places.

    `brackets` are the legal Shows, of which those within a longer one are left out; `scouted`
    is the place, from 1, of the card just scouted; `to_beat` is the Active Set.
    """
    return remembered(_hand, tuple(cards), tuple(brackets), scouted, tuple(to_beat))


def seat_picture(seen: View, *, scouted: int | None = None) -> Picture:
    """What the seat of this view has before it: both ways up until it has chosen (R6), then
    its hand, and on its turn what it can show and has to beat."""
    if seen.orientation is None:
        return orientation_picture(seen.hand)
    to_beat = seen.active if seen.turn == seen.seat else ()
    return hand_picture(seen.hand, brackets=seen.legal.shows(), scouted=scouted, to_beat=to_beat)


def orientation_picture(cards: Sequence[Card]) -> Picture:
    """A hand as dealt and, below, turned over (R6)."""
    return remembered(_orientation, tuple(cards))


def set_picture(active: Sequence[Card], owner: int | None = None) -> Picture:
    """The Active Set, its kind and its owner; of no cards the empty table."""
    return remembered(_set, tuple(active), owner)


def result_picture(over: Result, length: int, totals: Sequence[int] = ()) -> Picture:
    """The end of a round, of `length`: why, every hand and its points, totals by seat if given."""
    return remembered(_result, over, length, tuple(totals))


def ranking_picture(ranking: Sequence[tuple[int, int, int]], rounds: int) -> Picture:
    """The final scores, from (place, seat, total) as Game.ranking gives them."""
    return remembered(_ranking, tuple(ranking), rounds)


def score_chart_picture(totals: Sequence[Sequence[int]], own: int) -> Picture:
    """A line for every seat through its points after each round; the seat `own` stands out."""
    return remembered(_course, tuple(map(tuple, totals)), own)


def _hand(cards: Cards, brackets: tuple[Show, ...], scouted: int | None, to_beat: Cards) -> Picture:
    scene = hand_scene(Hand(cards, brackets, scouted), to_beat)
    return Picture(png(scene), alt.hand_alt(cards, brackets, scouted, to_beat), "hand")


def _orientation(cards: Cards) -> Picture:
    return Picture(png(orientation_scene(cards)), alt.orientation_alt(cards), "both-ways-up")


def _set(active: Cards, owner: int | None) -> Picture:
    return Picture(png(set_scene(active, owner)), alt.set_alt(active, owner), "active-set")


def _result(over: Result, length: int, totals: tuple[int, ...]) -> Picture:
    scene = result_scene(over, length, totals)
    return Picture(png(scene), alt.result_alt(over, length, totals), "result")


def _ranking(ranking: tuple[tuple[int, int, int], ...], rounds: int) -> Picture:
    scene = ranking_scene(ranking, rounds)
    return Picture(png(scene), alt.ranking_alt(ranking, rounds), "ranking")


def _course(totals: tuple[tuple[int, ...], ...], own: int) -> Picture:
    return Picture(png(course_scene(totals, own)), alt.course_alt(totals, own), "course")
