"""What the member in a seat did themself: their turns, sets and captures."""

from collections.abc import Callable
from typing import NamedTuple

from engine.game import Game
from engine.round import Ending, Round

IsOwn = Callable[[int, int], bool]
"""Whether the action of this number, by this seat, was the member's and not a computer's."""


class OwnMoves(NamedTuple):
    """See result_models.Result."""

    moves: int = 0
    emptied: int = 0
    unbeaten: int = 0
    longest_set: int = 0
    biggest_capture: int = 0


class _Turn(NamedTuple):
    """A turn, with its number among the game's actions: how many cards it showed and captured."""

    number: int
    seat: int
    shown: int
    captured: int


def round_ends(game: Game) -> list[int]:
    """The number of each round's last action so far; a game's actions count from 1."""
    ends, count = [], 0
    for played in game.rounds:
        count += sum(chosen is not None for chosen in played.orientation) + len(played.log)
        ends.append(count)
    return ends


def own_moves(game: Game, seat: int, is_own: IsOwn) -> OwnMoves:
    """The moves of this seat that are the member's."""
    found = OwnMoves()
    for played, end in zip(game.rounds, round_ends(game), strict=True):
        turns = _turns(played, end - len(played.log))
        own = [turn for turn in turns if turn.seat == seat and is_own(turn.number, seat)]
        ended = _ends_with(played, turns) in own
        found = OwnMoves(
            found.moves + len(own),
            found.emptied + (ended and played.ended is Ending.EMPTY),
            found.unbeaten + (ended and played.ended is Ending.UNBEATEN),
            max([found.longest_set, *(turn.shown for turn in own)]),
            max([found.biggest_capture, *(turn.captured for turn in own)]),
        )
    return found


def moved_until(game: Game, seat: int, is_own: IsOwn) -> int:
    """The number of the last action before the seat's turns went to a computer for good."""
    ends = round_ends(game)
    until = ends[-1]
    for played, end in zip(reversed(game.rounds), reversed(ends), strict=True):
        for turn in reversed(_turns(played, end - len(played.log))):
            if turn.seat == seat:
                if is_own(turn.number, seat):
                    return until
                until = turn.number - 1
    return until


def _turns(played: Round, count: int) -> list[_Turn]:
    """The turns of a round that come after `count` actions."""
    left, turns = 0, []
    for number, event in enumerate(played.log, count + 1):
        left -= event.scouted is not None
        shown = len(event.shown)
        turns.append(_Turn(number, event.seat, shown, left if shown else 0))
        left = shown or left
    return turns


def _ends_with(played: Round, turns: list[_Turn]) -> _Turn | None:
    """The Show that ended the round, by an empty hand (R19) or unbeaten (R20, R21)."""
    if played.ended is None:
        return None
    return [turn for turn in turns if turn.shown][-1]
