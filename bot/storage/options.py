"""The options of a table: one value, from the slash command to the database."""

from dataclasses import dataclass

MIN_SEATS, MAX_SEATS = 2, 5


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Each field is a column of `tables` with the same name.

    `size`: the number of seats. `length`: the number of rounds, None for one per player (R5).
    `turn_limit`: seconds, None for no limit. `pictures`: whether messages have pictures.
    `thread`: whether the game is played in its own thread. `hints`: whether members can ask for
    hints; such a game does not count on the leaderboard.
    """

    size: int = MAX_SEATS
    length: int | None = None
    turn_limit: int | None = None
    pictures: bool = True
    thread: bool = False
    hints: bool = False
