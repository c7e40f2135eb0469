"""The options of `/scout new`: what Discord says of them and offers."""

from discord import app_commands

from bot.storage.models.options import MAX_SEATS, MIN_SEATS
from bot.tables.core.errors import TableError
from bot.text.language import gettext_noop
from bot.ui.kit.command_texts import OptionText
from bot.ui.views.settings import ABSENCES, PINGS, TURN_LIMITS
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
    absent=OptionText("Without a turn limit: when others can seat a computer for an absent player"),
)
offer_choices = app_commands.choices(
    turn_limit=[
        app_commands.Choice(name=gettext_noop("no limit"), value=_NO_LIMIT),
        *(app_commands.Choice(name=words, value=seconds) for seconds, words in TURN_LIMITS.items()),
    ],
    ping=[
        app_commands.Choice(name=gettext_noop("never"), value=_NEVER),
        *(app_commands.Choice(name=words, value=seconds) for seconds, words in PINGS.items()),
    ],
    absent=[app_commands.Choice(name=words, value=seconds) for seconds, words in ABSENCES.items()],
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
