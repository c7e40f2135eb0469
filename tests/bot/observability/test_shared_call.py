import asyncio

import pytest

from bot.observability.shared_call import SharedCall


class Slow:
    """Answers with the number of calls, once it may."""

    def __init__(self) -> None:
        self.calls = 0
        self.may = asyncio.Event()

    async def __call__(self) -> int:
        self.calls += 1
        await self.may.wait()
        return self.calls


async def test_whoever_comes_meanwhile_shares_the_call() -> None:
    slow = Slow()
    call = SharedCall(slow, limit=30)
    waiting = [asyncio.create_task(call.result()) for _ in range(3)]
    await asyncio.sleep(0)
    slow.may.set()
    assert await asyncio.gather(*waiting) == [1, 1, 1]
    assert await call.result() == 2


async def test_a_call_that_hangs_goes_on_and_is_the_only_one() -> None:
    slow = Slow()
    call = SharedCall(slow, limit=0.01)
    for _ in range(3):
        with pytest.raises(TimeoutError):
            await call.result()
    slow.may.set()
    assert await call.result() == 1
    await call.close()


async def test_what_fails_is_raised_and_tried_again() -> None:
    fails = True

    async def ask() -> str:
        if fails:
            raise OSError
        return "there"

    call = SharedCall(ask, limit=30)
    with pytest.raises(OSError):  # noqa: PT011 - it has no words
        await call.result()
    fails = False
    assert await call.result() == "there"


async def test_closing_ends_what_hangs() -> None:
    slow = Slow()
    call = SharedCall(slow, limit=0.01)
    with pytest.raises(TimeoutError):
        await call.result()
    await call.close()
    assert len(asyncio.all_tasks()) == 1
