"""The same bot in a browser, without Discord: one channel, three members, as a page on loopback.

SimCord stands in for Discord in this process, and its preview shows the channel. The database is
the real one, so games outlive the process; the channel is new at every start.
"""

import asyncio
import contextlib
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Coroutine
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import discord
import simcord

from bot.client import ScoutClient
from bot.local.simcord_patches import adapt
from bot.logs import set_up_logs
from bot.settings import Settings
from bot.storage.database import UnusableDatabase

_MEMBERS = ("Mia", "Noah", "Ava")
_TOPIC = (
    "Type /scout new, press Enter, then the arrow. "
    "“Viewing as”, at the top, makes you another member."
)
# The database knows tables by these, so they must be the same at every start.
_SERVER_ID = 1_000_000_000_000_000_000
# How often the page may change by itself, in seconds; the browser asks twice a second.
_BEAT = 0.1

_by_itself: ContextVar[bool] = ContextVar("by_itself", default=False)


class _Requests(list[Any]):
    """Stands in for SimCord's record of the bot's requests: counts them and keeps none."""

    changes = 0
    """What the bot sent, edited or deleted, ever."""
    unasked = False
    """Whether any of it came of itself, not from a click."""

    def append(self, request: Any) -> None:
        if request.method != "GET":
            self.changes += 1
            self.unasked |= _by_itself.get()


class _Transcript(list[Any]):
    """Stands in for SimCord's transcript, which would grow as long as the page is open."""

    def append(self, entry: Any) -> None:
        pass


class World:
    """The simulated Discord: a server, a channel, members, and the time of day."""

    def __init__(self, client: ScoutClient) -> None:
        self.env = simcord.Env(client, check_errors=False)
        self.env.backend.edit_bot_profile("Scout")
        # Before the bot logs in and before the clock is set, ids depend on the order alone.
        guild = self.env.create_guild("Scout", id=_SERVER_ID)
        # The page shows one channel: nobody could follow a game into a thread.
        no_threads = discord.PermissionOverwrite(create_public_threads=False)
        self.channel = guild.create_text_channel(
            "scout", topic=_TOPIC, overwrites={guild.default_role: no_threads}
        )
        self.members = [
            guild.add_member(self.env.create_user(name.lower(), global_name=name))
            for name in _MEMBERS
        ]
        self.requests = self.env.backend.http_requests = _Requests()
        self.env.backend.transcript = _Transcript()
        self.set_clock()

    def set_clock(self) -> None:
        """SimCord's clock stands still at its own date; deadlines are made from the real one."""
        behind = (datetime.now(UTC) - self.env.now()).total_seconds()
        self.env.backend.advance_clock(max(behind, 0))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        await self.env.start()
        try:
            with self.env.time_context():
                yield
        finally:
            await self.env.shutdown()
            await self.env.bot.close()


def _start_by_itself(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Started here and not by the client, the clock's pauses are not waited for at each click."""
    token = _by_itself.set(True)
    try:
        return asyncio.create_task(coroutine)
    finally:
        _by_itself.reset(token)


class Screen:
    """Keeps every open page current.

    Not by `preview.refresh()`: a click that comes while it waits is never answered, and that page
    waits for the answer forever. What is called here gives way to nothing.
    """

    def __init__(self, world: World, preview: simcord.Preview) -> None:
        self._world = world
        self._preview = preview
        self._changes = 0
        self._revisions: dict[str, int] = {}

    async def run(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            self._world.set_clock()
            # While a click is being answered the page waits, and is shown the answer at its end.
            if self._preview._active_action is None:
                self._update()

    def _update(self) -> None:
        requests = self._world.requests
        if requests.changes != self._changes:
            self._preview._advance_presentation_time()
            for page in list(self._preview._pages.values()):
                self._show(page, unasked=requests.unasked)
            self._changes, requests.unasked = requests.changes, False
        self._revisions = {page.id: page.revision for page in self._preview._pages.values()}

    def _show(self, page: Any, *, unasked: bool) -> None:
        # A click's own page has its outcome. Showing it again would refuse a second click that
        # comes before the browser has asked again.
        answered = page.revision != self._revisions.get(page.id)
        if unasked or not answered:
            self._preview._publish(page, reason="refresh")


def _stop_signal() -> asyncio.Event:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there Ctrl-C arrives as KeyboardInterrupt.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stopped.set)
    return stopped


def _open_in_browser(address: str) -> None:
    # Without a screen Python would start a text browser, and that would take the terminal.
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform in ("darwin", "win32") or any(map(os.environ.get, screens)):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


async def _serve(settings: Settings, port: int, *, open_browser: bool) -> None:
    stopped = _stop_signal()
    client = ScoutClient(settings, background=False)
    world = World(client)
    async with world.running():
        await client.forget_messages()
        page = world.env.preview(world.channel, viewers=world.members, layout="channel", port=port)
        adapt(page)
        async with page as preview:
            print(f"Scout is open at {preview.url}")
            print("Type /scout new there. Ctrl-C ends it; the games are kept.", flush=True)
            if open_browser:
                _open_in_browser(preview.url)
            await _until_first_ends(
                _start_by_itself(client.run_background()),
                asyncio.create_task(Screen(world, preview).run()),
                asyncio.create_task(preview.wait_closed()),
                asyncio.create_task(stopped.wait()),
            )


async def _until_first_ends(*tasks: asyncio.Task[Any]) -> None:
    """Wait for one task, cancel the others, raise what failed."""
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def play(settings: Settings, *, port: int, open_browser: bool) -> int:
    """Serve the page until Ctrl-C, SIGTERM or the page's own "End preview session"."""
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
