"""Who comes to a table, and how they can be reached privately."""

from dataclasses import dataclass
from datetime import datetime

from bot.storage import models


@dataclass(frozen=True, slots=True)
class Visitor:
    """A member who pressed something: `token` can reach them privately until `until`."""

    user_id: int
    name: str
    manages: bool
    token: str
    until: datetime


def member_seat(position: int, visitor: Visitor) -> models.Seat:
    seat = models.Seat(position=position, user_id=visitor.user_id, name=visitor.name)
    reach(seat, visitor)
    return seat


def reach(seat: models.Seat, visitor: Visitor) -> None:
    """Keep the newest way to send the member their hand when the game starts."""
    seat.hand_token, seat.hand_until = visitor.token, visitor.until


def forget_hand(seat: models.Seat) -> None:
    for column in models.HAND_COLUMNS:
        setattr(seat, column, None)
