"""The rules of Discord for a bot that answers members."""

import pytest

from tests.loopback.scene import HAND, Scene, with_button
from tests.loopback.server.acting import NotPossible

SEND, UPDATE = 4, 7


async def test_an_interaction_is_answered_once(scene: Scene) -> None:
    event = await scene.pressed()
    assert (await scene.bot.answer(event, SEND, HAND)).status == 200
    again = await scene.bot.answer(event, SEND, HAND)
    assert (again.status, again.code) == (400, 40060)
    assert scene.seen_by(scene.mia.id) == ["A table", "Your hand"]


async def test_an_answer_after_three_seconds_is_refused(scene: Scene) -> None:
    event = await scene.pressed()
    scene.discord.interactions.age_tokens(3.1)
    late = await scene.bot.answer(event, SEND, HAND)
    assert (late.status, late.code) == (404, 10062)
    assert scene.seen_by(scene.mia.id) == ["A table"]


async def test_a_token_lives_for_a_quarter_of_an_hour(scene: Scene) -> None:
    event = await scene.pressed()
    await scene.bot.answer(event, SEND, HAND)
    scene.discord.interactions.age_tokens(14 * 60)
    assert (await scene.bot.by_token(event, "POST", body=HAND)).status == 200
    scene.discord.interactions.age_tokens(61)
    expired = await scene.bot.by_token(event, "POST", body=HAND)
    assert (expired.status, expired.code) == (401, 50027)


async def test_a_token_serves_only_after_the_answer(scene: Scene) -> None:
    event = await scene.pressed()
    early = await scene.bot.by_token(event, "POST", body=HAND)
    assert (early.status, early.code) == (404, 10015)


async def test_what_is_private_is_seen_by_its_member_alone(scene: Scene) -> None:
    await scene.bot.answer(await scene.pressed(), SEND, HAND)
    assert "Your hand" in scene.seen_by(scene.mia.id)
    assert scene.seen_by(scene.noa.id) == scene.seen_by(None) == ["A table"]


async def test_what_is_private_is_reached_by_its_own_tokens_alone(scene: Scene) -> None:
    first, second = await scene.pressed(), await scene.pressed()
    sent = await scene.bot.answer(first, SEND, with_button(flags=64))
    await scene.bot.answer(second, SEND, HAND)
    hand = sent.body["resource"]["message"]["id"]
    assert (await scene.bot.by_token(first, "PATCH", hand, {"content": "new"})).status == 200
    assert (await scene.bot.by_token(second, "PATCH", hand, {"content": "no"})).code == 10008
    own = f"{scene.messages}/{hand}"
    assert (await scene.bot.request("PATCH", own, {"content": "no"})).code == 10008


async def test_a_press_renews_the_token_of_its_message(scene: Scene) -> None:
    sent = await scene.bot.answer(await scene.pressed(), SEND, with_button(flags=64))
    hand = sent.body["resource"]["message"]["id"]
    scene.discord.interactions.age_tokens(16 * 60)
    event = await scene.press(hand)
    await scene.bot.answer(event, UPDATE, {"content": "updated"})
    assert (await scene.bot.by_token(event, "DELETE", hand)).status == 204
    assert scene.seen_by(scene.mia.id) == ["A table"]


async def test_members_press_only_what_they_are_offered(scene: Scene) -> None:
    sent = await scene.bot.answer(await scene.pressed(), SEND, with_button(flags=64))
    hand = sent.body["resource"]["message"]["id"]
    with pytest.raises(NotPossible, match="does not see"):
        await scene.press(hand, member=scene.noa.id)
    with pytest.raises(NotPossible, match="can be pressed"):
        await scene.press(hand, "another")
    crafted = await scene.press(hand, "another", member=scene.noa.id, crafted=True)
    assert crafted["data"]["custom_id"] == "another"
