"""What SimCord finds of the bot's tasks by our quick look is what it finds by itself."""

from asyncio import Task, create_task, sleep
from typing import Any

import pytest
from simcord import _settlement, env

from tests.support.discord.channel import Channel
from tests.support.discord.quick_settling import judged_by_simcord, settle_quickly


@pytest.mark.long
async def test_a_quick_verdict_is_simcords_own(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = settle_quickly()
    verdicts: list[tuple[bool, bool]] = []

    def judge_twice(state: Any, task: Task[Any], deadline: float) -> bool:
        quick = look.reason(state, task, deadline) is not None
        with judged_by_simcord():
            verdicts.append((quick, _settlement._is_parked(state, task, deadline)))
        return quick

    monkeypatch.setattr(env, "_is_parked", judge_twice)
    mia, noa = await here.begin_turns(3, computers=1)
    player = await here.on_turn([mia, noa])
    await player.show_something()
    await here.env.advance_time(1000)
    assert set(verdicts) == {(False, False), (True, True)}


async def test_after_a_task_that_works_no_other_is_judged(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = settle_quickly()
    rows: list[list[bool]] = []

    def begin(state: Any) -> list[Any]:
        rows.append([])
        return look.begin(state)

    def judge(state: Any, task: Task[Any], deadline: float) -> bool:
        rows[-1].append(look.waits(state, task, deadline))
        return rows[-1][-1]

    monkeypatch.setattr(env, "_owned_tasks", begin)
    monkeypatch.setattr(env, "_is_parked", judge)
    await here.start(2)
    judged = [row for row in rows if row]
    assert any(all(row) for row in judged)
    # SimCord stops at the first that works where it looks again; else the rest count as working.
    assert all(True not in row[row.index(False) :] for row in judged if False in row)


async def test_a_pause_in_which_all_wait_is_left_out(
    here: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SimCord looked a hundred times a second; what comes when, and what not yet, is the same."""
    look = settle_quickly()
    looks = 0
    ended: list[float] = []

    def begin(state: Any) -> list[Any]:
        nonlocal looks
        looks += 1
        return look.begin(state)

    async def pause(*seconds: float) -> None:
        for each in seconds:
            await sleep(each)
            ended.append(sum(seconds) if each == seconds[-1] else each)

    await here.env.settle()
    monkeypatch.setattr(env, "_owned_tasks", begin)
    with here.env._bot_scope():
        tasks = [create_task(pause(*each)) for each in ((4,), (1,), (3, 2.5), (7,))]
    await here.env.settle()
    assert ended == [1, 3, 4]
    assert looks < 100
    await here.env.advance_time(1.6)
    assert ended == [1, 3, 4, 5.5]
    await here.env.advance_time(1.6)
    assert ended == [1, 3, 4, 5.5, 7]
    assert all(task.done() for task in tasks)
