"""The bot at work in a channel, watched from its start to its end."""

import logging
import random
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.client import ScoutClient
from bot.settings import Settings
from bot.tables.review import Evaluate
from tests.support.discord.channel import Channel
from tests.support.discord.limits import violations
from tests.support.discord.quick_bookkeeping import book_quickly
from tests.support.discord.quick_commands import translate_commands_once
from tests.support.discord.quick_settling import settle_quickly
from tests.support.storage.database import ON_POSTGRES, database_url

_ATTEMPTS = 6
"""How often SimCord waits five seconds for the bot: on a busy machine drawing takes longer.

Its `settle_timeout` stays, since by it SimCord knows which pauses of the bot it need not wait for.
"""


@asynccontextmanager
async def scout_channel(
    folder: Path,
    seed: int = 1,
    pace: float = 0,
    evaluate: Evaluate | None = None,
    *,
    pictures: bool = False,
    emojis: bool = False,
) -> AsyncIterator[Channel]:
    """The bot on the folder's database; `seed` deals; `pace` and `evaluate` are the computers'.

    Tables are in text, which says all that a test looks for, unless `pictures` are wanted. With
    `emojis` it uploads the tiles, as on Discord.
    """
    settings = Settings(database_url=database_url(folder), computer_pace=pace, computer_workers=0)
    seeds = count(seed)

    def new_client() -> ScoutClient:
        rng = random.Random(next(seeds))
        made = ScoutClient(
            settings, emojis=emojis, rng=rng, evaluate=evaluate, monotonic=_simulated_seconds
        )
        # SimCord waits for the computers' thread, and would for each par of a daily deal.
        made.tables.daily.par.asked = deque(maxlen=0)
        return made

    settle_quickly()
    book_quickly()
    translate_commands_once()
    client = new_client()
    env = simcord.Env(client, shard_count=1)
    _look_often(env)
    await env.start()
    here = Channel(env, client, new_client)
    await client.tables.server_settings.update(here.guild.id, pictures=pictures)
    try:
        with _sound(here):
            yield here
    finally:
        await env.shutdown()
        await here.client.close()


def _simulated_seconds() -> float:
    """A slow machine makes no press late."""
    return discord.utils.utcnow().timestamp()


@contextmanager
def _sound(here: Channel) -> Iterator[None]:
    """At the end: Discord would have taken all that was sent, and nothing went wrong."""
    complaints = _Complaints()
    logger = logging.getLogger("bot")
    logger.addHandler(complaints)
    try:
        yield
    finally:
        logger.removeHandler(complaints)
    assert _refused(here.env) == []
    assert here.expects_errors or complaints.heard == []
    here.env.raise_errors()


def _refused(env: simcord.Env) -> list[str]:
    return [
        f"{request.method} {request.path}: {violation}"
        for request in env.http_requests
        for violation in violations(request)
    ]


class _Complaints(logging.Handler):
    """Remembers what the bot logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


def _look_often(env: simcord.Env) -> None:
    """See at once when the bot is done: its clock ends no task by which SimCord would notice.

    An answer of PostgreSQL, another process, can take longer than one of SQLite.
    """
    idle = 0.05 if ON_POSTGRES else 0.01
    settle, advance = partial(env._settle_internal, idle=idle), env._advance_to

    async def settle_in_the_end(**options: Any) -> None:
        if "_deadline" in options:
            return await settle(**options)
        for _ in range(_ATTEMPTS - 1):
            with suppress(TimeoutError):
                return await settle(**options)
        return await settle(**options)

    async def advance_in_the_end(target: float, deadline: float) -> None:
        await advance(target, deadline + (_ATTEMPTS - 1) * env.settle_timeout)

    setattr(env, "_settle_internal", settle_in_the_end)  # noqa: B010
    setattr(env, "_advance_to", advance_in_the_end)  # noqa: B010
