"""The list of a member's running games."""

from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

import discord

from bot.tables.core.state import Status, TableState
from bot.text.words import listed
from bot.ui.kit.message import Message
from bot.ui.views.lobby import COLOUR
from bot.ui.views.text import name_of

_LENGTH = 4000
"""Characters of all lines, a little less than an embed takes."""


class RunningGame(NamedTuple):
    """A live table where the member sits, and a link to it."""

    state: TableState
    link: str


def running_message(games: Sequence[RunningGame], user_id: int) -> Message:
    """The member's running games, those that wait for them first."""
    if not games:
        nothing = "You have no running games in this server. `/scout new` opens a table."
        return Message(discord.Embed(description=nothing, colour=COLOUR))
    ordered = sorted(games, key=lambda game: not _waits_for(game.state, user_id))
    lines = [_running(game, user_id) for game in ordered]
    shown = list(takewhile(lambda end: end <= _LENGTH, accumulate(len(line) + 1 for line in lines)))
    if len(shown) < len(lines):
        lines[len(shown) :] = [f"And {len(lines) - len(shown)} more."]
    embed = discord.Embed(
        title="Your games in this server", description="\n".join(lines), colour=COLOUR
    )
    return Message(embed)


def _waits_for(state: TableState, user_id: int) -> bool:
    return any(seat.user_id == user_id for seat in state.members_to_move)


def _running(game: RunningGame, user_id: int) -> str:
    state = game.state
    others = [name_of(seat) for seat in state.seats if seat.user_id != user_id]
    who = f" with {listed(others)}" if others else ""
    line = f"{_turn(state, user_id)} · [{_stage(state)}]({game.link}){who} in <#{state.channel_id}>"
    if state.deadline is not None and _waits_for(state, user_id):
        line += f", until <t:{int(state.deadline.timestamp())}:R>"
    return line


def _stage(state: TableState) -> str:
    if state.game is None:
        return "the lobby"
    return f"round {len(state.game.rounds)} of {state.length}"


def _turn(state: TableState, user_id: int) -> str:
    if state.status is Status.LOBBY:
        return "Not started yet"
    if _waits_for(state, user_id):
        return "**Your turn**"
    return f"Waiting for {listed([name_of(seat) for seat in state.to_move])}"
