"""Bots log in at the gateway, and resume what they miss while the connection is broken."""

import pytest

from tests.loopback.scene import Scene

IDENTIFY, RESUME, INVALID_SESSION = 2, 6, 9


async def test_a_bot_that_resumes_gets_what_it_missed(scene: Scene) -> None:
    bot, gateway = scene.bot, scene.discord.gateway
    await gateway.dispatch("CHANNEL_UPDATE", {"number": 1})
    await bot.event("CHANNEL_UPDATE")
    await bot.close()
    await gateway.dispatch("CHANNEL_UPDATE", {"number": 2})
    await bot.connect()
    session = {"token": "", "session_id": bot.session_id, "seq": bot.last_sequence}
    await bot.send(RESUME, session)
    assert (await bot.event("CHANNEL_UPDATE")) == {"number": 2}
    assert (await bot.receive())["t"] == "RESUMED"


async def test_a_session_that_is_not_known_is_refused(scene: Scene) -> None:
    await scene.bot.send(RESUME, {"token": "", "session_id": "another", "seq": 1})
    assert (await scene.bot.receive())["op"] == INVALID_SESSION


async def test_a_wrong_token_is_refused(scene: Scene) -> None:
    await scene.bot.connect()
    await scene.bot.receive()
    await scene.bot.send(IDENTIFY, {"token": "bad", "intents": 1})
    with pytest.raises(TypeError, match="4004"):
        await scene.bot.receive()
