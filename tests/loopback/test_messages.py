"""Discord takes and refuses messages that a bot sends by itself."""

from typing import Any

import discord
import pytest

from tests.loopback.scene import Scene, with_button


async def test_two_requests_with_one_nonce_make_one_message(scene: Scene) -> None:
    body = {"content": "A table", "nonce": "one", "enforce_nonce": True}
    first = await scene.bot.request("POST", scene.messages, body)
    again = await scene.bot.request("POST", scene.messages, {**body, "content": "changed"})
    assert first.body["id"] == again.body["id"]
    assert again.body["content"] == "A table"
    other = await scene.bot.request("POST", scene.messages, {**body, "nonce": "two"})
    assert other.body["id"] != first.body["id"]


@pytest.mark.parametrize(
    "body",
    [
        {"content": ""},
        {"content": "x" * 2001},
        {"embeds": [{"title": "x" * 257}]},
        {"content": "x", "components": with_button()["components"] * 2},
        {"content": "x", "components": with_button()["components"] * 6},
        {"content": "x", "components": with_button("x" * 101)["components"]},
        {"content": "x", "nonce": "x" * 26},
        {"content": "x", "attachments": [{"id": "7"}]},
    ],
    ids=["empty", "long", "title", "custom_ids", "rows", "custom_id", "nonce", "attachment"],
)
async def test_a_body_beyond_the_limits_is_refused_and_noted(
    scene: Scene, body: dict[str, Any]
) -> None:
    refused = await scene.bot.request("POST", scene.messages, body)
    assert (refused.status, refused.code) == (400, 50035)
    assert scene.seen_by(None) == []
    assert len(scene.discord.log.problems) == 1


async def test_too_large_a_file_is_refused(scene: Scene) -> None:
    file = bytes(10 * 1024 * 1024 + 1)
    refused = await scene.bot.request("POST", scene.messages, {"content": "x"}, file)
    assert (refused.status, refused.code) == (413, 40005)


async def test_an_edit_keeps_what_it_does_not_name_and_attachments_by_their_ids(
    scene: Scene,
) -> None:
    body = {"content": "x", "attachments": [{"id": "0", "description": "a card"}]}
    sent = await scene.bot.request("POST", scene.messages, body, b"one")
    path = f"{scene.messages}/{sent.body['id']}"
    kept = await scene.bot.request("PATCH", path, {"content": "y"})
    assert kept.body["attachments"] == sent.body["attachments"]
    new = {"id": "0", "description": "another card"}
    listed = [{"id": kept.body["attachments"][0]["id"]}, new]
    both = await scene.bot.request("PATCH", path, {"attachments": listed}, b"two")
    assert [one["size"] for one in both.body["attachments"]] == [3, 3]
    assert both.body["attachments"][0]["description"] == "a card"
    assert both.body["content"] == "y"
    none = await scene.bot.request("PATCH", path, {"attachments": []})
    assert none.body["attachments"] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lacking", "code"), [("view_channel", 50001), ("send_messages", 50013), ("embed_links", 50013)]
)
async def test_the_bot_needs_permissions(scene: Scene, lacking: str, code: int) -> None:
    allowed = discord.Permissions(scene.channel.allowed)
    allowed.update(**{lacking: False})
    scene.channel.allowed = allowed.value
    refused = await scene.bot.request("POST", scene.messages, {"embeds": [{"title": "A table"}]})
    assert (refused.status, refused.code) == (403, code)


async def test_a_message_has_one_thread_which_is_not_edited_in_when_archived(scene: Scene) -> None:
    sent = await scene.bot.request("POST", scene.messages, {"content": "A table"})
    path = f"{scene.messages}/{sent.body['id']}/threads"
    thread = await scene.bot.request("POST", path, {"name": "A game"})
    assert thread.status == 201
    assert (await scene.bot.request("POST", path, {"name": "A game"})).code == 160004
    channel = f"/channels/{thread.body['id']}"
    inside = await scene.bot.request("POST", f"{channel}/messages", {"content": "A round"})
    await scene.bot.request("PATCH", channel, {"archived": True})
    edit = f"{channel}/messages/{inside.body['id']}"
    assert (await scene.bot.request("PATCH", edit, {"content": "no"})).code == 50083


async def test_a_channel_that_is_gone_is_unknown(scene: Scene) -> None:
    scene.discord.world.remove_channel(scene.channel)
    refused = await scene.bot.request("POST", scene.messages, {"content": "A table"})
    assert (refused.status, refused.code) == (404, 10003)


async def test_another_token_is_refused(scene: Scene) -> None:
    refused = await scene.bot.request("POST", scene.messages, {"content": "x"}, token="bad")  # noqa: S106
    assert refused.status == 401
