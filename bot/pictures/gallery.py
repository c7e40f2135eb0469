"""Every picture that the bot sends.

Each function is pure and may run in any thread. Drawing takes milliseconds, so call them
through `asyncio.to_thread` from the event loop; `warm_up` once at the start saves the first
pictures the drawing of their parts. Seats are those of the engine, from 0; `faces` are by seat,
and without them seats are called `Seat 1` and so on.
"""

from collections.abc import Collection, Sequence

from bot.pictures import alt
from bot.pictures.draw import png
from bot.pictures.faces import SeatFace, unnamed
from bot.pictures.layouts.charts import chart_scene
from bot.pictures.layouts.final import final_scene
from bot.pictures.layouts.hand import Hand, hand_scene
from bot.pictures.layouts.leaderboard import Board, Standing, leaderboard_scene
from bot.pictures.layouts.lobby import lobby_scene
from bot.pictures.layouts.orientation import orientation_scene
from bot.pictures.layouts.positions import Placing, positions_scene
from bot.pictures.layouts.replay import ShownHand, replay_scene
from bot.pictures.layouts.result import result_scene
from bot.pictures.layouts.ring import set_scene
from bot.pictures.layouts.settings import NewTables, settings_scene
from bot.pictures.layouts.stats import StatsCard, stats_scene
from bot.pictures.layouts.table import table_scene
from bot.pictures.picture import Picture, remembered
from bot.text.moves import BestShow, best_show
from engine.actions import End, Show
from engine.cards import Card, Cards
from engine.view import Result, View

Faces = tuple[SeatFace, ...]


def table_picture(seen: View, faces: Sequence[SeatFace], *, closed: bool = False) -> Picture:
    """The table as everybody sees it; ValueError for the view of one seat (R15).

    `closed`: the game ended early, so nobody is on turn any more.
    """
    if seen.seat is not None:
        raise ValueError("The table's picture is drawn from everybody's view alone.")
    return remembered(_table, seen, tuple(faces), closed)


def hand_picture(
    cards: Sequence[Card],
    *,
    brackets: Sequence[Show] = (),
    scouted: int | None = None,
    to_beat: Sequence[Card] = (),
    owner: SeatFace | None = None,
    on_turn: bool = False,
) -> Picture:
    """A hand with its positions.

    `brackets` are the legal Shows, of which those within a longer one are left out; `scouted`
    is the position, from 1, of the card just scouted; `to_beat` is the Active Set of `owner`.
    """
    hand = Hand(tuple(cards), tuple(brackets), scouted)
    return remembered(_hand, hand, tuple(to_beat), owner, on_turn)


def seat_picture(
    seen: View,
    *,
    shows: Sequence[Show] | None = None,
    scouted: int | None = None,
    faces: Sequence[SeatFace] = (),
) -> Picture:
    """The hand of this view's seat, both ways until it has chosen (R6), on its turn with the set
    to beat; `shows` are bracketed, without them those that are legal."""
    if seen.orientation is None:
        return orientation_picture(seen.hand)
    on_turn = seen.turn == seen.seat
    return hand_picture(
        seen.hand,
        brackets=seen.legal.shows() if shows is None else shows,
        scouted=scouted,
        to_beat=seen.active if on_turn else (),
        owner=faces[seen.owner] if faces and seen.owner is not None else None,
        on_turn=on_turn,
    )


def positions_picture(
    cards: Sequence[Card],
    card: Card,
    *,
    end: End | None = None,
    allowed: Collection[int] | None = None,
) -> Picture:
    """Where a scouted card, as it would lie, may go in a hand (R11).

    `end` is the end of the Active Set that it comes from; `allowed` are the positions, from 1,
    that it may get, all of them where that is None.
    """
    positions = range(1, len(cards) + 2) if allowed is None else sorted(allowed)
    return remembered(_positions, Placing(tuple(cards), card, end, tuple(positions)))


def orientation_picture(cards: Sequence[Card]) -> Picture:
    """A hand as dealt and, below, flipped, with what each way holds (R6)."""
    return remembered(_orientation, tuple(cards))


def set_picture(
    active: Sequence[Card], owner: int | None = None, faces: Sequence[SeatFace] = ()
) -> Picture:
    """The Active Set, its kind and its owner; of no cards the empty table."""
    face = None
    if owner is not None:
        face = faces[owner] if faces else SeatFace("", owner)
    return remembered(_set, tuple(active), face)


def result_picture(
    over: Result, length: int, totals: Sequence[int] = (), faces: Sequence[SeatFace] = ()
) -> Picture:
    """The end of a round, of `length`: why, every hand and its points, totals by seat if given."""
    named = tuple(faces) or unnamed(len(over.hands))
    return remembered(_result, over, length, tuple(totals), named)


def final_picture(results: Sequence[Result], faces: Sequence[SeatFace] = ()) -> Picture:
    """The end of a game from the results of all of its rounds: podium, best show, course (R23)."""
    course: list[tuple[int, ...]] = []
    for over in results:
        before = course[-1] if course else (0,) * len(over.scores)
        course.append(tuple(a + b.points for a, b in zip(before, over.scores, strict=True)))
    named = tuple(faces) or unnamed(len(course[-1]))
    return remembered(_final, tuple(course), named, best_show(results))


def lobby_picture(size: int, faces: Sequence[SeatFace], *, host: int | None = None) -> Picture:
    """A table of 2 to 5 places before the game; `host` is a seat."""
    return remembered(_lobby, size, tuple(faces), host)


def settings_picture(confirm: bool, new: NewTables) -> Picture:
    """The settings of a member whose hand has a picture, and of the server's new tables.

    `confirm`: whether the member's moves are confirmed before they are played.
    """
    return remembered(_settings, confirm, new)


def score_chart_picture(
    totals: Sequence[Sequence[int]], own: int, faces: Sequence[SeatFace] = ()
) -> Picture:
    """A line for every seat through its points after each round; the seat `own` stands out."""
    named = tuple(faces) or unnamed(len(totals[0]))
    return remembered(_course, tuple(map(tuple, totals)), own, named)


def replay_picture(seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]) -> Picture:
    """The table as everybody saw it and the hands of some seats; only of a game that is over.

    ValueError for the view of one seat (R15).
    """
    if seen.seat is not None:
        raise ValueError("The table's picture is drawn from everybody's view alone.")
    return remembered(_replay, seen, tuple(hands), tuple(faces))


def leaderboard_picture(
    board: Board, standings: Sequence[Standing], own: Standing | None = None
) -> Picture:
    """A page of the leaderboard, of ten lines at most, and the asking member's from elsewhere."""
    return remembered(_leaderboard, board, tuple(standings), own)


def stats_picture(card: StatsCard) -> Picture:
    """The card of a member or of a server."""
    return remembered(_stats, card)


def _table(seen: View, faces: Faces, closed: bool) -> Picture:
    return Picture(
        lambda: png(table_scene(seen, faces, closed=closed)),
        alt.table_alt(seen, faces, closed=closed),
        "table",
    )


def _hand(hand: Hand, to_beat: Cards, owner: SeatFace | None, on_turn: bool) -> Picture:
    return Picture(
        lambda: png(hand_scene(hand, to_beat, owner, on_turn=on_turn)),
        alt.hand_alt(*hand, to_beat, owner),
        "hand",
    )


def _positions(placing: Placing) -> Picture:
    return Picture(lambda: png(positions_scene(placing)), alt.positions_alt(placing), "positions")


def _orientation(cards: Cards) -> Picture:
    return Picture(lambda: png(orientation_scene(cards)), alt.orientation_alt(cards), "both-ways")


def _set(active: Cards, owner: SeatFace | None) -> Picture:
    return Picture(
        lambda: png(set_scene(active, owner)),
        alt.set_alt(active, owner),
        "active-set",
    )


def _result(over: Result, length: int, totals: tuple[int, ...], faces: Faces) -> Picture:
    return Picture(
        lambda: png(result_scene(over, length, totals, faces)),
        alt.result_alt(over, length, totals, faces),
        "result",
    )


def _final(course: tuple[tuple[int, ...], ...], faces: Faces, best: BestShow | None) -> Picture:
    return Picture(
        lambda: png(final_scene(course, faces, best)),
        alt.final_alt(course, faces, best),
        "final",
    )


def _lobby(size: int, faces: Faces, host: int | None) -> Picture:
    return Picture(
        lambda: png(lobby_scene(size, faces, host)),
        alt.lobby_alt(size, faces, host),
        "lobby",
    )


def _settings(confirm: bool, new: NewTables) -> Picture:
    return Picture(
        lambda: png(settings_scene(confirm, new)),
        alt.settings_alt(confirm, new),
        "settings",
    )


def _course(totals: tuple[tuple[int, ...], ...], own: int, faces: Faces) -> Picture:
    return Picture(
        lambda: png(chart_scene(totals, own, faces)),
        alt.course_alt(totals, own, faces),
        "course",
    )


def _replay(seen: View, hands: tuple[ShownHand, ...], faces: Faces) -> Picture:
    return Picture(
        lambda: png(replay_scene(seen, hands, faces)), alt.replay_alt(seen, hands, faces), "replay"
    )


def _leaderboard(board: Board, standings: tuple[Standing, ...], own: Standing | None) -> Picture:
    return Picture(
        lambda: png(leaderboard_scene(board, standings, own)),
        alt.leaderboard_alt(board, standings, own),
        "leaderboard",
    )


def _stats(card: StatsCard) -> Picture:
    return Picture(lambda: png(stats_scene(card)), alt.stats_alt(card), "stats")
