"""The lobby's message: the seats, and the buttons to join, leave and start."""

from functools import partial

from discord import ButtonStyle

from bot.pictures.gallery import lobby_picture
from bot.tables.core.state import DEFAULT_PING, MIN_SEATS, SeatState, Status, TableState
from bot.text.language import Language
from bot.text.names import readable_name
from bot.text.words import counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import OPTIONS, Button, Message, Option, Row, Select
from bot.ui.views.elements import (
    NO_AVATARS,
    Avatars,
    escape_markdown,
    name_of,
    new_embed,
    seat_faces,
)
from bot.ui.views.settings import PINGS, TURN_LIMITS
from engine.players import Level

HINTS, NO_HINTS = "yes", "no"
OUT, INVITE = "out", "invite"


def lobby_message(language: Language, state: TableState, avatars: Avatars = NO_AVATARS) -> Message:
    """The table before its game; once it has started, a link to the game.

    It mentions the invited members and notifies none: only the first one after a game does.
    """
    footer = " · ".join(terms(language, state))
    rows = _rows(language, state) if state.status is Status.LOBBY else ()
    mentioned = " ".join(f"<@{member.user_id}>" for member in state.invited)
    mentions, words = [mentioned] if mentioned else [], _invitation(language, state)
    invited = {"Invited": _names_of_invited(language, state)} if state.invited else {}
    if not state.options.pictures or state.status is not Status.LOBBY:
        content = "\n".join([*mentions, "🎪 **A table for SCOUT**", words, _seats(language, state)])
        return Message(new_embed(footer=footer, fields=invited), rows, content)
    # A face does not show how well it plays.
    computers = ", ".join(name_of(language, seat) for seat in state.seats if seat.is_computer)
    fields = {"Computers": computers} if computers else {}
    fields |= invited
    host = state.find_seat(state.host_id)
    faces, index = seat_faces(state, avatars), None if host is None else host.index
    draw = partial(lobby_picture, language, state.options.size, faces, host=index)
    embed = new_embed(footer=footer, fields=fields)
    return Message(embed, rows, "\n".join([*mentions, words]), draw=draw)


def _names_of_invited(language: Language, state: TableState) -> str:
    return ", ".join(escape_markdown(member.name) or "a player" for member in state.invited)


def _invitation(language: Language, state: TableState) -> str:
    if state.status is Status.CLOSED:
        return f"This table is closed. {escape_markdown(state.closed_because)}"
    if state.status is not Status.LOBBY:
        if state.parent_id is None:
            return "The game has started."
        verb = "was played" if state.status is Status.OVER else "is on"
        return f"The game {verb} in <#{state.channel_id}>."
    if len(state.seats) < MIN_SEATS:
        return "Press **Join** to take a seat, or add a computer."
    if len(state.seats) == MIN_SEATS and not any(seat.is_computer for seat in state.seats):
        return (
            "Just the two of you? The game is better with a computer or two: "
            f"press **Add {Level.MEDIUM}**."
        )
    return "Everybody here? The host presses **Start**."


def _seats(language: Language, state: TableState) -> str:
    taken = [f"{seat.index + 1}. {_occupant(language, state, seat)}" for seat in state.seats]
    if state.status is Status.LOBBY:
        taken += [f"{number + 1}. *free*" for number in range(len(state.seats), state.options.size)]
    return "\n".join(taken) or "none"


def _occupant(language: Language, state: TableState, seat: SeatState) -> str:
    if seat.is_computer:
        return f"🤖 {name_of(language, seat)}"
    return name_of(language, seat) + (" (host)" if seat.user_id == state.host_id else "")


def terms(language: Language, state: TableState) -> list[str]:
    """The options that matter before joining, in a few words each."""
    options = state.options
    length = options.length
    words = ["One round per player" if length is None else counted(language, length, "round")]
    if options.turn_limit is None:
        words.append("No turn limit")
    else:
        words.append(f"{TURN_LIMITS[options.turn_limit]} per turn")
    if options.ping_after is None:
        words.append("No pings")
    elif options.ping_after != DEFAULT_PING:
        words.append(f"Pings after {PINGS[options.ping_after]}")
    if options.thread:
        words.append("In its own thread")
    if options.hints:
        words.append("Hints allowed, so not on the leaderboard")
    return words


def _has_guests(state: TableState) -> bool:
    """Whether members other than the host have seats."""
    return any(seat.user_id not in (None, state.host_id) for seat in state.seats)


def _rows(language: Language, state: TableState) -> list[Row]:
    def button(
        label: str, verb: Verb, style: ButtonStyle = ButtonStyle.secondary, detail: str = ""
    ) -> Button:
        return Button(label, ComponentId(verb, state.id, detail=detail), style)

    join, start = ButtonStyle.primary, ButtonStyle.secondary
    if len(state.seats) >= MIN_SEATS:
        join, start = ButtonStyle.secondary, ButtonStyle.success
    hints = button("Allow hints", Verb.SET_HINTS, detail=HINTS)
    no_hints = button("No hints", Verb.SET_HINTS, detail=NO_HINTS)
    players = button("Remove a player", Verb.SHOW_PLAYERS)
    return [
        [
            button("Join", Verb.JOIN, join),
            button("Leave", Verb.LEAVE),
            button("How to play", Verb.HOW_TO_PLAY),
        ],
        [
            *(button(f"Add {level}", Verb.ADD_COMPUTER, detail=level.value) for level in Level),
            button("Remove computer", Verb.REMOVE_COMPUTER),
        ],
        [button("Start", Verb.START, start), no_hints if state.options.hints else hints],
        # Apart from Start, so that no thumb hits it by mistake.
        [
            button("Cancel", Verb.CANCEL, ButtonStyle.danger),
            *([players] if state.removed or state.invited or _has_guests(state) else []),
        ],
    ]


def players_message(language: Language, state: TableState, asker: int) -> Message:
    """Asks the host, or a moderator, which player to take out of the lobby or to invite again."""
    others = [
        *((seat.user_id, seat.name) for seat in state.seats if seat.user_id is not None),
        *((member.user_id, member.name) for member in state.invited),
    ]
    deeds = [
        *(("Remove", OUT, *other) for other in others if other[0] != asker),
        *(("Invite again:", INVITE, member.user_id, member.name) for member in state.removed),
    ]
    options = [
        Option(f"{words} {readable_name(name) or 'a player'}", f"{deed} {user_id}")
        for words, deed, user_id, name in deeds
    ]
    words = "Remove a player from this table? They can join it again only if you invite them."
    if not options:
        return Message(content="There is nobody else at this table.")
    # Discord keeps showing what was picked while the custom_id is the same.
    press = ComponentId(Verb.CHANGE_PLAYER, state.id, len(state.removed))
    return Message(rows=[Select("Choose a player", press, options[:OPTIONS])], content=words)
