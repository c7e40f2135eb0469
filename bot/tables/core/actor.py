"""The member who acts at a table, with the token for private messages to them."""

from dataclasses import dataclass
from datetime import datetime

from bot.storage import models, queries
from bot.storage.engine.session import Session
from bot.storage.models.tables import PrivateKind, PrivateMessage
from bot.tables.core.errors import NOTHING_CHANGED, TableError
from bot.tables.core.state import SeatState
from bot.tables.core.table_messages import TableMessages


@dataclass(frozen=True, slots=True)
class Actor:
    """A member who uses a button or a command; `token` works for private messages until `until`.

    `manages`: whether they can delete messages in the channel, as moderators can. `avatar` is the
    address of their picture at Discord, None without one. `manages_server`: whether they have
    Manage Server. `roles` are the ids of their roles.
    """

    user_id: int
    name: str
    manages: bool
    token: str
    until: datetime
    avatar: str | None = None
    manages_server: bool = False
    roles: frozenset[int] = frozenset()


def member_seat(index: int, member: Actor | SeatState | models.SignUp) -> models.Seat:
    return models.Seat(index=index, user_id=member.user_id, name=member.name, avatar=member.avatar)


def new_sign_up(number: int, actor: Actor) -> models.SignUp:
    return models.SignUp(user_id=actor.user_id, number=number, name=actor.name, avatar=actor.avatar)


def private_message(
    table_id: int, kind: PrivateKind, member: Actor | PrivateMessage, **sent: int | str
) -> PrivateMessage:
    """A private message by the member's token; `sent` are its other columns once it is sent."""
    reply = {"user_id": member.user_id, "token": member.token, "until": member.until}
    return PrivateMessage(table_id=table_id, kind=kind, **reply, **sent)


def keep_token(messages: TableMessages, actor: Actor) -> None:
    """Keep the member's newest token, to send their hand at the start of the game."""
    messages.follow(private_message(messages.table_id, PrivateKind.HAND, actor))


async def require_no_forgetting(
    session: Session, pressed_at: datetime | None, *, share_lock: bool = True
) -> None:
    """Raise TableError if any member was forgotten since the press: it could be the presser.

    With `share_lock` (see `forgotten_since`), no member is forgotten until the transaction ends.
    Without a time nothing is checked.
    """
    since = queries.requests.forgotten_since
    if pressed_at and await since(session, pressed_at, share_lock=share_lock):
        raise TableError(NOTHING_CHANGED)
