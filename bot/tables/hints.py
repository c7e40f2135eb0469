"""What members are told who ask for a hint."""

import random

from bot.storage.models import Status
from bot.tables.errors import StaleClick, TableError, WrongStage
from bot.tables.ledger import Ledger
from bot.tables.minds import Minds
from bot.tables.state import SeatState, TableState
from engine.actions import Action
from engine.players.levels import Level
from engine.view import view


class Hints:
    """Asks what hard would do in a member's place, where the table allows it."""

    def __init__(self, ledger: Ledger, minds: Minds) -> None:
        self._ledger = ledger
        self._minds = minds

    async def ask(self, table_id: int, user_id: int, turn: int) -> Action:
        """Hard's action at the member's decision `turn` (see TableState.turn).

        Who asks again is told the same. Raises NotSeated, WrongStage, StaleClick, and TableError
        at a table without hints.
        """
        state = await self._ledger.look(table_id)
        seat = state.seat_of(user_id)
        if state.status is not Status.PLAYING:
            raise WrongStage(state.status)
        if not state.hints:
            raise TableError("This table has no hints. `/scout new hints:True` opens one that has.")
        if turn != state.turn or seat not in state.to_move:
            raise StaleClick
        assert state.game is not None
        seen = view(state.game, seat.position)
        return await self._minds.choose(Level.HARD, seen, _seed(state, seat))


def _seed(state: TableState, seat: SeatState) -> int:
    """The same for the same decision, also after a restart."""
    return random.Random(f"{state.id}/{state.turn}/{seat.position}").getrandbits(64)
