"""What every layout keeps to, and how it reads."""

from itertools import combinations

from bot.pictures.lettering import extent
from bot.pictures.scene import Box, Face, Scene, Size, Words
from engine.cards import Cards


def apart(one: Box, other: Box) -> bool:
    beside = one.right <= other.left or other.right <= one.left
    return beside or one.bottom <= other.top or other.bottom <= one.top


def assert_sound(scene: Scene) -> None:
    """All is on the canvas, nothing on anything else, and all text fits where it is."""
    boxes = [piece.box for piece in scene.pieces]
    for box in boxes:
        assert 0 <= box.left < box.right <= scene.width
        assert 0 <= box.top < box.bottom <= scene.height
    assert [pair for pair in combinations(boxes, 2) if not apart(*pair)] == []
    for piece in scene.pieces:
        if isinstance(piece, Words):
            width, height = extent(piece.text, piece.style)
            assert width <= piece.box.width, piece
            assert height <= piece.box.height, piece


def faces(scene: Scene, size: Size = Size.LARGE) -> list[Face]:
    """As they are read: row by row, from left to right."""
    shown = [piece for piece in scene.pieces if isinstance(piece, Face) and piece.size is size]
    return sorted(shown, key=lambda face: (face.box.top, face.box.left))


def cards_of(scene: Scene, size: Size = Size.LARGE) -> Cards:
    return tuple(face.card for face in faces(scene, size))
