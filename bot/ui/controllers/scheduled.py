"""Scheduled tables: their times in `/scout new at:`, signing up and off."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from discord import app_commands
from discord.utils import format_dt

from bot.storage.models.tables import Status
from bot.tables.calls.hours import zone_named
from bot.tables.core.errors import TableError
from bot.tables.service import Tables
from bot.text.language import Language
from bot.text.words import joined
from bot.ui.kit.message import OPTIONS
from bot.ui.kit.press import Press
from bot.ui.views.table.scheduled import HERE

_TIMESTAMP = re.compile(r"<t:([0-9]{1,11})(?::[a-zA-Z])?>")
_OF_DAY = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")
_STEP = 300
"""Seconds: times on offer are multiples of five minutes."""
_AHEAD = tuple(
    timedelta(minutes=minutes)
    for minutes in (30, 60, 120, 180, 360, 720, 1440, 2880, 4320, 7200, 10080)
)


class ScheduledController:
    """Offers times, and handles the presses at scheduled tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def offer(self, press: Press, typed: str) -> list[app_commands.Choice[str]]:
        """The times with what is typed so far in their labels.

        A typed time of day is one of the zone that the member has chosen for calls, else of UTC.
        """
        now, text = self._tables.repository.now(), typed.strip().casefold()
        at = await _time_of_day(self._tables, press, text)
        if at is not None:
            ahead = timedelta(seconds=round((at - now).total_seconds()))
            facts = f"{at:%H:%M} ({at.tzinfo})", press.language.ahead(ahead)
            return [_choice(joined(press.language, facts), at)]
        offered = _times(press.language, now)
        return [choice for choice in offered if text in choice.name.casefold()][:OPTIONS]

    async def sign_up(self, press: Press) -> None:
        """Sign the member up, or from the roll call on note that they are here."""
        state = await self._tables.scheduled.sign_up(press.state.id, press.member)
        language = press.language
        if state.roll_call_at is None:
            words = language.gettext(
                "You have signed up. Ten minutes before the game I mention you: press **{here}** "
                "then, or you get no seat.",
                here=language.gettext(HERE),
            )
        else:
            words = language.gettext("Good to see you! Your cards appear when the game begins.")
        await press.say(words)

    async def sign_off(self, press: Press) -> None:
        """Take the member off the list."""
        await self._tables.lobby.leave(press.state.id, press.user_id, Status.SCHEDULED)
        await press.say(press.language.gettext("You have signed off."))


async def time_in(tables: Tables, press: Press, text: str) -> datetime:
    """The time that the option `at` names, as Discord writes times, or the next time of day.

    Raises TableError.
    """
    found = _TIMESTAMP.fullmatch(text.strip())
    if found is not None:
        return datetime.fromtimestamp(int(found[1]), UTC)
    at = await _time_of_day(tables, press, text.strip())
    if at is None:
        raise TableError(
            "I can't read this time. Choose one from the list, or type `@time` and pick a day and "
            "an hour."
        )
    return at


async def _time_of_day(tables: Tables, press: Press, text: str) -> datetime | None:
    """When it is this time of day next, in the zone that the member has chosen, else in UTC."""
    found = _OF_DAY.fullmatch(text)
    if found is None:
        return None
    times = await tables.call_list.of(press.guild_id, press.user_id)
    zone = None if times is None else zone_named(times.zone)
    now = tables.repository.now().astimezone(zone or UTC)
    return _next_time(now, int(found[1]), int(found[2]))


def _times(language: Language, now: datetime) -> Iterator[app_commands.Choice[str]]:
    for ahead in _AHEAD:
        seconds = -(-int((now + ahead).timestamp()) // _STEP) * _STEP
        yield _choice(language.ahead(ahead), datetime.fromtimestamp(seconds, UTC))


def _next_time(now: datetime, hour: int, minute: int) -> datetime:
    """When it is this time of day next, in the zone of `now`."""
    today = now.replace(hour=hour, minute=minute, second=0, microsecond=0, fold=0)
    # Times of different days are compared in UTC: clocks may be put back in between.
    is_ahead = today.astimezone(UTC) > now.astimezone(UTC)
    return today if is_ahead else today + timedelta(days=1)


def _choice(label: str, at: datetime) -> app_commands.Choice[str]:
    return app_commands.Choice(name=label, value=format_dt(at, "F"))
