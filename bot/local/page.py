"""The same bot in a browser, without Discord: one channel, three members, as a page on loopback.

SimCord stands in for Discord in this process, and its preview shows the channel. The database is
the real one, so games outlive the process; the channel is new at every start.
"""

import asyncio
import contextlib
import os
import re
import secrets
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import simcord

from bot.client import ScoutClient
from bot.hosting.clock import watch_clock
from bot.hosting.database.inspection import database_file
from bot.hosting.stop_signals import on_stop_signal
from bot.local import DEFAULT_PORT
from bot.local.simcord_patches import patch_preview
from bot.local.world import PageRefresher, World
from bot.observability.logs import set_up_logs
from bot.settings import Settings
from bot.storage.engine.completion import end_tasks
from bot.storage.engine.database import UnusableDatabase
from bot.storage.engine.database_file import create_private, is_readable_by_others, mode_of
from bot.text.language import Language

# An open page asks once a second whether the program is back.
_SECONDS_TO_RETURN = 1.5


async def _serve(
    settings: Settings, port: int | None, language: Language, *, open_browser: bool
) -> None:
    stopped = asyncio.Event()
    on_stop_signal(stopped.set)
    client = ScoutClient(settings, background=False)
    await client.database.claim()
    world = World(client, language)
    async with world.running(), contextlib.AsyncExitStack() as stack:
        await client.tables.repository.messages.forget_live_messages()
        preview = await open_page(stack, world, page_key(settings.database_url), port)
        print(f"Scout is open at {preview.url}")
        print("Type /scout play there. Ctrl-C ends it; the games are kept.", flush=True)
        if open_browser:
            asyncio.get_running_loop().call_later(_SECONDS_TO_RETURN, _show, preview)
        await _wait_for_first(
            # Here and not in the client: then no click waits for its pauses.
            asyncio.create_task(client.run_background()),
            asyncio.create_task(PageRefresher(world, preview).run()),
            asyncio.create_task(client.database.watch_file()),
            asyncio.create_task(watch_clock(client.wake)),
            asyncio.create_task(preview.wait_closed()),
            asyncio.create_task(stopped.wait()),
        )


async def open_page(
    stack: contextlib.AsyncExitStack, world: World, key: str, port: int | None
) -> simcord.Preview:
    """Open the page at `port`; None is the usual port, or a free one if that is in use."""
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
    patch_preview(page, key, world.locales)
    return page


def _show(preview: simcord.Preview) -> None:
    """Open a new browser page, unless one that was still open has reconnected."""
    # Without a screen Python would start a text browser, and that would occupy the terminal.
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    has_screen = sys.platform in ("darwin", "win32") or any(map(os.environ.get, screens))
    # SimCord has one page of its own.
    if has_screen and len(preview._pages) == 1:
        threading.Thread(target=webbrowser.open, args=(preview.url,), daemon=True).start()


async def _wait_for_first(*tasks: asyncio.Task[Any]) -> None:
    """Wait for the first task to end, cancel the others, and raise its error if it failed."""
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await end_tasks(tasks)
    for task in done:
        task.result()


def play(settings: Settings, *, port: int | None, language: Language, open_browser: bool) -> int:
    """Serve the page until Ctrl-C, SIGTERM or the page's own "End preview session".

    `port` is None for the usual one, 0 for any free one. `language` is that of the server and its
    members. Returns the exit status.
    """
    # Players read the page, not the log.
    set_up_logs("DEBUG" if settings.log_level == "DEBUG" else "WARNING")
    try:
        asyncio.run(_serve(settings, port, language, open_browser=open_browser))
    except KeyboardInterrupt:
        pass
    except UnusableDatabase as error:
        print(f"The database at PLAY_DATABASE_URL cannot be used: {error}.", file=sys.stderr)
        return 1
    except simcord.SetupError as error:
        print(f"The page could not be opened: {error}.", file=sys.stderr)
        return 1
    return 0


_KEY = re.compile(r"[\w-]{43}")


def page_key(database_url: str) -> str:
    """Read the page's key from the file beside the database, or write it there first.

    It is the same at every start. With the key one plays as every member, so only the file's
    owner can read it; a file that others could read or made is replaced. Without a database file,
    or in a folder that cannot be written to, each call returns a new key.
    """
    new = secrets.token_urlsafe(32)
    if (database := database_file(database_url)) is not None:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            return _stored(Path(f"{database}.key"), new)
    return new


def _stored(file: Path, new: str) -> str:
    if mode_of(file) and not _is_private(file):
        file.unlink()
    create_private(file)
    key = file.read_text(encoding="ascii")
    # A new file is empty, and so is one whose writing was interrupted.
    if not _KEY.fullmatch(key):
        file.write_text(new, encoding="ascii")
        return new
    return key


def _is_private(file: Path) -> bool:
    """Whether only this user can know the content of the file: not after `cp -r`, for example."""
    is_own = sys.platform == "win32" or file.stat().st_uid == os.geteuid()
    return is_own and not is_readable_by_others(file)
