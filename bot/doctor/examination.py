"""Runs the checks one after another, after a login at Discord; each can fail or time out alone."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from functools import partial
from itertools import chain
from types import SimpleNamespace

import aiohttp
import discord

from bot.doctor.application import (
    LOOKED_INTO,
    ListedServer,
    check_application,
    check_commands,
    check_emojis,
    check_listed,
    check_server,
    servers_of,
)
from bot.doctor.findings import Check, Finding, Findings, mend, of_faults, ok, unchecked, unusable
from bot.doctor.machine import check_database, check_disk, check_fonts, check_workers
from bot.hosting.faults import NOT_SET, REFUSED, other_faults
from bot.settings import Settings
from bot.ui.delivery.requests import time_of

FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Errors of a request if Discord or the network fails."""
_TOLERANCE = 5.0
"""Seconds by which the clock may differ: dates have whole seconds, and replies take time."""


class DoctorClient(discord.Client):
    """Logs in without a connection to the gateway; knows its application once it is logged in."""

    def __init__(self) -> None:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note_date)
        super().__init__(intents=discord.Intents(guilds=True), http_trace=trace)
        self._ahead: float | None = None

    async def log_in(self, token: str) -> Findings:
        """Whether Discord knows the token."""
        if not token:
            return unusable(NOT_SET)
        try:
            await self.login(token)
        except discord.LoginFailure:
            return unusable(REFUSED)
        return ok(f"Discord knows it as that of {self.user}.")

    async def check_clock(self) -> Findings:
        """Whether the host's clock agrees with the dates of Discord's replies so far."""
        if self._ahead is None:
            return unchecked("no reply of Discord's has told the time.")
        if abs(self._ahead) <= _TOLERANCE:
            return ok("it agrees with Discord's.")
        direction = "ahead of" if self._ahead > 0 else "behind"
        return mend(
            f"it is {abs(self._ahead):.0f} seconds {direction} Discord's, so times on tables "
            "are wrong. Let the machine set its clock by the network (NTP)."
        )

    async def _note_date(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        discord_time = time_of(request.response)
        if discord_time is not None:
            self._ahead = time.time() - discord_time


def failure_words(error: Exception) -> str:
    """The reason why a check could not be made, if Discord or the network failed."""
    if isinstance(error, discord.HTTPException):
        if error.status == 429:
            return "Discord takes no requests from this address for now. Try again in an hour."
        if error.status >= 500:
            return (
                f"Discord answered with {error.status}: it is in trouble itself. Try again later; "
                "https://discordstatus.com says more."
            )
        return (
            f"Discord answered with {error.status} (code {error.code}). Call the doctor again in a "
            "minute; if it stays so, please report it with this line."
        )
    if isinstance(error, asyncio.TimeoutError):
        return "Discord did not answer in time."
    return (
        f"Discord cannot be reached ({type(error).__name__}). Check this machine's network, "
        "firewall and proxy; https://discordstatus.com says whether Discord itself is in trouble."
    )


_WORKER_SECONDS = 60.0
"""Seconds for a worker to start on a slow machine: it imports the engine and reads its nets."""


async def examine(settings: Settings, *, free_megabytes: int) -> AsyncIterator[tuple[str, Finding]]:
    """Yield each finding as soon as it is known, with its check's name; first this machine's."""
    url = settings.database_url
    of_machine = (
        Check("database", partial(check_database, url)),
        Check("settings", partial(_check_settings, settings)),
        Check("disk", partial(check_disk, url, free_megabytes)),
        Check("fonts", check_fonts),
        Check("workers", partial(check_workers, settings.computer_workers), _WORKER_SECONDS),
    )
    async with DoctorClient() as client:
        for check in chain(of_machine, _checks_at_discord(client, settings)):
            for finding in await carry_out(check):
                yield check.name, finding


def _checks_at_discord(client: DoctorClient, settings: Settings) -> Iterator[Check]:
    """The checks in order; each finishes before the next one is requested."""
    yield Check("token", partial(client.log_in, settings.discord_token.get_secret_value()))
    servers: list[ListedServer] = []
    checks = {
        "application": partial(check_application, client),
        "commands": partial(check_commands, client, settings),
        "emojis": partial(check_emojis, client),
        "servers": partial(_list_servers, client, servers),
    }
    for name, check in checks.items():
        yield Check(name, check if client.application else _without_login)
    for number, server in enumerate(servers):
        look_into = check_server if number < LOOKED_INTO else check_listed
        yield Check("servers", partial(look_into, client, server))
    yield Check("clock", client.check_clock if client.application else _without_login)


async def _check_settings(settings: Settings) -> Findings:
    """Whether all settings but the database's address can be used, as `run` judges them."""
    faults = await asyncio.to_thread(lambda: [*other_faults(settings)])
    return of_faults(faults) or ok("all that are set can be used.")


async def _without_login() -> Findings:
    return unchecked("not checked without a login at Discord.")


async def _list_servers(client: discord.Client, found: list[ListedServer]) -> Findings:
    """Add the servers to `found`; a finding only if there is none."""
    found.extend([server async for server in servers_of(client)])
    if found:
        return []
    return unchecked("the bot is in no server yet. Its log has the link that invites it.")


async def carry_out(check: Check) -> Findings:
    """Run the check; return its findings, or why it failed."""
    try:
        async with asyncio.timeout(check.seconds):
            return await check.run()
    except TimeoutError:
        return unchecked(f"no result within {check.seconds:.0f} seconds.")
    except FAILURES as error:
        return unchecked(failure_words(error))
    except Exception as error:  # noqa: BLE001 - the other checks run all the same
        # Only its type: its text may quote a setting.
        return unchecked(f"the check itself failed ({type(error).__name__}). Please report it.")
