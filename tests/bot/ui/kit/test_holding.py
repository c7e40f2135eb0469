"""An answer that takes long: a sentence in its place, which the answer then replaces."""

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from math import inf
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.ui.kit import sending
from bot.ui.kit.deadlines import SENDING, AnswerQueue, Deadline
from bot.ui.kit.message import Message
from bot.ui.kit.sending import ONE_MOMENT, Answerable

_NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Discord:
    """The part of an interaction that answers use: what the member sees, by message."""

    def __init__(self, pressed: Any = None, *, refuses: bool = False) -> None:
        self.shown: dict[str, str] = {}
        self.seconds = 0.0
        self.hold_is_there = asyncio.Event()
        self._refuses = refuses
        self.created_at, self.message, self.token = _NOW, pressed, "token"
        self.locale = discord.Locale.american_english
        self.response = self.followup = self

    def is_done(self) -> bool:
        return "original" in self.shown

    async def send_message(self, content: str, **_: Any) -> Any:
        self.hold_is_there.set()
        if self._refuses:
            raise ConnectionResetError
        assert not self.is_done()
        self.shown["original"] = content
        return SimpleNamespace(resource=None)

    async def edit_message(self, content: str, **_: Any) -> Any:
        assert not self.is_done()
        self.shown["original"] = self.shown["pressed"] = content
        return SimpleNamespace(resource=None)

    async def edit_original_response(self, content: str, **_: Any) -> Any:
        self.shown["original"] = content
        return SimpleNamespace(id=7)

    async def delete_original_response(self) -> None:
        del self.shown["original"]

    async def send(self, content: str, **_: Any) -> Any:
        self.shown["followup"] = content
        return SimpleNamespace(id=8)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "_HOLD_PAUSE", 0.01)
    monkeypatch.setattr(sending, "_PAUSES", (0, 0, 0))


def message() -> Message:
    return Message(discord.Embed(), content="A hand")


def press(discord: Any, *, seconds_left: float) -> Answerable:
    return Answerable(discord, Deadline(_NOW, seconds_left, lambda: 0.0))


def private_message() -> Any:
    return SimpleNamespace(
        id=6, flags=SimpleNamespace(ephemeral=True), attachments=[], components=[]
    )


async def test_an_answer_in_time_is_sent_as_ever() -> None:
    here = Discord()
    pressed = press(here, seconds_left=3)
    with pressed.held(AnswerQueue()):
        await asyncio.sleep(0.05)
        await pressed.answer(message())
    assert here.shown == {"original": "A hand"}


async def test_a_slow_answer_replaces_the_sentence() -> None:
    here = Discord(private_message())
    pressed = press(here, seconds_left=1)
    with pressed.held(AnswerQueue()):
        await here.hold_is_there.wait()
        assert here.shown == {"original": ONE_MOMENT}
        # The new message is the one to keep up to date, not the pressed one.
        assert await pressed.answer_privately(message()) == 7
    assert here.shown == {"original": "A hand"}


async def test_a_slow_public_answer_is_posted_beside_the_sentence() -> None:
    here = Discord()
    pressed = press(here, seconds_left=1)
    with pressed.held(AnswerQueue()):
        await here.hold_is_there.wait()
        sent = await pressed.answer(message(), private=False)
    assert sent is not None
    assert sent.id == 8
    assert here.shown == {"followup": "A hand"}


@pytest.mark.parametrize(
    ("is_published", "said"), [(True, "Done: the table shows it."), (False, "A hand")]
)
async def test_a_slow_change_of_what_all_see_is_left_to_the_publication_if_there_is_one(
    is_published: bool, said: str
) -> None:
    public = private_message()
    public.flags.ephemeral = False
    here = Discord(public)
    pressed = press(here, seconds_left=1)
    with pressed.held(AnswerQueue()):
        await here.hold_is_there.wait()
        await pressed.update(message(), is_published=is_published)
    assert here.shown == {"original": said}


async def test_a_refusal_replaces_the_sentence_and_more_words_follow_it() -> None:
    here = Discord()
    pressed = press(here, seconds_left=1)
    with pressed.held(AnswerQueue()):
        await here.hold_is_there.wait()
        await pressed.say("It is not your turn.")
        await pressed.say("One more thing.")
    assert here.shown == {"original": "It is not your turn.", "followup": "One more thing."}


async def test_a_sentence_that_did_not_arrive_keeps_no_answer_back() -> None:
    here = Discord(refuses=True)
    pressed = press(here, seconds_left=1)
    with pressed.held(AnswerQueue()):
        await here.hold_is_there.wait()
        here._refuses = False
        await pressed.answer(message())
    assert here.shown == {"original": "A hand"}


class LosesReplies(Discord):
    """Takes the sentence, and never says so."""

    def is_done(self) -> bool:
        return False

    async def send_message(self, content: str, **_: Any) -> Any:
        self.shown["original"] = content
        self.hold_is_there.set()
        raise ConnectionResetError


async def test_an_answer_after_the_time_replaces_a_sentence_that_may_be_there() -> None:
    here, now = LosesReplies(), 0.0
    pressed = Answerable(cast("Any", here), Deadline(_NOW, 1, lambda: now))
    with pressed.held(AnswerQueue()):
        await here.hold_is_there.wait()
        now = 4.0
        await pressed.answer(message())
    assert here.shown == {"original": "A hand"}


async def test_nothing_is_said_after_the_block() -> None:
    here = Discord()
    pressed = press(here, seconds_left=1)
    with pressed.held(AnswerQueue()):
        pass
    await asyncio.sleep(0.05)
    assert here.shown == {}


async def test_an_answer_is_due_until_it_is_there_and_after_the_sentence_much_later() -> None:
    here = Discord()
    pressed = press(here, seconds_left=1)
    with pressed.held(AnswerQueue()):
        assert pressed.due() == 1
        await here.hold_is_there.wait()
        assert 60 < pressed.due() < inf
        await pressed.answer(message())
    assert pressed.due() == inf


async def test_in_a_long_line_the_sentence_comes_at_once_to_those_who_cannot_be_answered() -> None:
    now = 0.0
    queue = AnswerQueue(lambda: now)
    answered = [object() for _ in range(4)]
    for one in answered:
        queue.enter(one)
    heres = [Discord() for _ in range(30)]
    async with AsyncExitStack() as stack:
        for here in heres:
            stack.enter_context(press(here, seconds_left=3).held(queue))
        now = 0.5
        for one in answered:
            queue.leave(one)
        # Four in half a second: some sixteen can be answered in time.
        await heres[13].hold_is_there.wait()
        await asyncio.sleep(0.05)
    assert [here.is_done() for here in heres] == [True] * 14 + [False] * 16


async def test_few_sentences_are_sent_at_a_time_and_answers_do_not_wait_for_theirs() -> None:
    queue, leave = AnswerQueue(), asyncio.Event()

    class Slow(Discord):
        async def send_message(self, content: str, **arguments: Any) -> Any:
            if content == ONE_MOMENT:
                self.hold_is_there.set()
                await leave.wait()
            return await super().send_message(content, **arguments)

    heres = [Slow() for _ in range(SENDING + 2)]
    async with AsyncExitStack() as stack:
        presses = [press(here, seconds_left=1) for here in heres]
        for pressed in presses:
            stack.enter_context(pressed.held(queue))
        await heres[SENDING - 1].hold_is_there.wait()
        await asyncio.sleep(0.05)
        assert [here.hold_is_there.is_set() for here in heres] == [True] * SENDING + [False] * 2
        await presses[-1].answer(message())
        leave.set()
        await heres[SENDING].hold_is_there.wait()
    assert heres[-1].shown == {"original": "A hand"}
