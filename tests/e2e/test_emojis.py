"""The tiles as emojis: uploaded once, shown where they are, and never in the way of a game."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.results import ResponseMessage

from bot.text.language import ENGLISH
from bot.ui.kit.emojis import emoji_of, use_emojis
from bot.ui.views.learning.tutorial import way_on
from tests.support.discord.channel import Channel
from tests.support.discord.messages import a_show, labels, words
from tests.support.discord.scout_channel import scout_channel

UPLOAD = "/applications/*/emojis"
TILES = 13


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.delivery.application._UPLOAD_PAUSE", 0)


@pytest.fixture
async def here(folder: Path) -> AsyncIterator[Channel]:
    async with scout_channel(folder, emojis=True) as channel:
        await channel.env.settle()
        yield channel
    use_emojis({})


async def restart(here: Channel) -> None:
    """Another process, which knows no emoji before it has asked for them."""
    use_emojis({})
    await here.restart()
    await here.env.settle()


def sent(here: Channel, method: str, path: str = "/emojis") -> int:
    """How many such requests there were."""
    return sum(
        request.method == method and path in request.path for request in here.env.http_requests
    )


def names(here: Channel) -> list[str]:
    return sorted(emoji.name for emoji in here.env.backend.application_emojis.values())


def emojis(message: ResponseMessage) -> dict[str, str]:
    """The name of the emoji of each button or option that has one, by its label."""
    items = [item for row in message.components for item in row["components"]]
    pressed: list[dict[str, Any]] = [part for item in items for part in item.get("options", [item])]
    return {part["label"]: part["emoji"]["name"] for part in pressed if part.get("emoji")}


async def test_a_first_start_uploads_every_tile_and_a_second_none(here: Channel) -> None:
    assert len(names(here)) == sent(here, "POST") == TILES
    before = names(here)
    await restart(here)
    assert names(here) == before
    assert sent(here, "POST") == TILES
    assert sent(here, "DELETE") == 0
    assert emoji_of("7")["emoji"]["name"] in names(here)


async def test_what_is_missing_or_changed_is_replaced_and_nothing_else(here: Channel) -> None:
    backend = here.env.backend
    seven, ten, *_ = [
        emoji
        for emoji in backend.application_emojis.values()
        if emoji.name.startswith(("scout_7_", "scout_10_"))
    ]
    before = names(here)
    backend.edit_application_emoji(seven.id, "scout_7_000000")
    backend.delete_application_emoji(ten.id)
    for name in ("party", "scout_party", "scout_7"):
        backend.create_application_emoji(name)
    await restart(here)
    assert names(here) == sorted([*before, "party", "scout_party", "scout_7"])
    assert sent(here, "POST") == TILES + 2
    assert sent(here, "DELETE") == 1
    assert emoji_of("7")["emoji"]["id"] != seven.id


@pytest.mark.long
async def test_what_is_pressed_looks_like_what_is_seen(here: Channel) -> None:
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    show = a_show(player.hand)
    number = show.removeprefix("Show ").split()[0]
    assert emojis(player.hand)[show].startswith(f"scout_{number}_")
    reply = await player.press(show, player.hand)
    assert f"<:scout_{number}_" in reply.content
    assert f"<:scout_{number}_" in words(here.table)
    after = (await here.on_turn(members)).hand
    scouts = {label: name for label, name in emojis(after).items() if label.startswith("Scout ")}
    assert any(name.startswith(f"scout_{number}_") for name in scouts.values())
    both = [name for label, name in scouts.items() if label == "Scout & Show"]
    assert all(name.startswith("scout_token_") for name in both)


@pytest.mark.long
@pytest.mark.parametrize("status", [403, 429, 503])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_refused_uploads_leave_plain_text(here: Channel, method: str, status: int) -> None:
    here.env.backend.application_emojis.clear()
    here.env.inject_error(method, UPLOAD, status=status, message="Refused", times=None)
    await restart(here)
    assert names(here) == []
    members = await here.begin_turns(3)
    player = await here.on_turn(members)
    assert emojis(player.hand) == {}
    assert any(label.startswith("Show ") for label in labels(player.hand))
    reply = await player.show_something()
    assert "scout_" not in reply.content + words(here.table)


@pytest.mark.long
async def test_an_upload_edits_no_message(here: Channel) -> None:
    here.env.backend.application_emojis.clear()
    here.env.inject_error("GET", UPLOAD, status=503, times=1)
    await restart(here)
    members = await here.begin_turns(3)
    await (await here.on_turn(members)).show_something()
    edits = sent(here, "PATCH", "messages")
    plain = [labels(member.hand) for member in members]
    await restart(here)
    assert len(names(here)) == TILES
    assert sent(here, "PATCH", "messages") == edits
    assert [labels(member.hand) for member in members] == plain
    await (await here.on_turn(members)).show_something()
    assert "<:scout_" in words(here.table)


async def test_labels_whose_emojis_are_refused_go_without(here: Channel) -> None:
    """By the answer to a press, and by a hand that is edited because of it."""
    members = await here.begin_turns(2)
    player = await here.on_turn(members)
    refuse_next_emoji(here, "/interactions/*/callback")
    hand = await player.press("My hand", here.table)
    assert any(label.startswith("Show ") for label in labels(hand))
    assert emojis(hand) == {}
    assert emojis(await player.press("My hand", here.table))

    refuse_next_emoji(here, "/webhooks/*")
    await player.show_something()
    other = await here.on_turn(members)
    assert other is not player
    assert any(label.startswith(("Show ", "Scout ")) for label in labels(other.hand))
    assert emojis(other.hand) == {}
    assert emojis(await other.press("My hand", here.table))


async def test_the_lesson_goes_on_where_an_emoji_is_refused(here: Channel) -> None:
    mia = here.members[0]
    lesson = await mia.slash("tutorial")
    refuse_next_emoji(here, "/interactions/*/callback")
    (choice,) = way_on(ENGLISH, 0).values()
    lesson = await mia.press(f"→ {choice.label}", lesson)
    assert "→ Show 1 2" in labels(lesson)
    assert emojis(lesson) == {}


def refuse_next_emoji(here: Channel, path: str) -> None:
    words = "Invalid Form Body\nIn components.0.components.0.emoji.id: Invalid emoji"
    here.env.inject_error("*", path, status=400, code=50035, message=words, times=1)
