"""Runs the checks one after another; each fails and times out on its own."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from functools import partial
from itertools import chain

import discord

from bot.doctor.application import (
    LOOKED_INTO,
    Server,
    check_application,
    check_commands,
    check_emojis,
    check_listed,
    check_server,
    servers_of,
)
from bot.doctor.discord_session import FAILURES, DiscordSession, failure_words
from bot.doctor.findings import Check, Finding, Findings, of_faults, ok, unchecked
from bot.doctor.machine import check_database, check_disk, check_fonts, check_workers
from bot.hosting.faults import other_faults
from bot.settings import Settings

_WORKER_SECONDS = 60.0
"""For a worker to start on a slow machine: it imports the engine and reads its nets."""
_DISCORD = ("application", "commands", "emojis", "servers", "clock")


async def examine(settings: Settings, *, free_megabytes: int) -> AsyncIterator[tuple[str, Finding]]:
    """Yield each finding as soon as it is known, with its check's name: of this machine first."""
    url = settings.database_url
    of_machine = (
        Check("database", partial(check_database, url)),
        Check("settings", partial(_check_settings, settings)),
        Check("disk", partial(check_disk, url, free_megabytes)),
        Check("fonts", check_fonts),
        Check("workers", partial(check_workers, settings.computer_workers), _WORKER_SECONDS),
    )
    async with DiscordSession() as session:
        for check in chain(of_machine, _checks_at_discord(session, settings)):
            for finding in await carry_out(check):
                yield check.name, finding


def _checks_at_discord(session: DiscordSession, settings: Settings) -> Iterator[Check]:
    """The checks in order; each is carried out before the next one is asked for."""
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    yield Check("token", partial(session.log_in, token))
    if not session.is_logged_in:
        for name in _DISCORD:
            yield Check(name, _without_login)
        return
    client = session.client
    yield Check("application", partial(check_application, client))
    yield Check("commands", partial(check_commands, client, settings))
    yield Check("emojis", partial(check_emojis, client))
    servers: list[Server] = []
    yield Check("servers", partial(_list_servers, client, servers))
    for number, server in enumerate(servers):
        check = check_server if number < LOOKED_INTO else check_listed
        yield Check("servers", partial(check, client, server))
    yield Check("clock", session.check_clock)


async def _check_settings(settings: Settings) -> Findings:
    """Whether all but the database's address can be used, as `run` judges them."""
    faults = await asyncio.to_thread(lambda: [*other_faults(settings)])
    return of_faults(faults) or ok("all that are set can be used.")


async def _without_login() -> Findings:
    return unchecked("not checked without a login at Discord.")


async def _list_servers(client: discord.Client, found: list[Server]) -> Findings:
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
        # Only its type: what it says may quote a setting.
        return unchecked(f"the check itself failed ({type(error).__name__}). Please report it.")
