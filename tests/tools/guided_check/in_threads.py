"""Assumptions about threads that start from the bot's own messages."""

import asyncio

import discord

from bot.ui.kit.errors import ARCHIVED_THREAD, THREAD_EXISTS
from tests.tools.guided_check.assumptions import Assumption
from tests.tools.guided_check.context import CheckContext, outcome_words, refusal
from tests.tools.guided_check.in_channel import CAN_READ

_IN_THREAD = (
    Assumption.THREAD_ID,
    Assumption.MENTION_ADDS,
    Assumption.OWN_THREAD,
    Assumption.ARCHIVED_THREAD,
    Assumption.THREAD_COMES_BACK,
)
_LOOKS = (0.0, 1.0, 2.0)
"""Seconds before each request for the member of the thread."""


async def check_threads(context: CheckContext) -> None:
    """Test all of them in one thread."""
    needed = [*_IN_THREAD, Assumption.THREAD_WITHOUT_HISTORY]
    if not context.permissions.create_public_threads:
        context.judgements.leave_open(needed, "the bot lacks Create Public Threads here")
        return
    await context.attempt(needed, _check_a_thread(context))


async def _check_a_thread(context: CheckContext) -> None:
    message = await context.post("A thread starts here.")
    try:
        thread = await context.cleanup.make(
            "a thread, which only Manage Threads deletes; it is archived",
            message.create_thread(name="Check of the bot"),
            _remove,
        )
    except discord.Forbidden as error:
        context.judgements.broken(Assumption.THREAD_WITHOUT_HISTORY, outcome_words(error))
        context.judgements.leave_open(_IN_THREAD, "no thread could be started")
        return
    if context.permissions.read_message_history:
        context.judgements.leave_open([Assumption.THREAD_WITHOUT_HISTORY], CAN_READ)
    else:
        context.judgements.held(Assumption.THREAD_WITHOUT_HISTORY)
    await context.attempt([Assumption.THREAD_ID], _start_again(context, message, thread))
    await context.attempt([Assumption.MENTION_ADDS], _mention(context, thread))
    archived = (Assumption.OWN_THREAD, Assumption.ARCHIVED_THREAD, Assumption.THREAD_COMES_BACK)
    await context.attempt(archived, _archive(context, thread))


async def _remove(thread: discord.Thread) -> None:
    try:
        await thread.delete()
    except discord.Forbidden:
        await thread.edit(archived=True)
        raise


async def _start_again(
    context: CheckContext, message: discord.Message, thread: discord.Thread
) -> None:
    error = await refusal(message.create_thread(name="Another"))
    is_refused = error is not None and error.code == THREAD_EXISTS
    words = outcome_words(error) if thread.id == message.id else "the thread has an id of its own"
    context.judgements.judge(Assumption.THREAD_ID, is_refused and thread.id == message.id, words)


async def _mention(context: CheckContext, thread: discord.Thread) -> None:
    mentions = discord.AllowedMentions(users=[discord.Object(context.host)])
    await thread.send(f"This names <@{context.host}>.", allowed_mentions=mentions)
    for pause in _LOOKS:
        await asyncio.sleep(pause)
        error = await refusal(thread.fetch_member(context.host))
        if error is None:
            context.judgements.held(Assumption.MENTION_ADDS)
            return
    context.judgements.broken(Assumption.MENTION_ADDS, "the member is not in the thread")


async def _archive(context: CheckContext, thread: discord.Thread) -> None:
    message = await thread.send("To be edited.")
    error = await refusal(thread.edit(archived=True))
    if error is not None:
        context.judgements.broken(Assumption.OWN_THREAD, outcome_words(error))
        return
    if context.permissions.manage_threads:
        words = "the bot has Manage Threads here; deny it that and check again"
        context.judgements.leave_open([Assumption.OWN_THREAD], words)
    else:
        context.judgements.held(Assumption.OWN_THREAD)
    error = await refusal(message.edit(content="Edited in an archived thread."))
    if isinstance(error, discord.Forbidden):
        # For another reason: then the edit says nothing about archived threads.
        context.judgements.leave_open([Assumption.ARCHIVED_THREAD], outcome_words(error))
    else:
        is_held = error is not None and error.code == ARCHIVED_THREAD
        context.judgements.judge(Assumption.ARCHIVED_THREAD, is_held, outcome_words(error))
    await thread.send("Back again.")
    now = await context.client.fetch_channel(thread.id)
    is_back = isinstance(now, discord.Thread) and not now.archived
    context.judgements.judge(Assumption.THREAD_COMES_BACK, is_back, "it is still archived")
