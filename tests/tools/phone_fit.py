"""How much of a phone a turn takes: `python -m tests.tools.phone_fit`.

Hands of games between medium computers are sent to the local page and measured there, from the
top of the picture to the bottom of the last button, in a window of 390×844.
"""

import argparse
import asyncio
import random
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import median
from typing import NamedTuple, cast

import discord
from playwright.async_api import Locator, async_playwright

from bot.client import ScoutClient
from bot.local.simcord_patches import patch_preview
from bot.local.world import PageRefresher, World
from bot.settings import Settings
from bot.tables.preferences import Preferences
from bot.ui.views.turn.hand import hand_message
from engine.actions import Orient
from engine.game import Game
from engine.players.medium import Medium
from engine.rules import RULES
from engine.view import view
from tests.support.process.browser import ARGUMENTS, CHROMIUM
from tests.support.ui.table_states import state_of

_WIDTH, _HEIGHT = 390, 844
VISIBLE = 585
"""Pixels of the messages that such a phone shows at once."""
_MEASURE = """message => {
    const boxes = [...message.querySelectorAll(
        "img.attachment-image, .component-button, .select-trigger"
    )].map(element => element.getBoundingClientRect());
    return Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top));
}"""
_DRAWN = "image => image.complete && image.naturalWidth > 1"


class Turn(NamedTuple):
    """How one turn is laid out at its first step; `height` is in pixels."""

    players: int
    cards: int
    height: float
    buttons: int


def turns(players: int, number: int) -> Iterator[Game]:
    """So many positions, each of another point of another round, with a seat on turn."""
    for seed in count(1):
        rounds = list(_round(players, seed))
        yield rounds[seed * 7 % len(rounds)]
        if seed == number:
            return


def _round(players: int, seed: int) -> Iterator[Game]:
    """Every turn of a round that medium computers play."""
    rng, computer = random.Random(seed), Medium()
    game = Game.new(players, 1)
    game = game.begin_round(game.next_deal(rng))
    while not game.over:
        seat = game.rounds[-1].to_move[0]
        action = computer.choose(view(game, seat), rng)
        if not isinstance(action, Orient):
            yield game
        game = game.play(seat, action)


async def _measured(game: Game, channel: discord.TextChannel, messages: Locator) -> Turn:
    state = state_of(game)
    (seat,) = state.to_move
    draft = hand_message(state, seat, preferences=Preferences(pictures=True))
    sent = await channel.send(**await draft.send_arguments())
    shown = messages.last
    image = await shown.locator("img.attachment-image").element_handle()
    await shown.page.wait_for_function(_DRAWN, arg=image)
    height = float(await shown.evaluate(_MEASURE))
    buttons = await shown.locator(".component-button").count()
    await sent.delete()
    await messages.first.wait_for(state="detached")
    return Turn(game.players, len(view(game, seat.index).hand), height, buttons)


async def _measure(folder: Path, number: int) -> list[Turn]:
    """`number` turns of each number of players, in a page of their own."""
    settings = Settings(database_url=f"sqlite+aiosqlite:///{folder}/phone.db", computer_workers=0)
    client = ScoutClient(settings, background=False)
    world = World(client)
    async with world.running(), async_playwright() as playwright:
        preview = world.preview(0)
        patch_preview(preview, "phone")
        async with preview as opened:
            screen = asyncio.create_task(PageRefresher(world, opened).run())
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            page = await browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT})
            await page.goto(opened.url)
            await page.locator("#channel-composer-input").wait_for()
            messages = page.locator("#channel-message-list article.channel-message")
            channel = cast("discord.TextChannel", client.get_channel(world.channel.id))
            found = [
                await _measured(game, channel, messages)
                for players in RULES
                for game in turns(players, number)
            ]
            await browser.close()
            screen.cancel()
    return found


def report(found: list[Turn]) -> str:
    """The share that fits, and the middle of heights and of numbers of buttons."""
    fit = sum(turn.height <= VISIBLE for turn in found)
    tallest = max(found, key=lambda turn: turn.height)
    return (
        f"{fit} of {len(found)} turns ({fit / len(found):.0%}) fit {VISIBLE} px; "
        f"median {median(turn.height for turn in found):.0f} px "
        f"with {median(turn.buttons for turn in found):.0f} buttons "
        f"(most {max(turn.buttons for turn in found)}); "
        f"tallest {tallest.height:.0f} px with {tallest.cards} cards."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--turns", type=int, default=25, help="for each number of players")
    if CHROMIUM is None:
        raise SystemExit("Chromium is needed for this; install it and try again.")
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(_measure(Path(folder), parser.parse_args().turns))
    for players in RULES:
        print(f"{players} players: {report([turn for turn in found if turn.players == players])}")
    print(report(found))


if __name__ == "__main__":
    main()
