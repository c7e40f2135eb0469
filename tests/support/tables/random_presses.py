"""Presses of all kinds at one table, by chance, for programs that share a database."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NamedTuple

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Status
from bot.tables.core.actor import Actor
from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    LEO,
    MIA,
    MODERATOR,
    NOAH,
    SERVER,
    ZOE,
    any_move,
)

MEMBERS = (MIA, NOAH, AVA, LEO, ZOE)


def _all_refusals(kind: type[TableError]) -> set[type]:
    return {kind}.union(*(_all_refusals(below) for below in kind.__subclasses__()))


REFUSALS = _all_refusals(TableError)
"""What ends as a sentence that says why nothing was done."""


async def play_once(tables: Tables, state: TableState, rng: random.Random) -> object:
    """An action of any seat that is to move, as this program knows the table."""
    state = await tables.repository.get(state.id)
    if state.status is not Status.PLAYING or not state.members_to_move:
        return state
    seat = rng.choice(state.members_to_move)
    assert seat.user_id is not None
    action = any_move(state, seat.index, rng)
    return await tables.turns.play(state.id, seat.user_id, state.decision_number, action)


class Press(NamedTuple):
    """What is done, and the doing of it."""

    kind: str
    result: Awaitable[object]


def a_press(tables: Tables, table_id: int, rng: random.Random, *, channel: int = CHANNEL) -> Press:
    """Something that a member can do at a table, or the scheduler."""
    who: Actor = replace(rng.choice(MEMBERS), token=f"token {rng.random()}")
    other, allowed = rng.choice(MEMBERS), rng.random() < 0.5
    kinds: dict[str, tuple[int, Callable[[], Awaitable[object]]]] = {
        "join": (8, lambda: tables.lobby.join(table_id, who)),
        "leave": (3, lambda: tables.lobby.leave(table_id, who.user_id)),
        "add a computer": (3, lambda: tables.lobby.add_computer(table_id, who)),
        "remove a computer": (1, lambda: tables.lobby.remove_computer(table_id, who)),
        "start": (6, lambda: tables.lobby.start(table_id, MODERATOR)),
        "hints": (1, lambda: tables.lobby.set_options(table_id, MODERATOR, hints=allowed)),
        "take out": (1, lambda: tables.lobby.take_out(table_id, MODERATOR, other.user_id)),
        "invite": (1, lambda: tables.lobby.invite_again(table_id, MODERATOR, other.user_id)),
        "cancel": (1, lambda: tables.closing.cancel(table_id, MODERATOR)),
        "ask to close": (2, lambda: tables.closing.cancel(table_id, who)),
        "answer": (3, lambda: _answer(tables, table_id, who, agrees=allowed)),
        "open": (2, lambda: tables.lifecycle.open(ENGLISH, SERVER, channel, who, TableOptions())),
        "rematch": (2, lambda: tables.lifecycle.rematch(ENGLISH, table_id, who)),
        "repost": (2, lambda: tables.lifecycle.repost(table_id, channel + rng.randrange(2))),
        "lose": (1, lambda: tables.lifecycle.mark_lost(table_id)),
        "find": (1, lambda: tables.lifecycle.mark_found(table_id)),
        "come back": (1, lambda: tables.turns.come_back(table_id, who.user_id)),
        "due": (6, lambda: tables.scheduler.run_due(table_id)),
        "save": (2, lambda: tables.repository.messages.save()),
        "play": (18, lambda: _play(tables, table_id, rng)),
    }
    kind = rng.choices([*kinds], [weight for weight, _ in kinds.values()])[0]
    return Press(kind, kinds[kind][1]())


async def _answer(tables: Tables, table_id: int, who: Actor, *, agrees: bool) -> object:
    """An answer to the request to close the game, if there is one."""
    state = await tables.repository.get(table_id)
    at = 0 if state.closing is None else int(state.closing.at.timestamp())
    answer = tables.closing.agree if agrees else tables.closing.decline
    return await answer(table_id, who.user_id, at)


async def _play(tables: Tables, table_id: int, rng: random.Random) -> object:
    return await play_once(tables, await tables.repository.get(table_id), rng)
