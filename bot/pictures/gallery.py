"""Every picture that the bot sends.

Each function is pure and may run in any thread. Drawing takes milliseconds, so call them
through `asyncio.to_thread` from the event loop; `warm_up` once at the start draws the parts that
the first pictures need. Seats are those of the engine, from 0; `faces` are by seat,
and without them seats are called `Seat 1` and so on.
"""

from collections.abc import Collection, Sequence
from itertools import accumulate
from operator import add

from bot.pictures import alt
from bot.pictures.faces import SeatFace, unnamed
from bot.pictures.layouts.charts import chart_scene
from bot.pictures.layouts.final import final_scene
from bot.pictures.layouts.hand import Hand, Placing, hand_scene, orientation_scene, positions_scene
from bot.pictures.layouts.leaderboard import Board, Standing, leaderboard_scene
from bot.pictures.layouts.lobby import lobby_scene
from bot.pictures.layouts.replay import ShownHand, replay_scene
from bot.pictures.layouts.result import result_scene
from bot.pictures.layouts.ring import set_scene
from bot.pictures.layouts.settings import NewTables, settings_scene
from bot.pictures.layouts.stats import StatsCard, stats_scene
from bot.pictures.layouts.table import table_scene
from bot.pictures.picture import Picture, remembered
from bot.text.moves import best_show
from engine.actions import End, Show
from engine.cards import Card, Cards
from engine.view import Result, View


def table_picture(seen: View, faces: Sequence[SeatFace], *, closed: bool = False) -> Picture:
    """The table as everybody sees it; ValueError for the view of one seat (R15).

    `closed`: the game ended early, so no seat is on turn any more.
    """
    _check_public(seen)
    return remembered("table", table_scene, alt.table_alt, seen, tuple(faces), closed)


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

    `brackets` are the legal Shows, drawn without those within a longer one; `scouted` is the
    position, from 1, of the card just scouted; `to_beat` is the Active Set of `owner`.
    """
    hand = Hand(tuple(cards), tuple(brackets), scouted)
    return remembered("hand", hand_scene, _hand_alt, hand, tuple(to_beat), owner, on_turn)


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
    """The positions of a scouted card, as it would lie, in a hand (R11).

    `end` is its end of the Active Set; `allowed` are its possible positions, from 1, all of them
    if None.
    """
    positions = range(1, len(cards) + 2) if allowed is None else sorted(allowed)
    placing = Placing(tuple(cards), card, end, tuple(positions))
    return remembered("positions", positions_scene, alt.positions_alt, placing)


def orientation_picture(cards: Sequence[Card]) -> Picture:
    """A hand as dealt and, below, flipped, with the best sets of each way (R6)."""
    return remembered("both-ways", orientation_scene, alt.orientation_alt, tuple(cards))


def set_picture(
    active: Sequence[Card], owner: int | None = None, faces: Sequence[SeatFace] = ()
) -> Picture:
    """The Active Set, its kind and its owner; the empty table without cards."""
    face = None
    if owner is not None:
        face = faces[owner] if faces else SeatFace("", owner)
    return remembered("active-set", set_scene, alt.set_alt, tuple(active), face)


def result_picture(
    over: Result, length: int, totals: Sequence[int] = (), faces: Sequence[SeatFace] = ()
) -> Picture:
    """The end of one of `length` rounds: why, each hand and its points, totals by seat if given."""
    named = tuple(faces) or unnamed(len(over.hands))
    return remembered("result", result_scene, alt.result_alt, over, length, tuple(totals), named)


def final_picture(results: Sequence[Result], faces: Sequence[SeatFace] = ()) -> Picture:
    """The end of a game, from the results of all its rounds (R23)."""
    points = (tuple(score.points for score in over.scores) for over in results)
    totals = tuple(accumulate(points, lambda before, now: tuple(map(add, before, now))))
    named = tuple(faces) or unnamed(len(totals[-1]))
    return remembered("final", final_scene, alt.final_alt, totals, named, best_show(results))


def lobby_picture(size: int, faces: Sequence[SeatFace], *, host: int | None = None) -> Picture:
    """A table of 2 to 5 seats before the game; `host` is a seat."""
    return remembered("lobby", lobby_scene, alt.lobby_alt, size, tuple(faces), host)


def settings_picture(confirm: bool, new: NewTables) -> Picture:
    """The settings of a member whose hand has a picture, and of the server's new tables.

    `confirm`: whether the member's moves are confirmed before they are played.
    """
    return remembered("settings", settings_scene, alt.settings_alt, confirm, new)


def score_chart_picture(
    totals: Sequence[Sequence[int]], own: int, faces: Sequence[SeatFace] = ()
) -> Picture:
    """A line for every seat through its points after each round; the seat `own` stands out."""
    rounds = tuple(map(tuple, totals))
    named = tuple(faces) or unnamed(len(rounds[0]))
    return remembered("course", chart_scene, alt.course_alt, rounds, own, named)


def replay_picture(seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]) -> Picture:
    """The table as everybody saw it and the hands of some seats; only of a game that is over.

    ValueError for the view of one seat (R15).
    """
    _check_public(seen)
    return remembered("replay", replay_scene, alt.replay_alt, seen, tuple(hands), tuple(faces))


def leaderboard_picture(
    board: Board, standings: Sequence[Standing], own: Standing | None = None
) -> Picture:
    """A page of the leaderboard, of ten lines at most, and the asking member's from elsewhere."""
    lines = tuple(standings)
    return remembered("leaderboard", leaderboard_scene, alt.leaderboard_alt, board, lines, own)


def stats_picture(card: StatsCard) -> Picture:
    """The card of a member or of a server."""
    return remembered("stats", stats_scene, alt.stats_alt, card)


def _check_public(seen: View) -> None:
    if seen.seat is not None:
        raise ValueError("The table's picture is drawn from everybody's view alone.")


def _hand_alt(hand: Hand, to_beat: Cards, owner: SeatFace | None, on_turn: bool) -> str:
    return alt.hand_alt(*hand, to_beat, owner)
