"""The guided check from its login to its report; whatever ends it, it takes away what it made."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

import discord

from bot.doctor.guided.presses import NotPressed, PressClient
from bot.doctor.guided.report import report
from bot.doctor.guided.scene import Scene, unforeseen_words
from bot.doctor.guided.tour import Pace, Tour
from bot.doctor.visit import FAILURES, NOT_SET, REFUSED, failure_words
from bot.hosting.stop_signals import on_stop_signal
from bot.pictures.tiles import emoji_tiles

_READY_SECONDS = 30.0
Say = Callable[[str], None]


async def check_by_hand(
    token: str,
    channel_id: int,
    say: Say,
    *,
    hosts: Collection[int] = (),
    until_tokens_expire: bool = False,
    pace: Pace | None = None,
) -> int:
    """Lead the host through the check and report.

    Without `hosts` only the application's owners can press. Gives the exit status: 0 if it came to
    its end and nothing was broken, 1 if not, 2 without a usable token. A stop signal ends it early.
    """
    if not token:
        say(NOT_SET)
        return 2
    client = PressClient(hosts)
    try:
        await client.login(token)
        client.hosts = client.hosts or await _owners(client)
        async with _connected(client) as connection:
            channel = await client.fetch_channel(channel_id)
            if not isinstance(channel, discord.TextChannel):
                say("That is no text channel of a server. Choose one where threads can be started.")
                return 1
            scene = Scene(client, channel, (await asyncio.to_thread(emoji_tiles))["1"])
            tour = Tour(scene, pace or Pace(), say)
            going = asyncio.create_task(tour.go(until_tokens_expire=until_tokens_expire))
            return await _finish(scene, going, connection, say)
    except discord.LoginFailure:
        say(REFUSED)
        return 2
    except (*FAILURES, TimeoutError) as error:
        say(_words(error))
        return 1
    finally:
        await client.close()


@asynccontextmanager
async def _connected(client: discord.Client) -> AsyncIterator[asyncio.Task[None]]:
    """The connection to the gateway, which is ready within the block."""
    connection = asyncio.create_task(client.connect())
    try:
        await _until_ready(client, connection)
        yield connection
    finally:
        await client.close()
        await asyncio.gather(connection, return_exceptions=True)


async def _owners(client: discord.Client) -> set[int]:
    told = await client.application_info()
    return {told.owner.id} if told.team is None else {member.id for member in told.team.members}


async def _until_ready(client: discord.Client, connection: asyncio.Task[None]) -> None:
    """Raises ConnectionError or TimeoutError if the gateway does not let it in."""
    ready = asyncio.ensure_future(client.wait_until_ready())
    try:
        async with asyncio.timeout(_READY_SECONDS):
            await asyncio.wait({ready, connection}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ready.cancel()
    if connection.done():
        raise ConnectionError("the gateway refused the connection")


async def _finish(
    scene: Scene, going: asyncio.Task[None], connection: asyncio.Task[None], say: Say
) -> int:
    """Wait for the end of the tour, clean up after it, and report."""
    # The tour alone: a second Ctrl-C must not end the cleaning up.
    on_stop_signal(going.cancel)
    await asyncio.wait({going, connection}, return_when=asyncio.FIRST_COMPLETED)
    going.cancel()
    await asyncio.wait({going})
    ended_early = _why(going, connection)
    say("Taking away what the check has made.")
    left = await scene.leftovers.take_away()
    for line in report(scene, ended_early, left):
        say(line)
    return int(ended_early is not None or scene.judgements.has_broken)


def _why(going: asyncio.Task[None], connection: asyncio.Task[None]) -> str | None:
    """Why the tour ended before its end; None if it did not. Raises what nobody foresaw."""
    if going.cancelled():
        return "The connection to Discord ended." if connection.done() else "It was stopped."
    error = going.exception()
    if error is None:
        return None
    if isinstance(error, NotPressed):
        return "Nobody pressed in time."
    if isinstance(error, (*FAILURES, TimeoutError)):
        return _words(error)
    words = unforeseen_words(error)
    return f"{words[0].upper()}{words[1:]}."


def _words(error: Exception) -> str:
    if isinstance(error, discord.Forbidden | discord.NotFound):
        return (
            f"{failure_words(error)} Is the channel's id right, and may the bot see that channel "
            "and send messages there?"
        )
    return failure_words(error)
