"""Assumptions about messages in a channel: nonces, texts, emojis, edits, rates."""

import secrets

import discord

from bot.ui.kit.emojis import is_emoji_refused
from tests.tools.guided_check.assumptions import Assumption
from tests.tools.guided_check.context import CheckContext, outcome_words, refusal

CHANNEL_RATE = (5, 5.0)
"""Messages and seconds: the rate that the bot keeps to."""
_UNKNOWN_EMOJI = discord.PartialEmoji(name="unknown", id=1)
_TEXT = (
    'Texts as they are: "quotes" - dashes -- and  two spaces, a*b_c, e\u0301 of two characters, '
    "\uff11 \u2122 \u200b:smile: <t:0:R>\n\n- a list\n1) numbers"
)
"""A text that a text processor would change."""
CAN_READ = (
    "the bot can read this channel's history; deny it Read Message History here and check again"
)


async def check_channel(context: CheckContext) -> None:
    """Test all of them; the host is asked later whether the last edit notified them."""
    await context.attempt([Assumption.NONCE, Assumption.SAME_TEXTS], _texts_and_nonce(context))
    await context.attempt([Assumption.NONCE_WITH_FILE], _nonce_with_file(context))
    await context.attempt([Assumption.REFUSED_EMOJI], _refused_emoji(context))
    await context.attempt([Assumption.OWN_EMOJI], _own_emoji(context))
    await context.attempt([Assumption.OWN_MESSAGES], _own_messages(context))
    await context.attempt([Assumption.SILENT_EDIT], _name_the_host(context))
    _judge_rate(context)


async def _texts_and_nonce(context: CheckContext) -> None:
    embed = discord.Embed(title=f"Title: {_TEXT[:60]}", description=_TEXT)
    embed.add_field(name="Field", value=_TEXT)
    embed.set_footer(text="Footer -- (c)")
    nonce = secrets.token_hex(8)
    first = await context.post(_TEXT, embed=embed, nonce=nonce)
    seen = [first.content, *(_texts(one) for one in first.embeds)]
    context.judgements.judge(
        Assumption.SAME_TEXTS, seen == [_TEXT, _texts(embed)], "the reply has other texts"
    )
    second = await context.post(_TEXT, embed=embed, nonce=nonce)
    context.judgements.judge(Assumption.NONCE, first.id == second.id, "a second message was made")


def _texts(embed: discord.Embed) -> list[str | None]:
    fields = [text for field in embed.fields for text in (field.name, field.value)]
    return [embed.title, embed.description, embed.footer.text, *fields]


async def _nonce_with_file(context: CheckContext) -> None:
    nonce = secrets.token_hex(8)
    first = await context.post("With a file.", file=context.file(), nonce=nonce)
    second = await context.post("With a file.", file=context.file(), nonce=nonce)
    context.judgements.judge(
        Assumption.NONCE_WITH_FILE, first.id == second.id, "a second message was made"
    )


async def _refused_emoji(context: CheckContext) -> None:
    error = await refusal(context.post("An unknown emoji.", view=_with_emoji(_UNKNOWN_EMOJI)))
    is_held = error is not None and is_emoji_refused(error)
    # The error's words are Discord's own and quote only this request.
    words = outcome_words(error) if error is None else f"{outcome_words(error)}: {error.text}"
    context.judgements.judge(Assumption.REFUSED_EMOJI, is_held, words)


async def _own_emoji(context: CheckContext) -> None:
    emoji = await context.cleanup.make(
        "an emoji of the application",
        context.client.create_application_emoji(
            name=f"doctor_{secrets.token_hex(3)}", image=context.picture
        ),
        lambda made: made.delete(),
    )
    error = await refusal(context.post("An emoji.", view=_with_emoji(emoji)))
    context.judgements.judge(Assumption.OWN_EMOJI, error is None, outcome_words(error))


def _with_emoji(emoji: discord.PartialEmoji | discord.Emoji) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(
        discord.ui.Button[discord.ui.View](
            label="1", emoji=emoji, custom_id="doctor:none", disabled=True
        )
    )
    view.stop()
    return view


async def _own_messages(context: CheckContext) -> None:
    message = await context.post("To be edited.")
    errors = [
        await refusal(message.edit(content="Edited, then deleted.")),
        await refusal(message.delete()),
    ]
    failed = next((error for error in errors if error is not None), None)
    if failed is not None:
        context.judgements.broken(Assumption.OWN_MESSAGES, outcome_words(failed))
    elif context.permissions.read_message_history:
        context.judgements.leave_open([Assumption.OWN_MESSAGES], CAN_READ)
    else:
        context.judgements.held(Assumption.OWN_MESSAGES)


async def _name_the_host(context: CheckContext) -> None:
    message = await context.post("This message names nobody.")
    mentions = discord.AllowedMentions(users=[discord.Object(context.host)])
    await message.edit(
        content=f"This message was edited, and now names <@{context.host}>.",
        allowed_mentions=mentions,
    )
    context.host_is_named = True


def _judge_rate(context: CheckContext) -> None:
    rate = context.client.rate
    if rate is None:
        context.judgements.leave_open([Assumption.CHANNEL_RATE], "no reply named a rate")
        return
    limit, seconds = CHANNEL_RATE
    is_held = rate.limit == limit and rate.seconds <= seconds
    words = f"the replies name {rate.limit} messages in {rate.seconds:.1f} seconds"
    context.judgements.judge(Assumption.CHANNEL_RATE, is_held, words)
