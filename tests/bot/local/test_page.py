"""The simulated Discord around the bot; the page itself is tested in tests/e2e."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

import discord
import pytest
import simcord
from aiohttp import ClientSession

import bot.local.page
from bot.client import ScoutClient
from bot.local.page import open_page
from bot.local.simcord_patches import LINE_CHANGES
from bot.local.world import PageRefresher, World
from bot.pictures.emojis import SIDE, emoji_images
from bot.settings import Settings
from bot.storage.models.options import TableOptions
from bot.tables.core.actor import Actor
from bot.tables.service import Tables
from bot.text.language import ENGLISH, PSEUDO, Language
from bot.text.pseudo import pseudo
from bot.ui.kit.emojis import number_text
from tests.support.discord.messages import answer, words
from tests.support.storage.database import database_url
from tests.support.tables.blocking_players import eventually
from tests.support.tables.evaluators import BlockingEvaluate
from tests.support.tables.members import play_to_the_end

pytestmark = pytest.mark.slow  # starts the page each time


def world(language: Language = ENGLISH) -> World:
    settings = Settings(_env_file=None, database_url="sqlite+aiosqlite://")
    return World(ScoutClient(settings, background=False), language)


def ids(world: World) -> list[int]:
    return [world.env.guild.id, world.channel.id, *(member.id for member in world.members)]


async def test_stored_tables_find_their_channel_and_members_at_the_next_start() -> None:
    assert ids(world()) == ids(world())


def test_the_topic_is_in_the_language_of_the_server() -> None:
    topic = "Type /scout play and press Enter twice. At the top you choose which member you are."
    worlds = [world(language) for language in (ENGLISH, PSEUDO)]
    topics = [one.env.backend.channels[one.channel.id].topic for one in worlds]
    assert topics == [topic, pseudo(topic)]


@pytest.mark.long
async def test_the_first_member_manages_the_server() -> None:
    """Somebody has to, or nobody could start a season or change the defaults."""
    simulated = world()
    async with simulated.running():
        asked = [
            await member.slash(simulated.channel, "scout season start", name="One")
            for member in simulated.members
        ]
    refused = ["Only members with Manage Server" in words(answer(one)) for one in asked]
    assert refused == [False, True, True]


async def test_the_simulated_clock_shows_the_real_time() -> None:
    simulated = world()
    simulated.set_clock()
    assert abs(datetime.now(UTC) - simulated.env.now()) < timedelta(seconds=1)


async def locale_heard(world: World, member: int) -> tuple[str, str]:
    """The locale of a member's press, and of the server, as the bot hears them."""
    heard = asyncio.create_task(world.env.bot.wait_for("interaction"))
    await world.members[member].slash(world.channel, "scout rules")
    interaction = await heard
    return str(interaction.locale), str(interaction.guild_locale)


@pytest.mark.long
async def test_the_language_at_the_start_is_that_of_all() -> None:
    simulated = world(Language("es"))
    async with simulated.running():
        server = simulated.env.bot.guilds[0]
        assert [await locale_heard(simulated, at) for at in range(3)] == [("es-419", "es-419")] * 3
    assert "COMMUNITY" in server.features


@pytest.mark.long
async def test_each_member_can_have_a_language_of_their_own() -> None:
    simulated = world()
    async with simulated.running(), opened_at(simulated) as preview, ClientSession() as browser:
        address, mia = urljoin(preview.url, "/scout-languages"), simulated.members[0].id
        change, key = {"member": str(mia), "language": PSEUDO.code}, "X-Simcord-Capability"
        async with browser.get(address, params=change, headers={key: "wrong"}) as answer:
            assert answer.status == 401
        assert await locale_heard(simulated, 0) == ("en-US", "en-US")
        async with browser.get(address, params=change, headers={key: "key"}) as answer:
            said = await answer.json()
        assert [await locale_heard(simulated, at) for at in (0, 1)] == [
            ("en-XA", "en-US"),
            ("en-US", "en-US"),
        ]
    assert said["members"] == {
        str(member.id): "en-XA" if member.id == mia else "en" for member in simulated.members
    }
    assert said["languages"]["de"] == "Deutsch"
    assert list(said["languages"])[-1] == PSEUDO.code


@pytest.mark.long
async def test_commands_are_listed_in_the_language_of_their_reader() -> None:
    simulated = world()
    async with simulated.running(), opened_at(simulated) as preview:
        mia, noah, ava = (member.id for member in simulated.members)
        simulated.locales.set_member(noah, PSEUDO.code)
        simulated.locales.set_member(ava, "pl")
        (scout,) = simulated.env.backend.commands[None].values()
        new = next(one for one in scout["options"] if one["name"] == "new")
        hints = next(one for one in new["options"] if one["name"] == "hints")
        never = next(one for one in new["options"] if one["name"] == "ping")["choices"][0]
        hints["description_localizations"] = {"pl": "Podpowiedzi"}
        never["name_localizations"] = {"pl": "nigdy"}
        new["description_localizations"] = {"de": "Öffne einen Tisch"}
        listed = [await new_as_listed(preview, member) for member in (mia, noah, ava)]
    english = (hints["description"], "never", new["description"])
    assert listed == [
        english,
        tuple(map(pseudo, english)),
        ("Podpowiedzi", "nigdy", new["description"]),
    ]


async def new_as_listed(preview: simcord.Preview, viewer: int) -> tuple[str, str, str]:
    """What the page's list says of `/scout new`: of an option, a choice and the whole."""
    page = preview._open_page(str(viewer), None)
    headers = {"X-Simcord-Capability": "key", "X-Simcord-Context": page.id}
    async with (
        ClientSession() as browser,
        browser.get(urljoin(preview.url, "/api/commands"), headers=headers) as answer,
    ):
        entries = (await answer.json())["entries"]
    (new,) = (one for one in entries if one["invocation"] == "scout new")
    options = {one["name"]: one for one in new["options"]}
    return (
        options["hints"]["description"],
        options["ping"]["choices"][0]["name"],
        new["description"],
    )


@pytest.mark.long
async def test_what_is_typed_counts_although_a_message_changed_meanwhile() -> None:
    simulated = world()
    async with simulated.running(), opened_at(simulated) as preview:
        suggested = await typed_late(
            simulated, preview, {"kind": "autocomplete_command", "focused": "zone", "value": "Berl"}
        )
        sent = await typed_late(simulated, preview, {"kind": "run_command"})
    assert (suggested["rejected"], sent["rejected"]) == (False, False)
    assert [one["value"] for one in suggested["result"]["choices"]] == ["Europe/Berlin"]


async def typed_late(
    simulated: World, preview: simcord.Preview, action: dict[str, Any]
) -> dict[str, Any]:
    """The answer to `/scout call`, typed into a page that shows an earlier state."""
    page = preview._open_page(str(simulated.members[0].id), None)
    headers = {"X-Simcord-Capability": "key", "X-Simcord-Context": page.id}
    async with ClientSession(urljoin(preview.url, "/"), headers=headers) as browser:
        async with browser.get("/api/commands") as answer:
            entries = (await answer.json())["entries"]
        (call,) = (one for one in entries if one["invocation"] == "scout call")
        action |= {
            "command_id": call["commandId"],
            "path": call["path"],
            "schema_fingerprint": call["schemaFingerprint"],
            "options": {},
        }
        return await sent_late(simulated, browser, page, action)


async def sent_late(
    simulated: World, browser: ClientSession, page: Any, action: dict[str, Any]
) -> dict[str, Any]:
    """The answer to this action on a page that shows an earlier state."""
    action |= {
        "protocol_version": 3,
        "sequence": page.last_sequence + 1,
        "request_id": str(uuid4()),
        "generation": page.generation,
        "bot_generation": simulated.env._generation,
        "published_revision": page.revision - 1,
    }
    async with browser.post("/api/action", json=action) as answer:
        said: dict[str, Any] = await answer.json()
    return said


@pytest.mark.long
async def test_a_page_fills_its_window_although_a_message_changed_meanwhile() -> None:
    """So does one that is loaded while computers move."""
    simulated = world()
    size = {"width": 960, "height": 720, "host_width": 390, "host_height": 800}
    action = {"kind": "configure_presentation", "layout": "channel", "display": "responsive"}
    async with simulated.running(), opened_at(simulated) as preview:
        page = preview._open_page(str(simulated.members[0].id), None)
        headers = {"X-Simcord-Capability": "key", "X-Simcord-Context": page.id}
        async with ClientSession(urljoin(preview.url, "/"), headers=headers) as browser:
            answer = await sent_late(simulated, browser, page, action | size)
    assert answer["result"]["presentation"]["viewport"] == {"width": 390, "height": 800}


@pytest.mark.long
async def test_tiles_are_emojis_as_long_as_it_runs() -> None:
    async with world().running():
        assert number_text(7).startswith("<:scout_7_")
    assert number_text(7) == "7"


@pytest.mark.long
async def test_all_tiles_can_be_loaded_at_once() -> None:
    async with opened(0) as preview:
        pictures: Any = preview._media_worker
        tiles = emoji_images()
        loaded = await asyncio.gather(*(pictures.validate(*tile) for tile in tiles.items()))
    assert [picture.normalized for picture in loaded] == list(tiles.values())
    assert {(picture.width, picture.height) for picture in loaded} == {(SIDE, SIDE)}


async def test_a_page_shows_what_was_sent_just_after_it_was_opened() -> None:
    simulated = world()
    async with simulated.running(), opened_at(simulated) as preview:
        refreshing = asyncio.create_task(PageRefresher(simulated, preview).run())
        await asyncio.sleep(0)
        page = preview._open_page(str(simulated.members[0].id), None)
        channel = simulated.env.bot.get_channel(simulated.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send("Hello")
        await eventually(lambda: "Hello" in str(page.snapshot))
        shown = page.revision
        await asyncio.sleep(0.3)
        assert page.revision == shown, "without a change nothing is published again"
        refreshing.cancel()


async def finish_a_game(world: World, tables: Tables) -> None:
    """Mia and Noah play one round in the page's channel."""
    until = world.env.now() + timedelta(minutes=15)
    mia, noah = (
        Actor(member.id, member.name, False, f"token of {member.name}", until)
        for member in world.members[:2]
    )
    options = TableOptions(length=1)
    state = await tables.lifecycle.open(ENGLISH, world.env.guild.id, world.channel.id, mia, options)
    await tables.lobby.join(state.id, noah)
    state = await tables.lobby.start(state.id, mia)
    await play_to_the_end(tables, state, random.Random(1))


@pytest.mark.long
async def test_a_click_does_not_wait_for_the_review_that_it_starts(tmp_path: Path) -> None:
    evaluate = BlockingEvaluate()
    settings = Settings(_env_file=None, database_url=database_url(tmp_path), computer_workers=0)
    client = ScoutClient(settings, background=False, evaluate=evaluate)
    simulated = World(client)
    async with simulated.running():
        background = asyncio.create_task(client.run_background())
        await finish_a_game(simulated, client.tables)
        shown = answer(await simulated.members[0].slash(simulated.channel, "scout record review"))
        assert "Looking at your moves: 0 of " in words(shown)
        await eventually(partial(evaluate.has_been_asked, 1))
        background.cancel()
        await asyncio.gather(background, return_exceptions=True)


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@asynccontextmanager
async def opened(port: int | None) -> AsyncIterator[simcord.Preview]:
    simulated = world()
    async with simulated.running(), opened_at(simulated, port) as preview:
        yield preview


@asynccontextmanager
async def opened_at(simulated: World, port: int | None = 0) -> AsyncIterator[simcord.Preview]:
    async with AsyncExitStack() as stack:
        yield await open_page(stack, simulated, "key", port)


@pytest.mark.long
async def test_another_port_is_found_where_the_usual_one_is_in_use(
    taken_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot.local.page, "DEFAULT_PORT", taken_port)
    async with opened(None) as preview:
        assert urlsplit(preview.url).port != taken_port
    assert f"Port {taken_port} is in use" in capsys.readouterr().out


async def test_a_port_that_was_asked_for_is_not_replaced(taken_port: int) -> None:
    with pytest.raises(simcord.SetupError, match=str(taken_port)):
        async with opened(taken_port):
            pass


@pytest.mark.parametrize("path", ["/", "/scout.js", "/scout-run"])
async def test_other_sites_cannot_read_the_page(path: str) -> None:
    async with opened(0) as preview, ClientSession() as browser:
        address = urljoin(preview.url, path)
        async with browser.get(address) as answer:
            assert answer.status == 200
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        async with browser.get(address, headers={"Host": "example.org"}) as answer:
            assert answer.status == 403


@pytest.mark.long
@pytest.mark.parametrize("path", LINE_CHANGES)
async def test_simcord_still_has_every_line_that_is_replaced(path: str) -> None:
    async with (
        opened(0) as preview,
        ClientSession() as browser,
        browser.get(urljoin(preview.url, path)) as answer,
    ):
        script = await answer.text()
    for old, new in LINE_CHANGES[path]:
        assert old not in script
        assert script.count(new) == 1
