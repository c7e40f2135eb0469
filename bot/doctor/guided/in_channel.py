"""Beliefs about messages in a channel: nonces, texts, emojis, edits, rates."""

import secrets

import discord

from bot.doctor.guided.beliefs import Belief
from bot.doctor.guided.scene import Scene, refusal, told
from bot.ui.kit.emojis import is_emoji_refused

CHANNEL_RATE = (5, 5.0)
"""Messages and seconds, which the bot's own pacing goes by."""
_UNKNOWN_EMOJI = discord.PartialEmoji(name="unknown", id=1)
_TEXT = (
    'Texts as they are: "quotes" - dashes -- and  two spaces, a*b_c, e\u0301 of two characters, '
    "\uff11 \u2122 \u200b:smile: <t:0:R>\n\n- a list\n1) numbers"
)
"""What a text processor would like to improve."""
CAN_READ = (
    "the bot can read this channel's history; deny it Read Message History here and check again"
)


async def check_channel(scene: Scene) -> None:
    """All of them, but that the host has to say whether the last edit notified them."""
    await scene.attempt([Belief.NONCE, Belief.SAME_TEXTS], _texts_and_nonce(scene))
    await scene.attempt([Belief.NONCE_WITH_FILE], _nonce_with_file(scene))
    await scene.attempt([Belief.REFUSED_EMOJI], _refused_emoji(scene))
    await scene.attempt([Belief.OWN_EMOJI], _own_emoji(scene))
    await scene.attempt([Belief.OWN_MESSAGES], _own_messages(scene))
    await scene.attempt([Belief.SILENT_EDIT], _name_the_host(scene))
    _judge_rate(scene)


async def _texts_and_nonce(scene: Scene) -> None:
    embed = discord.Embed(title=f"Title: {_TEXT[:60]}", description=_TEXT)
    embed.add_field(name="Field", value=_TEXT)
    embed.set_footer(text="Footer -- (c)")
    nonce = secrets.token_hex(8)
    first = await scene.post(_TEXT, embed=embed, nonce=nonce)
    seen = [first.content, *(_texts(one) for one in first.embeds)]
    scene.judgements.judge(
        Belief.SAME_TEXTS, seen == [_TEXT, _texts(embed)], "the reply has other texts"
    )
    second = await scene.post(_TEXT, embed=embed, nonce=nonce)
    scene.judgements.judge(Belief.NONCE, first.id == second.id, "a second message was made")


def _texts(embed: discord.Embed) -> list[str | None]:
    fields = [text for field in embed.fields for text in (field.name, field.value)]
    return [embed.title, embed.description, embed.footer.text, *fields]


async def _nonce_with_file(scene: Scene) -> None:
    nonce = secrets.token_hex(8)
    first = await scene.post("With a file.", file=scene.file(), nonce=nonce)
    second = await scene.post("With a file.", file=scene.file(), nonce=nonce)
    scene.judgements.judge(
        Belief.NONCE_WITH_FILE, first.id == second.id, "a second message was made"
    )


async def _refused_emoji(scene: Scene) -> None:
    error = await refusal(scene.post("An unknown emoji.", view=_with_emoji(_UNKNOWN_EMOJI)))
    is_held = error is not None and is_emoji_refused(error)
    # The error's words are Discord's own, and quote nothing but what is asked for here.
    words = told(error) if error is None else f"{told(error)}: {error.text}"
    scene.judgements.judge(Belief.REFUSED_EMOJI, is_held, words)


async def _own_emoji(scene: Scene) -> None:
    emoji = await scene.leftovers.make(
        "an emoji of the application",
        scene.client.create_application_emoji(
            name=f"doctor_{secrets.token_hex(3)}", image=scene.picture
        ),
        lambda made: made.delete(),
    )
    error = await refusal(scene.post("An emoji.", view=_with_emoji(emoji)))
    scene.judgements.judge(Belief.OWN_EMOJI, error is None, told(error))


def _with_emoji(emoji: discord.PartialEmoji | discord.Emoji) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(
        discord.ui.Button[discord.ui.View](
            label="1", emoji=emoji, custom_id="doctor:none", disabled=True
        )
    )
    view.stop()
    return view


async def _own_messages(scene: Scene) -> None:
    message = await scene.post("To be edited.")
    errors = [
        await refusal(message.edit(content="Edited, then deleted.")),
        await refusal(message.delete()),
    ]
    failed = next((error for error in errors if error is not None), None)
    if failed is not None:
        scene.judgements.broken(Belief.OWN_MESSAGES, told(failed))
    elif scene.permissions.read_message_history:
        scene.judgements.leave_open([Belief.OWN_MESSAGES], CAN_READ)
    else:
        scene.judgements.held(Belief.OWN_MESSAGES)


async def _name_the_host(scene: Scene) -> None:
    message = await scene.post("This message names nobody.")
    mentions = discord.AllowedMentions(users=[discord.Object(scene.host)])
    await message.edit(
        content=f"This message was edited, and now names <@{scene.host}>.",
        allowed_mentions=mentions,
    )
    scene.host_is_named = True


def _judge_rate(scene: Scene) -> None:
    rate = scene.client.rate
    if rate is None:
        scene.judgements.leave_open([Belief.CHANNEL_RATE], "no reply named a rate")
        return
    limit, seconds = CHANNEL_RATE
    is_held = rate.limit == limit and rate.seconds <= seconds
    words = f"the replies name {rate.limit} messages in {rate.seconds:.1f} seconds"
    scene.judgements.judge(Belief.CHANNEL_RATE, is_held, words)
