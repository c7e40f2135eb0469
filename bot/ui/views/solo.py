"""The state of a table that exists for one member alone: a lesson, a puzzle, the day's deal."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from bot.tables.core.state import SeatState, Status, TableOptions, TableState
from engine.game import Game
from engine.players import Level

NO_TABLE = 0
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class Solo(NamedTuple):
    """A member who plays alone at a table, which has `pictures` or none."""

    name: str
    user_id: int
    pictures: bool = True


def solo_state(
    game: Game,
    member: Solo,
    seat: int,
    computers: Sequence[str],
    *,
    level: Level | None = None,
    hints: bool = False,
) -> TableState:
    """The game with the member at this seat and these computers, in their order, at the others."""
    names = [*computers[:seat], member.name, *computers[seat:]][: game.players]
    seats = [SeatState(at, None, name, level=level) for at, name in enumerate(names)]
    seats[seat] = SeatState(seat, member.user_id, member.name)
    return TableState(
        id=NO_TABLE,
        guild_id=0,
        channel_id=0,
        host_id=0,
        status=Status.PLAYING,
        options=TableOptions(
            size=game.players, length=game.length, pictures=member.pictures, hints=hints
        ),
        revision=0,
        seats=tuple(seats),
        game=game,
        opened_at=_NEVER,
        decision_since=_NEVER,
    )
