"""The options of a table: one value, from the slash command to the database."""

from dataclasses import dataclass

MIN_SEATS, MAX_SEATS = 2, 5
DEFAULT_PING = 60
DEFAULT_ABSENCE = 24 * 60 * 60
DEFAULT_FILL = 3


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Each field is a column of `tables` with the same name."""

    # The number of seats.
    size: int = MAX_SEATS
    # The number of rounds, None for as many as players (R5).
    length: int | None = None
    # Seconds, None for no limit.
    turn_limit: int | None = None
    # Whether messages have pictures.
    pictures: bool = True
    # Whether the game is played in a thread of its own.
    thread: bool = False
    # Whether members can ask for hints; then the game does not count on the leaderboard.
    hints: bool = False
    # Seconds until the table pings members who have not moved, None for never.
    ping_after: int | None = DEFAULT_PING
    # Without a turn limit, seconds until others can seat a computer for members who have not moved.
    absent_after: int = DEFAULT_ABSENCE
    # How many seats are taken at the start, the free ones by computers; None to add no computers.
    fill: int | None = None

    def computers_at_start(self, taken: int) -> int:
        """The number of computers that the start adds if `taken` seats are taken."""
        return max(0, min(self.fill or 0, self.size) - taken)
