"""The end of a round: every hand and its points. The end of a game: the podium, the others, the
best Show, and the points after each round.

A podium stands under two beams of light, the best in the middle; leaderboards have one too.
"""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.charts import add_score_chart
from bot.pictures.layouts.lines import fitted_names
from bot.pictures.layouts.parts import LEFT, Area, Layout, column_names, even_rows, headline_room
from bot.pictures.layouts.table import MOMENT_HEIGHT, add_moment
from bot.pictures.scene import (
    HEADLINE,
    LABEL,
    NAME,
    WIDTH,
    Box,
    Scene,
    Shape,
    Stage,
    across,
    around,
    card_height,
)
from bot.pictures.sprites.stage import BLOCKS
from bot.text.language import Language
from bot.text.moves import last_cards
from bot.text.words import BestShow, ending_reason, rounds_counted, set_kind, victory
from engine.cards import Cards
from engine.game import ranked
from engine.round import Score
from engine.view import RoundResult

_WHY_TOP, _ROW_GAP = 102, 20
_FACE = 98
_NAME_LEFT = LEFT + 12 + _FACE + 20
_ROUND_RIGHT, _TOTAL_RIGHT = 1020, 1148
_WHY, _PART = Style("bold", 40), Style("display", 44)
_ROUND, _TOTAL = Style("display", 58), Style("display", 50)
_EMPTY = Style("regular", 38)
_CARD, _PITCH, _MOST = 64, 71, 14
_LINE, _CARDS = 78, card_height(_CARD) + 10
"""The heights of the line of figures, and of a row of cards below it."""


_PARTS: tuple[tuple[Shape, int, tuple[int, int], int], ...] = (
    ("pile", 478, (46, 62), 84),
    ("chip", 616, (50, 50), 84),
    ("fan", 770, (68, 52), 96),
)
"""The parts of a sum: the token, its middle and size, and from its right edge to the figure's."""
_HEADINGS = (500, 638, 798)
"""The centres of the parts' names, the same for all seats."""


def result_scene(
    language: Language,
    over: RoundResult,
    length: int,
    totals: Sequence[int],
    faces: Sequence[SeatFace],
) -> Scene:
    """Why the round ended, then each seat's points and cards left, and its total, if any."""
    layout = Layout(language, over_title(language, over.number, length), top=_WHY_TOP)
    _add_why(layout, over, faces)
    _add_headings(layout, totals)
    best = max(score.points for score in over.scores)
    for seat, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        height = _LINE + max(1, -(-len(hand) // _MOST)) * _CARDS
        row = layout.row(height, _ROW_GAP, framed=score.points == best)
        line = row.area(row.box._replace(bottom=row.box.top + 88), row.ground)
        _add_player(line, faces[seat], owner=seat == over.owner)
        _add_figures(line, score, totals[seat] if totals else None)
        _add_cards_left(row, hand)
    return layout.scene(6)


def over_title(language: Language, number: int, length: int) -> str:
    """The headline at the end of a round."""
    # Translators: headline of a picture, without the numbers at most 36 letters
    return language.gettext("Round {number} of {length} is over", number=number, length=length)


def _add_why(layout: Layout, over: RoundResult, faces: Sequence[SeatFace]) -> None:
    """Add the reason why the round ended; last cards get a golden ribbon."""
    if (found := last_cards(over)) is not None:
        add_moment(layout, found, faces[found.seat], layout.top + 4)
        layout.top += MOMENT_HEIGHT + 10
        return
    box = Box(128, 106, _TOTAL_RIGHT, 166)
    add_reason(layout, over, faces, Box(44, 102, 112, 170), box, _WHY)
    layout.top = 170


def add_reason(
    area: Area, over: RoundResult, faces: Sequence[SeatFace], circle: Box, box: Box, style: Style
) -> None:
    """Add the seat whose set or hand ended the round in the circle, and the sentence in the box."""
    face = faces[over.hands.index(()) if over.owner is None else over.owner]
    area.portrait(face, circle, Colour.GOLD)
    text, style = fitted_names(
        lambda names: ending_reason(area.language, over, [*names] * len(faces)),
        [face.label],
        style,
        box.width,
    )
    area.text(text, style, box)


def _add_headings(layout: Layout, totals: Sequence[int]) -> None:
    """Add the names of the figures, and move the layout below them."""
    y = layout.top + 20
    layout.top += 50
    names = column_names(layout.language)
    sums = [(names["round"], _ROUND_RIGHT), (names["total"], _TOTAL_RIGHT)]
    if not totals:
        sums = [(names["round"], _TOTAL_RIGHT)]
    for word, right in sums:
        layout.text(word, LABEL, across(right - 120, right, y, 40), Colour.SOFT, "right")
    for word, x in zip((names["pile"], names["chips"], names["hand"]), _HEADINGS, strict=True):
        layout.text(word, LABEL, around(x, y, 134, 40), Colour.SOFT, "middle")


def _add_player(line: Area, face: SeatFace, *, owner: bool) -> None:
    """Add face and name, with a star for the best of the round."""
    y = line.box.middle[1]
    circle = around(LEFT + 12 + _FACE // 2, line.box.top + 12 + _FACE // 2, _FACE, _FACE)
    line.portrait(face, circle, Colour.GOLD if owner else None)
    name = line.name(face, across(_NAME_LEFT, 430 - (54 if line.lit else 0), y, 64))
    if line.lit:
        line.token("star", around(name.right + 32, y - 2, 46, 46))


def hand_cost(row: Area, score: Score) -> tuple[str, Colour]:
    """The cost of the cards left, and its ink; empty if they are not counted (R22)."""
    if score.exempt:
        # Translators: cards left that cost no points, at most 7 letters
        return row.language.pgettext("hand", "safe"), row.safe
    return row.language.number(-score.cards, signed=True), row.ink if score.cards else row.none


def _add_figures(line: Area, score: Score, total: int | None) -> None:
    """Add the figures of pile, chips and hand, if it is counted (R22), their sum and the total."""
    language, y = line.language, line.box.middle[1]
    numbers = score.pile, score.chips, score.cards
    for (shape, x, size, room), number in zip(_PARTS, numbers, strict=True):
        text, ink = language.number(number, signed=True), line.ink if number else line.none
        if shape == "fan":
            text, ink = hand_cost(line, score)
        box = around(x, y, *size)
        line.token(shape, box, 3, dim=number == 0)
        line.text(text, _PART, across(box.right + 8, box.right + room, y, 60), ink)
    right, points = _TOTAL_RIGHT if total is None else _ROUND_RIGHT, score.points
    won, box = language.number(points, signed=True), across(right - 118, right, y, 64)
    line.text(won, _ROUND, box, line.ink_of(points), "right")
    if total is not None:
        box = across(_TOTAL_RIGHT - 112, _TOTAL_RIGHT, y, 64)
        line.text(language.number(total), _TOTAL, box, align="right")


def _add_cards_left(row: Area, hand: Cards) -> None:
    top = row.box.top + _LINE - 2
    if not hand:
        box = Box(_NAME_LEFT, top + 10, 700, top + 80)
        row.text(empty_words(row.language), _EMPTY, box, row.safe)
    for held in even_rows(len(hand), _MOST):
        row.cards(hand[held.start : held.stop], _NAME_LEFT, top, _CARD, _PITCH)
        top += _CARDS


def empty_words(language: Language) -> str:
    """The words in place of the cards of an empty hand."""
    # Translators: in place of the cards left, at most 20 letters
    return language.gettext("hand empty")


_ROW, _GAP, _CHART = 84, 16, 250
_RANK, _BEST = Style("display", 46), Style("display", 44)
MOST = 3
"""The number of blocks."""
_WIDE, _APART = 310, 328
NOTE_ROOM = _WIDE - 36
"""The width of a note on a block."""
_HEIGHTS = {1: 236, 2: 206, 3: 178}
"""The height of a block, by rank."""
_NOTE = 44
"""The height that a note below the name adds to every block."""
_FACES = {1: 184, 2: 122, 3: 122}
_BEGIN, _ABOVE = 98, 252
"""The top of the beams, and their height above the highest block."""
_EDGE = 24
"""The depth of the bright edge on top of a block."""
_POINTS = Style("display", 60)


def final_scene(
    language: Language,
    totals: Sequence[Sequence[int]],
    faces: Sequence[SeatFace],
    best: BestShow | None,
) -> Scene:
    """The picture from the totals by seat after each round, and the best Show if there was any."""
    ranking = ranked(totals[-1])
    right = rounds_counted(language, len(totals))
    won_by = [seat for rank, seat, _ in ranking if rank == 1]
    winners = [faces[seat].label for seat in won_by]
    won, _ = fitted_names(partial(victory, language), winners, HEADLINE, headline_room(right))
    layout = Layout(language, won, right)
    places = [
        PodiumPlace(rank, faces[seat], language.number(total)) for rank, seat, total in ranking
    ]
    confetti = any(faces[seat].computer is None for seat in won_by)
    add_podium(layout, places, confetti=confetti)
    if others := ranking[MOST:]:
        areas = layout.columns(len(others), _ROW, _GAP)
        for area, (rank, seat, total) in zip(areas, others, strict=True):
            _add_other(area, rank, faces[seat], total)
    if best is not None:
        _add_best(layout.row(130, _GAP, Colour.SHELF), best, faces[best.seat])
    layout.top += 10
    add_score_chart(layout, totals, won_by, faces, _CHART)
    return layout.scene(12)


def _add_other(area: Area, rank: int, face: SeatFace, total: int) -> None:
    """Add a player below the podium."""
    (left, _, right, _), y = area.box, area.box.middle[1]
    area.text(area.language.number(rank), _RANK, across(left + 28, left + 78, y, 60), Colour.SOFT)
    area.portrait(face, around(left + 120, y, 72, 72))
    area.name(face, across(left + 178, right - 150, y, 68))
    box = across(right - 140, right - 26, y, 68)
    area.text(area.language.number(total), _RANK, box, area.ink_of(total), "right")


def _add_best(area: Area, best: BestShow, face: SeatFace) -> None:
    """Add the strongest set of the game, its owner and its round."""
    box, y, count = area.box, area.box.middle[1], len(best.cards)
    width = 74 if count <= 6 else 62 if count <= 8 else 52
    left = box.right - 24 - (count * (width + 7) - 7)
    upper = Box(box.left + 144, y - 50, left - 20, y - 2)
    area.portrait(face, around(box.left + 76, y, 100, 100), Colour.GOLD)
    words, style = fitted_names(
        # Translators: above the strongest set of a game, without the name at most 22 letters
        lambda names: area.language.gettext("Best Show: {name}", name=names[0]),
        [face.label],
        LABEL,
        upper.width,
    )
    area.text(words, style, upper, Colour.SOFT)
    # Translators: a set and when it was shown: "run of 3, round 2"
    what = area.language.gettext(
        "{set}, round {number}", set=set_kind(area.language, best.cards), number=best.number
    )
    area.text(what, _BEST, upper.below(52, 2), Colour.GOLD)
    area.cards(best.cards, left, y - card_height(width) // 2, width, width + 7)


class PodiumPlace(NamedTuple):
    """A player on a block: equal ranks stand equally high; `lit` is the member who asked."""

    rank: int
    face: SeatFace
    figure: str
    note: str = ""
    lit: bool = False


def add_podium(layout: Layout, places: Sequence[PodiumPlace], *, confetti: bool) -> None:
    """Add a block for each of the first MOST of these, the best first.

    `confetti` celebrates members' victories, once they are decided.
    """
    places = places[:MOST]
    note = _NOTE if any(place.note for place in places) else 0
    floor = _BEGIN + _ABOVE + _HEIGHTS[1] + note
    layout.grounds.append(Stage(Box(0, _BEGIN, WIDTH, floor), "lights", confetti))
    # The best rank is in the middle of three.
    sides = (-_APART // 2, _APART // 2) if len(places) == 2 else (0, -_APART, _APART)
    middles = [WIDTH // 2 + side for side in sides[: len(places)]]
    for x, place in zip(middles, places, strict=True):
        rank = min(place.rank, MOST)
        box = Box(x - _WIDE // 2, floor - _HEIGHTS[rank] - note, x + _WIDE // 2, floor)
        layout.grounds.append(Stage(box, "block", rank))
        size = _FACES[rank]
        circle = around(x, box.top - 6 - size // 2, size, size)
        layout.portrait(place.face, circle, Colour.GOLD if rank == 1 else None)
        _add_on_block(layout, place, layout.area(box, BLOCKS[rank][0]), note)
    won = [x for x, place in zip(middles, places, strict=True) if place.rank == 1]
    _add_stars(layout, won, floor - _HEIGHTS[1] - note)
    layout.top = floor + _GAP


def _add_stars(layout: Layout, winners: Sequence[int], floor: int) -> None:
    """Add a star on both sides of the best ones' faces, and one between two of them."""
    beside, y = _FACES[1] // 2 + 38, floor - 6 - _FACES[1] // 2
    ordered = sorted(winners)
    between = [(one + other) // 2 for one, other in pairwise(ordered)]
    for x in (ordered[0] - beside, *between, ordered[-1] + beside) if ordered else ():
        layout.token("star", around(x, y, 62, 62))


def _add_on_block(layout: Layout, place: PodiumPlace, block: Area, note: int) -> None:
    """Add rank, figure, name and note; `note` is the extra height of every block for notes."""
    left, top, right, bottom = block.box
    medal = around(left + 60, (top + _EDGE + bottom - note) // 2 - 31, 70, 70)
    block.token("medal", medal, place.rank)
    figure = medal._replace(left=medal.right + 10, right=right - 28)
    block.text(place.figure, _POINTS, figure, Colour.CREAM, "right")
    name = Box(left + 18, medal.bottom, right - 18, medal.bottom + 62)
    if place.lit:
        plate = Box(name.left - 4, name.top + 6, name.right + 4, name.bottom - 4)
        layout.panel(plate, Colour.CREAM).text(place.face.label, NAME, plate, align="middle")
    else:
        block.text(place.face.label, NAME, name, align="middle")
    if place.note:
        block.text(place.note, LABEL, name.below(_NOTE), align="middle")
