"""What the doctor finds at Discord, with one thing wrong each time."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import HTTPException, Permissions
from discord.http import Route
from pydantic import SecretStr

from bot.doctor.examination import carry_out, failure_words
from bot.doctor.findings import Check, CheckOutcome, Finding, exit_status, mend, ok, unusable
from bot.settings import Settings
from bot.ui.kit.permissions import PERMISSIONS
from tests.loopback.server.service import GOOD_TOKEN, LoopbackDiscord
from tests.support.doctor.findings import Examine, named, wrong
from tests.support.doctor.first_start import own_commands, register

pytestmark = pytest.mark.slow  # examines a Discord each time

AT_DISCORD = {"application", "commands", "emojis", "servers", "clock"}
NO_EMBEDS = Permissions(PERMISSIONS.value)
NO_EMBEDS.update(embed_links=False)


async def test_all_is_well(discord: LoopbackDiscord, examined: Examine) -> None:
    found = await examined()
    assert set(found) == {"database", "settings", "disk", "fonts", "workers", "token", *AT_DISCORD}
    assert wrong(found) == {}
    assert exit_status(one for findings in found.values() for one in findings) == 0


async def test_nothing_is_changed(discord: LoopbackDiscord, examined: Examine) -> None:
    discord.log.reset()
    await examined()
    assert {entry.route.split()[0] for entry in discord.log.entries} == {"GET"}
    assert discord.log.problems == []


async def test_without_a_token_only_this_machine_is_checked(examined: Examine) -> None:
    faults = wrong(await examined(discord_token=SecretStr("")))
    assert set(faults) == {"token", *AT_DISCORD}
    assert faults["token"].startswith("setting: DISCORD_TOKEN is not set.")
    assert all(faults[name].startswith("unknown: ") for name in AT_DISCORD)


async def test_a_refused_token_is_a_setting_that_cannot_be_used(
    discord: LoopbackDiscord, examined: Examine
) -> None:
    faults = wrong(await examined(discord_token=SecretStr("another.token")))
    assert set(faults) == {"token", *AT_DISCORD}
    assert faults["token"].startswith("setting: Discord refused the token.")


async def test_with_the_network_down_this_machine_is_checked(
    examined: Examine, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{closed_port}")
    faults = wrong(await examined())
    assert set(faults) == {"token", *AT_DISCORD}
    assert faults["token"].startswith("unknown: Discord cannot be reached")


async def test_a_part_of_discord_that_fails_is_not_the_whole(
    discord: LoopbackDiscord, examined: Examine
) -> None:
    discord.faults.lay({"kind": "status", "route": "*/emojis", "status": 403, "times": None})
    said = named(await examined(), "emojis")
    assert said.startswith("unknown: Discord answered with 403 (code 0). Call the doctor again")


async def test_what_to_do_while_discord_is_in_trouble_is_said() -> None:
    reply = SimpleNamespace(status=503, reason="Service Unavailable")
    said = failure_words(HTTPException(cast(Any, reply), None))
    assert said.startswith("Discord answered with 503: it is in trouble itself. Try again later")


async def test_a_missing_permission_is_named_with_its_server_and_channel(
    discord: LoopbackDiscord, examined: Examine
) -> None:
    other = discord.world.add_guild("Another")
    discord.world.add_channel(other, "games", PERMISSIONS.value)
    discord.world.add_channel(other, "talk", NO_EMBEDS.value)
    found = await examined()
    said = named(found, "servers")
    assert "Another: the bot can send messages in #talk, but lacks Embed Links" in said
    (finding,) = ok("A server: the bot has what it needs.")
    assert finding in found["servers"]


async def test_names_cannot_forge_a_line_or_steer_the_terminal(
    discord: LoopbackDiscord, examined: Examine
) -> None:
    other = discord.world.add_guild("Another\x1b[2J\nok \u202eserver")
    discord.world.add_channel(other, "games", PERMISSIONS.value)
    discord.world.add_channel(other, "ta\u202elk\x9b2J", NO_EMBEDS.value)
    said = named(await examined(), "servers")
    assert said.startswith("mend: Another [2J ok server: the bot can send messages in #talk 2J, ")


async def test_a_server_where_it_cannot_play_at_all_gets_the_invitation(
    discord: LoopbackDiscord, examined: Examine
) -> None:
    other = discord.world.add_guild("Another")
    discord.world.add_channel(other, "talk", NO_EMBEDS.value)
    said = named(await examined(), "servers")
    assert said.startswith("mend: Another: the bot lacks Embed Links. Give its role that")
    assert "https://discord.com/oauth2/authorize?client_id=4712&" in said


async def test_a_channel_that_it_may_only_read_or_not_see_is_no_fault(
    discord: LoopbackDiscord, examined: Examine
) -> None:
    (guild,) = discord.world.guilds.values()
    discord.world.add_channel(guild, "news", Permissions(view_channel=True).value)
    discord.world.add_channel(guild, "hidden", Permissions(send_messages=True).value)
    assert wrong(await examined()) == {}


async def test_servers_beyond_those_looked_into_are_judged_by_the_list(
    discord: LoopbackDiscord, examined: Examine
) -> None:
    for number in range(220):
        guild = discord.world.add_guild(f"Server {number}")
        allowed = NO_EMBEDS if number == 215 else PERMISSIONS
        discord.world.add_channel(guild, "scout", allowed.value)
    discord.limits.enforced = False
    found = await examined()
    assert len(found["servers"]) == 221
    assert named(found, "servers").startswith("mend: Server 215: the bot lacks Embed Links.")


async def test_in_no_server_the_finding_says_where_the_link_is(
    discord: LoopbackDiscord, examined: Examine
) -> None:
    discord.world.guilds.clear()
    assert "invites it" in named(await examined(), "servers")


async def test_commands_of_another_version_are_named(
    discord: LoopbackDiscord, examined: Examine, settings: Settings
) -> None:
    (scout,) = await own_commands(settings)
    (first, *rest) = scout["options"]
    older = {**scout, "options": [{**first, "description": "As it was"}, *rest]}
    await register(discord, [older])
    assert "another version of /scout." in named(await examined(), "commands")
    await register(discord, [scout, {"name": "more", "description": "More", "type": 1}])
    assert "another version of /more." in named(await examined(), "commands")
    await register(discord, [])
    assert "another version of /scout." in named(await examined(), "commands")


async def test_missing_emojis_are_counted(discord: LoopbackDiscord, examined: Examine) -> None:
    discord.world.emojis.popitem()
    assert "1 of 13 are not uploaded" in named(await examined(), "emojis")


@pytest.mark.parametrize(
    ("portal", "words"),
    [
        ({"interactions_endpoint_url": "https://example.com"}, "Interactions Endpoint URL"),
        ({"bot_require_code_grant": True}, "Requires OAuth2 Code Grant"),
        (
            {
                "integration_types_config": {
                    "0": {
                        "oauth2_install_params": {
                            "scopes": ["applications.commands"],
                            "permissions": "0",
                        }
                    }
                }
            },
            "without the scope bot",
        ),
        (
            {
                "integration_types_config": {
                    "0": {
                        "oauth2_install_params": {
                            "scopes": ["applications.commands", "bot"],
                            "permissions": str(NO_EMBEDS.value),
                        }
                    }
                }
            },
            "without Embed Links",
        ),
    ],
)
async def test_what_is_wrong_in_the_portal_is_named_with_its_page(
    portal: dict[str, object], words: str, discord: LoopbackDiscord, examined: Examine
) -> None:
    discord.world.application = portal
    said = named(await examined(), "application")
    assert words in said
    assert 'on the page "' in said.lower()


@pytest.mark.parametrize(("ahead", "words"), [(60, "60 seconds behind"), (-60, "60 seconds ahead")])
async def test_a_clock_off_by_a_minute_is_named(
    ahead: float, words: str, discord: LoopbackDiscord, examined: Examine
) -> None:
    discord.world.clock_ahead = ahead
    assert words in named(await examined(), "clock")


async def test_a_check_that_takes_too_long_or_breaks_stops_no_other() -> None:
    async def too_long() -> list[Finding]:
        await asyncio.sleep(60)
        return []

    async def broken() -> list[Finding]:
        raise KeyError(GOOD_TOKEN)

    (given_up,) = await carry_out(Check("long", too_long, seconds=0.01))
    assert given_up.outcome is CheckOutcome.UNCHECKED
    (failed,) = await carry_out(Check("broken", broken))
    assert failed.outcome is CheckOutcome.UNCHECKED
    assert "KeyError" in failed.sentence
    assert GOOD_TOKEN not in failed.sentence


def test_the_exit_status_separates_settings_from_the_rest() -> None:
    assert exit_status(ok("") + ok("")) == 0
    assert exit_status(ok("") + mend("")) == 1
    assert exit_status(unusable("") + mend("")) == 2
