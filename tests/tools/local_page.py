"""Opens the local page in a browser of its own, to measure messages there."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import cast

import discord
from playwright.async_api import Locator, Page, async_playwright

from bot.client import ScoutClient
from bot.local.simcord_patches import patch_preview
from bot.local.world import PageRefresher, World
from bot.settings import Settings
from bot.ui.kit.message import Message
from tests.support.process.browser import ARGUMENTS, CHROMIUM

PHONE, LAPTOP = 390, 1200
"""The widths of two windows."""
_HEIGHT = 844
_DRAWN = "image => image.complete && image.naturalWidth > 1"


class LocalPage:
    """The page, and the channel that it shows."""

    def __init__(self, page: Page, channel: discord.TextChannel) -> None:
        self.page, self._channel = page, channel
        self._messages = page.locator("#channel-message-list article.channel-message")

    @asynccontextmanager
    async def showing(self, draft: Message) -> AsyncIterator[Locator]:
        """Show the message on the page with its picture drawn; it is deleted afterwards."""
        sent = await self._channel.send(**await draft.send_arguments())
        shown = self._messages.last
        await shown.wait_for()
        if draft.draw is not None:
            image = await shown.locator("img.attachment-image").element_handle()
            await self.page.wait_for_function(_DRAWN, arg=image)
        yield shown
        await sent.delete()
        await self._emptied()

    @asynccontextmanager
    async def saying(self, lines: Sequence[str]) -> AsyncIterator[Locator]:
        """Show messages of text on the page; they are deleted afterwards."""
        sent = [await self._channel.send(line) for line in lines]
        await self._messages.nth(len(lines) - 1).wait_for()
        yield self._messages
        for message in sent:
            await message.delete()
        await self._emptied()

    async def _emptied(self) -> None:
        await self._messages.first.wait_for(state="detached")


@asynccontextmanager
async def local_page(width: int = PHONE) -> AsyncIterator[LocalPage]:
    """A page of this width that is empty except for what is sent to it."""
    if CHROMIUM is None:
        raise SystemExit("Chromium is needed for this; install it and try again.")
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/page.db"
        client = ScoutClient(Settings(database_url=url, computer_workers=0), background=False)
        world = World(client)
        async with world.running(), async_playwright() as playwright:
            preview = world.preview(0)
            patch_preview(preview, "page", world.locales)
            async with preview as opened:
                screen = asyncio.create_task(PageRefresher(world, opened).run())
                browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
                page = await browser.new_page(viewport={"width": width, "height": _HEIGHT})
                await page.goto(opened.url)
                await page.locator("#channel-composer-input").wait_for()
                channel = client.get_channel(world.channel.id)
                yield LocalPage(page, cast("discord.TextChannel", channel))
                await browser.close()
                screen.cancel()
