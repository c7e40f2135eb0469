"""Strikes the program or Discord with a kill or a fault, chosen by a seed."""

import asyncio
import random
from collections.abc import Callable
from typing import NamedTuple

from tests.loopback.driver.bot_process import BotProcess
from tests.loopback.driver.fleet import Fleet
from tests.loopback.server.faults import Kind

_ROUTES = (
    "POST /interactions/*",
    "POST /channels/*/messages",
    "PATCH /channels/*",
    "DELETE /channels/*",
    "PATCH /webhooks/*",
    "POST /webhooks/*",
    "*",
)
_STATUSES = (429, 500, 502, 503, 504)
_FAULTS = (Kind.STATUS, Kind.RESET_BEFORE, Kind.RESET_AFTER, Kind.DELAY, Kind.HANG)
_OPENINGS = 0.2
"""The share of kills that happen while a table is opened."""
_REQUEST_SECONDS = 6.0
"""A strike waits so many seconds for the request at which it kills."""


class Strike(NamedTuple):
    """`kind` is None for a kill at an instant, after `seconds`; a fault lasts for them.

    With `opening` a member opens a table at that time, and no other member does anything. With
    `rolls` a new process takes the place of one of several, and nothing else happens.
    """

    kind: Kind | None
    route: str = "*"
    skip: int = 0
    seconds: float = 0.0
    status: int = 503
    opening: bool = False
    rolls: bool = False

    @property
    def kills(self) -> bool:
        return not self.rolls and self.kind in (None, Kind.KILL_BEFORE, Kind.KILL_AFTER)

    def __str__(self) -> str:
        opening = " of an opening" if self.opening else ""
        if self.rolls:
            return "a rolling restart"
        if self.kind is None:
            return f"kill after {self.seconds:.2f} s{opening}"
        if self.kills:
            return f"{self.kind} request {self.skip + 1} of {self.route}{opening}"
        status = f" {self.status}" if self.kind is Kind.STATUS else ""
        return f"{self.kind}{status} of {self.route} for {self.seconds:.2f} s"


def plan(rng: random.Random, kills: int, faults: int) -> list[Strike]:
    """Plan so many kills and faults, in random order."""
    strikes = [_kill_by(rng) for _ in range(kills)] + [_fault_by(rng) for _ in range(faults)]
    rng.shuffle(strikes)
    return strikes


def _kill_by(rng: random.Random) -> Strike:
    """Plan a kill at an instant, or just before or after a request is carried out."""
    kind = rng.choice((None, Kind.KILL_BEFORE, Kind.KILL_AFTER))
    if rng.random() < _OPENINGS:
        return Strike(kind, _ROUTES[0], 0, rng.uniform(0, 0.3), opening=True)
    return Strike(kind, rng.choice(_ROUTES), rng.randint(0, 2), rng.uniform(0.05, 2))


def _fault_by(rng: random.Random) -> Strike:
    kind = rng.choice(_FAULTS)
    return Strike(kind, rng.choice(_ROUTES), 0, rng.uniform(0.5, 3), status=rng.choice(_STATUSES))


async def strike(
    bot: BotProcess | Fleet, what: Strike, provoke: Callable[[], object] = lambda: None
) -> None:
    """Carry the strike out; afterwards a killed program has ended, and no fault is left.

    `provoke` is called once the strike can happen.
    """
    discord = bot.discord
    if what.rolls:
        assert isinstance(bot, Fleet), "one process has no other to take its place"
        await bot.roll()
        return
    if what.kind is None:
        provoke()
        await asyncio.sleep(what.seconds)
        await bot.kill()
        return
    if what.kills:
        await discord.lay_fault(what.kind, what.route, skip=what.skip, pid=bot.pid)
        provoke()
        try:
            await bot.ended(_REQUEST_SECONDS)
        except TimeoutError:
            # No such request came.
            await bot.kill()
    else:
        await discord.lay_fault(
            what.kind,
            what.route,
            times=None,
            share=0.7,
            status=what.status,
            seconds=min(what.seconds, 1.0),
        )
        await asyncio.sleep(what.seconds)
    await discord.clear_faults()
