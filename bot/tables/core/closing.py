"""The ways of closing a table, and the consent of players to closing a running game."""

from collections.abc import Collection
from enum import StrEnum

from bot.tables.core.actor import Actor
from bot.tables.core.state import Status
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
    if status is Status.LOBBY:
        return ClosingWay.LOBBY
    has_begun = game is not None and any(
        chosen is not None for chosen in game.rounds[0].orientation
    )
    if not has_begun or (actor.user_id not in members and not has_left):
        return ClosingWay.AT_ONCE
    return ClosingWay.BY_LEAVING if {*members} == {actor.user_id} else ClosingWay.BY_CONSENT


def close_if_agreed(uow: UnitOfWork) -> None:
    """Close the game if all members agree to the present request, except its asker."""
    table = uow.table
    asker = table.closing_asked_by
    if asker is not None and all(
        seat.agrees_to_close for seat in table.seats if seat.user_id not in (None, asker)
    ):
        uow.close("Everyone agreed to close it.")
