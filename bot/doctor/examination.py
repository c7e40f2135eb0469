"""Carries out the checks one after another; each fails and times out on its own."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import NamedTuple

import discord

from bot.doctor.application import check_application, check_commands, check_emojis
from bot.doctor.database import check_database
from bot.doctor.discord_session import FAILURES, DiscordSession, failure_words
from bot.doctor.findings import Check, Finding, unchecked
from bot.doctor.machine import check_disk, check_fonts, check_workers
from bot.doctor.servers import LOOKED_INTO, Server, check_listed, check_server, servers_of
from bot.settings import Settings

_WORKER_SECONDS = 60.0
"""For a worker that starts on a slow machine: it imports the engine and reads its nets."""
_DISCORD = ("application", "commands", "emojis", "servers", "clock")


class Line(NamedTuple):
    """What one check has found."""

    name: str
    finding: Finding


async def examine(settings: Settings, *, free_megabytes: int) -> AsyncIterator[Line]:
    """Every finding as soon as it is known: of this machine first, then at Discord."""
    for check in _local_checks(settings, free_megabytes):
        for finding in await carry_out(check):
            yield Line(check.name, finding)
    async with DiscordSession() as session:
        token = settings.discord_token.get_secret_value() if settings.discord_token else ""
        for finding in await carry_out(Check("token", partial(session.log_in, token))):
            yield Line("token", finding)
        if not session.is_logged_in:
            for name in _DISCORD:
                yield Line(name, unchecked("not checked without a login at Discord."))
            return
        async for line in _at_discord(session, settings):
            yield line


def _local_checks(settings: Settings, free_megabytes: int) -> list[Check]:
    url = settings.database_url
    return [
        Check("database", partial(check_database, url)),
        Check("disk", partial(check_disk, url, free_megabytes)),
        Check("fonts", check_fonts),
        Check("workers", partial(check_workers, settings.computer_workers), _WORKER_SECONDS),
    ]


async def _at_discord(session: DiscordSession, settings: Settings) -> AsyncIterator[Line]:
    client = session.client
    for check in (
        Check("application", partial(check_application, client)),
        Check("commands", partial(check_commands, client, settings)),
        Check("emojis", partial(check_emojis, client)),
    ):
        for finding in await carry_out(check):
            yield Line(check.name, finding)
    servers: list[Server] = []
    for finding in await carry_out(Check("servers", partial(_list_servers, client, servers))):
        yield Line("servers", finding)
    for number, server in enumerate(servers):
        found: Sequence[Finding] = [check_listed(client, server)]
        if number < LOOKED_INTO:
            found = await carry_out(Check("servers", partial(check_server, client, server)))
        for finding in found:
            yield Line("servers", finding)
    for finding in await carry_out(Check("clock", session.check_clock)):
        yield Line("clock", finding)


async def _list_servers(client: discord.Client, found: list[Server]) -> Sequence[Finding]:
    """Adds the servers to `found`; a finding only if there is none."""
    found.extend([server async for server in servers_of(client)])
    if found:
        return []
    return [unchecked("the bot is in no server yet. Its log has the link that invites it.")]


async def carry_out(check: Check) -> Sequence[Finding]:
    """The check's findings, or why it could not be made."""
    try:
        async with asyncio.timeout(check.seconds):
            return await check.run()
    except TimeoutError:
        return [unchecked(f"no result within {check.seconds:.0f} seconds.")]
    except FAILURES as error:
        return [unchecked(failure_words(error))]
    except Exception as error:  # noqa: BLE001 - the other checks are made all the same
        # Only its type: what it says may quote a setting.
        return [unchecked(f"the check itself failed ({type(error).__name__}). Please report it.")]
