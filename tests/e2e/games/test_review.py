"""`/scout record review`: a whole game is played, then looked back at by who played it."""

import asyncio
import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from simcord.results import ResponseMessage

from bot.storage import queries
from bot.storage.models.tables import Seat, Source
from bot.ui.controllers import games as reviewing
from bot.ui.kit.component_id import ComponentId, Verb
from engine.actions import Action
from engine.players import Comparison
from engine.view import View
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import Control, labels, title, words
from tests.support.discord.network_faults import failing
from tests.support.discord.quick_game import play_out
from tests.support.discord.random_presses import press_at_random
from tests.support.discord.scout_channel import scout_channel
from tests.support.tables.evaluators import SlowEvaluate, rough

PAUSE, MINUTE = 10.0, 60.0
"""Seconds for a move; a note lives for less than a quarter of an hour."""


@pytest.fixture(autouse=True)
def _slow_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord waits in real time for what comes within its five seconds."""
    monkeypatch.setattr(reviewing, "PROGRESS_INTERVAL", PAUSE)


class Read(NamedTuple):
    """A page as it was read; `alts` are its pictures' alt texts."""

    title: str
    words: str
    alts: list[str]


def read(shown: ResponseMessage) -> Read:
    alts = [attachment.description or "" for attachment in shown.attachments]
    return Read(title(shown), words(shown), alts)


async def read_on(member: Member, shown: ResponseMessage) -> list[Read]:
    """This page and all that follow."""
    found = [read(shown)]
    while "Next page" in labels(shown):
        shown = await member.press("Next page", shown)
        found.append(read(shown))
    return found


async def play(here: Channel, rounds: int = 1) -> list[Member]:
    members = await here.start(2, rounds=rounds)
    await play_out(here)
    return members


async def own_moves(here: Channel, seat: int, table_id: int = 1) -> int:
    async with here.client.database.read() as session:
        rows = await queries.tables.actions_of(session, table_id)
    return sum((row.seat, row.source) == (seat, Source.MEMBER) for row in rows)


@pytest.mark.long
@pytest.mark.parametrize(("seats", "computers", "rounds"), [(2, 0, 2), (3, 1, 3), (5, 3, 1)])
async def test_a_game_is_looked_back_at_page_by_page(
    folder: Path, seats: int, computers: int, rounds: int
) -> None:
    async with scout_channel(folder, evaluate=rough) as here:
        members = await here.start(seats, computers, rounds=rounds)
        await press_at_random(members, random.Random(1))
        for seat, member in enumerate(members):
            await here.client.tables.preferences.update(member.id, pictures=True)
            shown = await member.slash("record review")
            assert shown.ephemeral
            pages = await read_on(member, shown)
            moves = [line for page in pages for line in moves_in(page)]
            assert len(moves) == await own_moves(here, seat)
            costs = sorted((cost for cost in map(cost_of, moves) if cost), reverse=True)
            assert_the_summary_adds_up(pages[0], moves, costs)
            costly = [page for page in pages if "most costly" in page.title]
            assert [worth_said(page) for page in costly] == costs[:3]
            assert all(
                re.search(r"^The hard computer's move: \*\*.+\*\*\. It .+\.$", page.words, re.M)
                for page in costly
            )
            assert [len(page.alts) for page in pages] == [1] * (1 + len(costly)) + [0] * rounds


@pytest.mark.slow
async def test_a_player_opens_the_review_below_the_final_scores(folder: Path) -> None:
    async with scout_channel(folder, evaluate=rough) as here:
        members = await play(here)
        (final,) = here.titled("🏆")
        stranger = here.add_member("Zoe")
        assert "did not play" in words(await stranger.press("Review", final))
        for member in members:
            shown = await member.press("Review", final)
            assert (shown.ephemeral, title(shown)) == (True, "🔎 Your moves in game #1")


def moves_in(page: Read) -> list[str]:
    """The lines of a round's moves."""
    return re.findall(r"^(?:Turn \d+|Before turn 1): .+$", page.words, re.MULTILINE)


def cost_of(line: str) -> float:
    """What a move gave away, by its line."""
    found = re.search(r"\. Better: .+ \(\*\*−(\d+\.\d)\*\*(?: ± \d+\.\d)?\)$", line)
    assert bool(found) != line.endswith("✅"), line
    return float(found[1]) if found else 0.0


def worth_said(page: Read) -> float:
    found = re.search(r"You gave away about (\d+\.\d) points", page.words)
    assert found is not None, page
    return float(found[1])


def assert_the_summary_adds_up(page: Read, moves: list[str], costs: list[float]) -> None:
    good = len(moves) - len(costs)
    assert as_good(good, len(moves)) in page.words
    given = re.search(r"gave away about (\d+\.\d) points", page.words)
    assert (float(given[1]) if given else 0) == pytest.approx(sum(costs), abs=0.05 * len(moves))
    by_move, _, after = page.alts[0].partition("Points after each round. ")
    assert after
    drawn = [float(lost) for lost in re.findall(r"\d+\.\d", by_move)]
    assert sorted(drawn, reverse=True) == costs


def as_good(good: int, moves: int) -> str:
    """The summary's sentence, for more than one move."""
    if good == moves:
        which, were = f"All {moves} of your moves", "were"
    else:
        which, were = f"{good or 'None'} of your {moves} moves", "were" if good > 1 else "was"
    return f"**{which}** {were} as good as the hard computer's, which saw only what you saw."


@pytest.mark.long
async def test_every_wait_shows_how_far_it_is(folder: Path) -> None:
    slow = SlowEvaluate(PAUSE)
    async with scout_channel(folder, evaluate=slow, pictures=True) as here:
        mia, _ = await play(here)
        moves = await own_moves(here, 0)
        shown = await mia.slash("record review")
        for evaluated in range(moves):
            assert f"Looking at your moves: {evaluated} of {moves} done." in words(shown)
            await here.env.advance_time(PAUSE)
        assert f"of your {moves} moves** were as good as the hard computer's" in words(shown)
        assert len(shown.attachments) == 1
        await read_on(mia, shown)
        await mia.slash("record review")
        assert slow.asked == moves


@pytest.mark.long
async def test_of_several_messages_with_one_review_the_newest_follows_it(folder: Path) -> None:
    async with scout_channel(folder, evaluate=SlowEvaluate(PAUSE)) as here:
        mia, _ = await play(here)
        former, newest = [await mia.slash("record review") for _ in range(2)]
        assert len(here.client._parts.updates._tasks) == 1
        await here.env.advance_time(PAUSE)
        assert "now in a newer message" in words(former)
        assert " 1 of " in words(newest)


@pytest.mark.long
async def test_a_note_that_missed_the_end_says_where_the_review_is_now(folder: Path) -> None:
    slow = SlowEvaluate(PAUSE)
    async with scout_channel(folder, evaluate=slow) as here:
        mia, _ = await play(here)
        moves = await own_moves(here, 0)
        former = await mia.slash("record review")
        await here.env.advance_time(PAUSE * (moves - 1))
        with failing("PATCH", "/webhooks/*", times=1):
            await here.env.advance_time(PAUSE)
        newest = await mia.slash("record review")
        await here.env.advance_time(PAUSE)
        assert f"of your {moves} moves** were as good as the hard computer's" in words(newest)
        assert "now in a newer message" in words(former)


@pytest.mark.long
async def test_after_a_restart_a_press_starts_it_again(folder: Path) -> None:
    async with scout_channel(folder, evaluate=SlowEvaluate(PAUSE)) as here:
        mia, _ = await play(here)
        shown = await mia.slash("record review")
        await here.env.advance_time(2 * PAUSE)
        await here.restart()
        assert " 0 of " in words(await mia.press("Refresh", shown))
        await here.env.advance_time(14 * PAUSE)
        await mia.press("Next page", shown)
        second = read(shown)
        await here.restart()
        await mia.press("Previous page", shown)
        await here.env.advance_time(14 * PAUSE)
        assert read(await mia.press("Next page", shown)) == second


@pytest.mark.long
async def test_a_note_that_has_gone_to_sleep_is_woken_by_a_press(folder: Path) -> None:
    async with scout_channel(folder, evaluate=SlowEvaluate(MINUTE)) as here:
        mia, _ = await play(here, rounds=2)
        shown = await mia.slash("record review")
        assert await own_moves(here, 0) > 16
        await here.env.advance_time(30 * MINUTE)
        assert " 14 of " in words(shown)
        assert "as good as the hard computer's" in words(await mia.press("Refresh", shown))


class Losing:
    """Loses its worker at the second evaluation."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, view: View, action: Action, seed: int) -> Comparison:
        self.asked += 1
        if self.asked == 2:
            raise RuntimeError
        return await rough(view, action, seed)


@pytest.mark.long
async def test_a_review_goes_on_without_a_lost_worker(folder: Path) -> None:
    async with scout_channel(folder, evaluate=Losing()) as here:
        mia, _ = await play(here)
        moves = await own_moves(here, 0)
        pages = await read_on(mia, await mia.slash("record review"))
        assert f"of your {moves - 1} moves**" in pages[0].words
        assert "1 move could not be judged" in pages[0].words
        lines = [line for page in pages for line in moves_in(page)]
        assert [line.endswith("(not judged)") for line in lines] == [at == 1 for at in range(moves)]


@pytest.mark.long
async def test_the_newest_game_of_ones_own_is_looked_back_at(folder: Path) -> None:
    async with scout_channel(folder, evaluate=rough, pictures=True) as here:
        mia, noa = await play(here)
        assert "You have not finished a game" in words(await here.members[2].slash("record review"))
        await mia.slash("new")
        for member in (mia, noa):
            assert "\nRound 1: " in words(await member.slash("record review"))


@pytest.mark.long
async def test_pages_are_the_pressers_own_and_of_games_that_are_over(folder: Path) -> None:
    async with scout_channel(folder, evaluate=rough, pictures=True) as here:
        _, noa = await play(here)
        mias, noas = [await member.slash("record review") for member in here.members[:2]]
        assert "Mia (you)" in read(mias).alts[0]
        assert "Noa (you)" in read(noas).alts[0]
        here.members[:2] = here.members[2:4]
        await here.start(2)
        for table_id, refusal in ((2, "once it is over"), (3, "no longer exists")):
            forged = forge(noas, ComponentId(Verb.REVIEW, table_id))
            assert refusal in words(await noa.use(noas, forged))
        kim = here.members[0]
        hers = kim.hand
        assert "to its end" in words(await kim.use(hers, forge(hers, ComponentId(Verb.REVIEW, 1))))
        beyond = await noa.use(noas, forge(noas, ComponentId(Verb.REVIEW, 1, 999)))
        assert labels(beyond) == ["Previous page"]


def forge(message: ResponseMessage, press: ComponentId) -> Control:
    """Give the message's first usable button another meaning, as only its maker could."""
    buttons = message._message.components[0]["components"]
    button = next(button for button in buttons if not button.get("disabled"))
    button["custom_id"] = str(press)
    return Control(button["label"], str(press))


@pytest.mark.long
async def test_a_review_needs_no_worker_process(here: Channel) -> None:
    mia, _ = await play(here)
    shown = await mia.slash("record review")
    async with asyncio.timeout(60):
        while "Looking at your moves" in words(shown):
            await asyncio.sleep(0.1)
            shown = await mia.press("Refresh", shown)
    moves = [line for page in await read_on(mia, shown) for line in moves_in(page)]
    assert len(moves) == await own_moves(here, 0)
    assert not any(line.endswith("(not judged)") for line in moves)


@pytest.mark.long
async def test_members_who_turned_pictures_off_get_columns(folder: Path) -> None:
    async with scout_channel(folder, evaluate=rough, pictures=True) as here:
        mia, _ = await play(here)
        await here.client.tables.preferences.update(mia.id, pictures=False)
        pages = await read_on(mia, await mia.slash("record review"))
        assert [page.alts for page in pages] == [[]] * len(pages)
        assert "```" in pages[1].words


async def test_names_are_read_again_when_another_process_has_changed_the_table(
    folder: Path,
) -> None:
    async with scout_channel(folder, evaluate=rough) as here:
        mia, noa = await play(here)
        await mia.slash("record review")
        await here.env.advance_time(MINUTE)
        assert noa.name in words(await mia.slash("record review"))
        # As another process does that forgets Noa.
        async with here.client.database.write() as session:
            await session.update_where(Seat, {"name": "", "user_id": -7}, user_id=noa.id)
        for listener in here.client.tables.repository.assignment.changed:
            await listener({1})
        assert noa.name not in words(await mia.slash("record review"))
