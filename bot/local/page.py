"""The bot in a browser, without Discord: a page on localhost with one channel and three members.

SimCord simulates Discord in this process, and its preview shows the channel. The database is a
real one, so games survive a restart; the channel is new at every start.
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
from bot.local.simcord_patches import patch_preview
from bot.logs import set_up_logs
from bot.settings import Settings
from bot.storage.database import UnusableDatabase

_MEMBERS = ("Mia", "Noah", "Ava")
_TOPIC = (
    "Type /scout new, press Enter, then the arrow. "
    "“Viewing as”, at the top, makes you another member."
)
# Stored tables refer to this id, so it must be the same at every start.
_SERVER_ID = 1_000_000_000_000_000_000
_REFRESH_INTERVAL = 0.1
"""Seconds between checks for changes; the browser polls twice a second."""

_is_background: ContextVar[bool] = ContextVar("is_background", default=False)


class _Requests(list[Any]):
    """Replaces SimCord's list of the bot's requests: counts them and stores none."""

    changes = 0
    """The number of messages that the bot has sent, edited or deleted."""
    from_background = False
    """Whether any change came from a background task instead of an interaction."""

    def append(self, request: Any) -> None:
        if request.method != "GET":
            self.changes += 1
            self.from_background |= _is_background.get()


class _Transcript(list[Any]):
    """Replaces SimCord's transcript, which would grow while the page is open."""

    def append(self, entry: Any) -> None:
        pass


class World:
    """The simulated Discord: a server, a channel, its members and a clock."""

    def __init__(self, client: ScoutClient) -> None:
        self.env = simcord.Env(client, check_errors=False)
        self.env.backend.edit_bot_profile("Scout")
        # Created before the bot logs in and the clock is set, so that the ids are always the same.
        guild = self.env.create_guild("Scout", id=_SERVER_ID)
        # The page shows one channel, so threads would be invisible.
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
        """Set SimCord's clock, which stands still otherwise, to the real time."""
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


def _start_in_background(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start a task outside the client, because SimCord waits for the client's tasks."""
    token = _is_background.set(True)
    try:
        return asyncio.create_task(coroutine)
    finally:
        _is_background.reset(token)


class PageRefresher:
    """Keeps every open page up to date.

    `preview.refresh()` is not used: a press during its await is never answered, and that page
    waits forever. The methods called here do not await anything.
    """

    def __init__(self, world: World, preview: simcord.Preview) -> None:
        self._world = world
        self._preview = preview
        self._changes = 0
        self._revisions: dict[str, int] = {}

    async def run(self) -> None:
        while True:
            await asyncio.sleep(_REFRESH_INTERVAL)
            self._world.set_clock()
            # While an interaction is answered the page waits for the answer, which updates it.
            if self._preview._active_action is None:
                self._update()

    def _update(self) -> None:
        requests = self._world.requests
        if requests.changes != self._changes:
            self._preview._advance_presentation_time()
            for page in list(self._preview._pages.values()):
                self._show(page, from_background=requests.from_background)
            self._changes, requests.from_background = requests.changes, False
        self._revisions = {page.id: page.revision for page in self._preview._pages.values()}

    def _show(self, page: Any, *, from_background: bool) -> None:
        # The page that was pressed in is already updated. Publishing it again would reject a
        # second press that comes before the browser's next poll.
        answered = page.revision != self._revisions.get(page.id)
        if from_background or not answered:
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
    # Without a display Python would start a text browser in this terminal.
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform in ("darwin", "win32") or any(map(os.environ.get, screens)):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


async def _serve(settings: Settings, port: int, *, open_browser: bool) -> None:
    stopped = _stop_signal()
    client = ScoutClient(settings, background=False)
    world = World(client)
    async with world.running():
        # The channel is new, so every live table sends its messages again.
        await client.tables.repository.messages.forget_live_messages()
        page = world.env.preview(world.channel, viewers=world.members, layout="channel", port=port)
        patch_preview(page)
        async with page as preview:
            print(f"Scout is open at {preview.url}")
            print("Type /scout new there. Ctrl-C ends it; the games are kept.", flush=True)
            if open_browser:
                _open_in_browser(preview.url)
            await _wait_for_first(
                _start_in_background(client.run_background()),
                asyncio.create_task(PageRefresher(world, preview).run()),
                asyncio.create_task(preview.wait_closed()),
                asyncio.create_task(stopped.wait()),
            )


async def _wait_for_first(*tasks: asyncio.Task[Any]) -> None:
    """Wait for the first task to end, cancel the others, and raise its error if it failed."""
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def play(settings: Settings, *, port: int, open_browser: bool) -> int:
    """Serve the page until Ctrl-C, SIGTERM or "End preview session"; returns the exit status."""
    # Players read the page, so the terminal shows only warnings.
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
