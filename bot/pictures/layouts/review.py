"""A review: a move of a hand with a better one, and the points lost by the moves of a game."""

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
from bot.text.language import Language, gettext_noop
from engine.actions import Action, Orient, parts
from engine.cards import Cards, flip
from engine.legal_actions import take
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
        """The words on the bar of the move."""
        if self.is_own:
            # Translators: on a bar below the cards of the reader's move, at most 10 letters
            return language.pgettext("your move", "you")
        # Translators: on a bar below the cards of a better move, at most 10 letters
        return language.pgettext("a better move", "better")


_SCOUTING = {
    # Translators: four bars at the place of a scouted card, without it at most 20 letters
    (True, True): gettext_noop("you: {card}, flipped"),
    (True, False): gettext_noop("you: {card}"),
    (False, True): gettext_noop("better: {card}, flipped"),
    (False, False): gettext_noop("better: {card}"),
}
"""By whether the move is the reader's, and whether the card is flipped."""


class _Tag(NamedTuple):
    """A named bar below the cards from index `first` to `last`, and a post before index `post`.

    Without cards, `first` is larger than `last`, and the bar is below the post.
    """

    mark: Mark
    words: str
    first: int
    last: int
    post: int | None


def move_scene(
    language: Language,
    seen: View,
    own: Action,
    better: Action | None,
    when: str,
    faces: Sequence[SeatFace],
) -> Scene:
    """The hand of a decision, and below its cards what was played and what was better, if any."""
    marks = [Mark(is_own=True, action=own)]
    if better is not None:
        marks.append(Mark(is_own=False, action=better))
    if isinstance(own, Orient):
        return _ways_scene(language, seen.hand, marks, when)
    # Translators: headline of a picture, at most 20 letters
    layout = Layout(language, language.gettext("Your move"), when, top=120)
    if seen.active and seen.owner is not None:
        add_to_beat(layout, seen.active, faces[seen.owner])
    tags = [tag for mark in marks for tag in _tags(language, seen, mark)]
    for row in even_rows(len(seen.hand), _MOST):
        _add_row(layout, seen.hand, row, tags)
    return layout.scene(6)


def _tags(language: Language, seen: View, mark: Mark) -> Iterator[_Tag]:
    """The bars of a move: of the cards that it shows, and of the scouted card's gap."""
    assert not isinstance(mark.action, Orient)
    scout, show = parts(mark.action)
    words, at = mark.named(language), len(seen.hand) + 1
    gap: int | None = None
    if scout is not None:
        at, card = scout.position, take(seen.active, scout.end)[0]
        up = card.down if scout.flipped else card.up
        words = language.gettext(_SCOUTING[mark.is_own, scout.flipped], card=up)
        gap = at - 1
    if show is not None:
        # By indices in the hand without the scouted card.
        first, last = show.first - 1 - (show.first > at), show.last - 1 - (show.last >= at)
        if show.first <= at <= show.last:
            yield _Tag(mark, words, first, last, gap)
            return
        yield _Tag(mark, mark.named(language), first, last, None)
    if gap is not None:
        yield _Tag(mark, words, gap, gap - 1, gap)


def _add_row(layout: Layout, hand: Cards, row: range, tags: Sequence[_Tag]) -> None:
    """Add a row of cards, their positions, and the tags that belong to these cards and gaps."""
    width = _PITCH - _BETWEEN
    left, top = (WIDTH - len(row) * _PITCH + _BETWEEN) // 2, layout.top
    layout.cards(hand[row.start : row.stop], left, top, width, _PITCH)
    layout.top += card_height(width) + 4
    for at in row:
        x = left + (at - row.start) * _PITCH
        box = Box(x, layout.top, x + width, layout.top + _POSITION_HEIGHT)
        layout.text(layout.language.number(at + 1), _POSITION, box, Colour.POSITION, "middle")
    layout.top += _POSITION_HEIGHT + 4
    for tag in tags:
        gap = _gap_x(tag, row, left, last=row.stop == len(hand))
        sides = _sides(tag, row, left, gap)
        if not sides:
            continue
        _add_tag(layout, tag, _tag_box(tag, min(sides), max(sides), layout.top))
        if gap is not None:
            post = Box(gap - _POST // 2, top, gap + _POST // 2, layout.top + 8)
            layout.grounds.insert(0, Stage(post, "post", tag.mark.colour))
        layout.top += _TAG + _TAG_GAP
    layout.top += _ROW_GAP


def _gap_x(tag: _Tag, row: range, left: int, *, last: bool) -> int | None:
    """The x of the tag's gap; None without a gap, or if it is in another row.

    The gap between two rows is in the lower one.
    """
    if tag.post is None or not row.start <= tag.post < row.stop + last:
        return None
    return left + (tag.post - row.start) * _PITCH - _BETWEEN // 2


def _sides(tag: _Tag, row: range, left: int, gap: int | None) -> list[int]:
    """The left and right side of the tag's cards and gap in this row; empty if it has neither."""
    first, last = max(tag.first, row.start), min(tag.last, row.stop - 1)
    sides = [] if gap is None else [gap - _POST // 2 - 2, gap + _POST // 2 + 2]
    if first <= last:
        begin, end = (left + (at - row.start) * _PITCH for at in (first, last + 1))
        sides += [begin, end - _BETWEEN]
    return sides


def _tag_box(tag: _Tag, begin: int, end: int, top: int) -> Box:
    """The tag's bar between these sides, widened for its words, within the picture."""
    width = max(end - begin, width_of(tag.words, LABEL) + 28)
    left = min(max(begin - (width - (end - begin)) // 2, 4), WIDTH - 4 - width)
    return Box(left, top, left + width, top + _TAG)


def _add_tag(layout: Layout, tag: _Tag, box: Box) -> None:
    layout.panel(box, tag.mark.colour).text(tag.words, LABEL, box, Colour.INK, "middle")


def _ways_scene(language: Language, cards: Cards, marks: Sequence[Mark], when: str) -> Scene:
    """The hand both ways (R6), each with what was chosen and what was better beside its name."""
    # Translators: headline of a picture, at most 20 letters
    layout = Layout(language, language.gettext("Keep or flip?"), when, top=_TOP)
    pitch = (RIGHT - LEFT) // max(len(cards), _MOST_OF_WAY)
    for flipped, way in ((False, cards), (True, flip(cards))):
        name = way_name(language, flipped=flipped)
        box = Box(LEFT, layout.top, LEFT + width_of(name, _WAY) + 4, layout.top + _WAY_HEIGHT)
        layout.text(name, _WAY, box)
        for mark in marks:
            if mark.action == Orient(flip=flipped):
                width = width_of(mark.named(language), LABEL) + 36
                box = around(box.right + 20 + width // 2, box.middle[1], width, _TAG)
                _add_tag(layout, _Tag(mark, mark.named(language), 0, 0, None), box)
        layout.top += _WAY_HEIGHT + 4
        layout.cards(way, LEFT, layout.top, pitch - 8, pitch)
        layout.top += card_height(pitch - 8) + 26
    return layout.scene()


Losses = Sequence[Sequence[float | None]]
"""For each round the points that each move of a member lost; None if a move was not judged."""
_ROOM, _BAR, _GROUP = 168, 40, 0.7
"""The height of the highest bar, the most width of one, and the gap between rounds in moves."""
_STUB, _LEAST_GROUP = 6, 24
"""The height of a bar without loss; each round has at least one of so many parts of the width."""
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
    layout = Layout(language, language.gettext("Points lost by move"), top=_TOP)
    _add_losses(layout, losses)
    layout.heading(language.gettext("Points after each round"), 48, 8)
    add_score_chart(layout, totals, [own], faces, _CHART)
    return layout.scene(12)


_Bar = tuple[Box, float | None]
"""A bar, above the chart's zero line, and the loss of its move."""


def _add_losses(layout: Layout, losses: Losses) -> None:
    """Add the bars, the most costly with their points, and below them the rounds."""
    least = sum(map(len, losses)) / _LEAST_GROUP
    widths = [max(1.0, least, len(group)) + _GROUP for group in losses]
    slot = (RIGHT - LEFT) / sum(widths)
    most = max((loss or 0.0 for group in losses for loss in group), default=0.0)
    edges = [round(LEFT + slot * sum(widths[:at])) for at in range(len(widths) + 1)]
    rooms = [Box(left, 8, right, 8 + _VALUE_HEIGHT) for left, right in pairwise(edges)]
    groups = zip(losses, rooms, strict=True)
    bars = [bar for group, room in groups for bar in _bars(group, room.middle[0], slot, most)]
    values = _values(layout.language, bars)
    floor = layout.top - min((box.top for box, _ in (*values, *bars)), default=0)
    for box, loss in bars:
        colour = Colour.MINUS if loss else Colour.LAMP if loss is None else Colour.SHOW
        layout.grounds.append(Panel(_lowered(box, floor), colour, radius=3))
    for box, words in values:
        layout.text(words, LABEL, _lowered(box, floor), align="middle")
    named = min(room.width for room in rooms) >= _NAMED_ROUND
    for number, room in enumerate(rooms, 1):
        word = layout.language.number(number)
        if named:
            # Translators: below the bars of a round, at most 10 letters
            word = layout.language.gettext("round {number}", number=number)
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
        yield Box(x - half, -height, x + half, 0), loss


def _values(language: Language, bars: Sequence[_Bar]) -> list[tuple[Box, str]]:
    """The points of the most costly moves above their bars, clear of all bars and each other."""
    found: list[tuple[Box, str]] = []
    for bar, loss in sorted(bars, key=lambda one: -(one[1] or 0.0))[:_NAMED]:
        if loss:
            words = language.number(-loss, decimals=1, signed=True)
            width = width_of(words, LABEL) + 4
            left = min(max(bar.middle[0] - width // 2, LEFT), RIGHT - width)
            others = (box for box, _ in (*found, *bars))
            beside = (box for box in others if box.left < left + width and left < box.right)
            bottom = min(box.top for box in beside) - 2
            found.append((Box(left, bottom - _VALUE_HEIGHT, left + width, bottom), words))
    return found
