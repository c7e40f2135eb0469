"""Names that would ping, link, format or turn a text do so in no message of any kind."""

import logging
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.storage.models.tables import Status
from engine.actions import Action
from engine.players import Comparison
from engine.view import View
from tests.support.discord.channel import Channel
from tests.support.discord.limits import Json
from tests.support.discord.member import Member
from tests.support.discord.messages import labels
from tests.support.discord.random_presses import press_at_random
from tests.support.discord.scout_channel import scout_channel
from tests.support.marks import with_long

NAMES = [
    "@everyone \u202e\u200b**bold**\n# big",
    "https://evil.example <@1> @here",
    "<@&1>discord.gg/evil\u2028[a](b)\u2066",
]
IN_ANY_TEXT = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u206f]|https?://(?!discord\\.com)")
"""What must stand nowhere, not even where Discord finds no formatting."""
IN_FORMATTED_TEXT = re.compile(
    r"@everyone|@here|(?<!\\)<@&?1>|(?<!\\)\*\*bold|^# |(?<!\\)\]\(b|discord\.gg/", re.MULTILINE
)


async def evaluate(_view: View, action: Action, _seed: int) -> Comparison:
    return Comparison(action, 0.0, 0.0)


def add_members(here: Channel) -> list[Member]:
    users = [
        here.env.create_user(f"hostile{number}", global_name=name)
        for number, name in enumerate(NAMES)
    ]
    return [Member(here, here.guild.add_member(user)) for user in users]


@pytest.mark.parametrize("pictures", with_long([False], [True]))
async def test_a_hostile_name_is_harmless_in_every_message(
    folder: Path, caplog: pytest.LogCaptureFixture, *, pictures: bool
) -> None:
    caplog.set_level(logging.INFO)
    async with scout_channel(folder, evaluate=evaluate, pictures=pictures) as here:
        members = add_members(here)
        await go_through_a_game(here, members)
        await go_through_the_rest(here, members)
        bodies = [request.json for request in here.env.http_requests]
        seen = "\n".join(text for body in bodies for text in formatted_texts(body))
        others = "\n".join(text for body in bodies for text in unformatted_texts(body))
    # All of them were named, in both kinds of text.
    for part in ("bold", "evil", "gg"):
        assert part in seen
    assert "evil" in others
    assert IN_FORMATTED_TEXT.findall(seen) == []
    assert IN_ANY_TEXT.findall(seen + others) == []
    assert IN_ANY_TEXT.findall(caplog.text) == []


async def go_through_a_game(here: Channel, members: list[Member]) -> None:
    host, *others = members
    await host.slash("new", rounds=1, thread=True)
    for member in others:
        await member.press("Join", here.lobby)
        await member.slash("new")
    await host.press("Add medium", here.lobby)
    await host.press("Start", here.lobby)
    here.channel, parent = here.channel.threads[-1], here.channel
    for member in members:
        await member.press("My hand", here.table)
    await here.members[0].press("Watch", here.table)
    await here.env.advance_time(61)
    await press_at_random(members, random.Random(1))
    assert (await here.state()).status is Status.OVER
    here.channel = parent


async def go_through_the_rest(here: Channel, members: list[Member]) -> None:
    host, leaving, _ = members
    for command in ("leaderboard", "record review", "tutorial", "settings", "rules", "help"):
        await host.slash(command)
    await leaving.press("Post here", await leaving.slash("stats", member=host.actor))
    await host.slash("stats", server=True)
    (final,) = [message for message in here.public() if "Rematch" in labels(message)]
    await host.press("Rematch", final)
    await host.slash("table")
    await leaving.press("Join", here.lobby)
    await host.press("Start", here.lobby)
    here.channel, parent = here.channel.threads[-1], here.channel
    await leaving.leave_table()
    assert (await here.newest_state()).seats[-1].instead_of is not None
    await host.close_table()
    here.channel = parent
    await host.slash("new")
    assert "Join" in labels(here.lobby)
    await host.close_table()


def formatted_texts(body: Any) -> Iterator[str]:
    """What Discord formats: contents and embeds."""
    for message in messages_in(body):
        yield message.get("content") or ""
        for embed in message.get("embeds") or []:
            yield from (embed.get("title", ""), embed.get("description", ""))
            for field in embed.get("fields", []):
                yield from (field["name"], field["value"])


def unformatted_texts(body: Any) -> Iterator[str]:
    """Footers, alt texts, labels, and the names of threads."""
    if isinstance(body, dict):
        yield str(body.get("name", ""))
    for message in messages_in(body):
        for embed in message.get("embeds") or []:
            yield embed.get("footer", {}).get("text", "")
        for attachment in message.get("attachments") or []:
            yield attachment.get("description") or ""
        for row in message.get("components") or []:
            for item in row["components"]:
                options = item.get("options", [])
                yield from (one.get("label", "") for one in [item, *options])
                yield item.get("placeholder") or ""


def messages_in(body: Any) -> Iterator[Json]:
    if isinstance(body, dict):
        yield body
        if isinstance(body.get("data"), dict):
            yield body["data"]
