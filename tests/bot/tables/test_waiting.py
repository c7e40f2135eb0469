"""Which other games wait for a member, from memory."""

from datetime import timedelta

from bot.tables.core.state import TableState
from bot.tables.service import Tables
from tests.support.tables.fake_clock import FakeClock
from tests.support.tables.members import CHANNEL, MIA, NOAH, first_action, game, play
from tests.support.tables.open_tables import OpenTables


async def others(tables: Tables, state: TableState) -> list[int]:
    return [other.id for other in await tables.waiting.others(MIA.user_id, state.id)]


async def test_games_that_wait_are_known_from_their_changes_longest_first(
    tables: Tables, clock: FakeClock
) -> None:
    games = []
    for number in range(3):
        games.append(await game(tables, NOAH, channel=CHANNEL + number))
        clock.advance(timedelta(seconds=1))
    assert await others(tables, games[2]) == [games[0].id, games[1].id]
    assert await tables.waiting.others(NOAH.user_id, games[0].id)
    await play(tables, games[0], 0, first_action(games[0]))
    assert await others(tables, games[2]) == [games[1].id]
    await tables.lobby.leave(games[1].id, MIA.user_id)
    assert await others(tables, games[2]) == []


async def test_a_game_that_pauses_or_is_over_waits_for_nobody(tables: Tables) -> None:
    state = await game(tables, computers=1)
    other = await game(tables, NOAH, channel=CHANNEL + 1)
    assert await others(tables, other) == [state.id]
    await tables.table_pauses.ask(state.id, MIA.user_id, 1)
    assert await others(tables, other) == []
    await tables.closing.cancel(state.id, MIA)
    assert await others(tables, other) == []


async def test_a_game_whose_channel_is_lost_waits_for_nobody(tables: Tables) -> None:
    state = await game(tables, NOAH)
    other = await game(tables, NOAH, channel=CHANNEL + 1)
    await tables.lifecycle.mark_lost(state.id)
    assert await others(tables, other) == []


async def test_after_a_start_a_members_games_are_read_once(open_tables: OpenTables) -> None:
    tables = open_tables()
    first = await game(tables, NOAH)
    second = await game(tables, NOAH, channel=CHANNEL + 1)
    again = open_tables()
    assert await others(again, second) == []
    await again.waiting.learn(MIA.user_id)
    assert await others(again, second) == [first.id]
    again.waiting.forget_all()
    assert await others(again, second) == []
    await again.waiting.learn(MIA.user_id)
    assert await others(again, second) == [first.id]
