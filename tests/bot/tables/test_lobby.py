import asyncio
from dataclasses import replace

import pytest

from bot.storage.models.options import TableOptions
from bot.storage.models.tables import Reason, Status
from bot.tables.closing import ClosingWay
from bot.tables.core.errors import ChannelTaken, NoSuchTable, NotSeated, TableError, WrongStage
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.text.language import ENGLISH
from bot.text.names import PlayerName, full_name
from engine.players import Level
from tests.support.tables.members import (
    AVA,
    CHANNEL,
    LEO,
    MIA,
    MODERATOR,
    NOAH,
    SERVER,
    ZOE,
    game,
    lobby,
    member,
    stored_table,
    tokens,
)
from tests.support.tables.open_tables import OpenTables


def names(state: TableState) -> list[str]:
    assert [seat.index for seat in state.seats] == list(range(len(state.seats)))
    return [seat.name for seat in state.seats]


async def test_a_member_who_opens_a_table_hosts_it_and_sits_first(tables: Tables) -> None:
    state = await tables.lifecycle.open(ENGLISH, SERVER, CHANNEL, MIA, TableOptions(4, 2, 60))
    assert (state.status, state.host_id, names(state)) == (Status.LOBBY, MIA.user_id, ["Mia"])
    assert (state.options.size, state.length, state.options.turn_limit) == (4, 2, 60)
    assert await tables.repository.find_live_in(CHANNEL) == state


async def test_a_second_table_in_a_channel_is_refused_with_the_first(tables: Tables) -> None:
    state = await lobby(tables)
    with pytest.raises(ChannelTaken, match=r"This channel already has a table\.") as refusal:
        await tables.lifecycle.open(ENGLISH, SERVER, CHANNEL, NOAH, TableOptions())
    assert refusal.value.table_id == state.id
    assert (
        await tables.lifecycle.open(ENGLISH, SERVER, CHANNEL + 1, NOAH, TableOptions())
    ).id != state.id


async def test_of_two_tables_opened_at_once_one_is_refused(
    tables: Tables, open_tables: OpenTables
) -> None:
    other_program = open_tables()
    outcomes = await asyncio.gather(
        tables.lifecycle.open(ENGLISH, SERVER, CHANNEL, MIA, TableOptions()),
        other_program.lifecycle.open(ENGLISH, SERVER, CHANNEL, NOAH, TableOptions()),
        return_exceptions=True,
    )
    (opened,) = (outcome for outcome in outcomes if isinstance(outcome, TableState))
    (refused,) = (outcome for outcome in outcomes if isinstance(outcome, ChannelTaken))
    assert refused.table_id == opened.id


async def test_members_take_seats_in_the_order_they_join(tables: Tables) -> None:
    assert names(await lobby(tables, NOAH, AVA)) == ["Mia", "Noah", "Ava"]


async def test_joining_twice_keeps_the_one_seat(tables: Tables) -> None:
    state = await lobby(tables, NOAH, NOAH)
    assert names(state) == ["Mia", "Noah"]
    await asyncio.gather(*(tables.lobby.join(state.id, AVA) for _ in range(2)))
    assert names(await tables.repository.get(state.id)) == ["Mia", "Noah", "Ava"]


async def test_members_who_join_at_once_all_sit(tables: Tables) -> None:
    state = await lobby(tables)
    await asyncio.gather(*(tables.lobby.join(state.id, each) for each in (NOAH, AVA, LEO, ZOE)))
    seated = names(await tables.repository.get(state.id))
    assert sorted(seated) == ["Ava", "Leo", "Mia", "Noah", "Zoe"]


async def test_a_full_table_takes_nobody(tables: Tables) -> None:
    state = await lobby(tables, NOAH, options=TableOptions(size=2))
    with pytest.raises(TableError, match=r"All seats are taken\."):
        await tables.lobby.join(state.id, AVA)
    with pytest.raises(TableError, match=r"All seats are taken\."):
        await tables.lobby.add_computer(state.id, MIA)
    assert names(await tables.lobby.join(state.id, NOAH)) == ["Mia", "Noah"]


async def test_one_of_two_members_who_press_for_the_last_seat_gets_it(tables: Tables) -> None:
    state = await lobby(tables, options=TableOptions(size=2))
    outcomes = await asyncio.gather(
        *(tables.lobby.join(state.id, each) for each in (NOAH, AVA)), return_exceptions=True
    )
    (refused,) = (outcome for outcome in outcomes if isinstance(outcome, TableError))
    assert "All seats are taken." in str(refused)
    assert len((await tables.repository.get(state.id)).seats) == 2


async def test_the_way_to_reach_a_member_is_kept_and_renewed(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    later = replace(MIA, token=f"{MIA.token}, renewed")
    await tables.lobby.join(state.id, later)
    assert await tokens(tables, state) == {
        MIA.user_id: (later.token, later.until),
        NOAH.user_id: (NOAH.token, NOAH.until),
    }


@pytest.mark.slow
@pytest.mark.parametrize("level", Level)
async def test_computers_have_names_of_their_own_with_their_level(
    tables: Tables, level: Level
) -> None:
    state = await lobby(tables)
    for _ in range(4):
        state = await tables.lobby.add_computer(state.id, MIA, level)
    assert len(set(names(state))) == 5
    called = [full_name(ENGLISH, seat.called) for seat in state.seats[1:]]
    assert all(name.endswith(f" ({level})") for name in called)
    assert [seat.is_computer for seat in state.seats] == [False, True, True, True, True]
    assert [seat.level for seat in state.seats[1:]] == [level] * 4


async def test_no_two_levels_share_a_name(tables: Tables) -> None:
    state = await lobby(tables)
    for level in Level:
        state = await tables.lobby.add_computer(state.id, MIA, level)
    assert len({name.partition(" (")[0] for name in names(state)}) == 1 + len(Level)


async def test_only_members_at_the_table_and_moderators_change_the_computers(
    tables: Tables,
) -> None:
    state = await lobby(tables, NOAH)
    refusal = "Only seated players can add or remove computers"
    with pytest.raises(TableError, match=refusal):
        await tables.lobby.add_computer(state.id, AVA)
    await tables.lobby.add_computer(state.id, NOAH)
    with pytest.raises(TableError, match=refusal):
        await tables.lobby.remove_computer(state.id, AVA)
    await tables.lobby.remove_computer(state.id, MODERATOR)
    state = await tables.lobby.add_computer(state.id, MODERATOR)
    assert len(state.seats) == 3


async def test_the_computer_that_came_last_is_removed(tables: Tables) -> None:
    state = await lobby(tables, computers=2)
    state = await tables.lobby.join(state.id, NOAH)
    first, second = names(state)[1:3]
    state = await tables.lobby.remove_computer(state.id, MIA)
    assert names(state) == ["Mia", first, "Noah"]
    assert second not in names(state)


async def test_without_a_computer_none_is_removed(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    with pytest.raises(TableError, match="There is no computer to remove"):
        await tables.lobby.remove_computer(state.id, MIA)


async def test_leaving_frees_the_seat_and_the_others_move_up(tables: Tables) -> None:
    state = await lobby(tables, NOAH, AVA, LEO)
    assert names(await tables.lobby.leave(state.id, NOAH.user_id)) == ["Mia", "Ava", "Leo"]
    assert names(await tables.lobby.join(state.id, NOAH)) == ["Mia", "Ava", "Leo", "Noah"]


async def test_a_member_who_moved_up_can_still_be_reached(tables: Tables) -> None:
    state = await lobby(tables, NOAH, AVA)
    state = await tables.lobby.leave(state.id, NOAH.user_id)
    assert list(await tokens(tables, state)) == [MIA.user_id, AVA.user_id]


async def test_a_host_who_leaves_passes_on_the_hosting(tables: Tables) -> None:
    state = await lobby(tables, NOAH, AVA)
    assert (await tables.lobby.leave(state.id, MIA.user_id)).host_id == NOAH.user_id
    assert (await tables.lobby.leave(state.id, AVA.user_id)).host_id == NOAH.user_id


async def test_hosting_never_passes_to_a_computer(tables: Tables) -> None:
    state = await lobby(tables, computers=1)
    await tables.lobby.join(state.id, NOAH)
    assert (await tables.lobby.leave(state.id, MIA.user_id)).host_id == NOAH.user_id


async def test_a_lobby_closes_behind_the_last_member(tables: Tables) -> None:
    state = await lobby(tables, NOAH, computers=1)
    await tables.lobby.leave(state.id, MIA.user_id)
    state = await tables.lobby.leave(state.id, NOAH.user_id)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.EMPTY)
    assert await tables.repository.find_live_in(CHANNEL) is None


async def test_only_a_member_at_the_table_leaves(tables: Tables) -> None:
    state = await lobby(tables)
    with pytest.raises(NotSeated, match="You have no seat at this table"):
        await tables.lobby.leave(state.id, NOAH.user_id)


@pytest.mark.parametrize("command", ["start", "cancel"])
async def test_only_the_host_or_a_moderator_starts_and_cancels(
    tables: Tables, command: str
) -> None:
    state = await lobby(tables, NOAH)
    act = tables.lobby.start if command == "start" else tables.closing.cancel
    with pytest.raises(TableError, match="Only the host or a moderator can"):
        await act(state.id, NOAH)
    done = await act(state.id, MODERATOR)
    assert done.status in (Status.PLAYING, Status.CLOSED)


async def test_one_alone_cannot_start(tables: Tables) -> None:
    state = await lobby(tables)
    with pytest.raises(TableError, match="You need at least two players"):
        await tables.lobby.start(state.id, MIA)
    await tables.lobby.add_computer(state.id, MIA)
    assert (await tables.lobby.start(state.id, MIA)).status is Status.PLAYING


@pytest.mark.slow
async def test_starting_deals_as_many_rounds_as_players_unless_chosen(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA)
    assert state.game is not None
    assert (state.game.players, state.game.length, len(state.game.rounds)) == (3, 3, 1)
    other = await game(tables, NOAH, channel=CHANNEL + 1, options=TableOptions(length=7))
    assert other.game is not None
    assert (other.game.length, other.length) == (7, 7)


async def test_a_double_start_deals_once(tables: Tables) -> None:
    state = await lobby(tables, NOAH)
    outcomes = await asyncio.gather(
        *(tables.lobby.start(state.id, MIA) for _ in range(2)), return_exceptions=True
    )
    assert sum(isinstance(outcome, WrongStage) for outcome in outcomes) == 1
    assert len((await stored_table(tables, state)).rounds) == 1


@pytest.mark.parametrize("command", ["join", "add_computer", "remove_computer", "start"])
async def test_a_game_under_way_has_no_lobby(tables: Tables, command: str) -> None:
    state = await game(tables, NOAH)
    with pytest.raises(WrongStage, match="The game has already started"):
        await getattr(tables.lobby, command)(state.id, MIA)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["join", "leave", "add_computer", "remove_computer", "start", "cancel"]
)
async def test_at_a_closed_table_nothing_happens(tables: Tables, command: str) -> None:
    state = await lobby(tables, NOAH)
    state = await tables.closing.cancel(state.id, MIA)
    assert (state.closed_reason, state.closed_detail) == (Reason.ENDED, "Mia")
    act = getattr(tables.closing if command == "cancel" else tables.lobby, command)
    with pytest.raises(WrongStage, match="This table is closed"):
        await act(state.id, MIA.user_id if command == "leave" else MIA)
    assert await tables.repository.get(state.id) == state


async def test_a_table_that_never_was_is_gone(tables: Tables) -> None:
    with pytest.raises(NoSuchTable, match="This table no longer exists"):
        await tables.lobby.join(7, MIA)
    with pytest.raises(NoSuchTable):
        await tables.repository.get(7)


async def test_what_is_refused_changes_nothing(tables: Tables) -> None:
    state = await lobby(tables, NOAH, options=TableOptions(size=2))
    with pytest.raises(TableError):
        await tables.lobby.join(state.id, AVA)
    assert await tables.repository.get(state.id) == state


async def test_a_member_who_leaves_a_game_is_replaced_by_a_computer(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA)
    state = await tables.lobby.leave(state.id, MIA.user_id)
    assert state.seats[0].is_computer
    assert state.seats[0].called == PlayerName("Juggler", Level.MEDIUM, "Mia")
    assert (state.status, state.host_id) == (Status.PLAYING, NOAH.user_id)
    with pytest.raises(NotSeated):
        state.seat_of(MIA.user_id)
    assert list(await tokens(tables, state)) == [NOAH.user_id, AVA.user_id]


async def test_a_game_closes_behind_the_last_member(tables: Tables) -> None:
    state = await game(tables, computers=1)
    state = await tables.lobby.leave(state.id, MIA.user_id)
    assert (state.status, state.closed_reason) == (Status.CLOSED, Reason.EMPTY)


async def test_a_member_named_like_a_computer_may_leave_too(tables: Tables) -> None:
    tumbler = member(300, "Tumbler")
    state = await lobby(tables, tumbler, computers=3)
    await tables.lobby.start(state.id, MIA)
    state = await tables.lobby.leave(state.id, tumbler.user_id)
    assert state.find_seat(tumbler.user_id) is None


async def test_of_two_members_who_leave_each_is_replaced_by_another_computer(
    tables: Tables,
) -> None:
    state = await game(tables, NOAH, AVA, computers=1)
    for actor in (MIA, NOAH):
        state = await tables.lobby.leave(state.id, actor.user_id)
    assert [(seat.name, seat.instead_of) for seat in state.seats] == [
        ("Acrobat", "Mia"),
        ("Stilt Walker", "Noah"),
        ("Ava", None),
        ("Juggler", None),
    ]


async def test_a_members_tables_are_found_newest_first(tables: Tables) -> None:
    first = await lobby(tables, NOAH)
    second = await game(tables, NOAH, channel=CHANNEL + 1)
    await lobby(tables, AVA, channel=CHANNEL + 2)
    closed = await lobby(tables, NOAH, channel=CHANNEL + 3)
    await tables.closing.cancel(closed.id, MIA)
    assert await tables.repository.live_of(SERVER, NOAH.user_id) == [second, first]
    assert await tables.repository.live_of(SERVER + 1, NOAH.user_id) == []


async def test_listeners_hear_of_a_change_after_it_is_committed(tables: Tables) -> None:
    state = await lobby(tables)
    heard: list[TableState] = []
    stored: list[asyncio.Task[TableState]] = []
    tables.repository.listeners += [
        heard.append,
        lambda announced: stored.append(asyncio.create_task(tables.repository.get(announced.id))),
    ]
    joined = await tables.lobby.join(state.id, NOAH)
    assert heard == await asyncio.gather(*stored) == [joined]
    with pytest.raises(TableError):
        await tables.lobby.start(state.id, NOAH)
    assert heard == [joined]


async def test_leaving_a_lobby_that_has_started_is_refused(tables: Tables) -> None:
    state = await game(tables, NOAH, AVA)
    with pytest.raises(WrongStage):
        await tables.lobby.leave(state.id, NOAH.user_id, Status.LOBBY)
    assert await tables.repository.get(state.id) == state


async def test_closing_a_lobby_that_has_started_is_refused(tables: Tables) -> None:
    state = await game(tables, NOAH)
    with pytest.raises(WrongStage):
        await tables.closing.cancel(state.id, MIA, ClosingWay.LOBBY)
    assert (await tables.repository.get(state.id)).status is Status.PLAYING


async def test_a_refused_leave_keeps_the_hand(tables: Tables) -> None:
    state = await game(tables, NOAH)
    before = await tokens(tables, state)
    with pytest.raises(WrongStage):
        await tables.lobby.leave(state.id, NOAH.user_id, Status.LOBBY)
    assert await tokens(tables, state) == before
