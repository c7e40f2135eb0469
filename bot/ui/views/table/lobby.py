"""A table before its game: its lobby, the list of a scheduled one, and the form of options."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import discord
from discord import ButtonStyle
from discord.utils import format_dt

from bot.pictures.gallery import lobby_picture
from bot.tables.core.state import DEFAULT_PING, MAX_SEATS, MIN_SEATS, Status, TableState
from bot.tables.scheduled import LONGEST_WAIT
from bot.text.language import Language, gettext_noop
from bot.text.names import readable_name
from bot.text.words import joined, rounds_counted
from bot.ui.kit.component_id import MOST_IN_NUMBER, ComponentId, Verb
from bot.ui.kit.message import OPTIONS, Button, Message, Option, Row, Select
from bot.ui.views.calls import CALL_PLAYERS
from bot.ui.views.elements import (
    NO_AVATARS,
    Avatars,
    closed_words,
    escape_markdown,
    name_of,
    new_embed,
    new_form,
    seat_faces,
    unwritten,
)
from bot.ui.views.settings import PINGS, TURN_LIMITS, duration
from bot.ui.views.table.questions import pause_lines
from engine.game import MAX_LENGTH
from engine.players import Level

ALLOWS_HINTS = "yes"
"""The detail of a button of earlier versions that allowed hints."""
OUT, INVITE = "out", "invite"
# Translators: a button: a member will come to a game at a later time; at most 20 letters.
SIGN_UP = gettext_noop("Sign up")
# Translators: a button, pressed in the minutes before the game begins; at most 20 letters.
HERE = gettext_noop("I'm here")
_LABELS = {
    Verb.SIGN_UP: SIGN_UP,
    # Translators: a button: a member will not come after all; at most 20 letters.
    Verb.SIGN_OFF: gettext_noop("Sign off"),
    # Translators: a button, as are the next ones; three stand beside each other; at most 20
    # letters.
    Verb.JOIN: gettext_noop("Join"),
    Verb.LEAVE: gettext_noop("Leave"),
    Verb.HOW_TO_PLAY: gettext_noop("How to play"),
    Verb.REMOVE_COMPUTER: gettext_noop("Remove computer"),
    Verb.START: gettext_noop("Start"),
    Verb.OPTIONS: gettext_noop("Options"),
    Verb.SHOW_PLAYERS: gettext_noop("Remove a player"),
    Verb.CANCEL: gettext_noop("Cancel"),
    Verb.CALL_PLAYERS: CALL_PLAYERS,
}
_ADD = {
    # Translators: adds a computer player of this level, at most 20 letters.
    Level.BEGINNER: gettext_noop("Add beginner"),
    Level.EASY: gettext_noop("Add easy"),
    Level.MEDIUM: gettext_noop("Add medium"),
    Level.HARD: gettext_noop("Add hard"),
}
SEATS, ROUNDS, TURN_LIMIT, ALSO, PING = "seats", "rounds", "limit", "also", "ping"
"""The custom_ids of the fields in the form of options."""
THREAD, HINTS = "thread", "hints"
"""The boxes in the field ALSO."""


def lobby_message(
    language: Language, state: TableState, avatars: Avatars = NO_AVATARS, *, has_calls: bool = True
) -> Message:
    """The table before its game; once it has started, a link to the game.

    Only the first message after a game notifies the invited members, by mentioning them.
    """
    is_lobby, draw = state.status is Status.LOBBY, None
    words, fields = [_invitation(language, state)], _invited(language, state)
    if is_lobby and state.options.pictures:
        fields = _computers(language, state) | fields
        host = state.find_seat(state.host_id)
        faces, index = seat_faces(language, state, avatars), None if host is None else host.index
        draw = partial(lobby_picture, language, state.options.size, faces, host=index)
        words += unwritten(language, faces)
    else:
        title = language.gettext("🎪 **A table for SCOUT**")
        words = [title, *words, _seats(language, state)]
    # Paused members would slow the game.
    pauses = pause_lines(language, state, state.seats) if is_lobby else ()
    mentions = " ".join(f"<@{member.user_id}>" for member in state.invited)
    content = "\n".join(filter(None, [mentions, *words, *pauses]))
    embed = new_embed(footer=" · ".join(terms(language, state)), fields=fields)
    rows = _rows(language, state, has_calls) if is_lobby else ()
    return Message(embed, rows, content, draw=draw)


def _computers(language: Language, state: TableState) -> dict[str, str]:
    """The computers with their levels, which a picture does not show."""
    seats = [seat for seat in state.seats if seat.is_computer]
    computers = joined(language, (name_of(language, seat) for seat in seats))
    return {language.gettext("Computers"): computers} if computers else {}


def _invited(language: Language, state: TableState) -> dict[str, str]:
    names = [escape_markdown(member.name) or _nameless(language) for member in state.invited]
    # Translators: above the names of the members who are invited to a table.
    return {language.gettext("Invited"): joined(language, names)} if names else {}


def _nameless(language: Language) -> str:
    # Translators: stands for a member's name if it is invisible.
    return language.gettext("(no name)")


def _invitation(language: Language, state: TableState) -> str:
    if state.status is not Status.LOBBY:
        return _started(language, state)
    join, start = language.gettext(_LABELS[Verb.JOIN]), language.gettext(_LABELS[Verb.START])
    if computers := state.options.computers_at_start(len(state.seats)):
        # Translators: {join} and {start} are buttons. The computers are added as the game starts.
        return language.ngettext(
            "Press **{join}** to take a seat. When the host presses **{start}**, {number} "
            "computer joins in.",
            "Press **{join}** to take a seat. When the host presses **{start}**, {number} "
            "computers join in.",
            computers,
            join=join,
            start=start,
        )
    if len(state.seats) < MIN_SEATS:
        return language.gettext("Press **{join}** to take a seat, or add a computer.", join=join)
    are_two = len(state.seats) == MIN_SEATS and not any(seat.is_computer for seat in state.seats)
    if are_two and state.options.size > MIN_SEATS:
        # Translators: {add} is the button that adds a computer.
        return language.gettext(
            "Just the two of you? The game is better with a computer or two: press **{add}**.",
            add=language.gettext(_ADD[Level.MEDIUM]),
        )
    return language.gettext("Everybody here? The host presses **{start}**.", start=start)


def _closed(language: Language, state: TableState) -> str:
    return language.gettext("This table is closed. {reason}", reason=closed_words(language, state))


def _started(language: Language, state: TableState) -> str:
    channel = f"<#{state.channel_id}>"
    if state.status is Status.CLOSED:
        return _closed(language, state)
    if state.parent_id is None:
        return language.gettext("The game has started.")
    if state.status is Status.OVER:
        return language.gettext("The game was played in {channel}.", channel=channel)
    return language.gettext("The game is on in {channel}.", channel=channel)


def _seats(language: Language, state: TableState) -> str:
    names = [
        "🤖 " * seat.is_computer + _hosting(language, state, seat.user_id, name_of(language, seat))
        for seat in state.seats
    ]
    places = state.options.size if state.status is Status.LOBBY else len(names)
    return "\n".join(_numbered(language, names, places))


def _numbered(language: Language, names: list[str], places: int) -> list[str]:
    """The names in their order, a line each, and below them the places that are free."""
    free = [language.pgettext("a seat", "*free*")] * (places - len(names))
    return [f"{number}. {name}" for number, name in enumerate([*names, *free], 1)]


def _hosting(language: Language, state: TableState, user_id: int | None, name: str) -> str:
    """The name of a member, marked if they are the host."""
    return language.gettext("{name} (host)", name=name) if user_id == state.host_id else name


def terms(language: Language, state: TableState) -> Iterator[str]:
    """The options that matter before joining, in a few words each."""
    options = state.options
    if options.length is None:
        yield language.gettext("One round per player")
    else:
        yield rounds_counted(language, options.length)
    if options.turn_limit is None:
        yield language.gettext("No turn limit")
    else:
        limit = duration(language, options.turn_limit)
        yield language.gettext("Turn limit: {duration}", duration=limit)
    if options.ping_after is None:
        yield language.gettext("No reminders")
    elif options.ping_after != DEFAULT_PING:
        yield language.ngettext(
            "Reminder after {number} minute",
            "Reminder after {number} minutes",
            options.ping_after // 60,
        )
    if options.thread:
        yield language.gettext("In its own thread")
    if options.hints:
        yield language.gettext("Hints allowed, so not on the leaderboard")


def _rows(language: Language, state: TableState, has_calls: bool) -> list[Row]:
    button = partial(_button, language, state)
    is_enough = len(state.seats) >= MIN_SEATS
    can_start = is_enough or state.options.fill is not None
    join = ButtonStyle.secondary if is_enough else ButtonStyle.primary
    start = ButtonStyle.success if can_start else ButtonStyle.secondary
    adds = [
        Button(language.gettext(label), ComponentId(Verb.ADD_COMPUTER, state.id, 0, level.value))
        for level, label in _ADD.items()
    ]
    # Apart from Start, so that it is not pressed by mistake.
    last = [button(Verb.CANCEL, ButtonStyle.danger)]
    has_guests = any(seat.user_id not in (None, state.host_id) for seat in state.seats)
    if state.removed or state.invited or has_guests:
        last.append(button(Verb.SHOW_PLAYERS))
    others = [button(verb) for verb in (Verb.LEAVE, Verb.HOW_TO_PLAY, Verb.OPTIONS)]
    if has_calls and len(state.seats) < state.options.size:
        others.append(button(Verb.CALL_PLAYERS))
    return [
        [button(Verb.JOIN, join), button(Verb.START, start)],
        others,
        [*adds, button(Verb.REMOVE_COMPUTER)],
        last,
    ]


def _button(
    language: Language, state: TableState, verb: Verb, style: ButtonStyle = ButtonStyle.secondary
) -> Button:
    return Button(language.gettext(_LABELS[verb]), ComponentId(verb, state.id), style)


def players_message(language: Language, state: TableState, asked_by: int) -> Message:
    """Asks the host or a moderator which player to remove or to invite again."""
    options = list(_player_options(language, state, asked_by))
    if not options:
        return Message(content=language.gettext("There is nobody else at this table."))
    words = language.gettext(
        "Remove a player from this table? They can join it again only if you invite them."
    )
    # A new custom_id clears the pick.
    press = ComponentId(Verb.CHANGE_PLAYER, state.id, len(state.removed))
    select = Select(language.gettext("Choose a player"), press, options[:OPTIONS])
    return Message(rows=[select], content=words)


def _player_options(language: Language, state: TableState, asked_by: int) -> Iterator[Option]:
    others = [
        *((seat.user_id, seat.name) for seat in state.seats if seat.user_id is not None),
        *((member.user_id, member.name) for member in state.invited),
    ]
    for user_id, name in others:
        if user_id != asked_by:
            shown = readable_name(name) or _nameless(language)
            yield Option(language.gettext("Remove {name}", name=shown), f"{OUT} {user_id}")
    for member in state.removed:
        shown = readable_name(member.name) or _nameless(language)
        label = language.gettext("Invite again: {name}", name=shown)
        yield Option(label, f"{INVITE} {member.user_id}")


def options_form(language: Language, state: TableState, offers_thread: bool) -> discord.ui.Modal:
    """The form with the options of `/scout new`; the present options of the lobby are chosen."""
    options = state.options
    # Translators: a field of a form, at most 45 letters.
    also = language.gettext("Thread and hints") if offers_thread else language.gettext("Hints")
    # A new custom_id clears the values that Discord kept in the form.
    press = ComponentId(Verb.SET_OPTIONS, state.id, state.revision % MOST_IN_NUMBER)
    # Translators: the title of a form, at most 45 letters.
    title = language.gettext("Options")
    seats = {number: language.number(number) for number in range(MIN_SEATS, MAX_SEATS + 1)}
    lengths = {number: rounds_counted(language, number) for number in range(1, MAX_LENGTH + 1)}
    rounds = {0: language.gettext("One round per player"), **lengths}
    limits = _durations(language, language.gettext("No limit"), TURN_LIMITS)
    reminders = _durations(language, language.gettext("No reminders"), PINGS)
    fields: dict[str, discord.ui.Item[discord.ui.Modal]] = {
        # Translators: their number: a field of a form, as are the next ones, at most 45 letters.
        language.pgettext("setting", "Seats"): _select(SEATS, seats, options.size),
        language.gettext("Rounds"): _select(ROUNDS, rounds, options.length),
        language.pgettext("setting", "Turn limit"): _select(TURN_LIMIT, limits, options.turn_limit),
        also: _boxes(language, state, offers_thread),
        language.gettext("Reminder after"): _select(PING, reminders, options.ping_after),
    }
    labels = (discord.ui.Label(text=text, component=field) for text, field in fields.items())
    return new_form(title, press, labels)


def _select(
    field: str, labels: Mapping[int, str], present: int | None
) -> discord.ui.Select[discord.ui.Modal]:
    """A select of these numbers; 0 stands for None."""
    options = [
        discord.SelectOption(label=label, value=str(number), default=number == (present or 0))
        for number, label in labels.items()
    ]
    return discord.ui.Select(custom_id=field, options=options)


def _durations(language: Language, none: str, durations: Mapping[int, str]) -> dict[int, str]:
    return {0: none, **{seconds: language.gettext(words) for seconds, words in durations.items()}}


def _boxes(
    language: Language, state: TableState, offers_thread: bool
) -> discord.ui.CheckboxGroup[discord.ui.Modal]:
    thread = language.gettext("In its own thread"), THREAD, state.options.thread
    hints = language.gettext("Hints allowed, so not on the leaderboard"), HINTS, state.options.hints
    options = [
        discord.CheckboxGroupOption(label=label, value=value, default=is_on)
        for label, value, is_on in ((thread, hints) if offers_thread else (hints,))
    ]
    return discord.ui.CheckboxGroup(
        custom_id=ALSO, required=False, min_values=0, max_values=len(options), options=options
    )


def opening_message(
    language: Language, state: TableState, avatars: Avatars = NO_AVATARS, *, has_calls: bool = True
) -> Message:
    """The first message of a table: its list while it is scheduled, else its lobby."""
    if state.status is not Status.SCHEDULED:
        return lobby_message(language, state, avatars, has_calls=has_calls)
    button = partial(_button, language, state)
    answer = _here(language, state)
    if state.roll_call_at is None:
        answer = button(Verb.SIGN_UP, ButtonStyle.primary)
    others = button(Verb.SIGN_OFF), button(Verb.HOW_TO_PLAY)
    rows = [[answer, *others], [button(Verb.CANCEL, ButtonStyle.danger)]]
    return _list_message(language, state, rows)


def roll_call_message(language: Language, state: TableState) -> Message:
    """Asks members on the list whether they are here; once the table is closed, says why."""
    if state.status is not Status.SCHEDULED:
        return Message(content=_closed(language, state))
    called = [one.user_id for one in state.sign_ups if one.mentioned]
    rows = [[_here(language, state), _button(language, state, Verb.SIGN_OFF)]]
    return _list_message(language, state, rows, called)


def _list_message(
    language: Language, state: TableState, rows: Sequence[Row], called: Sequence[int] = ()
) -> Message:
    """What to do now, and the sign-ups in their order, with a waiting list below the seats."""
    seats = state.options.size
    lines = _numbered(language, [*_names(language, state, called)], seats)
    if lines[seats:]:
        lines.insert(seats, f"**{language.gettext('Waiting list')}**")
    content = "\n".join([_list_words(language, state), *lines])
    embed = new_embed(footer=" · ".join(terms(language, state)))
    return Message(embed, rows, content, mentions=called)


def _names(language: Language, state: TableState, called: Sequence[int]) -> Iterator[str]:
    """Those on the list; a mention replaces the name of who is `called`: both can be too long."""
    for member in state.sign_ups:
        name = escape_markdown(member.name) or _nameless(language)
        if member.user_id in called:
            name = f"<@{member.user_id}>"
        yield f"{'✅ ' if member.here else ''}{_hosting(language, state, member.user_id, name)}"


def _list_words(language: Language, state: TableState) -> str:
    assert state.starts_at is not None
    here = language.gettext(HERE)
    if state.waits_for_room:
        # Translators: {until} is a time such as "in 40 minutes".
        todo = language.gettext(
            "Another game is still on. This one begins when there is room for it, or closes "
            "{until}. Press **{here}** to play.",
            until=format_dt(state.starts_at + LONGEST_WAIT, "R"),
            here=here,
        )
    elif state.roll_call_at is not None:
        todo = language.gettext("Press **{here}** now to get a seat.", here=here)
    else:
        todo = language.gettext(
            "Press **{sign_up}** if you want to play. Ten minutes before, I mention all who did: "
            "those who then press **{here}** get the seats.",
            sign_up=language.gettext(SIGN_UP),
            here=here,
        )
    title = language.gettext("🎪 **A table for SCOUT**")
    begins, ahead = format_dt(state.starts_at, "F"), format_dt(state.starts_at, "R")
    return f"{title}\n{begins} ({ahead})\n{todo}"


def _here(language: Language, state: TableState) -> Button:
    return Button(language.gettext(HERE), ComponentId(Verb.SIGN_UP, state.id), ButtonStyle.success)
