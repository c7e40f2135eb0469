"""Games that are played in a thread of their own."""

import simcord

from tests.support.discord.channel import Channel
from tests.support.discord.member import Member


async def start_in_thread(
    here: Channel, players: int, computers: int = 0, **options: object
) -> tuple[list[Member], simcord.ChannelHandle]:
    """A game that has just begun, and its parent channel; what is looked at is the thread."""
    members = await here.start(players, computers, thread=True, **options)
    return members, enter(here)


def enter(here: Channel) -> simcord.ChannelHandle:
    """Go into the newest thread; returns the channel it belongs to."""
    parent, here.channel = here.channel, here.channel.threads[-1]
    return parent


async def archive(here: Channel, *, archived: bool = True) -> None:
    """The thread that is looked at is archived, or opened again."""
    here.env.backend.edit_channel(here.channel.id, {}, thread_metadata={"archived": archived})
    await here.env.settle()
