"""What was recorded at an earlier decision of a game."""

from engine.actions import Action, Orient
from engine.game import Game
from engine.round import Event, Round


def recorded_action(game: Game, decision: int, seat: int) -> Action | None:
    """The seat's action at this decision number; None if there is none."""
    found = _find(game, decision)
    if found is None:
        return None
    played, turn = found
    if turn is None:
        flipped = played.orientation[seat]
        return None if flipped is None else Orient(flipped)
    return played.actions[turn] if played.log[turn].seat == seat else None


def recorded_event(game: Game, decision: int) -> Event:
    """What everybody saw of the turn at this decision number, which was one."""
    found = _find(game, decision)
    assert found is not None
    played, turn = found
    assert turn is not None
    return played.log[turn]


def _find(game: Game, decision: int) -> tuple[Round, int | None] | None:
    """The round of a decision and its turn in it, from 0; no turn for the choice under R6.

    As `decision_number` counts: in each round the choice is the first.
    """
    before = decision - 1
    for played in game.rounds:
        if before == 0:
            return played, None
        if 0 < before <= len(played.actions):
            return played, before - 1
        # The end of a round counts as one too.
        before -= 2 + len(played.actions)
    return None
