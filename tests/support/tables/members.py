"""Members, and tables with these members at their seats."""

import random
from datetime import UTC, datetime

from bot.storage import models, queries
from bot.storage.models.options import TableOptions
from bot.storage.models.requests import RequestKind
from bot.storage.models.tables import PrivateKind, Status
from bot.tables.core.actor import Actor
from bot.tables.core.message_store import MessageStore
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from engine.actions import Action, Orient
from tests.support.engine.random_games import any_action

SERVER, CHANNEL = 1, 10
REACHED_UNTIL = datetime(2026, 5, 1, 20, 15, tzinfo=UTC)


def member(user_id: int, name: str, *, manages: bool = False) -> Actor:
    return Actor(user_id, name, manages, f"token of {name}", REACHED_UNTIL)


MIA, NOAH, AVA, LEO, ZOE = (
    member(user_id, name) for user_id, name in enumerate(("Mia", "Noah", "Ava", "Leo", "Zoe"), 100)
)
MODERATOR = member(200, "Moderator", manages=True)


async def lobby(
    tables: Tables,
    *others: Actor,
    computers: int = 0,
    channel: int = CHANNEL,
    options: TableOptions | None = None,
) -> TableState:
    """A table that Mia opened and these others joined."""
    state = await tables.lifecycle.open(ENGLISH, SERVER, channel, MIA, options or TableOptions())
    for actor in others:
        state = await tables.lobby.join(state.id, actor)
    for _ in range(computers):
        state = await tables.lobby.add_computer(state.id, MIA)
    return state


async def game(
    tables: Tables,
    *others: Actor,
    computers: int = 0,
    channel: int = CHANNEL,
    options: TableOptions | None = None,
) -> TableState:
    """The same table, started: nobody has chosen a hand (R6)."""
    state = await lobby(tables, *others, computers=computers, channel=channel, options=options)
    return await tables.lobby.start(state.id, MIA)


async def game_on_turn(
    tables: Tables,
    *others: Actor,
    computers: int = 0,
    channel: int = CHANNEL,
    options: TableOptions | None = None,
) -> TableState:
    """The same table when all have kept their hands."""
    state = await game(tables, *others, computers=computers, channel=channel, options=options)
    await tables.turns.move_computers(state, tables.repository.now())
    for seat in state.members_to_move:
        await play(tables, state, seat.index, Orient(False))
    return await tables.repository.get(state.id)


async def play(tables: Tables, state: TableState, position: int, action: Action) -> TableState:
    """This action of the member in the seat, at the turn that `state` shows."""
    user_id = state.seats[position].user_id
    assert user_id is not None
    return await tables.turns.play(state.id, user_id, state.decision_number, action)


def any_move(state: TableState, position: int, rng: random.Random) -> Action:
    assert state.game is not None
    assert state.game.current is not None
    return any_action(state.game.current, position, rng)


async def play_on(tables: Tables, state: TableState, rng: random.Random) -> TableState:
    """One random action of a member who is to move."""
    seat = rng.choice(state.members_to_move)
    return await play(tables, state, seat.index, any_move(state, seat.index, rng))


async def play_until_moved(
    tables: Tables, state: TableState, who: Actor, rng: random.Random
) -> TableState:
    """Random actions of everybody until this member has had a turn."""
    while True:
        if not state.members_to_move:
            await tables.turns.move_computers(state, tables.repository.now())
            state = await tables.repository.get(state.id)
            continue
        seat = state.members_to_move[0]
        is_turn = len(state.to_move) == 1 and seat.user_id == who.user_id
        state = await play(tables, state, seat.index, any_move(state, seat.index, rng))
        if is_turn and state.game is not None and state.game.rounds[-1].log:
            return state


async def move_on(tables: Tables, state: TableState, rng: random.Random) -> TableState:
    """A move of whoever the table waits for: of a member, otherwise of the computers."""
    if state.members_to_move:
        return await play_on(tables, state, rng)
    await tables.turns.move_computers(state, tables.repository.now())
    return await tables.repository.get(state.id)


async def play_to_the_end(tables: Tables, state: TableState, rng: random.Random) -> TableState:
    while state.status is Status.PLAYING:
        state = await move_on(tables, state, rng)
    return state


async def end(tables: Tables, state: TableState, seed: int = 5) -> TableState:
    """Play the table, as it stands by now, to its end."""
    state = await tables.repository.get(state.id)
    return await play_to_the_end(tables, state, random.Random(seed))


async def stored_table(tables: Tables, state: TableState) -> models.Table:
    """The row of the table, with its parts, as another program would read it."""
    async with tables.repository.database.read() as session:
        table = await queries.tables.find_table(session, state.id)
    assert table is not None
    return table


async def due_at(tables: Tables, state: TableState) -> datetime | None:
    """When the scheduler looks at the table next."""
    return (await stored_table(tables, state)).due_at


async def tokens(tables: Tables, state: TableState) -> dict[int, tuple[str, datetime]]:
    """The tokens for members' hands, as another program would read them."""
    await tables.repository.messages.save()
    stored = await MessageStore(tables.repository.database).of(state.id)
    hands = stored.private_of_kind(PrivateKind.HAND)
    return {hand.user_id: (hand.token, hand.until) for hand in hands}


async def actions(tables: Tables, state: TableState) -> list[models.Action]:
    async with tables.repository.database.read() as session:
        return list(await queries.tables.actions_of(session, state.id))


async def run_due(tables: Tables, state: TableState) -> TableState:
    """The table after the scheduler did what is due there."""
    await tables.scheduler.run_due(state.id)
    return await tables.repository.get(state.id)


def first_action(state: TableState) -> Action:
    """An action, always the same, of the seat that is to move last."""
    assert state.game is not None
    assert state.game.current is not None
    return state.game.current.legal_actions(state.to_move[-1].index)[0]


async def asked_to_block(
    tables: Tables, member: Actor, server: int = SERVER, *, by: Actor = MODERATOR
) -> int:
    """The id of a moderator's stored request to block the member."""
    about = member.user_id, member.name
    return await tables.requests.store(ENGLISH, RequestKind.BLOCK, server, by, about=about)


async def block(
    tables: Tables, member: Actor, server: int = SERVER, *, by: Actor = MODERATOR
) -> None:
    """Block the member, as a moderator's request that is finished does."""
    request = await tables.requests.begin(await asked_to_block(tables, member, server, by=by))
    assert request is not None
    await tables.requests.block(request.id)
    await tables.requests.finish(request)


async def hand_over(tables: Tables, state: TableState, by: int, index: int) -> TableState:
    return await tables.absence.hand_over(state.id, by, state.decision_number, index)
