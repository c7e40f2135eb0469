"""Messages as Discord gets them, made without a running bot."""

from dataclasses import replace

from bot.ui.kit.message import Message
from tests.support.discord.limits import Json
from tests.support.pictures.pixels import pixel_digest


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


def look_of(draft: Message) -> list[str]:
    """What everybody sees of it; equal for messages that look alike."""
    picture = draft.draw() if draft.draw else None
    if picture is None:
        return [draft.digest]
    return [draft.digest, picture.alt, pixel_digest(picture.png)]
