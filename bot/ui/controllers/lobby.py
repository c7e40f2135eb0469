"""A table before its game: its options, the list of a scheduled one, and the presses in a lobby."""

import re
import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Any

from discord import app_commands
from discord.utils import format_dt

from bot.tables.core.deadlines import ROLL_CALL
from bot.tables.core.errors import TableError, WrongStage
from bot.tables.core.state import MAX_SEATS, MIN_SEATS, Status, TableState
from bot.tables.lobby import SET_OPTIONS, TAKE_OUT, require_host
from bot.tables.service import Tables
from bot.text.language import Language, Sentence, gettext_noop
from bot.text.words import in_a_row, joined
from bot.ui.controllers.controller import Controller
from bot.ui.controllers.learning import offer_tutorial
from bot.ui.kit.command_texts import CommandText, choices
from bot.ui.kit.component_id import NO_SUCH_BUTTON, Verb
from bot.ui.kit.permissions import can_open_thread, require_permissions
from bot.ui.kit.picked import id_in, picked_in_form
from bot.ui.kit.press import Press
from bot.ui.views.settings import ABSENCES, PINGS, TURN_LIMITS
from bot.ui.views.table.lobby import (
    ALLOWS_HINTS,
    ALSO,
    HERE,
    HINTS,
    INVITE,
    OUT,
    PING,
    ROUNDS,
    SEATS,
    THREAD,
    TURN_LIMIT,
    options_form,
    players_message,
)
from bot.ui.views.table.questions import leave_question
from engine.game import MAX_LENGTH
from engine.players import Level

Seats = app_commands.Range[int, MIN_SEATS, MAX_SEATS]
Rounds = app_commands.Range[int, 1, MAX_LENGTH]
_DONE = {
    OUT: gettext_noop(
        "This player is no longer at this table, and cannot join it unless you invite them again."
    ),
    INVITE: gettext_noop("This player can join this table again."),
}
CLOSED = gettext_noop("The table is closed.")
_TIMESTAMP = re.compile(r"<t:([0-9]{1,11})(?::[a-zA-Z])?>")
_OF_DAY = re.compile(
    r"(?:(午前|上午|오전)|(午後|下午|오후))? ?"
    r"([0-9]{1,2})(?:(?:[:.]| ?(?:[h時点시]|uhr) ?)([0-5][0-9])[分분]?)?"
    r" ?(h|uhr|[時点시]|[ap]\.? ?m\.?)?"
)
"""`20:30`, `20h30`, `20時30分`, `8:30 pm`, `오후 8:30`; an hour alone only with its mark: `20h`."""
_STEP = 300
"""Seconds: times on offer are multiples of five minutes."""
_AHEAD = tuple(
    timedelta(minutes=minutes)
    for minutes in (30, 60, 120, 180, 360, 720, 1440, 2880, 4320, 7200, 10080)
)
_NO_LIMIT = _NEVER = 0
describe_options = app_commands.describe(
    seats=CommandText("Number of seats, {least} to {most}", least=MIN_SEATS, most=MAX_SEATS),
    rounds=CommandText("Number of rounds; by default as many as players"),
    turn_limit=CommandText("Time for each turn; by default this server's setting"),
    thread=CommandText("Play in a thread, which is archived after the game"),
    ping=CommandText("When to ping players who have not moved; by default after a minute"),
    hints=CommandText("Allow hints; the game then does not count on the leaderboard"),
    at=CommandText(
        "When it begins, for a table that gathers players first: pick one or type @time"
    ),
    absent=CommandText(
        "Without a turn limit: when others can seat a computer for an absent player"
    ),
)
offer_choices = app_commands.choices(
    turn_limit=choices({_NO_LIMIT: gettext_noop("no limit"), **TURN_LIMITS}),
    ping=choices({_NEVER: gettext_noop("never"), **PINGS}),
    absent=choices(ABSENCES),
)


class LobbyController(Controller):
    """Handles the presses in a lobby and at a scheduled table."""

    async def change(self, press: Press) -> None:
        """Carry out the pressed verb, and show the changed lobby."""
        lobby, table_id, actor = self._tables.lobby, press.state.id, press.member
        match press.component_id.verb:
            case Verb.JOIN:
                state = await lobby.join(table_id, actor)
                if press.state.find_seat(actor.user_id) is not None:
                    await press.say(press.language.gettext("You have a seat here already."))
                    return
            case Verb.LEAVE:
                if gives_up_place(press.state, actor.user_id):
                    await press.answer(leave_question(press.language, press.state, None))
                    return
                state = await lobby.leave(table_id, actor.user_id, Status.LOBBY)
            case Verb.ADD_COMPUTER:
                state = await lobby.add_computer(table_id, actor, _level(press.detail))
            case Verb.REMOVE_COMPUTER:
                state = await lobby.remove_computer(table_id, actor)
            case Verb.SET_HINTS:
                state = await lobby.set_options(table_id, actor, hints=press.detail == ALLOWS_HINTS)
            case _:
                state = await lobby.start(table_id, actor)
        await press.update(await self._parts.public.opening(state), is_published=True)
        if press.component_id.verb is Verb.JOIN:
            await offer_tutorial(self._tables, press)

    async def show_players(self, press: Press) -> None:
        _require_host_of_lobby(press, TAKE_OUT)
        await press.answer(players_message(press.language, press.state, press.user_id))

    async def change_player(self, press: Press) -> None:
        """Remove the picked member, or invite them again; the same list undoes both."""
        deed, _, member = (press.picked or "").partition(" ")
        changes = {OUT: self._tables.lobby.take_out, INVITE: self._tables.lobby.invite_again}
        user_id = id_in(member)
        if deed not in changes or user_id is None:
            raise TableError("Choose a player from the list.")
        state = await changes[deed](press.state.id, press.member, user_id)
        if not state.status.live:
            await press.close_question(press.language.gettext(CLOSED))
        else:
            done = press.language.gettext(_DONE[deed])
            await press.update(players_message(press.language, state, press.user_id), done)

    async def show_options(self, press: Press) -> None:
        """Show the form of options; it offers a thread if the bot can open one."""
        _require_host_of_lobby(press, SET_OPTIONS)
        offers_thread = press.state.options.thread or can_open_thread(press)
        await press.show_form(options_form(press.language, press.state, offers_thread))

    async def set_options(self, press: Press) -> None:
        options = options_in_form(press)
        if options["thread"] and not press.state.options.thread:
            require_permissions(press, thread=True)
        state = await self._tables.lobby.set_options(press.state.id, press.member, **options)
        await press.update(await self._parts.public.opening(state), is_published=True)

    async def offer_times(self, press: Press, typed: str) -> list[app_commands.Choice[str]]:
        """Times to suggest: the typed time of day, or all whose labels contain the text."""
        now, text = self._tables.repository.now(), typed.strip().casefold()
        at = await _time_of_day(self._tables, press, text)
        if at is not None:
            ahead = press.language.ahead(timedelta(seconds=round((at - now).total_seconds())))
            return [_choice(joined(press.language, (f"{at:%H:%M} ({at.tzinfo})", ahead)), at)]
        offered = [
            _choice(press.language.ahead(ahead), _rounded_up(now + ahead)) for ahead in _AHEAD
        ]
        return [choice for choice in offered if text in choice.name.casefold()]

    async def sign_up(self, press: Press) -> None:
        """Sign the member up; from the roll call on, also record that they are here."""
        state = await self._tables.scheduled.sign_up(press.state.id, press.member)
        pauses = await self._tables.pauses.of(press.guild_id, press.user_id)
        await press.say(signed_up_words(press.language, state, press.user_id, pauses.until))
        await offer_tutorial(self._tables, press)


def signed_up_words(
    language: Language, state: TableState, user_id: int, paused_until: datetime | None
) -> str:
    """What a member on the list of a scheduled table has to do now, or what happens next.

    `paused_until` is the end of the member's pause.
    """
    place = [one.user_id for one in state.sign_ups].index(user_id)
    waiting = ""
    if place >= state.options.size:
        waiting = language.gettext(
            "You are on the waiting list: you get a seat if somebody before you does not come."
        )
    if not state.sign_ups[place].here:
        return in_a_row([_not_here(language, state, paused_until), waiting])
    if waiting:
        return waiting
    if state.options.thread:
        return language.gettext(
            "Good to see you! When the game begins, I mention you in its thread."
        )
    return language.gettext("Good to see you! Your cards appear when the game begins.")


def _not_here(language: Language, state: TableState, paused_until: datetime | None) -> str:
    """What to do now or at the roll call, which mentions no member in a pause."""
    assert state.starts_at is not None
    here = state.language.gettext(HERE)
    if state.roll_call_at is not None:
        return language.gettext("Press **{here}** now to get a seat.", here=here)
    if paused_until is not None and paused_until > state.starts_at - ROLL_CALL:
        return language.gettext(
            "You have signed up. You pause until {when}, so I do not mention you: press "
            "**{here}** in the ten minutes before the game, or you get no seat.",
            when=format_dt(paused_until, "f"),
            here=here,
        )
    return language.gettext(
        "You have signed up. Ten minutes before the game I mention you: press **{here}** "
        "then, or you get no seat.",
        here=here,
    )


def require_offered(
    seats: int, rounds: int | None, turn_limit: int | None, ping: int, absent: int | None
) -> None:
    """Raise TableError for values that are not offered: Discord's app is not the only sender."""
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
    """The picked number; -1, which no field offers, for anything else."""
    picked = picked_in_form(press, field)
    number = id_in(picked[0]) if len(picked) == 1 else None
    return -1 if number is None else number


async def time_in(tables: Tables, press: Press, text: str) -> datetime:
    """The time in the option `at`, a timestamp of Discord's or a time of day. Raises TableError."""
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
    """The next occurrence of a time of day, in the member's zone for calls or in UTC."""
    of_day = _hour_and_minute(text)
    if of_day is None:
        return None
    zone = await tables.call_list.zone(press.guild_id, press.user_id)
    now = tables.repository.now()
    hour, minute = of_day
    # When the clocks are put back, a time of day comes twice; the second one has the fold 1.
    first = now.astimezone(zone).replace(hour=hour, minute=minute, second=0, microsecond=0, fold=0)
    times_of_day = first, first.replace(fold=1), first + timedelta(days=1)
    # In UTC no time comes twice; nor is one missing, as when the clocks are put forward.
    in_utc = (at.astimezone(UTC) for at in times_of_day)
    return next(at for at in in_utc if at > now).astimezone(zone)


def _hour_and_minute(text: str) -> tuple[int, int] | None:
    found = _OF_DAY.fullmatch(unicodedata.normalize("NFKC", text).casefold())
    if found is None or not (found[4] or found[5]):
        return None
    hour, minute = int(found[3]), int(found[4] or 0)
    half = "a" if found[1] else "p" if found[2] else (found[5] or "h")[0]
    if half in "ap":
        hour = hour % 12 + 12 * (half == "p") if 1 <= hour <= 12 else 24
    return (hour, minute) if hour < 24 else None


def _rounded_up(at: datetime) -> datetime:
    return datetime.fromtimestamp(-(-int(at.timestamp()) // _STEP) * _STEP, UTC)


def _choice(label: str, at: datetime) -> app_commands.Choice[str]:
    return app_commands.Choice(name=label, value=format_dt(at, "F"))


def _require_host_of_lobby(press: Press, refusal: Sentence) -> None:
    """Raise TableError with this sentence for other members, and WrongStage after the start."""
    require_host(press.state.host_id, press.member, refusal)
    if press.state.status is not Status.LOBBY:
        raise WrongStage(press.state.status, press.state.language)


def gives_up_place(state: TableState, user_id: int) -> bool:
    """Whether others could take the member's seat, or their place on the list of a later game.

    No seat is free, and the table remains open.
    """
    if state.status is Status.SCHEDULED:
        places = [one.user_id for one in state.sign_ups[: state.options.size]]
        return len(places) == state.options.size and user_id in places
    is_full = state.status is Status.LOBBY and len(state.seats) == state.options.size
    members = [seat.user_id for seat in state.seats if seat.user_id is not None]
    return is_full and user_id in members and len(members) > 1


def _level(detail: str) -> Level:
    """The level of an "Add" button; the oldest buttons name none."""
    try:
        return Level(detail or Level.MEDIUM)
    except ValueError:
        raise TableError(NO_SUCH_BUTTON) from None
