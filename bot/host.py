"""Runs the bot on Discord until a signal stops it."""

import asyncio
import logging
import sys

import aiohttp
import discord

from bot.client import ScoutClient
from bot.clock import Clock
from bot.clock_watch import watch_clock
from bot.gateway import shorten_reconnect_delays
from bot.logs import set_up_logs
from bot.pictures.prepare import prepare
from bot.settings import Settings
from bot.stop_signals import on_stop_signal
from bot.storage.database import UnusableDatabase

_log = logging.getLogger(__name__)
SETUP_HELP = """\
DISCORD_TOKEN is not set. To get a token:
1. Open https://discord.com/developers/applications and create an application.
2. On its page "Bot", press "Reset Token".
3. Write DISCORD_TOKEN=... into .env.
To try the game without Discord: python -m bot play"""


def run(settings: Settings) -> int:
    """Host the bot; returns the exit status: 0 after a signal, 1 if Discord or the database fails,
    2 without a usable token.
    """
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    if not token:
        sys.stderr.write(f"{SETUP_HELP}\n")
        return 2
    set_up_logs(settings.log_level, token)
    try:
        asyncio.run(_host(settings, token))
    except discord.LoginFailure:
        _log.error("Discord refused the token. Reset it on the application's page and try again.")
        return 2
    except UnusableDatabase as error:
        _log.error("The database at DATABASE_URL cannot be used: %s", error)
        return 1
    except (aiohttp.ClientError, OSError, discord.DiscordException) as error:
        _log.error("Discord could not be reached or refused the bot: %s", error)
        return 1
    return 0


async def _host(settings: Settings, token: str) -> None:
    shorten_reconnect_delays()
    client = ScoutClient(settings, emojis=True, now=Clock().now)
    await client.database.claim()
    # In a thread of its own, so that a signal ends the bot meanwhile too.
    preparation = asyncio.create_task(asyncio.to_thread(prepare))
    connection = asyncio.create_task(_connect(client, token, preparation))
    in_background = [
        preparation,
        asyncio.create_task(client.database.watch_file()),
        asyncio.create_task(watch_clock(client.tables.scheduler.wake)),
    ]
    on_stop_signal(connection.cancel)
    try:
        await connection
    except asyncio.CancelledError:
        _log.info("Stopping. Every game is saved.")
    except AttributeError as error:
        if error.name != "sequence":
            raise
        # discord.py raises this if its first connection fails: there is no session to resume.
        raise ConnectionError("the gateway refused the connection") from error
    finally:
        await client.close()
        for task in in_background:
            task.cancel()


async def _connect(client: ScoutClient, token: str, preparation: asyncio.Task[None]) -> None:
    """Log in when pictures are prepared: the first presses would wait for both."""
    await asyncio.wait({preparation})
    await client.start(token)
