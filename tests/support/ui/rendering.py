"""Messages as Discord gets them, made without a running bot."""

from dataclasses import replace

from bot.ui.kit.message import Message
from tests.support.discord.limits import Json


async def as_sent(draft: Message) -> Json:
    """The message as it goes to Discord, but for its picture."""
    parts = await replace(draft, draw=None).send_arguments()
    return {
        "content": parts["content"],
        "embeds": [dict(embed.to_dict()) for embed in parts["embeds"]],
        "components": parts["view"].to_components(),
    }


def texts_of(draft: Message) -> list[str]:
    """The content, and what the embed says, from top to bottom."""
    embed = draft.embed
    fields = [text for field in embed.fields for text in (field.name, field.value)]
    texts = [draft.content, embed.title, embed.description, *fields, embed.footer.text]
    return [text for text in texts if text]


def look_of(draft: Message) -> list[object]:
    """What everybody sees of it; equal for messages that look alike.

    A picture is drawn of its scene and of nothing else.
    """
    picture = draft.picture
    return [draft.digest, picture and picture.alt, picture and picture.lay_out()]
