"""Assumptions about answers to presses and about their tokens, which edit and delete messages."""

import asyncio

import discord

from bot.ui.kit.errors import ALREADY_ANSWERED, UNKNOWN_INTERACTION
from tests.tools.guided_check.assumptions import Assumption, Verdict
from tests.tools.guided_check.context import CheckContext, outcome_words, refusal
from tests.tools.guided_check.presses import Press

_EXPIRED = {50027, 10015}
"""Discord's codes for a token that is no longer good."""


async def answer_again(context: CheckContext, answered: discord.Interaction) -> None:
    """Answer a press for the second time."""
    # The interaction's own response knows that there is an answer, and would not ask Discord.
    again = discord.InteractionResponse(answered)
    error = await refusal(again.send_message("A second answer.", ephemeral=True))
    is_held = error is not None and error.code == ALREADY_ANSWERED
    context.judgements.judge(Assumption.SECOND_ANSWER, is_held, outcome_words(error))


async def follow_up(context: CheckContext, answered: discord.Interaction) -> None:
    """Send a private message after an answer that edited a public one, and delete it again."""
    note = await context.cleanup.make(
        "a follow-up",
        answered.followup.send("A follow-up.", ephemeral=True, wait=True),
        lambda sent: answered.followup.delete_message(sent.id),
    )
    context.judgements.judge(
        Assumption.PRIVATE_FOLLOW_UP, note.flags.ephemeral, "everybody sees the follow-up"
    )
    error = await refusal(answered.followup.delete_message(note.id))
    if error is not None:
        context.judgements.broken(
            Assumption.DELETED_BY_TOKEN, f"a follow-up: {outcome_words(error)}"
        )


async def answer_late(context: CheckContext, press: Press, seconds: float) -> None:
    """Answer a press when it is `seconds` old."""
    waited = asyncio.get_running_loop().time() - press.at
    await asyncio.sleep(max(0.0, seconds - waited))
    response = press.interaction.response
    error = await refusal(response.send_message("Too late.", ephemeral=True))
    is_held = error is not None and error.code == UNKNOWN_INTERACTION
    context.judgements.judge(Assumption.LATE_ANSWER, is_held, outcome_words(error))


async def update_hand(context: CheckContext, press: discord.Interaction, content: str) -> None:
    """Answer a press in a private message by an edit that keeps its picture by the id; then edit it
    with the token of this press, which did not send it."""
    message = press.message
    assert message is not None
    view, present = context.client.buttons({}), message.attachments
    try:
        answer = await press.response.edit_message(content=content, view=view, attachments=present)
    except discord.NotFound:
        # The press has become too late to be answered at all.
        raise
    except discord.HTTPException as error:
        context.judgements.broken(Assumption.KEPT_ATTACHMENT, outcome_words(error))
        await press.response.edit_message(content=content, view=view)
    else:
        shown = answer.resource if answer is not None else None
        kept = shown.attachments if isinstance(shown, discord.InteractionMessage) else []
        is_held = bool(present) and [one.id for one in kept] == [one.id for one in present]
        words = f"{len(kept)} of {len(present)} attachments are left"
        context.judgements.judge(Assumption.KEPT_ATTACHMENT, is_held, words)
    edited = await refusal(press.followup.edit_message(message.id, content=content))
    context.judgements.judge(Assumption.NEWER_TOKEN, edited is None, outcome_words(edited))


async def edit_dismissed(context: CheckContext, sender: discord.Interaction) -> None:
    """Edit a dismissed private message with the token of the press that it answered."""
    error = await refusal(sender.edit_original_response(content="Is this still there?"))
    is_held = error is not None and error.status == 404
    words = f"{outcome_words(error)}, unless the message was not dismissed"
    context.judgements.judge(Assumption.DISMISSED, is_held, words)


async def delete_answer(context: CheckContext, answered: discord.Interaction) -> None:
    """Delete the answer to a press with its token."""
    error = await refusal(answered.delete_original_response())
    if error is not None:
        context.judgements.broken(Assumption.DELETED_BY_TOKEN, f"an answer: {outcome_words(error)}")
    elif context.judgements[Assumption.DELETED_BY_TOKEN].verdict is not Verdict.BROKEN:
        context.judgements.held(Assumption.DELETED_BY_TOKEN)


async def use_expired(context: CheckContext, press: Press, seconds: float) -> None:
    """Use the token of a press when it is `seconds` old."""
    waited = asyncio.get_running_loop().time() - press.at
    await asyncio.sleep(max(0.0, seconds - waited))
    error = await refusal(press.interaction.edit_original_response(content="Is it good?"))
    is_held = error is not None and error.code in _EXPIRED
    context.judgements.judge(Assumption.EXPIRED_TOKEN, is_held, outcome_words(error))
