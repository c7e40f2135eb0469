"""The parts of all layouts: areas of one colour, and rows from the top down."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Literal, NamedTuple

from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Align, Style
from bot.pictures.layouts.lines import fitted, fitted_words, lines_of, width_of
from bot.pictures.scene import (
    HEADLINE,
    LABEL,
    MARGIN,
    NAME,
    WIDTH,
    Box,
    CardFace,
    Ground,
    Panel,
    Piece,
    Portrait,
    Scene,
    Shape,
    Stage,
    Text,
    Token,
    across,
    around,
    card_height,
)
from bot.pictures.sprites.tokens import backs_shown, layers_shown
from bot.text.language import Language
from bot.text.moves import Move
from engine.cards import Cards
from engine.view import View

LEFT, RIGHT = MARGIN, WIDTH - MARGIN
SIDE = 37
"""The headlines' distance from the sides."""
BAND = 62
_FRAME = 8
"""The width of a lit plate's frame around its row."""
Counted = Literal["fan", "pile", "chip"]
ColumnName = Literal["hand", "pile", "chips", "round", "total"]
_SHOWN: Mapping[Counted, Callable[[int], int]] = {
    "fan": backs_shown,
    "pile": layers_shown,
    "chip": lambda _: 1,
}
"""The number of backs, layers or chips that are drawn for a number of cards or chips."""


_ON_DARK = (Colour.CREAM, Colour.GOLD, Colour.MINUS, Colour.SHOW, Colour.QUIET)
_ON_CREAM = (Colour.INK, Colour.BLOCK_1, Colour.RED_DARK, Colour.SAFE, Colour.FLOOR)
"""The colours of an area: ink, gold, loss, safe, none."""


class Amount(NamedTuple):
    """A number of cards or chips of one kind; `new` if the last move added some."""

    shape: Counted
    number: int
    new: bool = False


def amounts_of(seen: View, seat: int, move: Move | None = None) -> tuple[Amount, Amount, Amount]:
    """The seat's hand, pile and chips after this move, which is the last one."""
    gained = move is not None and move.event.seat == seat and bool(move.beaten)
    paid = move is not None and move.event.paid == seat
    return (
        Amount("fan", seen.counts[seat]),
        Amount("pile", seen.piles[seat], gained),
        Amount("chip", seen.chips[seat], paid),
    )


def fitted_name(face: SeatFace, style: Style, room: int) -> tuple[str, Style]:
    """The seat's name in a fitting size. A computer's may be smaller, since it must not be cut."""
    return (fitted if face.computer is None else fitted_words)(face.label, style, room)


class Area:
    """A box of one colour; the pieces that it adds lie on this colour.

    `ink` is for text, `gold` for gains and emphasis, `loss` for numbers below zero, `safe` for a
    hand that costs nothing, `none` for zeros. On cream, the ground of a lit row, all are dark.
    """

    def __init__(self, language: Language, pieces: list[Piece], box: Box, ground: Colour) -> None:
        self.language, self.pieces, self.box, self.ground = language, pieces, box, ground
        self.lit = ground == Colour.CREAM
        self.ink, self.gold, self.loss, self.safe, self.none = _ON_CREAM if self.lit else _ON_DARK

    def area(self, box: Box, ground: Colour) -> "Area":
        """Another box of the same picture."""
        return Area(self.language, self.pieces, box, ground)

    def ink_of(self, number: float) -> Colour:
        """The ink of a gain, a loss or nothing."""
        return self.gold if number > 0 else self.loss if number < 0 else self.none

    def text(
        self, text: str, style: Style, box: Box, ink: int | None = None, align: Align = "left"
    ) -> None:
        """Add a line of text, as small as it needs to be for the box."""
        text, style = fitted_words(text, style, box.width, box.height)
        ink = self.ink if ink is None else ink
        self.pieces.append(Text(box, text, style, ink, self.ground, align))

    def lines(
        self,
        text: str,
        style: Style,
        box: Box,
        ink: int,
        align: Align = "left",
        height: int | None = None,
    ) -> int:
        """Add a text in one line, or in two of this height if it is too long; return its bottom.

        The box is that of one line.
        """
        lines = lines_of(text, style, box.width)
        if len(lines) > 1 and height is not None:
            box = box._replace(bottom=box.top + height)
        for line in lines:
            self.text(line, style, box, ink, align)
            box = box.below(box.height)
        return box.top

    def name(self, face: SeatFace, box: Box, align: Align = "left") -> Box:
        """Add a seat's name at one side of the box, and return the part that it covers."""
        text, style = fitted_name(face, NAME, box.width)
        aside = box.width - width_of(text, style)
        if align == "left":
            box = box._replace(right=box.right - aside)
        else:
            box = box._replace(left=box.left + aside)
        self.pieces.append(Text(box, text, style, self.ink, self.ground))
        return box

    def portrait(self, face: SeatFace, box: Box, rim: int | None = None) -> None:
        """Add a face, with a rim in the colour of the ink by default."""
        self.pieces.append(Portrait(box, face, self.ink if rim is None else rim, self.ground))

    def token(self, shape: Shape, box: Box, number: int = 0, *, dim: bool = False) -> None:
        """Add one of the game's things, or a sign."""
        self.pieces.append(Token(box, shape, number, dim, self.ground))

    def counted(self, shape: Counted, box: Box, number: int) -> None:
        """Add a hand, a pile or a chip; dim if the count is zero."""
        self.token(shape, box, _SHOWN[shape](number), dim=not number)

    def amount(
        self, amount: Amount, box: Box, gap: int, room: tuple[int, int], style: Style
    ) -> None:
        """As `counted`, with the number beside it, in a room of this size."""
        shape, number, new = amount
        self.counted(shape, box, number)
        ink = self.none if number == 0 else self.gold if new else self.ink
        beside = across(box.right + gap, box.right + gap + room[0], box.middle[1], room[1])
        self.text(self.language.number(number), style, beside, ink)

    def readiness(self, seen: View, seat: int, box: Box, tick: int) -> None:
        """Add the ticket, or while hands are chosen a tick if this seat has chosen."""
        if all(seen.chosen):
            self.ticket(seen, seat, box)
        elif seen.chosen[seat]:
            self.token("tick", around(*box.middle, tick, tick))

    def ticket(self, seen: View, seat: int, box: Box) -> None:
        """Add the Scout & Show ticket, if the game has tickets (R7)."""
        if seen.rules.scout_and_show:
            self.token("ticket" if seen.tokens[seat] else "spent-ticket", box)

    def cards(
        self, cards: Cards, left: int, top: int, width: int, pitch: int, new: int | None = None
    ) -> None:
        """Add cards side by side; the one at the index `new` has a golden rim."""
        found = card_row(cards, left, top, width, pitch, self.ground)
        if new is not None:
            found[new] = found[new]._replace(rim=Colour.GOLD)
        self.pieces += found


class Layout(Area):
    """A picture from the top down, below its headlines; `top` is where the next row begins."""

    def __init__(
        self,
        language: Language,
        left: str,
        right: str = "",
        face: SeatFace | None = None,
        *,
        top: int = 0,
    ) -> None:
        super().__init__(language, [], Box(0, 0, WIDTH, 0), Colour.NIGHT)
        self.top = top
        self.grounds: list[Ground] = []
        self._frames: list[Stage] = []
        self._add_headlines(left, right, face)

    def _add_headlines(self, left: str, right: str, face: SeatFace | None) -> None:
        """Add the subject on the awning, and at the right the main fact and a face."""
        awning = self.area(Box(SIDE, 0, WIDTH - SIDE, BAND), Colour.RED_DARK)
        end = awning.box.right
        if right:
            text, style = _right_headline(right)
            box = awning.box._replace(left=end - width_of(text, style) - 4)
            awning.text(text, style, box, Colour.GOLD, "right")
            end = box.left - 14
        if face is not None:
            awning.portrait(face, Box(end - 58, 2, end, 60), Colour.GOLD)
            end -= 72
        awning.text(left, HEADLINE, awning.box._replace(right=end - 10))

    def panel(self, box: Box, colour: Colour = Colour.ROW) -> Area:
        """Add a ground with round corners."""
        self.grounds.append(Panel(box, colour))
        return self.area(box, colour)

    def row(
        self, height: int, gap: int = 0, colour: Colour = Colour.ROW, *, framed: bool = False
    ) -> Area:
        """Add a ground of the full width, and move below it and the gap.

        If `framed`, it is cream in a frame of bulbs, for the one thing that matters now.
        """
        box = Box(LEFT, self.top, RIGHT, self.top + height)
        self.top = box.bottom + gap
        if not framed:
            return self.panel(box, colour)
        self._frames.append(Stage(box.grown(_FRAME), "plate"))
        return self.area(box, Colour.CREAM)

    def columns(self, count: int, height: int, gap: int, colour: Colour = Colour.ROW) -> list[Area]:
        """Add equally wide grounds side by side, and move below them and the gap."""
        width = (RIGHT - LEFT - gap * (count - 1)) // count
        lefts = [LEFT + at * (width + gap) for at in range(count)]
        top, bottom = self.top, self.top + height
        self.top = bottom + gap
        return [self.panel(Box(left, top, left + width, bottom), colour) for left in lefts]

    def heading(self, text: str, height: int, gap: int = 0) -> None:
        """Add a heading, and move below it and the gap."""
        box = Box(LEFT + 9, self.top, RIGHT, self.top + height)
        self.text(text, LABEL, box, Colour.SOFT)
        self.top = box.bottom + gap

    def scene(self, below: int = 0) -> Scene:
        """The finished picture, with this margin below its last row.

        Framed grounds are drawn above all others, since they overlap their neighbours.
        """
        grounds = (*self.grounds, *self._frames)
        return Scene(self.top + below, grounds, tuple(self.pieces))


def headline_room(right: str) -> int:
    """The width left on the awning beside the right headline."""
    return WIDTH - 2 * SIDE - width_of(*_right_headline(right)) - 28


def _right_headline(text: str) -> tuple[str, Style]:
    return fitted_words(text, HEADLINE, WIDTH // 2 - SIDE)


def has_totals(seen: View) -> bool:
    """Whether there are totals: in the first round a column of zeros would look like points."""
    return seen.number > 1


def column_names(language: Language) -> dict[ColumnName, str]:
    """The headings of the columns of a table and of results."""
    return {
        # Translators: heading of a column: the cards in the hand, at most 9 letters
        "hand": language.pgettext("column", "hand"),
        # Translators: heading of a column: a player's pile of cards, at most 9 letters
        "pile": language.pgettext("column", "pile"),
        # Translators: heading of a column: a player's chips, at most 9 letters
        "chips": language.pgettext("column", "chips"),
        # Translators: heading of a column: the points of this round, at most 9 letters
        "round": language.pgettext("column", "round"),
        # Translators: heading of a column: the points of all rounds, at most 9 letters
        "total": language.pgettext("column", "total"),
    }


def card_row(
    cards: Cards, left: int, top: int, width: int, pitch: int, ground: Colour = Colour.NIGHT
) -> list[CardFace]:
    bottom = top + card_height(width)
    begins = range(left, left + pitch * len(cards), pitch)
    return [
        CardFace(Box(begin, top, begin + width, bottom), card, ground=ground)
        for begin, card in zip(begins, cards, strict=True)
    ]


def even_rows(count: int, most: int) -> list[range]:
    """The indices of this many items in rows of at most `most`, as even as possible."""
    rows = -(-count // most)
    cuts = [-(-count * row // rows) for row in range(rows + 1)] if rows else []
    return [range(begin, end) for begin, end in pairwise(cuts)]
