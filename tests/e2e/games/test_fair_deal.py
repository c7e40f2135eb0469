"""A member notes the commitment when the round begins, and checks the deal by hand afterwards."""

import hashlib
import json
import random
import re
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.storage import models
from bot.tables.games.history import record_of
from bot.ui.controllers.games import MAX_BYTES
from engine.commitment import digest_of
from tests.support.discord.channel import Channel
from tests.support.discord.messages import title, words
from tests.support.discord.quick_game import play_out
from tests.support.discord.random_presses import Pressed, press_at_random
from tests.support.discord.scout_channel import scout_channel

SHOWN = re.compile(r"Deal's SHA-256:\s([0-9a-f]{64})")
WHOLE = re.compile(r"[0-9a-f]{64}")


@pytest.mark.long
@pytest.mark.parametrize("pictures", [True, False])
async def test_the_first_message_of_a_round_has_its_commitment(
    folder: Path, pictures: bool
) -> None:
    async with scout_channel(folder, pictures=pictures) as here:
        await here.start(3)
        (committed,) = (await here.state()).commitments
        assert committed is not None
        sent = [r for r in here.env.http_requests if committed.digest in str(r.json)]
        assert [request.method for request in sent] == ["POST"]
        assert sent[0].path.endswith(f"/channels/{here.channel.id}/messages")
        deal, table = here.public()[-2:]
        assert table.id == here.table.id
        assert committed == (*SHOWN.findall(words(deal)), None)
        assert committed.digest[:12] in words(table)


@pytest.mark.long
@pytest.mark.parametrize(("seats", "rounds", "seed"), [(2, 2, 3), (3, 2, 1)])
async def test_what_was_noted_at_the_deal_holds_after_the_game(
    folder: Path, seats: int, rounds: int, seed: int
) -> None:
    async with scout_channel(folder, seed) as here:
        members = await here.start(seats, rounds=rounds)
        noted: list[str] = []

        async def note(_pressed: Pressed) -> None:
            for shown in SHOWN.findall("\n".join(map(words, here.public()))):
                if shown not in noted:
                    noted.append(shown)

        await press_at_random(members, random.Random(seed), note)
        state = await here.state()
        assert state.game is not None
        results = "\n".join(map(words, here.public()))
        assert SHOWN.findall(results) == WHOLE.findall(results) == noted
        edited = [r for r in here.env.http_requests if r.method == "PATCH"]
        assert WHOLE.findall(str([request.json for request in edited])) == []
        record = json.loads(await record_of(here.client.database, 1))
        salts = [played["salt"] for played in record["rounds"]]
        deals = [played.deal for played in state.game.rounds]
        computed = [
            digest_of(d, n, s) for n, (d, s) in enumerate(zip(deals, salts, strict=True), 1)
        ]
        assert computed == noted

        answer = await members[0].slash("record verify")
        assert answer.ephemeral
        assert title(answer) == "✅ Game #1 checks out"
        files = [await file.read() for file in answer.attachments]
        assert [hashlib.sha256(file).hexdigest() for file in files] == noted


@pytest.mark.long
async def test_the_salt_of_a_round_is_said_as_soon_as_it_is_over(here: Channel) -> None:
    members = await here.start(3, rounds=2)
    rng = random.Random(1)

    async def until_the_second(_pressed: Pressed) -> None:
        state = await here.state()
        if state.game is not None and len(state.game.rounds) == 2:
            raise StopAsyncIteration

    with pytest.raises(StopAsyncIteration):
        await press_at_random(members, rng, until_the_second)
    answer = await here.members[3].slash("record verify")
    assert answer.ephemeral
    assert title(answer) == "✅ Game #1 checks out"
    assert "Every move of 1 round follows the rules." in words(answer)
    (file,) = [await file.read() for file in answer.attachments]
    posted = SHOWN.findall("\n".join(map(words, here.public())))
    assert [hashlib.sha256(file).hexdigest()] == posted[:1]
    async with here.client.database.read() as session:
        secret = await session.get(models.Round, (1, 2))
    assert secret is not None
    assert str(secret.salt) not in str([words(answer), file])


async def finished_game(here: Channel) -> None:
    await here.start(2, rounds=1)
    await play_out(here)


@pytest.mark.long
async def test_an_exported_record_is_verified(here: Channel) -> None:
    await finished_game(here)
    record = (await record_of(here.client.database, 1)).encode()
    mia = here.members[0]
    answer = await mia.slash("record verify", file=("game.json", record))
    assert (answer.ephemeral, title(answer)) == (True, "✅ This record checks out")
    lie = record.replace(b'"S', b'"L', 1)
    answer = await mia.slash("record verify", file=("game.json", lie))
    assert title(answer) == "❌ This record does not check out"
    assert "round 1, action " in words(answer)


async def test_what_cannot_be_verified_is_refused(here: Channel) -> None:
    mia = here.members[0]
    assert "no game with a finished round to verify" in words(await mia.slash("record verify"))
    await here.start(2)
    for number in (0, 1, 2):
        refused = await mia.slash("record verify", game=number)
        assert refused.ephemeral
        assert f"no game {number} with a finished round in this server" in words(refused)
    both = await mia.slash("record verify", game=1, file=("game.json", b"{}"))
    assert "only one of `game`, `file` and `daily`" in words(both)
    large = await mia.slash("record verify", file=("game.json", b" " * (MAX_BYTES + 1)))
    assert "too large" in words(large)


async def test_a_file_that_discord_does_not_hand_over_is_said(here: Channel) -> None:
    with patch.object(here.env.backend.cdn, "get", return_value=None):
        answer = await here.members[0].slash("record verify", file=("game.json", b"{}"))
    assert "Discord did not give me this file" in words(answer)
