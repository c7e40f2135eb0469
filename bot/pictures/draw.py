"""Scenes to PNG files."""

from functools import cache

from PIL import Image

from bot.pictures.colours import Colour, palette
from bot.pictures.png import encoded
from bot.pictures.scene import (
    RING,
    WIDTH,
    Box,
    Bracket,
    CardFace,
    Ground,
    Lamp,
    Piece,
    Plot,
    Portrait,
    Ribbon,
    Scene,
    Stage,
    Text,
    Token,
)
from bot.pictures.sprites import stage
from bot.pictures.sprites.cards import paste_card
from bot.pictures.sprites.marks import bracket, lamp_sprite, paste_plot, text_sprite
from bot.pictures.sprites.portraits import portrait
from bot.pictures.sprites.sprite import Sprite
from bot.pictures.sprites.tokens import token


def png(scene: Scene) -> bytes:
    """The scene as a PNG file; from any thread."""
    return encoded(WIDTH, scene.height, painted(scene), palette())


def painted(scene: Scene) -> bytearray:
    """The rows of the file: a zero before each, "not filtered", and the indices of its pixels."""
    has_ring = RING in scene.grounds[:1]
    begun = _backdrop_with_ring() if has_ring else stage.backdrop()
    size = (1 + WIDTH) * scene.height
    rows = bytearray(memoryview(begun)[:size])
    rows.extend(bytes([Colour.NIGHT]) * (size - len(rows)))
    picture = _picture_over(rows)
    for ground in scene.grounds[has_ring:]:
        _paste_ground(picture, ground)
    for piece in scene.pieces:
        _paste(picture, piece)
    return rows


@cache
def _backdrop_with_ring() -> bytes:
    """The ring covers a third of a table's picture: pasting it takes as long as 10 cards."""
    rows = bytearray(stage.backdrop())
    stage.ring(RING.box.width, RING.box.height).onto(
        _picture_over(rows), 1 + RING.box.left, RING.box.top
    )
    return bytes(rows)


def _picture_over(rows: bytearray) -> Image.Image:
    """A view of the rows, which Pillow would copy before it draws: as slow as 20 cards."""
    picture = Image.frombuffer("L", (1 + WIDTH, len(rows) // (1 + WIDTH)), rows, "raw", "L", 0, 1)
    picture.readonly = 0
    return picture


def _paste_ground(picture: Image.Image, ground: Ground) -> None:
    left, top = 1 + ground.box.left, ground.box.top
    width, height = ground.box.width, ground.box.height
    if isinstance(ground, Ribbon):
        stage.paste_ribbon(picture, left, top, width, height)
    elif isinstance(ground, Stage):
        _stage_sprite(ground).onto(picture, left, top)
    elif ground.bulbs:
        stage.lit_plate(width, height).onto(picture, left, top)
    else:
        box = left, top, left + width, top + height
        stage.paste_panel(picture, box, ground.colour, ground.radius)


def _stage_sprite(ground: Stage) -> Sprite:
    width, height = ground.box.width, ground.box.height
    match ground.kind:
        case "ring":
            return stage.ring(width, height)
        case "lights":
            return stage.lights(width, height)
        case "post":
            return stage.post(width, height, bool(ground.number))
        case "slot":
            return stage.slot(width, height)
        case "block":
            return stage.block(width, height, ground.number)


def _paste(picture: Image.Image, piece: Piece) -> None:
    left, top = 1 + piece.box.left, piece.box.top
    if isinstance(piece, CardFace):
        ends = (piece.card.up, piece.card.down)
        paste_card(picture, (left, top), piece.box.width, ends, piece.rim, piece.ground)
    elif isinstance(piece, Plot):
        paste_plot(picture, piece, left, top)
    else:
        _sprite(piece, piece.box).onto(picture, left, top)


def _sprite(piece: Text | Token | Portrait | Lamp | Bracket, box: Box) -> Sprite:
    match piece:
        case Text():
            return text_sprite(piece)
        case Token():
            size = box.width, box.height
            return token(piece.shape, *size, piece.number, piece.dim, piece.ground)
        case Portrait():
            return portrait(piece.face, box.width, piece.rim, piece.ground)
        case Lamp():
            return lamp_sprite(piece)
        case Bracket():
            return bracket(box.width, box.height, piece.begins, piece.ends, piece.ground)
