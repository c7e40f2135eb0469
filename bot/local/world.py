"""The simulated Discord of SimCord: one channel, three members, and what they see."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from simcord.backend.cdn import CDN_BASE

from bot.client import ScoutClient
from bot.local.locales import Locales, locale_of
from bot.pictures.emojis import emoji_images
from bot.text.language import ENGLISH, Language
from bot.ui.delivery.application import upload_emojis
from bot.ui.kit.emojis import emoji_name, use_emojis

_MEMBERS = ("Mia", "Noah", "Ava")
# Ids in the database refer to it, so it is the same at every start.
_SERVER_ID = 1_000_000_000_000_000_000
# Seconds between two updates of the page without a click; the browser asks twice a second.
_BEAT = 0.1


class _Requests(list[Any]):
    """Replaces SimCord's record of the bot's requests: reports the changes and keeps none."""

    def __init__(self) -> None:
        super().__init__()
        self.on_change: Callable[[], None] = lambda: None
        """Called for each message sent, edited or deleted, just before SimCord does it."""

    def append(self, request: Any) -> None:
        if request.method != "GET":
            self.on_change()


class _Transcript(list[Any]):
    """Replaces SimCord's transcript, which would grow as long as the page is open."""

    def append(self, entry: Any) -> None:
        pass


class World:
    """The simulated Discord: a server, a channel, members, and the time of day.

    `language` is that of the server, and of each member until another one is chosen on the page.
    """

    def __init__(self, client: ScoutClient, language: Language = ENGLISH) -> None:
        self.env = simcord.Env(client, check_errors=False, shard_count=1)
        self.env.backend.edit_bot_profile("Scout")
        # Before the bot logs in and before the clock is set, ids depend on the order alone.
        guild = self.env.create_guild("Scout", id=_SERVER_ID)
        # Translators: the topic of the channel, above its messages; "the top" is above that.
        topic = language.gettext(
            "Type /scout play and press Enter twice. At the top you choose which member you are."
        )
        # The page shows one channel, so a game in a thread would be invisible.
        no_threads = discord.PermissionOverwrite(create_public_threads=False)
        self.channel = guild.create_text_channel(
            "scout", topic=topic, overwrites={guild.default_role: no_threads}
        )
        self.members = [
            guild.add_member(self.env.create_user(name.lower(), global_name=name))
            for name in _MEMBERS
        ]
        # After the members, whose ids depend on the order: one of them manages the server.
        manager = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
        first = self.env.backend.guilds[guild.id].members[self.members[0].id]
        first.role_ids.append(manager.id)
        self.locales = Locales(self.env)
        self.locales.set_community(guild.id, locale_of(language))
        for member in self.members:
            self.locales.set_member(member.id, locale_of(language))
        self.requests = self.env.backend.http_requests = _Requests()
        self.env.backend.transcript = _Transcript()
        self.set_clock()

    def set_clock(self) -> None:
        """Set SimCord's clock, which stands at a date of its own, to the real time of deadlines."""
        behind = (datetime.now(UTC) - self.env.now()).total_seconds()
        self.env.backend.advance_clock(max(behind, 0))

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        await self.env.start()
        try:
            # Not in the background: a preview takes their pictures when it is made.
            await upload_emojis(self.env.bot, pause=0)
            with self.env.time_context():
                yield
        finally:
            use_emojis({})
            await self.env.shutdown()
            await self.env.bot.close()

    def preview(self, port: int) -> simcord.Preview:
        """The page, not yet entered. 0 is any free port."""
        pictures = {emoji_name(tile, png): png for tile, png in emoji_images().items()}
        # By their addresses, since SimCord drops the pictures of uploads.
        assets = {
            f"{CDN_BASE}/emojis/{emoji.id}.png": (f"{emoji.name}.png", pictures[emoji.name])
            for emoji in self.env.backend.application_emojis.values()
        }
        return self.env.preview(
            self.channel, viewers=self.members, layout="channel", assets=assets, port=port
        )


class PageRefresher:
    """Keeps every open page current.

    It does not use `preview.refresh()`: a click during its wait is never answered, and that page
    waits for the answer forever. The calls here never yield to other tasks.
    """

    def __init__(self, world: World, preview: simcord.Preview) -> None:
        self._world = world
        self._preview = preview
        self._outdated: dict[str, int] = {}
        """The revision that each page had at the last change, which that does not show."""
        world.requests.on_change = self._note_revisions

    def _note_revisions(self) -> None:
        self._outdated = {page.id: page.revision for page in self._preview._pages.values()}

    async def run(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            self._world.set_clock()
            # While a click is being answered the page waits, and is shown the answer at its end.
            if self._preview._active_action is None:
                self._update()

    def _update(self) -> None:
        # A page that shows the result of its own click is left as it is: after a refresh it would
        # refuse a second click before the browser's next request.
        outdated = [
            page
            for page in self._preview._pages.values()
            if page.revision == self._outdated.get(page.id)
        ]
        if outdated:
            self._preview._advance_presentation_time()
        for page in outdated:
            self._preview._publish(page, reason="refresh")
