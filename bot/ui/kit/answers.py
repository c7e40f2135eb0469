"""Answers to interactions, given again where Discord or the network fails for the time being."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from io import BytesIO
from typing import TypeVar

import aiohttp
import discord

from bot.ui.kit.clicks import note_answered
from bot.ui.kit.emoji_refusals import send_or_send_plain
from bot.ui.kit.errors import ALREADY_ANSWERED, UNKNOWN_INTERACTION, is_temporary
from bot.ui.kit.lateness import Late, require_time, seconds_left
from bot.ui.kit.message import Message

_PAUSES = (0.25, 0.5, 1.0)
"""Seconds between attempts; the first answer is due within three."""

_Sent = TypeVar("_Sent")


class Unanswered(Exception):
    """Discord could not be reached in time, so the member has no answer; what was done is done."""


async def send_answer(
    interaction: discord.Interaction,
    message: Message,
    note: str | None = None,
    *,
    private: bool = True,
) -> discord.InteractionMessage | None:
    """Answer with a new message, and return it as far as Discord describes it.

    `note` stands above the content. Raises Late, Unanswered.
    """
    return await send_or_send_plain(message, partial(_send, interaction, note, private))


async def update_pressed(
    interaction: discord.Interaction, message: Message, note: str | None = None
) -> None:
    """Answer by changing the pressed message. Raises Late, Unanswered."""
    await send_or_send_plain(message, partial(_update, interaction, note))


async def answer_privately(
    interaction: discord.Interaction, message: Message, note: str | None = None
) -> int | None:
    """Answer with a private message; returns its id. Raises Late, Unanswered.

    A press in a private message updates that message; anything else is answered with a new one.
    """
    pressed = interaction.message
    if pressed is not None and is_private(interaction):
        await update_pressed(interaction, message, note)
        return pressed.id
    sent = await send_answer(interaction, message, note)
    return None if sent is None else sent.id


def is_private(interaction: discord.Interaction) -> bool:
    """Whether the pressed message is one that only this member sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def close_question(interaction: discord.Interaction, sentence: str) -> None:
    """Answer by putting a sentence in place of the pressed private message.

    Raises Late, Unanswered.
    """
    if not is_private(interaction):
        await tell(interaction, sentence)
        return

    async def close() -> None:
        async with _within_time(interaction):
            await interaction.response.edit_message(content=sentence, embeds=[], view=None)

    async def close_again() -> None:
        await interaction.edit_original_response(content=sentence, embeds=[], view=None)

    await _deliver(interaction, close, close_again)


async def tell(interaction: discord.Interaction, sentence: str) -> None:
    """Send a sentence that only this member sees. Raises Late, Unanswered."""

    async def say() -> None:
        async with _within_time(interaction):
            await interaction.response.send_message(sentence, ephemeral=True)

    async def say_again() -> None:
        await interaction.edit_original_response(content=sentence)

    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await _deliver(interaction, say, say_again)


async def show_form(interaction: discord.Interaction, form: discord.ui.Modal) -> None:
    """Answer with a form to fill in. Raises Late."""
    # Not again where that fails: unlike a message, a form cannot be edited if it is there.
    async with _within_time(interaction):
        await interaction.response.send_modal(form)


async def send_file(
    interaction: discord.Interaction, sentence: str, file_name: str, content: bytes
) -> None:
    """Answer with a file that only this member sees. Raises Late, Unanswered."""

    def file() -> discord.File:
        return discord.File(BytesIO(content), file_name, description=sentence)

    async def send() -> None:
        async with _within_time(interaction):
            await interaction.response.send_message(sentence, file=file(), ephemeral=True)

    async def edit() -> None:
        await interaction.edit_original_response(content=sentence, attachments=[file()])

    await _deliver(interaction, send, edit)


async def _send(
    interaction: discord.Interaction, note: str | None, private: bool, message: Message
) -> discord.InteractionMessage | None:
    async def send() -> discord.InteractionMessage | None:
        arguments = await message.send_arguments(note)
        async with _within_time(interaction):
            answer = await interaction.response.send_message(**arguments, ephemeral=private)
        sent = answer.resource
        return sent if isinstance(sent, discord.InteractionMessage) else None

    async def edit() -> discord.InteractionMessage | None:
        return await interaction.edit_original_response(**await message.edit_arguments(note))

    return await _deliver(interaction, send, edit)


async def _update(interaction: discord.Interaction, note: str | None, message: Message) -> None:
    pressed = interaction.message
    present = pressed.attachments if pressed is not None else ()

    async def update() -> None:
        arguments = await message.edit_arguments(note, present)
        async with _within_time(interaction):
            await interaction.response.edit_message(**arguments)

    async def edit() -> None:
        await interaction.edit_original_response(**await message.edit_arguments(note))

    await _deliver(interaction, update, edit)


def _within_time(interaction: discord.Interaction) -> asyncio.Timeout:
    """discord.py repeats a failed request for longer than Discord takes the answer."""
    require_time(interaction)
    return asyncio.timeout(seconds_left(interaction))


async def _deliver(
    interaction: discord.Interaction,
    respond: Callable[[], Awaitable[_Sent]],
    edit: Callable[[], Awaitable[_Sent]],
) -> _Sent | None:
    """`respond`, and again if that fails for the time being; raises Late, Unanswered.

    Discord may have taken an answer though the request failed. Then it can be edited, which also
    tells that it is there. None if it is there and nothing else is known of it.
    """
    require_time(interaction)
    is_there, failure = False, None
    for pause in _PAUSES:
        try:
            answer = await respond()
        except Late:
            if failure is None:
                raise
            break
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            code = error.code if isinstance(error, discord.HTTPException) else None
            if failure is not None and code in (ALREADY_ANSWERED, UNKNOWN_INTERACTION):
                is_there = code == ALREADY_ANSWERED
                break
            if not is_temporary(error):
                raise
            failure = error
        else:
            note_answered(interaction)
            return answer
        await asyncio.sleep(pause)
    return await _edit_answer(edit, is_there=is_there)


async def _edit_answer(edit: Callable[[], Awaitable[_Sent]], *, is_there: bool) -> _Sent | None:
    for pause in _PAUSES:
        try:
            return await edit()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            if not is_temporary(error):
                break
        await asyncio.sleep(pause)
    if is_there:
        return None
    raise Unanswered
