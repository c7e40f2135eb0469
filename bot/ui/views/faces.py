"""The faces of a table's seats, as its pictures show them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.pictures.faces import SeatFace, written
from bot.tables.core.state import TableState
from bot.ui.views.text import plain

Avatars = Mapping[str, bytes]
"""Image files by their address at Discord; a drawn initial stands for one that is not there."""
NO_AVATARS: Avatars = MappingProxyType({})


def seat_faces(state: TableState, avatars: Avatars) -> tuple[SeatFace, ...]:
    """A face for each seat, the same in every picture of the game."""
    return tuple(
        SeatFace(
            name=seat.name,
            index=seat.index,
            avatar=avatars.get(seat.avatar) if seat.avatar else None,
            computer=seat.name if seat.is_computer else None,
        )
        for seat in state.seats
    )


def unwritten(faces: Sequence[SeatFace]) -> list[str]:
    """Below a picture, the names that it cannot write: `Seat 3 is 王.`"""
    return [f"{face.label} is {plain(face.name)}." for face in faces if not written(face.name)]
