"""A member's decisions in a game, each with the view that the member had."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.storage import models
from bot.storage.models.tables import Source
from bot.tables.core.replay import positions
from engine.actions import Action, parse_action
from engine.view import View, view


class Decision(NamedTuple):
    """One decision: the view that its seat had (R15), and the action taken.

    `number` counts all actions of the game from 1.
    """

    number: int
    view: View
    action: Action

    @property
    def turn(self) -> int:
        """The number of the turn in its round, from 1; 0 for the choice under R6."""
        return 0 if self.view.orientation is None else len(self.view.log) + 1


def decisions(table: models.Table, actions: Sequence[models.Action], seat: int) -> list[Decision]:
    """The decisions of the member in this seat, without those that a computer made for them."""
    return [
        Decision(action.number, view(game, seat), parse_action(action.notation))
        for game, action in zip(positions(table, actions), actions, strict=False)
        if action.seat == seat and action.source is Source.MEMBER
    ]
