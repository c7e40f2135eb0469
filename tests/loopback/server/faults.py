"""Makes the bot's requests fail, by route, count and time."""

import asyncio
import fnmatch
import os
import random
import signal
import time
from dataclasses import dataclass, field
from enum import StrEnum

from tests.loopback.server.refusals import Json


class Kind(StrEnum):
    """What happens to a request. Resets, hanging and kills leave the bot without a reply."""

    STATUS = "status"
    """The request is refused with `status`, and nothing is done."""
    RESET_BEFORE = "reset before"
    """The connection breaks, and nothing is done."""
    RESET_AFTER = "reset after"
    """The request is carried out, and the connection breaks before the reply."""
    DELAY = "delay"
    """The request is carried out after `seconds`."""
    DELAY_REPLY = "delay reply"
    """The request is carried out at once, and the reply comes after `seconds`."""
    HOLD = "hold"
    """The request is carried out once the faults are cleared."""
    HANG = "hang"
    """Nothing is done, and no reply comes until the faults are cleared."""
    KILL_BEFORE = "kill before"
    """The process `pid` is killed, and nothing is done."""
    KILL_AFTER = "kill after"
    """The request is carried out, and the process `pid` is killed before the reply."""


_AFTER = {Kind.RESET_AFTER, Kind.DELAY_REPLY, Kind.KILL_AFTER}


@dataclass
class Fault:
    """A fault of requests whose route or path matches the pattern `route`. One route is
    `PATCH /channels/{channel_id}/messages/{message_id}`.

    The first `skip` of them go through, then `times` meet the fault (None for all) until `until`
    (by time.monotonic()), each with the probability `share`. `status` counts with STATUS, `via`
    says whether its replies come from Discord's edge, `seconds` count with the delays.
    """

    kind: Kind
    route: str = "*"
    skip: int = 0
    times: int | None = 1
    until: float | None = None
    share: float = 1.0
    status: int = 503
    via: bool = True
    seconds: float = 0.0
    pid: int = 0
    met: int = 0

    @property
    def is_late(self) -> bool:
        """Whether the request is carried out before the fault."""
        return self.kind in _AFTER


@dataclass
class Faults:
    """All faults in force; of those that match a request the first counts."""

    laid: list[Fault] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    _cleared: asyncio.Event = field(default_factory=asyncio.Event)

    def lay(self, fault: Json) -> None:
        """Add a fault with these fields; `for_seconds` stands for `until`."""
        lasting = fault.pop("for_seconds", None)
        until = None if lasting is None else time.monotonic() + lasting
        self.laid.append(Fault(**{**fault, "kind": Kind(fault["kind"]), "until": until}))

    def clear(self) -> None:
        """Remove all faults, and release the requests that hang."""
        self.laid.clear()
        self._cleared.set()
        self._cleared = asyncio.Event()

    def find(self, route: str, path: str) -> Fault | None:
        """Find the fault of this request, if any, and count it as met."""
        for fault in self.laid:
            is_meant = any(fnmatch.fnmatchcase(one, fault.route) for one in (route, path))
            if not is_meant or self._is_over(fault):
                continue
            if fault.skip:
                fault.skip -= 1
            elif self.rng.random() < fault.share:
                fault.met += 1
                return fault
        return None

    def _is_over(self, fault: Fault) -> bool:
        spent = fault.times is not None and fault.met >= fault.times
        return spent or (fault.until is not None and time.monotonic() >= fault.until)

    async def wait_until_cleared(self) -> None:
        await self._cleared.wait()


def kill(pid: int) -> None:
    """End the process at once, unless it has ended already."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
