"""A review: one move of a hand beside a better one, and what the moves of a game lost."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style
from bot.pictures.layouts.charts import add_score_chart
from bot.pictures.layouts.hand import add_to_beat, way_name
from bot.pictures.layouts.lines import width_of
from bot.pictures.layouts.parts import LEFT, RIGHT, Layout, even_rows
from bot.pictures.scene import LABEL, WIDTH, Box, Panel, Scene, Stage, around, card_height
from bot.text.language import Language
from engine.actions import Action, Orient, Scout, Show, parts
from engine.cards import Cards, flip
from engine.legal_actions import put, take
from engine.view import View

_MOST, _PITCH, _BETWEEN = 8, 142, 16
"""Cards in a row, from card to card, and the gap, wide enough for a post."""
_TOP, _ROW_GAP = 112, 18
_POSITION, _POSITION_HEIGHT = Style("display", 36), 44
_TAG, _TAG_GAP, _POST = 48, 8, 8
_WAY, _WAY_HEIGHT, _MOST_OF_WAY = Style("display", 52), 62, 12


class Mark(NamedTuple):
    """A move in the hand: the member's own, or the better one."""

    is_own: bool
    action: Action

    @property
    def colour(self) -> Colour:
        """Silver is the reader's move, green the better one."""
        return Colour.SILVER if self.is_own else Colour.SHOW

    def named(self, language: Language) -> str:
        """What the bar of the move says."""
        if self.is_own:
            # Translators: on a bar below the cards of the reader's move, at most 10 letters
            return language.pgettext("your move", "you")
        # Translators: on a bar below the cards of a better move, at most 10 letters
        return language.pgettext("a better move", "better")

    def scouting(self, language: Language, up: int, *, flipped: bool) -> str:
        """The same with the card that the move scouts."""
        if self.is_own and flipped:
            # Translators: four bars at the place of a scouted card, without it at most 20 letters
            return language.gettext("you: {card}, flipped", card=up)
        if self.is_own:
            return language.gettext("you: {card}", card=up)
        if flipped:
            return language.gettext("better: {card}, flipped", card=up)
        return language.gettext("better: {card}", card=up)


class Moves(NamedTuple):
    """A member's move, and the better one if there is one."""

    own: Action
    better: Action | None

    @property
    def marks(self) -> list[Mark]:
        """Both moves as they are marked."""
        own = Mark(is_own=True, action=self.own)
        return [own] if self.better is None else [own, Mark(is_own=False, action=self.better)]


class _Tag(NamedTuple):
    """A named bar below cards of the index `first` to `last`; a post, if any, is before `post`.

    Without cards `first` is behind `last`, and the bar is below the post.
    """

    mark: Mark
    words: str
    first: int
    last: int
    post: int | None


def move_scene(
    language: Language, seen: View, moves: Moves, when: str, owner: SeatFace | None
) -> Scene:
    """The hand of a decision, and below its cards what was played and what was better."""
    if isinstance(moves.own, Orient):
        return _ways_scene(language, seen.hand, moves, when)
    # Translators: headline of a picture, at most 20 letters
    layout = Layout(language.gettext("Your move"), when, top=120)
    if seen.active:
        add_to_beat(language, layout, seen.active, owner)
    tags = [tag for mark in moves.marks for tag in _tags(language, seen, mark)]
    for row in even_rows(len(seen.hand), _MOST):
        _add_row(language, layout, seen.hand, row, tags)
    return layout.scene(6)


def _tags(language: Language, seen: View, mark: Mark) -> Iterator[_Tag]:
    """The bars of a move: of the cards that it shows, and of the gap that it scouts to."""
    assert not isinstance(mark.action, Orient)
    scout, show = parts(mark.action)
    if scout is None:
        assert show is not None
        yield _Tag(mark, mark.named(language), show.first - 1, show.last - 1, None)
        return
    hand, gap = put(seen.hand, take(seen.active, scout.end)[0], scout), scout.position - 1
    named = mark.scouting(language, hand[gap].up, flipped=scout.flipped)
    if show is None:
        yield _Tag(mark, named, gap, gap - 1, gap)
        return
    first, last = _before_scout(show, scout)
    if show.first <= scout.position <= show.last:
        yield _Tag(mark, named, first, last, gap)
    else:
        yield _Tag(mark, mark.named(language), first, last, None)
        yield _Tag(mark, named, gap, gap - 1, gap)


def _before_scout(show: Show, scout: Scout) -> tuple[int, int]:
    """The indices of the shown cards in the hand without the scouted one."""
    first = show.first - 1 - (show.first > scout.position)
    return first, show.last - 1 - (show.last >= scout.position)


def _add_row(
    language: Language, layout: Layout, hand: Cards, row: range, tags: Sequence[_Tag]
) -> None:
    """Add a row of cards, their positions, and the tags of these cards and gaps."""
    width = _PITCH - _BETWEEN
    left, top = (WIDTH - len(row) * _PITCH + _BETWEEN) // 2, layout.top
    layout.cards(tuple(hand[at] for at in row), left, top, width, _PITCH)
    layout.top += card_height(width) + 4
    for at in row:
        x = left + (at - row.start) * _PITCH
        box = Box(x, layout.top, x + width, layout.top + _POSITION_HEIGHT)
        layout.text(language.number(at + 1), _POSITION, box, Colour.POSITION, "middle")
    layout.top += _POSITION_HEIGHT + 4
    for tag in tags:
        place = _tag_box(tag, row, left, last=row.stop == len(hand))
        if place is not None:
            _add_tag(layout, tag, place._replace(top=layout.top, bottom=layout.top + _TAG))
            if tag.post is not None and _has_gap(row, tag.post, last=row.stop == len(hand)):
                x = _gap_x(left, tag.post - row.start)
                post = Box(x - _POST // 2, top, x + _POST // 2, layout.top + 8)
                layout.grounds.insert(0, Stage(post, "post", tag.mark.colour))
            layout.top += _TAG + _TAG_GAP
    layout.top += _ROW_GAP


def _has_gap(row: range, post: int, *, last: bool) -> bool:
    """Whether the gap before this index is in the row; the one between two rows is in the lower."""
    return row.start <= post < row.stop + last


def _gap_x(left: int, at: int) -> int:
    return left + at * _PITCH - _BETWEEN // 2


def _tag_box(tag: _Tag, row: range, left: int, *, last: bool) -> Box | None:
    """From side to side of the tag's bar in this row; None if nothing of it is there."""
    first, final = max(tag.first, row.start), min(tag.last, row.stop - 1)
    sides = []
    if first <= final:
        begin = left + (first - row.start) * _PITCH
        sides += [begin, left + (final - row.start + 1) * _PITCH - _BETWEEN]
    if tag.post is not None and _has_gap(row, tag.post, last=last):
        x, half = _gap_x(left, tag.post - row.start), _POST // 2 + 2
        sides += [x - half, x + half]
    if not sides:
        return None
    box = Box(min(sides), 0, max(sides), _TAG)
    spare = max(0, width_of(tag.words, LABEL) + 28 - box.width)
    begin = min(max(box.left - spare // 2, 4), WIDTH - 4 - box.width - spare)
    return box._replace(left=begin, right=begin + box.width + spare)


def _add_tag(layout: Layout, tag: _Tag, box: Box) -> None:
    layout.panel(box, tag.mark.colour).text(tag.words, LABEL, box, Colour.INK, "middle")


def _ways_scene(language: Language, cards: Cards, moves: Moves, when: str) -> Scene:
    """The hand both ways (R6), each with what was chosen and what was better beside its name."""
    # Translators: headline of a picture, at most 20 letters
    layout = Layout(language.gettext("Keep or flip?"), when, top=_TOP)
    pitch = (RIGHT - LEFT) // max(len(cards), _MOST_OF_WAY)
    for flipped, way in ((False, cards), (True, flip(cards))):
        name = way_name(language, flipped=flipped)
        box = Box(LEFT, layout.top, LEFT + width_of(name, _WAY) + 4, layout.top + _WAY_HEIGHT)
        layout.text(name, _WAY, box)
        for mark in moves.marks:
            if mark.action == Orient(flip=flipped):
                width = width_of(mark.named(language), LABEL) + 36
                box = around(box.right + 20 + width // 2, box.middle[1], width, _TAG)
                _add_tag(layout, _Tag(mark, mark.named(language), 0, 0, None), box)
        layout.top += _WAY_HEIGHT + 4
        layout.cards(way, LEFT, layout.top, pitch - 8, pitch)
        layout.top += card_height(pitch - 8) + 26
    return layout.scene()


Losses = Sequence[Sequence[float | None]]
"""By round, the points that each move of a member lost; None for one that could not be judged."""
_ROOM, _BAR, _GROUP = 168, 40, 0.7
"""The height of the highest bar, the most width of one, and the gap between rounds in moves."""
_STUB, _LEAST_GROUP = 6, 24
"""The height of a bar of no loss; the least part of the width that a round has is one of these."""
_VALUE_HEIGHT, _NAMED, _NAMED_ROUND, _CHART = 42, 3, 130, 250
"""The height of a figure, how many bars have one, and the least width of a named round."""


def review_scene(
    language: Language,
    totals: Sequence[Sequence[int]],
    own: int,
    losses: Losses,
    faces: Sequence[SeatFace],
) -> Scene:
    """A bar for each move of the game, then the points after each round."""
    # Translators: headline of a picture, at most 40 letters
    layout = Layout(language.gettext("Points lost by move"), top=_TOP)
    _add_losses(language, layout, losses)
    layout.heading(language.gettext("Points after each round"), 48)
    layout.top += 8
    add_score_chart(language, layout, totals, [own], faces, _CHART)
    return layout.scene(12)


class _Bar(NamedTuple):
    """The loss of a move; `box` is above the chart's floor, which is at 0."""

    box: Box
    loss: float | None


def _add_losses(language: Language, layout: Layout, losses: Losses) -> None:
    """Add the bars, the most costly with their points, and below them the rounds."""
    least = sum(map(len, losses)) / _LEAST_GROUP
    widths = [max(1.0, least, len(group)) + _GROUP for group in losses]
    slot = (RIGHT - LEFT) / sum(widths)
    most = max((loss or 0.0 for group in losses for loss in group), default=0.0)
    edges = [round(LEFT + slot * sum(widths[:at])) for at in range(len(widths) + 1)]
    rooms = [Box(left, 8, right, 8 + _VALUE_HEIGHT) for left, right in pairwise(edges)]
    bars = [
        bar
        for group, room in zip(losses, rooms, strict=True)
        for bar in _bars(group, room.middle[0], slot, most)
    ]
    values = _values(language, bars)
    floor = layout.top - min((box.top for box, _ in (*values, *bars)), default=0)
    for box, loss in bars:
        colour = Colour.MINUS if loss else Colour.LAMP if loss is None else Colour.SHOW
        layout.grounds.append(Panel(_lowered(box, floor), colour, radius=3))
    for box, words in values:
        layout.text(words, LABEL, _lowered(box, floor), align="middle")
    named = min(room.width for room in rooms) >= _NAMED_ROUND
    for number, room in enumerate(rooms, 1):
        word = language.number(number)
        if named:
            # Translators: below the bars of a round, at most 10 letters
            word = language.gettext("round {number}", number=number)
        layout.text(word, LABEL, _lowered(room, floor), Colour.SOFT, "middle")
    layout.top = floor + 66


def _lowered(box: Box, by: int) -> Box:
    return box._replace(top=box.top + by, bottom=box.bottom + by)


def _bars(group: Sequence[float | None], middle: int, slot: float, most: float) -> Iterator[_Bar]:
    """The bars of a round, around its middle."""
    half = max(2, min(_BAR, round(slot * 0.8)) // 2)
    first = middle - slot * (len(group) - 1) / 2
    for at, loss in enumerate(group):
        x, height = round(first + slot * at), _STUB
        if loss:
            height = max(2 * _STUB, round(_ROOM * loss / most))
        yield _Bar(Box(x - half, -height, x + half, 0), loss)


def _values(language: Language, bars: Sequence[_Bar]) -> list[tuple[Box, str]]:
    """The points of the most costly moves above their bars, clear of all bars and each other."""
    found: list[tuple[Box, str]] = []
    for bar, loss in sorted(bars, key=lambda one: -(one.loss or 0.0))[:_NAMED]:
        if loss:
            words = language.number(-loss, decimals=1, signed=True)
            width = width_of(words, LABEL) + 4
            left = min(max(bar.middle[0] - width // 2, LEFT), RIGHT - width)
            others = (box for box, _ in (*found, *bars))
            beside = (box for box in others if box.left < left + width and left < box.right)
            bottom = min(box.top for box in beside) - 2
            found.append((Box(left, bottom - _VALUE_HEIGHT, left + width, bottom), words))
    return found
