"""The ways of closing a table, and the consent of players to closing a running game."""

from collections.abc import Collection
from enum import StrEnum

from bot.storage import models
from bot.storage.models.tables import Reason
from bot.tables.core.actor import Actor
from bot.tables.core.state import ClosingRequest, Status, asked, closing_request
from bot.tables.core.unit_of_work import UnitOfWork
from engine.game import Game


class ClosingWay(StrEnum):
    """How a table closes. Sent buttons contain the values, so none may change its meaning."""

    LOBBY = "lobby"
    AT_ONCE = "playing"
    """Without a result, by a moderator who is no player, or before the first choice."""
    BY_CONSENT = "ask"
    """Without a result, once the other players agree or keep silent."""
    BY_LEAVING = "leave"
    """By the last member at the table: as if they had left."""


def closing_way(
    status: Status, game: Game | None, members: Collection[int], actor: Actor, *, has_left: bool
) -> ClosingWay:
    """How a host or moderator closes the table where these members sit.

    `has_left`: whether they left this game; they count as players then, or leaving first would
    save a loss.
    """
    if status in (Status.SCHEDULED, Status.LOBBY):
        return ClosingWay.LOBBY
    has_begun = game is not None and any(
        chosen is not None for chosen in game.rounds[0].orientation
    )
    if not has_begun or (actor.user_id not in members and not has_left):
        return ClosingWay.AT_ONCE
    return ClosingWay.BY_LEAVING if {*members} == {actor.user_id} else ClosingWay.BY_CONSENT


def open_request(table: models.Table) -> ClosingRequest | None:
    """The request to close the game; None if there is none, or if a player chose to play on."""
    request = closing_request(table)
    return None if request is None or request.declined else request


def close_if_agreed(uow: UnitOfWork) -> None:
    """Close the game if all members agree to the open request, except its asker."""
    request = open_request(uow.table)
    if request and all(seat.agrees_to_close for seat in asked(uow.table.seats, request)):
        uow.close(Reason.AGREED)


def decline(uow: UnitOfWork) -> None:
    """Play on: the open request ends, and a pause begins until the next one."""
    uow.table.closing_declined = True
    uow.table.closing_asked_at = uow.now


def decline_by_playing(uow: UnitOfWork, seat: models.Seat) -> None:
    """Decline the open request by a move or a return to this seat, unless its member agreed."""
    request = open_request(uow.table)
    if request is not None and not seat.agrees_to_close and seat in asked(uow.table.seats, request):
        decline(uow)


def follow_departure(uow: UnitOfWork, user_id: int) -> None:
    """Adapt the open request to the departure of this member: the seats have changed.

    It ends with its asker, and with the last member whom it asked. Otherwise the game closes if
    all members who stay agree.
    """
    request = open_request(uow.table)
    if request is None:
        return
    if request.by == user_id or not asked(uow.table.seats, request):
        uow.end_closing()
    else:
        close_if_agreed(uow)
