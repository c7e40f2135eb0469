"""The same bot in a browser, without Discord: one channel, three members, as a page on loopback.

SimCord stands in for Discord in this process, and its preview shows the channel. The database is
the real one, so games outlive the process; the channel is new at every start.
"""

import asyncio
import contextlib
import os
import sys
import threading
import webbrowser
from typing import Any

import simcord

from bot.client import ScoutClient
from bot.hosting.clock_watch import watch_clock
from bot.hosting.stop_signals import on_stop_signal
from bot.local import DEFAULT_PORT
from bot.local.page_key import page_key
from bot.local.simcord_patches import patch_preview
from bot.local.world import PageRefresher, World, start_in_background
from bot.observability.logs import set_up_logs
from bot.settings import Settings
from bot.storage.engine.database import UnusableDatabase

# An open page asks once a second whether the program is back.
_SECONDS_TO_RETURN = 1.5


def _open_in_browser(address: str) -> None:
    # Without a screen Python would start a text browser, and that would take the terminal.
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform in ("darwin", "win32") or any(map(os.environ.get, screens)):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


async def _serve(settings: Settings, port: int | None, *, open_browser: bool) -> None:
    stopped = asyncio.Event()
    on_stop_signal(stopped.set)
    client = ScoutClient(settings, background=False)
    await client.database.claim()
    world = World(client)
    async with world.running(), contextlib.AsyncExitStack() as stack:
        await client.tables.repository.messages.forget_live_messages()
        preview = await open_page(stack, world, page_key(settings.database_url), port)
        print(f"Scout is open at {preview.url}")
        print("Type /scout new there. Ctrl-C ends it; the games are kept.", flush=True)
        if open_browser:
            asyncio.get_running_loop().call_later(_SECONDS_TO_RETURN, _show, preview)
        await _wait_for_first(
            start_in_background(client.run_background()),
            asyncio.create_task(PageRefresher(world, preview).run()),
            asyncio.create_task(client.database.watch_file()),
            asyncio.create_task(watch_clock(client.tables.scheduler.wake)),
            asyncio.create_task(preview.wait_closed()),
            asyncio.create_task(stopped.wait()),
        )


async def open_page(
    stack: contextlib.AsyncExitStack, world: World, key: str, port: int | None
) -> simcord.Preview:
    """At `port`; at None at the usual one, or at any free one where that is taken."""
    try:
        page = _page(world, key, DEFAULT_PORT if port is None else port)
        return await stack.enter_async_context(page)
    except simcord.SetupError as error:
        if port is not None or not isinstance(error.__cause__, OSError):
            raise
    print(f"Port {DEFAULT_PORT} is in use, perhaps by another game: this page gets a free one.")
    return await stack.enter_async_context(_page(world, key, 0))


def _page(world: World, key: str, port: int) -> simcord.Preview:
    page = world.preview(port)
    patch_preview(page, key)
    return page


def _show(preview: simcord.Preview) -> None:
    """In a new browser page, unless one that was still open has come back."""
    # SimCord has one of its own.
    if len(preview._pages) == 1:
        _open_in_browser(preview.url)


async def _wait_for_first(*tasks: asyncio.Task[Any]) -> None:
    """Wait for one task, cancel the others, raise what failed."""
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def play(settings: Settings, *, port: int | None, open_browser: bool) -> int:
    """Serve the page until Ctrl-C, SIGTERM or the page's own "End preview session".

    `port` is None for the usual one, 0 for any free one. Gives the exit status.
    """
    # Who plays reads the page, not the log.
    set_up_logs("DEBUG" if settings.log_level == "DEBUG" else "WARNING")
    try:
        asyncio.run(_serve(settings, port, open_browser=open_browser))
    except KeyboardInterrupt:
        pass
    except UnusableDatabase as error:
        print(f"The database at PLAY_DATABASE_URL cannot be used: {error}", file=sys.stderr)
        return 1
    except simcord.SetupError as error:
        print(f"The page could not be opened: {error}.", file=sys.stderr)
        return 1
    return 0
