"""A member who plays the daily deal by what their message offers."""

from collections.abc import Iterator
from itertools import count

from simcord.results import ResponseMessage

from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import controls, labels, shows_in

NOT_A_MOVE = {"Back", "More…"}
FINISHED = {"Share", "Practise"}
"""One of these is below each result."""


def is_finished(message: ResponseMessage) -> bool:
    return bool(FINISHED & set(labels(message)))


async def press_on(member: Member, message: ResponseMessage) -> ResponseMessage:
    """Press one thing on the way to a move, a Show if there is one; returns the answer."""
    offered = shows_in(message) or [
        control for control in controls(message) if control.label not in NOT_A_MOVE
    ]
    return await member.use(message, offered[0])


async def moves(member: Member, message: ResponseMessage) -> list[ResponseMessage]:
    """All messages until the attempt is finished, the result last."""
    shown = [message]
    for presses in count():
        if is_finished(shown[-1]):
            return shown
        assert presses < 200
        shown.append(await press_on(member, shown[-1]))
    raise AssertionError


async def play_today(member: Member) -> ResponseMessage:
    """Play today's deal to its end; returns the result."""
    return (await moves(member, await member.slash("daily play")))[-1]


def bodies(here: Channel) -> Iterator[str]:
    """All that the bot sent, as text."""
    for request in here.env.http_requests:
        yield str(request.json)
