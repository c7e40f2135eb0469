"""Who comes to a table, and how they can be reached privately."""

from dataclasses import dataclass
from datetime import datetime

from bot.storage import models


@dataclass(frozen=True, slots=True)
class Actor:
    """A member who pressed something: `token` can reach them privately until `until`."""

    user_id: int
    name: str
    manages: bool
    token: str
    until: datetime


def member_seat(position: int, actor: Actor) -> models.Seat:
    seat = models.Seat(index=position, user_id=actor.user_id, name=actor.name)
    reach(seat, actor)
    return seat


def reach(seat: models.Seat, actor: Actor) -> None:
    """Keep the newest way to send the member their hand when the game starts."""
    seat.hand_token, seat.hand_until = actor.token, actor.until


def forget_hand(seat: models.Seat) -> None:
    for column in models.HAND_COLUMNS:
        setattr(seat, column, None)
