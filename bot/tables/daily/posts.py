"""The daily message about the daily deal in a server's channel: when it is due, and its content.

The row of a message is stored before it is sent, so a crash in between duplicates nothing: the same
message is sent again only while Discord knows its nonce.
"""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from bot.storage import queries
from bot.storage.engine.session import Session
from bot.storage.models.daily import DailyAttempt, DailyPost
from bot.storage.models.servers import Server
from bot.tables.core.deadlines import SAME_NONCE
from bot.tables.core.repository import TableRepository
from bot.tables.daily.attempts import Attempt, DailyAttempts
from bot.tables.daily.boards import BoardRow, DailyBoards
from bot.tables.daily.days import DailyDays
from engine.round import Ending, Round
from engine.sets import to_beat

PODIUM_LENGTH = 3
_REFUSED_PAUSE = timedelta(hours=1)
"""The time between two attempts at a channel that refuses messages."""
_MOST_REFUSED = timedelta(days=1)
_DAY = timedelta(days=1)


class Yesterday(NamedTuple):
    """A server's best results of a day that is over, and the winner's attempt, if it is kept.

    `players` is the number of all members of the server who finished the day.
    """

    day: date
    podium: list[BoardRow]
    players: int
    best: Attempt | None = None


class Post(NamedTuple):
    """A message of a day that is stored and to be sent.

    `at` is a time before its members' names were read: a member forgotten later may still be in
    the message. `former` are the values that the row had before. `is_repeat`: whether the
    message may have been sent before.
    """

    guild_id: int
    channel_id: int
    day: date
    at: datetime
    former: dict[str, object]
    is_repeat: bool = False


class DailyPosts:
    """Finds messages that this process has to send or edit, and records the outcomes."""

    def __init__(
        self,
        repository: TableRepository,
        days: DailyDays,
        attempts: DailyAttempts,
        boards: DailyBoards,
    ) -> None:
        self._database = repository.database
        self._assignment = repository.assignment
        self.now = repository.now
        self._days = days
        self._attempts = attempts
        self._boards = boards

    async def due(self) -> list[int]:
        """The servers of this process whose channel lacks the message of today."""
        due = queries.daily_posts.due_servers(self._days.today, self.now(), _REFUSED_PAUSE)
        found = await self._database.ask(Session.all, due)
        return list(filter(self._assignment.includes, found))

    async def changed(self) -> list[int]:
        """The servers of this process whose message is out of date."""
        found = await self._database.ask(queries.daily_posts.changed_servers, self._days.today)
        return list(filter(self._assignment.includes, found))

    async def claim(self, guild_id: int) -> Post | None:
        """Record that today's message is being sent; None if it is not due any more."""
        now, today = self.now(), self._days.today
        async with self._database.write() as session:
            server = await session.get(Server, guild_id, with_for_update=True)
            if server is None or not self._assignment.includes(guild_id):
                return None
            row = await session.get(DailyPost, guild_id)
            if row is not None and row.day == today:
                return _repeated(row, now)
            # Another process may have changed it meanwhile.
            due = queries.daily_posts.due_servers(today, now, timedelta(0))
            if await session.scalar(due.where(Server.guild_id == guild_id)) is None:
                return None
            return await self._begin(session, server, row, now)

    async def _begin(
        self, session: Session, server: Server, row: DailyPost | None, now: datetime
    ) -> Post:
        """Turn the row into that of today's message."""
        guild_id, channel_id, today = server.guild_id, server.daily_channel, self._days.today
        assert channel_id is not None
        yesterday = today - _DAY
        if row is None:
            row = DailyPost(guild_id=guild_id, day=yesterday, channel_id=channel_id, is_over=True)
            session.add(row)
        former = _values(row)
        days = DailyAttempt.day.between(min(row.day, yesterday), yesterday)
        is_played = await session.has(DailyAttempt, days, guild_id=guild_id)
        row.day, row.channel_id, row.tried_at = today, channel_id, now
        row.message_id, row.digest, row.is_over = None, None, False
        row.unplayed = (0 if is_played else row.unplayed) + 1
        return Post(guild_id, channel_id, today, now, former)

    async def mark_sent(self, post: Post, message_id: int, digest: str) -> None:
        """Record that the message was sent. A message that may be out of date is edited soon."""
        async with self._database.write() as session:
            is_old = await queries.requests.forgotten_since(session, post.at)
            row = await self._locked(session, post)
            if row is not None:
                row.message_id, row.tried_at, row.refused_since = message_id, None, None
                row.digest = None if is_old or post.is_repeat else digest

    async def mark_failed(self, post: Post) -> None:
        """Record that the message was not sent, so that it is due again."""
        async with self._database.write() as session:
            row = await self._locked(session, post)
            if row is not None:
                _restore(row, post)

    async def mark_refused(self, post: Post) -> bool:
        """Record that the channel refuses the message; after a day messages are switched off.

        Returns whether that happened now. The message is due at once if the server has chosen
        another channel meanwhile.
        """
        now = self.now()
        async with self._database.write() as session:
            row = await self._locked(session, post)
            server = await session.get(Server, post.guild_id, with_for_update=True)
            if row is None or server is None:
                return False
            _restore(row, post)
            if server.daily_channel != post.channel_id:
                return False
            row.tried_at, row.refused_since = now, min(row.refused_since or now, now)
            is_given_up = now - row.refused_since >= _MOST_REFUSED
            if is_given_up:
                server.daily_channel = row.refused_since = None
            return is_given_up

    async def shown(self, guild_id: int) -> DailyPost | None:
        """The newest message of the server, if its id is known."""
        row = await self._database.ask(Session.get, DailyPost, guild_id)
        return None if row is None or row.message_id is None else row

    async def mark_shown(self, row: DailyPost, at: datetime, digest: str, *, is_over: bool) -> None:
        """Record what the message shows now, or would show if it could be edited.

        `at` as in Post.
        """
        async with self._database.write() as session:
            shown = None if await queries.requests.forgotten_since(session, at) else digest
            # Unless the server has a newer message.
            message = {"guild_id": row.guild_id, "message_id": row.message_id}
            await session.update_where(DailyPost, {"digest": shown, "is_over": is_over}, **message)

    async def wake(self, guild_id: int) -> None:
        """Resume messages after days without a player, since a manager chose a channel."""
        awake = {"unplayed": 0, "refused_since": None}
        await self._database.change(Session.update_where, DailyPost, awake, guild_id=guild_id)

    async def yesterday(self, guild_id: int, day: date) -> Yesterday:
        """The day before this one in the server. ValueError while that is not over."""
        before = day - _DAY
        if self._days.is_open(before):
            raise ValueError("The cards of a day that is not over are secret.")
        board = await self._boards.of(guild_id, before, 0)
        podium = [row for row in board.rows if row.rank <= PODIUM_LENGTH]
        best = await self._attempts.played(podium[0].user_id, before) if podium else None
        return Yesterday(before, podium, board.members, best)

    async def _locked(self, session: Session, post: Post) -> DailyPost | None:
        """The row of this message, with the server's row locked; None if it is gone."""
        await session.get(Server, post.guild_id, with_for_update=True)
        row = await session.get(DailyPost, post.guild_id)
        return row if row is not None and row.day == post.day else None


def decisive_turn(played: Round, seat: int) -> int | None:
    """The turn, from 0, of the Show that decided a round for this seat; None if it showed nothing.

    It is the one that ended the round, or the last of the strongest (R9).
    """
    shows = [turn for turn, event in enumerate(played.log) if event.seat == seat and event.shown]
    if not shows:
        return None
    winner = played.log[-1].seat if played.ended is Ending.EMPTY else played.owner
    if played.ended is not None and winner == seat:
        return shows[-1]
    return max(shows, key=lambda turn: (to_beat(played.log[turn].shown), turn))


def _repeated(row: DailyPost, now: datetime) -> Post | None:
    """Today's message again, if it may not have arrived and Discord still knows its nonce."""
    if row.message_id is not None or row.tried_at is None or row.refused_since is not None:
        return None
    if abs(now - row.tried_at) > SAME_NONCE:
        # A missing message is better than a duplicate.
        row.tried_at = None
        return None
    former = {**_values(row), "day": row.day - _DAY, "unplayed": max(0, row.unplayed - 1)}
    row.tried_at = now
    return Post(row.guild_id, row.channel_id, row.day, now, former, is_repeat=True)


_KEPT = ("day", "channel_id", "message_id", "digest", "is_over", "unplayed")


def _values(row: DailyPost) -> dict[str, object]:
    return {name: getattr(row, name) for name in _KEPT}


def _restore(row: DailyPost, post: Post) -> None:
    """Restore the row to the values that it had before this message."""
    for name, value in post.former.items():
        setattr(row, name, value)
    row.tried_at = None
