"""The lobby's message: who sits where, and the buttons to come, go and start."""

import discord
from discord import ButtonStyle

from bot.pictures.words import counted
from bot.tables.core.state import MIN_SEATS, SeatState, Status, TableState
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row
from bot.ui.views.text import name_of, plain
from engine.levels import Level

COLOUR = discord.Colour(0x3F6FB5)
HINTS, NO_HINTS = "yes", "no"
TURN_LIMITS = {60: "1 minute", 300: "5 minutes", 3600: "1 hour", 86400: "1 day"}


def lobby_message(state: TableState) -> Message:
    return Message(_embed(state), _rows(state) if state.status is Status.LOBBY else ())


def _embed(state: TableState) -> discord.Embed:
    embed = discord.Embed(
        title="🎪 A table for SCOUT", description=_invitation(state), colour=COLOUR
    )
    embed.add_field(name="Seats", value=_seats(state), inline=False)
    embed.set_footer(text=terms(state))
    return embed


def _invitation(state: TableState) -> str:
    if state.status is Status.CLOSED:
        return f"This table is closed. {plain(state.closed_because)}"
    if state.status is not Status.LOBBY:
        return _whereabouts(state)
    if len(state.seats) < MIN_SEATS:
        return "Press **Join** to take a seat, or fill one with a computer."
    return "The host starts the game when everybody is here."


def _whereabouts(state: TableState) -> str:
    if state.parent_id is None:
        return "The game has started."
    verb = "was played" if state.status is Status.OVER else "is on"
    return f"The game {verb} in <#{state.channel_id}>."


def _seats(state: TableState) -> str:
    taken = [f"{seat.index + 1}. {_occupant(state, seat)}" for seat in state.seats]
    if state.status is Status.LOBBY:
        taken += [f"{number + 1}. *free*" for number in range(len(state.seats), state.options.size)]
    return "\n".join(taken) or "*nobody*"


def _occupant(state: TableState, seat: SeatState) -> str:
    if seat.is_computer:
        return f"🤖 {name_of(seat)}"
    return name_of(seat) + (" (host)" if seat.user_id == state.host_id else "")


def terms(state: TableState) -> str:
    """The rounds, the turn limit, the place and the hints in a few words."""
    length = state.options.length
    rounds = "As many rounds as players" if length is None else counted(length, "round")
    limit = "no turn limit"
    if state.options.turn_limit is not None:
        limit = f"{TURN_LIMITS[state.options.turn_limit]} a turn"
    thread = " · in a thread of its own" if state.options.thread else ""
    hints = " · with hints, does not count on the leaderboard" if state.options.hints else ""
    return f"{rounds} · {limit}{thread}{hints}"


def _rows(state: TableState) -> list[Row]:
    def button(
        label: str, verb: Verb, style: ButtonStyle = ButtonStyle.secondary, detail: str = ""
    ) -> Button:
        return Button(label, ComponentId(verb, state.id, detail=detail), style)

    hints = button("Allow hints", Verb.SET_HINTS, detail=HINTS)
    no_hints = button("No hints", Verb.SET_HINTS, detail=NO_HINTS)
    return [
        [button("Join", Verb.JOIN, ButtonStyle.primary), button("Leave", Verb.LEAVE)],
        [
            *(button(f"Add {level}", Verb.ADD_COMPUTER, detail=level.value) for level in Level),
            button("Remove computer", Verb.REMOVE_COMPUTER),
        ],
        [
            button("Start", Verb.START, ButtonStyle.success),
            button("Cancel", Verb.CANCEL, ButtonStyle.danger),
            no_hints if state.options.hints else hints,
        ],
    ]
