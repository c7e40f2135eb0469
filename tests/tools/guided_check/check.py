"""The guided check from its login to its report; it deletes what it made, whatever ends it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

import discord

from bot.doctor.examination import FAILURES, failure_words
from bot.hosting.faults import NOT_SET, REFUSED
from bot.hosting.stop_signals import on_stop_signal
from bot.pictures.emojis import emoji_images
from tests.tools.guided_check.context import CheckContext, unforeseen_words
from tests.tools.guided_check.presses import NotPressed, PressClient
from tests.tools.guided_check.report import report
from tests.tools.guided_check.steps import GuidedCheck, Pace

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
    """Lead the host through the check and report; return the exit status.

    Without `hosts` only the application's owners can press. The status is 0 if the check was
    completed and no assumption is broken, 1 if not, 2 without a usable token. A stop signal ends
    the check early.
    """
    if not token:
        say(NOT_SET)
        return 2
    pace = pace or Pace()
    client = PressClient(hosts, pace.servers)
    try:
        await client.login(token)
        client.hosts = client.hosts or await _owners(client)
        async with _connected(client) as connection:
            channel = await client.fetch_channel(channel_id)
            if not isinstance(channel, discord.TextChannel):
                say("That is no text channel of a server. Choose one where threads can be started.")
                return 1
            context = CheckContext(client, channel, (await asyncio.to_thread(emoji_images))["1"])
            check = GuidedCheck(context, pace, say)
            going = asyncio.create_task(check.go(until_tokens_expire=until_tokens_expire))
            return await _finish(context, going, connection, say)
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
    """Connect to the gateway and wait until the client is ready; disconnect after the block."""
    connection = asyncio.create_task(client.connect())
    try:
        await _until_ready(client, connection)
        yield connection
    finally:
        await client.close()
        await asyncio.gather(connection, return_exceptions=True)


async def _owners(client: discord.Client) -> set[int]:
    info = await client.application_info()
    return {info.owner.id} if info.team is None else {member.id for member in info.team.members}


async def _until_ready(client: discord.Client, connection: asyncio.Task[None]) -> None:
    """Raises ConnectionError or TimeoutError if the gateway refuses the connection."""
    ready = asyncio.ensure_future(client.wait_until_ready())
    try:
        async with asyncio.timeout(_READY_SECONDS):
            await asyncio.wait({ready, connection}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ready.cancel()
    if connection.done():
        raise ConnectionError("the gateway refused the connection")


async def _finish(
    context: CheckContext, going: asyncio.Task[None], connection: asyncio.Task[None], say: Say
) -> int:
    """Wait for the last step, clean up and report."""
    # Only the steps: a second Ctrl-C must not end the cleanup.
    on_stop_signal(going.cancel)
    await asyncio.wait({going, connection}, return_when=asyncio.FIRST_COMPLETED)
    going.cancel()
    await asyncio.wait({going})
    ended_early = _why(going, connection)
    say("Taking away what the check has made.")
    left = await context.cleanup.undo_all()
    for line in report(context, ended_early, left):
        say(line)
    return int(ended_early is not None or context.judgements.has_broken)


def _why(going: asyncio.Task[None], connection: asyncio.Task[None]) -> str | None:
    """Why the check ended before its last step, or None if it was completed."""
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
