"""The step that a replay shows, and the custom_ids that lead to it and contain it."""

from typing import NamedTuple

from bot.tables.core.errors import TableError
from bot.tables.core.replay import position_at
from bot.tables.core.state import TableState
from bot.ui.kit.component_id import ComponentId, Verb
from engine.game import Game
from engine.round import Round

ALL = "all"
"""The name of the view with all hands; a seat's view is named by its number, from 1."""


class ReplayStep(NamedTuple):
    """What a replay shows: the game at a decision, and the seat that views it, None for all."""

    decision: int
    game: Game
    seat: int | None

    @property
    def view_name(self) -> str:
        return ALL if self.seat is None else str(self.seat + 1)

    @property
    def played(self) -> Round:
        """The round as it was then."""
        return self.game.rounds[-1]

    def knows(self, seat: int) -> bool:
        """Whether this view has the seat's cards and their positions (R15)."""
        return self.seat in (None, seat)


def step_at(state: TableState, decision: int, view_name: str) -> ReplayStep:
    """The step of a decision and a view. Raises TableError if the finished game has none."""
    views = {ALL: None, **{str(seat.index + 1): seat.index for seat in state.seats}}
    game = position_at(state.begun_game, decision)
    if game is None or view_name not in views:
        raise TableError(
            "That button belongs to no move of this game. "
            "`/scout record history` opens its replay again."
        )
    return ReplayStep(decision, game, views[view_name])


def replay_press(
    table_id: int, decision: int = 1, view_name: str = ALL, control: str = "open"
) -> ComponentId:
    """The press that shows this step of a game's replay.

    `control`, after the view's name, makes the custom_id unique in its message.
    """
    return ComponentId(Verb.REPLAY, table_id, decision, f"{view_name}-{control}")
