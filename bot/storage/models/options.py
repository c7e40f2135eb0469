"""The options of a table: one value, from the slash command to the database."""

from dataclasses import dataclass

MIN_SEATS, MAX_SEATS = 2, 5
DEFAULT_PING = 60
DEFAULT_ABSENCE = 24 * 60 * 60
DEFAULT_FILL = 3


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Each field is a column of `tables` with the same name.

    `size`: the number of seats. `length`: the number of rounds, None for as many as players (R5).
    `turn_limit`: seconds, None for no limit. `pictures`: whether messages have pictures. `thread`:
    whether the game is played in a thread of its own. `hints`: whether members can ask for hints;
    then the game does not count on the leaderboard. `ping_after`: seconds until the table pings
    members who have not moved, None for never. `absent_after`: without a turn limit, seconds until
    others can seat a computer for members who have not moved. `fill`: how many seats are taken at
    the start, the free ones by computers; None to add no computers.
    """

    size: int = MAX_SEATS
    length: int | None = None
    turn_limit: int | None = None
    pictures: bool = True
    thread: bool = False
    hints: bool = False
    ping_after: int | None = DEFAULT_PING
    absent_after: int = DEFAULT_ABSENCE
    fill: int | None = None

    def computers_at_start(self, taken: int) -> int:
        """The number of computers that the start adds if `taken` seats are taken."""
        return max(0, min(self.fill or 0, self.size) - taken)
