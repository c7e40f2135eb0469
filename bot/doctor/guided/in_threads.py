"""Beliefs about threads that start from the bot's own messages."""

import asyncio

import discord

from bot.doctor.guided.beliefs import Belief
from bot.doctor.guided.in_channel import CAN_READ
from bot.doctor.guided.scene import Scene, refusal, told
from bot.ui.kit.errors import ARCHIVED_THREAD, THREAD_EXISTS

_IN_THREAD = (
    Belief.THREAD_ID,
    Belief.MENTION_ADDS,
    Belief.OWN_THREAD,
    Belief.ARCHIVED_THREAD,
    Belief.THREAD_COMES_BACK,
)
_LOOKS = (0.0, 1.0, 2.0)
"""Seconds before each look at whether the member is in the thread."""


async def check_threads(scene: Scene) -> None:
    """All of them, in one thread."""
    needed = [*_IN_THREAD, Belief.THREAD_WITHOUT_HISTORY]
    if not scene.permissions.create_public_threads:
        scene.judgements.leave_open(needed, "the bot lacks Create Public Threads here")
        return
    await scene.attempt(needed, _check_a_thread(scene))


async def _check_a_thread(scene: Scene) -> None:
    message = await scene.post("A thread starts here.")
    try:
        thread = await scene.leftovers.make(
            "a thread, which only Manage Threads deletes; it is archived",
            message.create_thread(name="Check of the bot"),
            _remove,
        )
    except discord.Forbidden as error:
        scene.judgements.broken(Belief.THREAD_WITHOUT_HISTORY, told(error))
        scene.judgements.leave_open(_IN_THREAD, "no thread could be started")
        return
    if scene.permissions.read_message_history:
        scene.judgements.leave_open([Belief.THREAD_WITHOUT_HISTORY], CAN_READ)
    else:
        scene.judgements.held(Belief.THREAD_WITHOUT_HISTORY)
    await scene.attempt([Belief.THREAD_ID], _start_again(scene, message, thread))
    await scene.attempt([Belief.MENTION_ADDS], _mention(scene, thread))
    archived = (Belief.OWN_THREAD, Belief.ARCHIVED_THREAD, Belief.THREAD_COMES_BACK)
    await scene.attempt(archived, _archive(scene, thread))


async def _remove(thread: discord.Thread) -> None:
    try:
        await thread.delete()
    except discord.Forbidden:
        await thread.edit(archived=True)
        raise


async def _start_again(scene: Scene, message: discord.Message, thread: discord.Thread) -> None:
    error = await refusal(message.create_thread(name="Another"))
    is_refused = error is not None and error.code == THREAD_EXISTS
    words = told(error) if thread.id == message.id else "the thread has an id of its own"
    scene.judgements.judge(Belief.THREAD_ID, is_refused and thread.id == message.id, words)


async def _mention(scene: Scene, thread: discord.Thread) -> None:
    mentions = discord.AllowedMentions(users=[discord.Object(scene.host)])
    await thread.send(f"This names <@{scene.host}>.", allowed_mentions=mentions)
    for pause in _LOOKS:
        await asyncio.sleep(pause)
        error = await refusal(thread.fetch_member(scene.host))
        if error is None:
            scene.judgements.held(Belief.MENTION_ADDS)
            return
    scene.judgements.broken(Belief.MENTION_ADDS, "the member is not in the thread")


async def _archive(scene: Scene, thread: discord.Thread) -> None:
    message = await thread.send("To be edited.")
    error = await refusal(thread.edit(archived=True))
    if error is not None:
        scene.judgements.broken(Belief.OWN_THREAD, told(error))
        return
    if scene.permissions.manage_threads:
        words = "the bot has Manage Threads here; deny it that and check again"
        scene.judgements.leave_open([Belief.OWN_THREAD], words)
    else:
        scene.judgements.held(Belief.OWN_THREAD)
    error = await refusal(message.edit(content="Edited in an archived thread."))
    if isinstance(error, discord.Forbidden):
        # For another reason: then the edit says nothing about archived threads.
        scene.judgements.leave_open([Belief.ARCHIVED_THREAD], told(error))
    else:
        is_held = error is not None and error.code == ARCHIVED_THREAD
        scene.judgements.judge(Belief.ARCHIVED_THREAD, is_held, told(error))
    await thread.send("Back again.")
    now = await scene.client.fetch_channel(thread.id)
    is_back = isinstance(now, discord.Thread) and not now.archived
    scene.judgements.judge(Belief.THREAD_COMES_BACK, is_back, "it is still archived")
