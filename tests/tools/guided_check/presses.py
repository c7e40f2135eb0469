"""A second connection to Discord's gateway, which waits for presses of the guided check's buttons.

The running bot gets these presses too, and is silent: their custom_ids are not its own. This
connection is silent about everything else.
"""

import asyncio
import secrets
from collections.abc import Collection, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import discord

_PREFIX = "doctor"
_OTHERS = (
    "This is a check by the bot's host, who presses here alone. There is nothing to do for you."
)
_LIMIT, _RESET = "X-RateLimit-Limit", "X-RateLimit-Reset-After"


class NotPressed(Exception):
    """Raised when the host did not press in time."""


class Press(NamedTuple):
    """A press; `at` is when it came in, by the event loop's clock."""

    step: str
    interaction: discord.Interaction
    at: float


class Rate(NamedTuple):
    """The messages that a channel accepts, and the most seconds until it accepts more."""

    limit: int
    seconds: float


class PressClient(discord.Client):
    """Receives presses of the `hosts`; after the first press only those of its member."""

    def __init__(self, hosts: Collection[int], seconds_for_servers: float) -> None:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note_rate)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=trace,
            guild_ready_timeout=seconds_for_servers,
        )
        self.hosts = set(hosts)
        self.rate: Rate | None = None
        # Marks the buttons of this run: those of other runs are ignored.
        self._run = secrets.token_hex(4)
        self._presses: asyncio.Queue[Press] = asyncio.Queue()

    def buttons(self, labels: Mapping[str, str]) -> discord.ui.View:
        """A view with one button for each step; an empty one removes the buttons of a message."""
        view = discord.ui.View(timeout=None)
        for step, label in labels.items():
            custom_id = f"{_PREFIX}:{self._run}:{step}"
            view.add_item(discord.ui.Button[discord.ui.View](label=label, custom_id=custom_id))
        # Presses come from the gateway, not through the view.
        view.stop()
        return view

    async def press(self, steps: Sequence[str], seconds: float) -> Press:
        """Wait for the next press of one of these steps. Raises NotPressed."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    press = await self._presses.get()
                    if press.step in steps:
                        return press
                    await _acknowledge(press.interaction)
        except TimeoutError:
            raise NotPressed from None

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        prefix, _, rest = str(data.get("custom_id", "")).partition(":")
        run, _, step = rest.partition(":")
        if interaction.type is not discord.InteractionType.component or prefix != _PREFIX:
            return
        if run != self._run:
            return
        if interaction.user.id not in self.hosts:
            await _tell(interaction, _OTHERS)
            return
        self.hosts = {interaction.user.id}
        self._presses.put_nowait(Press(step, interaction, asyncio.get_running_loop().time()))

    async def _note_rate(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        headers = request.response.headers
        is_message = request.method == "POST" and request.url.path.endswith("/messages")
        if is_message and _LIMIT in headers and _RESET in headers:
            seconds = 0.0 if self.rate is None else self.rate.seconds
            self.rate = Rate(int(headers[_LIMIT]), max(seconds, float(headers[_RESET])))


async def _acknowledge(interaction: discord.Interaction) -> None:
    """Answer a press that no step waits for, so that Discord does not show it as failed."""
    try:
        await interaction.response.defer()
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return


async def _tell(interaction: discord.Interaction, sentence: str) -> None:
    try:
        await interaction.response.send_message(sentence, ephemeral=True)
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return
