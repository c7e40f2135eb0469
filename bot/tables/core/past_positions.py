"""A finished game as it was at each of its decisions.

Decisions are numbered as buttons carry them (see `decision_number`). The end of a round has a
number of its own, so the numbers of a game run from 1 to `last_decision` without a gap.
"""

from typing import NamedTuple

from engine.actions import Orient
from engine.game import Game
from engine.round import Round


class PastPosition(NamedTuple):
    """The game when the decision of this number was asked, or at the end of a round.

    `before` is the position before the last action, or before the choices under R6; None at a deal.
    """

    decision: int
    game: Game
    before: Game | None


def first_decision(game: Game, number: int) -> int:
    """The number of the choice under R6 in the round of this number, counted from 1."""
    return 1 + sum(_decisions(played) for played in game.rounds[: number - 1])


def last_decision(game: Game) -> int:
    """The number of the end of the last round."""
    return sum(map(_decisions, game.rounds))


def position_at(game: Game, decision: int) -> PastPosition | None:
    """The position at this decision of a finished game; None if there is no such decision."""
    for number, played in enumerate(game.rounds, 1):
        made = decision - first_decision(game, number)
        if 0 <= made < _decisions(played):
            dealt = game.after(number - 1).begin_round(played.deal)
            before = None if made == 0 else _played_on(dealt, played, made - 1)
            return PastPosition(decision, _played_on(dealt, played, made), before)
    return None


def _decisions(played: Round) -> int:
    """The choice under R6, every turn, and the end."""
    return 2 + len(played.actions)


def _played_on(game: Game, played: Round, made: int) -> Game:
    """The dealt round after so many decisions; one of them is the choice of all seats (R6)."""
    if made == 0:
        return game
    for seat, flipped in enumerate(played.orientation):
        game = game.play(seat, Orient(bool(flipped)))
    for event, action in zip(played.log[: made - 1], played.actions, strict=False):
        game = game.play(event.seat, action)
    return game
