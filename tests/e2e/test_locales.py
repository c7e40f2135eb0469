"""The locales that the simulated Discord says of members and servers."""

import asyncio
import logging
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.text.language import ENGLISH, PSEUDO
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import words


async def locales_of_a_press(here: Channel, member: Member) -> tuple[str, str]:
    """The member's locale and the server's, as the bot hears them."""
    heard = asyncio.create_task(here.client.wait_for("interaction"))
    await member.slash("rules")
    interaction: discord.Interaction = await heard
    return str(interaction.locale), str(interaction.guild_locale)


def community_locale(here: Channel) -> str | None:
    """The server's locale as the bot knows it, if it is a Community server."""
    guild = here.client.get_guild(here.guild.id)
    assert guild is not None
    return str(guild.preferred_locale) if "COMMUNITY" in guild.features else None


async def test_each_member_has_a_locale(here: Channel) -> None:
    mia, noa = here.members[:2]
    mia.set_locale("en-XA")
    assert await locales_of_a_press(here, mia) == ("en-XA", "en-US")
    assert await locales_of_a_press(here, noa) == ("en-US", "en-US")


async def test_a_community_server_has_a_locale_after_a_restart_too(here: Channel) -> None:
    mia = here.members[0]
    assert community_locale(here) is None
    here.make_community("pl")
    assert community_locale(here) == "pl"
    assert await locales_of_a_press(here, mia) == ("en-US", "pl")
    await here.restart()
    assert community_locale(here) == "pl"


async def test_a_refusal_and_an_answer_are_in_the_language_of_their_reader(here: Channel) -> None:
    mia, noa = here.members[:2]
    mia.set_locale("en-XA")
    refused = "There is no table in this channel. `/scout play` leads you to one."
    assert words(await noa.slash("leave")) == refused
    assert words(await mia.slash("leave")) == PSEUDO.gettext(refused)
    await mia.slash("new")
    assert words(await mia.slash("leave")) == PSEUDO.gettext("You have left the table.")


TROUBLE = (
    "Something went wrong on my side, but your game is safe. Please try again. "
    "If it happens again, send this reference to whoever runs the bot: {reference}."
)


async def test_a_fault_is_shown_in_the_language_of_its_reader_and_logged_in_english(
    here: Channel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here.expects_errors = True
    mia, noa = here.members[:2]
    mia.set_locale("en-XA")
    fails: Any = AsyncMock(side_effect=RuntimeError("a bug"))
    monkeypatch.setattr(here.client.tables.seasons, "all", fails)
    for member, language in ((noa, ENGLISH), (mia, PSEUDO)):
        caplog.clear()
        with caplog.at_level(logging.ERROR):
            said = words(await member.slash("season show"))
        (line,) = [one.getMessage() for one in caplog.records if one.levelno == logging.ERROR]
        assert said == language.gettext(TROUBLE, reference=line.removeprefix("reference "))
