"""Scenes to PNG files."""

from PIL import Image

from bot.pictures.colours import Colour, palette
from bot.pictures.png import encoded
from bot.pictures.scene import (
    WIDTH,
    Box,
    Bracket,
    CardFace,
    Ground,
    Lamp,
    Panel,
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
from bot.pictures.sprites.marks import bracket, lamp_stamp, paste_plot, text_stamp
from bot.pictures.sprites.portraits import portrait
from bot.pictures.sprites.sheet import Stamp
from bot.pictures.sprites.tokens import token


def png(scene: Scene) -> bytes:
    """The scene as a PNG file; from any thread."""
    return encoded(WIDTH, scene.height, painted(scene), palette())


def painted(scene: Scene) -> bytearray:
    """The rows of the file: a zero before each, "not filtered", and the indices of its pixels."""
    size = 1 + WIDTH, scene.height
    rows = bytearray(stage.backdrop()[: size[0] * size[1]])
    rows.extend(bytes([Colour.NIGHT]) * (size[0] * size[1] - len(rows)))
    # A view of the rows, which Pillow would copy before it draws: that takes as long as 20 cards.
    canvas = Image.frombuffer("L", size, rows, "raw", "L", 0, 1)
    canvas.readonly = 0
    for ground in scene.grounds:
        _paste_ground(canvas, ground)
    for piece in scene.pieces:
        _paste(canvas, piece)
    return rows


def _paste_ground(canvas: Image.Image, ground: Ground) -> None:
    left, top = 1 + ground.box.left, ground.box.top
    if isinstance(ground, Ribbon):
        stage.paste_ribbon(canvas, left, top, ground.box.width, ground.box.height)
    else:
        _ground_stamp(ground).onto(canvas, left, top)


def _ground_stamp(ground: Panel | Stage) -> Stamp:
    width, height = ground.box.width, ground.box.height
    if isinstance(ground, Panel):
        plate = stage.lit_plate
        return (
            plate(width, height)
            if ground.bulbs
            else stage.panel(width, height, ground.colour, ground.radius)
        )
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


def _paste(canvas: Image.Image, piece: Piece) -> None:
    left, top = 1 + piece.box.left, piece.box.top
    if isinstance(piece, CardFace):
        ends = (piece.card.up, piece.card.down)
        paste_card(canvas, (left, top), piece.box.width, ends, piece.rim, piece.ground)
    elif isinstance(piece, Plot):
        paste_plot(canvas, piece, left, top)
    else:
        _stamp(piece, piece.box).onto(canvas, left, top)


def _stamp(piece: Text | Token | Portrait | Lamp | Bracket, box: Box) -> Stamp:
    match piece:
        case Text():
            return text_stamp(piece)
        case Token():
            size = box.width, box.height
            return token(piece.shape, *size, piece.number, piece.dim, piece.ground)
        case Portrait():
            return portrait(piece.face, box.width, piece.rim, piece.ground)
        case Lamp():
            return lamp_stamp(piece)
        case Bracket():
            return bracket(box.width, box.height, piece.begins, piece.ends, piece.ground)
