"""The options of `/scout new` and of the form in a lobby: what Discord says of them and offers."""

from typing import Any

from discord import app_commands

from bot.storage.models.options import MAX_SEATS, MIN_SEATS
from bot.tables.core.errors import TableError
from bot.text.language import gettext_noop
from bot.ui.kit.command_texts import OptionText, choices
from bot.ui.kit.picked import id_in, picked_in_form
from bot.ui.kit.press import Press
from bot.ui.views.settings import ABSENCES, PINGS, TURN_LIMITS
from bot.ui.views.table.options import ALSO, HINTS, PING, ROUNDS, SEATS, THREAD, TURN_LIMIT
from engine.game import MAX_LENGTH

Seats = app_commands.Range[int, MIN_SEATS, MAX_SEATS]
Rounds = app_commands.Range[int, 1, MAX_LENGTH]
_NO_LIMIT = _NEVER = 0
describe_options = app_commands.describe(
    seats=OptionText("Number of seats, {least} to {most}", least=MIN_SEATS, most=MAX_SEATS),
    rounds=OptionText("Number of rounds; by default as many as players"),
    turn_limit=OptionText("Time for each turn; by default this server's setting"),
    thread=OptionText("Play in a thread, which is archived after the game"),
    ping=OptionText("When to ping players who have not moved; by default after a minute"),
    hints=OptionText("Allow hints; the game then does not count on the leaderboard"),
    at=OptionText("When it begins, for a table that gathers players first: pick one or type @time"),
    absent=OptionText("Without a turn limit: when others can seat a computer for an absent player"),
)
offer_choices = app_commands.choices(
    turn_limit=choices({_NO_LIMIT: gettext_noop("no limit"), **TURN_LIMITS}),
    ping=choices({_NEVER: gettext_noop("never"), **PINGS}),
    absent=choices(ABSENCES),
)


def require_offered(
    seats: int, rounds: int | None, turn_limit: int | None, ping: int, absent: int | None
) -> None:
    """Raise TableError for values that Discord does not offer: it is not the only sender."""
    offered = (
        seats in range(MIN_SEATS, MAX_SEATS + 1)
        and (rounds is None or rounds in range(1, MAX_LENGTH + 1))
        and (turn_limit is None or turn_limit == _NO_LIMIT or turn_limit in TURN_LIMITS)
        and (ping == _NEVER or ping in PINGS)
        and (absent is None or absent in ABSENCES)
    )
    if not offered:
        raise TableError("Choose the options of `/scout new` from those that Discord offers.")


def options_in_form(press: Press) -> dict[str, Any]:
    """The options in a sent form. Raises TableError for values that it does not offer."""
    seats, rounds, turn_limit, ping = (
        _number_in_form(press, field) for field in (SEATS, ROUNDS, TURN_LIMIT, PING)
    )
    require_offered(seats, rounds or None, turn_limit, ping, None)
    also = picked_in_form(press, ALSO)
    return {
        "size": seats,
        "length": rounds or None,
        "turn_limit": turn_limit or None,
        "ping_after": ping or None,
        "thread": THREAD in also,
        "hints": HINTS in also,
    }


def _number_in_form(press: Press, field: str) -> int:
    """The number that was picked; -1, which no field offers, for anything else."""
    picked = picked_in_form(press, field)
    number = id_in(picked[0]) if len(picked) == 1 else None
    return -1 if number is None else number
