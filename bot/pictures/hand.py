"""How a member's own hand is laid out, and the choice between its two ways up."""

from bot.pictures.colours import LESSER, LINE
from bot.pictures.rows import Hand, block, canvas, hand_rows, row_length
from bot.pictures.scene import MARGIN, NOTE, TEXT, Bar, Box, Piece, Scene, Size, Words
from bot.pictures.words import kind
from engine.cards import Cards, flip

_LINE_HEIGHT = 37
_TO_BEAT_WIDTH = 190
_TO_BEAT_MOST = 7
_GAP = 12
_RULE = 3


def hand_scene(hand: Hand, to_beat: Cards = ()) -> Scene:
    """A hand below what it has to beat, if anything."""
    width, left = canvas(len(hand.cards))
    above, top = _to_beat(to_beat, width) if to_beat else ([], MARGIN)
    if hand.cards:
        rows, bottom = hand_rows(hand, left, top)
    else:
        rows, bottom = _line("No cards left", MARGIN, top, width)
    return Scene(width, bottom + MARGIN, (*above, *rows))


def orientation_scene(cards: Cards) -> Scene:
    """A hand as dealt above the same hand turned over."""
    width, left = canvas(len(cards))
    pieces: list[Piece] = []
    top = MARGIN
    for title, way in (("As dealt", cards), ("Turned over", flip(cards))):
        top += _GAP if pieces else 0
        words, top = _line(title, left, top, width)
        faces, top = block(way, Size.LARGE, left, top, row_length(len(cards)))
        pieces += [*words, *faces]
    return Scene(width, top + MARGIN, tuple(pieces))


def _line(text: str, left: int, top: int, width: int) -> tuple[list[Piece], int]:
    bottom = top + _LINE_HEIGHT
    return [Words(Box(left, top, width - MARGIN, bottom), text, TEXT)], bottom


def _to_beat(cards: Cards, width: int) -> tuple[list[Piece], int]:
    """What has to be beaten, in small cards with a rule below; and where the hand begins."""
    left = MARGIN + _TO_BEAT_WIDTH
    faces, bottom = block(cards, Size.SMALL, left, MARGIN, _TO_BEAT_MOST)
    middle = MARGIN + Size.SMALL.height // 2
    rule = Box(MARGIN, bottom + _GAP, width - MARGIN, bottom + _GAP + _RULE)
    words = [
        Words(Box(MARGIN, middle - _LINE_HEIGHT, left, middle), "To beat", NOTE, LESSER),
        Words(Box(MARGIN, middle, left, middle + _LINE_HEIGHT), kind(cards), TEXT),
    ]
    return [*words, *faces, Bar(rule, LINE)], rule.bottom + _GAP
