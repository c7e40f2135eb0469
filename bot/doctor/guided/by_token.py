"""Beliefs about answers to presses, and about what their tokens edit and delete afterwards."""

import asyncio

import discord

from bot.doctor.guided.beliefs import Belief, Verdict
from bot.doctor.guided.presses import Press
from bot.doctor.guided.scene import Scene, refusal, told
from bot.ui.kit.errors import ALREADY_ANSWERED, UNKNOWN_INTERACTION

_EXPIRED = {50027, 10015}
"""Discord's codes for a token that is no longer good."""


async def answer_again(scene: Scene, answered: discord.Interaction) -> None:
    """Give a press a second answer."""
    # The interaction's own response knows that there is an answer, and would not ask Discord.
    again = discord.InteractionResponse(answered)
    error = await refusal(again.send_message("A second answer.", ephemeral=True))
    is_held = error is not None and error.code == ALREADY_ANSWERED
    scene.judgements.judge(Belief.SECOND_ANSWER, is_held, told(error))


async def follow_up(scene: Scene, answered: discord.Interaction) -> None:
    """Send a private message after an answer that edited a public one, and delete it again."""
    note = await scene.leftovers.make(
        "a follow-up",
        answered.followup.send("A follow-up.", ephemeral=True, wait=True),
        lambda sent: answered.followup.delete_message(sent.id),
    )
    scene.judgements.judge(
        Belief.PRIVATE_FOLLOW_UP, note.flags.ephemeral, "everybody sees the follow-up"
    )
    error = await refusal(answered.followup.delete_message(note.id))
    if error is not None:
        scene.judgements.broken(Belief.DELETED_BY_TOKEN, f"a follow-up: {told(error)}")


async def answer_late(scene: Scene, press: Press, seconds: float) -> None:
    """Answer a press when it is so old."""
    waited = asyncio.get_running_loop().time() - press.at
    await asyncio.sleep(max(0.0, seconds - waited))
    response = press.interaction.response
    error = await refusal(response.send_message("Too late.", ephemeral=True))
    is_held = error is not None and error.code == UNKNOWN_INTERACTION
    scene.judgements.judge(Belief.LATE_ANSWER, is_held, told(error))


async def update_hand(scene: Scene, press: discord.Interaction, content: str) -> None:
    """Answer a press in a private message by an edit that keeps its picture by the id; then edit it
    with the token of this press, which did not send it."""
    message = press.message
    assert message is not None
    view, present = scene.client.buttons({}), message.attachments
    try:
        answer = await press.response.edit_message(content=content, view=view, attachments=present)
    except discord.NotFound:
        # The press has become too late to be answered at all.
        raise
    except discord.HTTPException as error:
        scene.judgements.broken(Belief.KEPT_ATTACHMENT, told(error))
        await press.response.edit_message(content=content, view=view)
    else:
        shown = answer.resource if answer is not None else None
        kept = shown.attachments if isinstance(shown, discord.InteractionMessage) else []
        is_held = bool(present) and [one.id for one in kept] == [one.id for one in present]
        words = f"{len(kept)} of {len(present)} attachments are left"
        scene.judgements.judge(Belief.KEPT_ATTACHMENT, is_held, words)
    edited = await refusal(press.followup.edit_message(message.id, content=content))
    scene.judgements.judge(Belief.NEWER_TOKEN, edited is None, told(edited))


async def edit_dismissed(scene: Scene, sender: discord.Interaction) -> None:
    """Edit a dismissed private message with the token of the press that it answered."""
    error = await refusal(sender.edit_original_response(content="Is this still there?"))
    is_held = error is not None and error.status == 404
    words = f"{told(error)}, unless the message was not dismissed"
    scene.judgements.judge(Belief.DISMISSED, is_held, words)


async def delete_answer(scene: Scene, answered: discord.Interaction) -> None:
    """Delete the answer to a press with its token."""
    error = await refusal(answered.delete_original_response())
    if error is not None:
        scene.judgements.broken(Belief.DELETED_BY_TOKEN, f"an answer: {told(error)}")
    elif scene.judgements[Belief.DELETED_BY_TOKEN].verdict is not Verdict.BROKEN:
        scene.judgements.held(Belief.DELETED_BY_TOKEN)


async def use_expired(scene: Scene, press: Press, seconds: float) -> None:
    """Use the token of a press when it is so old."""
    waited = asyncio.get_running_loop().time() - press.at
    await asyncio.sleep(max(0.0, seconds - waited))
    error = await refusal(press.interaction.edit_original_response(content="Is it good?"))
    is_held = error is not None and error.code in _EXPIRED
    scene.judgements.judge(Belief.EXPIRED_TOKEN, is_held, told(error))
