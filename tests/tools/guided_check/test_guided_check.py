"""The guided check against the loopback Discord, with each assumption broken in turn."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest
from discord import Permissions

from tests.loopback.server.broken import Broken
from tests.loopback.server.payloads import user
from tests.loopback.server.service import GOOD_TOKEN
from tests.tools.guided_check.assumptions import Assumption
from tests.tools.guided_check.check import check_by_hand
from tests.tools.guided_check.host import GuidedHost
from tests.tools.guided_check.steps import Pace

QUICK = Pace(patience=30.0, late=0.0, expired=0.0, servers=0.2)


class Run:
    """The check, with what it has said."""

    def __init__(self, host: GuidedHost) -> None:
        self.host = host
        self.lines: list[str] = []

    async def check(self, pace: Pace = QUICK, *, long: bool = True) -> int:
        return await check_by_hand(
            GOOD_TOKEN,
            self.host.channel.id,
            self.say,
            hosts=(self.host.member.id,),
            until_tokens_expire=long,
            pace=pace,
        )

    def say(self, line: str) -> None:
        self.lines.append(line)
        self.host.hear(line)

    def lines_of(self, verdict: str) -> list[str]:
        return [line for line in self.lines if line.startswith(f"{verdict} ")]


@pytest.fixture
def run(host: GuidedHost) -> Run:
    return Run(host)


@pytest.mark.long  # waits as at Discord
async def test_all_assumptions_hold(host: GuidedHost, run: Run) -> None:
    following = asyncio.create_task(host.follow())
    status = await run.check()
    await following
    assert status == 0
    assert len(run.lines_of("held")) == len(Assumption)


@pytest.mark.long  # waits as at Discord
@pytest.mark.parametrize("broken", Broken)
async def test_a_broken_assumption_is_named_and_no_other(
    broken: Broken, host: GuidedHost, run: Run
) -> None:
    # Without long waits for the rate; while it is not enforced, no reply names it.
    host.discord.limits.enforced = broken is Broken.CHANNEL_RATE
    host.discord.limits.channel_seconds = 0.5
    host.discord.break_belief(broken)
    following = asyncio.create_task(host.follow())
    status = await run.check()
    await following
    assumption = Assumption[broken.name]
    (line,) = run.lines_of("BROKEN")
    assert f"{assumption.number:>2}. {assumption.claim}" in line
    assert status == 1


def test_each_assumption_can_be_broken() -> None:
    assert set(Broken.__members__) == set(Assumption.__members__)


@pytest.mark.long  # waits as at Discord
async def test_nothing_is_left_but_a_thread_that_only_others_delete(
    host: GuidedHost, run: Run
) -> None:
    host.discord.limits.enforced = False
    following = asyncio.create_task(host.follow())
    await run.check()
    await following
    assert "a thread, which only Manage Threads deletes" in run.lines[-1]
    (thread,) = host.discord.world.threads_of(host.channel)
    assert thread.archived
    assert public(host) == []
    assert host.discord.emojis == []


@pytest.mark.long
@pytest.mark.slow  # waits as at Discord
async def test_with_all_permissions_nothing_is_left_and_what_they_hide_is_open(
    host: GuidedHost, run: Run
) -> None:
    host.discord.limits.enforced = False
    allowed = Permissions(host.channel.allowed)
    allowed.update(read_message_history=True, manage_threads=True)
    host.channel.allowed = allowed.value
    following = asyncio.create_task(host.follow())
    assert await run.check(long=False) == 0
    await following
    hidden = {
        Assumption.OWN_MESSAGES,
        Assumption.THREAD_WITHOUT_HISTORY,
        Assumption.OWN_THREAD,
        Assumption.EXPIRED_TOKEN,
        Assumption.CHANNEL_RATE,
    }
    assert len(run.lines_of("open")) == len(hidden)
    assert all(any(one.claim in line for line in run.lines_of("open")) for one in hidden)
    assert run.lines[-1] == "Nothing is left at Discord."
    assert public(host) == []
    assert host.discord.world.threads_of(host.channel) == []


@pytest.mark.long  # waits as at Discord
async def test_others_get_a_polite_sentence_and_change_nothing(host: GuidedHost, run: Run) -> None:
    host.discord.limits.enforced = False
    (guild,) = host.discord.world.guilds.values()
    noa = host.discord.world.add_member(guild, "Noa", 0, None)
    checking = asyncio.create_task(run.check())
    reply = await host.press("Start", member=noa)
    assert reply["shown"]["content"].startswith("This is a check by the bot's host")
    assert reply["shown"]["flags"] == 64
    await host.follow()
    assert await checking == 0


@pytest.mark.long  # waits as at Discord
async def test_without_a_name_the_owner_of_the_application_presses(host: GuidedHost) -> None:
    host.discord.limits.enforced = False
    host.discord.world.application = {"owner": user(host.member)}
    lines: list[str] = []
    pace = replace(QUICK, patience=2.0)
    checking = asyncio.create_task(
        check_by_hand(GOOD_TOKEN, host.channel.id, lines.append, pace=pace)
    )
    await host.press("Start")
    assert await checking == 1
    assert any("Nobody pressed in time." in line for line in lines)
    assert any(line.startswith("held") for line in lines)
    assert public(host) == []


@pytest.mark.long  # waits as at Discord
async def test_without_a_press_it_cleans_up_and_says_so(host: GuidedHost, run: Run) -> None:
    assert await run.check(replace(QUICK, patience=0.2)) == 1
    assert "It did not come to its end. Nobody pressed in time." in run.lines
    assert len(run.lines_of("open")) == len(Assumption)
    assert run.lines[-1] == "Nothing is left at Discord."
    assert public(host) == []


@pytest.mark.long
@pytest.mark.slow  # waits as at Discord
async def test_a_channel_out_of_reach_is_reported(host: GuidedHost, run: Run) -> None:
    host.channel.allowed = 0
    assert await run.check() == 1
    assert "Is the channel's id right" in run.lines[-1]


@pytest.mark.long
@pytest.mark.slow  # waits as at Discord
async def test_a_bot_that_cannot_post_there_is_reported(host: GuidedHost, run: Run) -> None:
    host.channel.allowed = Permissions(view_channel=True).value
    assert await run.check() == 1
    assert any("may the bot see that channel and send messages there?" in one for one in run.lines)


async def test_a_refused_token_is_reported(host: GuidedHost) -> None:
    lines: list[str] = []
    assert await check_by_hand("another.token", host.channel.id, lines.append) == 2
    assert await check_by_hand("", host.channel.id, lines.append) == 2
    assert [line.partition(".")[0] for line in lines] == [
        "Discord refused the token",
        "DISCORD_TOKEN is not set",
    ]


@pytest.mark.long  # waits as at Discord
async def test_what_fails_for_the_time_being_leaves_its_assumption_open(
    host: GuidedHost, run: Run
) -> None:
    host.discord.limits.enforced = False
    host.discord.faults.lay(
        {"kind": "status", "route": "POST */emojis", "status": 429, "via": False}
    )
    following = asyncio.create_task(host.follow())
    assert await run.check() == 0
    await following
    claims = {line.partition(". ")[2].partition(".")[0] for line in run.lines_of("open")}
    assert claims == {
        Assumption.OWN_EMOJI.claim.removesuffix("."),
        Assumption.CHANNEL_RATE.claim.removesuffix("."),
    }


def public(host: GuidedHost) -> list[str]:
    """The messages that everybody still sees in the channel."""
    messages = host.channel.messages.values()
    return [one.shown["content"] for one in messages if one.is_seen_by(None)]


def test_the_page_on_discord_says_what_this_check_confirms() -> None:
    page = (Path(__file__).parents[3] / "docs" / "discord.md").read_text(encoding="utf-8")
    _, *sections = re.split(r"(?m)^\*\*(?=\d+\.)", page)
    numbers = {int(one.partition(".")[0]): one for one in sections}
    confirmed = {number for number, one in numbers.items() if "\n- Guided check: " in one}
    assert confirmed == {assumption.number for assumption in Assumption}
    only_a_real_server_can_tell = {number for number, one in numbers.items() if "⚠" in one}
    excused = {number for number, one in numbers.items() if "\n- No guided check: " in one}
    assert only_a_real_server_can_tell - excused <= confirmed


@pytest.mark.slow  # waits as at Discord
async def test_a_gateway_that_refuses_is_reported(host: GuidedHost, run: Run) -> None:
    host.discord.gateway.refuses = True
    assert await run.check() == 1
    assert "Discord cannot be reached" in run.lines[-1]
