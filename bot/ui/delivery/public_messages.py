"""A table's public messages: which there ought to be, and how each is sent, edited, removed."""

import hashlib
import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace

import discord

from bot.storage import queries
from bot.storage.database import Database
from bot.storage.models import Post, Status
from bot.tables.core.message_slots import FINAL, LOBBY, RESULT, channel_of, live_slot, round_slot
from bot.tables.core.state import TableState
from bot.ui.kit.errors import ARCHIVED_THREAD, UNKNOWN_MESSAGE, is_temporary
from bot.ui.kit.message import Message
from bot.ui.views.lobby import lobby_message
from bot.ui.views.table import final_message, round_message

_log = logging.getLogger(__name__)
_NONCE_LENGTH = 25


def expected_messages(state: TableState) -> Iterator[tuple[str, Message]]:
    """Every slot that the state has something to show in, oldest first."""
    yield LOBBY, lobby_message(state)
    rounds = len(state.game.rounds) if state.game and not state.awaits_thread else 0
    for number in range(1, rounds + 1):
        yield round_slot(number), round_message(state, number)
    if state.status is Status.OVER:
        yield from _scores(state)


def _scores(state: TableState) -> Iterator[tuple[str, Message]]:
    final = final_message(state)
    if state.parent_id is None:
        yield FINAL, final
    else:
        yield FINAL, replace(final, rows=())
        yield RESULT, final


class PublicMessages:
    """Sends and edits as the bot itself, without anybody's interaction."""

    def __init__(self, client: discord.Client, database: Database) -> None:
        self._client = client
        self._database = database

    async def publish(self, state: TableState) -> bool:
        """Bring the public messages up to `state`; whether the channel was written to for it.

        Raises discord.HTTPException where that fails.
        """
        present = await self._present(state)
        wanted = dict(expected_messages(state))
        written, failure = False, None
        for slot, message in wanted.items():
            try:
                written |= await self._show(state, slot, message, present)
            except discord.HTTPException as error:
                if is_temporary(error):
                    raise
                # A game in a thread has messages in two channels: one may be out of reach.
                failure = error
        if failure is not None:
            raise failure
        for slot, post in (await self._present(state)).items():
            if slot not in wanted:
                await self._remove(post)
        return written

    async def lobby_message(self, state: TableState, *, anew: bool = False) -> int:
        """The id of the lobby's sent, which is sent if there is none, or `anew`."""
        post = (await self._present(state)).get(LOBBY)
        if post is None or anew:
            message = lobby_message(state)
            return await self._send(state, LOBBY, message, pings=False, instead_of=post)
        return post.message_id

    async def remember(
        self, state: TableState, slot: str, sent: discord.Message, message: Message
    ) -> None:
        """Store that this message shows this slot; not if the table was posted anew since then."""
        post = _post(state, slot, sent, message.digest)
        async with self._database.write() as session:
            await queries.save_post(session, post, reposts=state.reposts, pinged=state.pinged)

    async def _present(self, state: TableState) -> dict[str, Post]:
        async with self._database.read() as session:
            return await queries.posts_of(session, state.id)

    async def _show(
        self, state: TableState, slot: str, message: Message, present: Mapping[str, Post]
    ) -> bool:
        """Whether the channel was written to for it."""
        if slot in present:
            return await self._update(state, present[slot], message)
        if slot == LOBBY and state.status is not Status.LOBBY:
            return False
        # Who was called by the message that this takes the place of is not called again.
        called = any(post.digest == message.digest for post in present.values())
        await self._send(state, slot, message, pings=not called)
        return True

    async def _update(self, state: TableState, post: Post, message: Message) -> bool:
        if post.digest == message.digest:
            return False
        try:
            await self._message(post).edit(**await message.edit_arguments())
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            if post.slot == live_slot(state):
                if error.code not in (UNKNOWN_MESSAGE, ARCHIVED_THREAD):
                    raise
                await self._send(state, post.slot, message, pings=False, instead_of=post)
                return True
            # A past message that cannot be edited stays as it is, and counts as up to date.
            _log.info("message %s stays as it is: %s", post.message_id, error)
        async with self._database.write() as session:
            await queries.mark_shown(session, post, message.digest)
        return post.slot == live_slot(state)

    async def _send(
        self,
        state: TableState,
        slot: str,
        message: Message,
        *,
        pings: bool,
        instead_of: Post | None = None,
    ) -> int:
        channel = self._client.get_partial_messageable(
            channel_of(state, slot), guild_id=state.guild_id, type=discord.ChannelType.text
        )
        users = [discord.Object(user_id) for user_id in message.mentions] if pings else []
        sent = await channel.send(
            **await message.send_arguments(),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=users),
            nonce=_nonce(state, slot, instead_of),
        )
        # Otherwise it was sent before, its reply was lost, and the table has moved on since.
        if not _reads_like(sent, message):
            if users:
                # An edited message notifies nobody.
                former = await self._retire(state, slot, sent)
                return await self._send(state, slot, message, pings=True, instead_of=former)
            await sent.edit(**await message.edit_arguments())
        await self.remember(state, slot, sent, message)
        return sent.id

    async def _retire(self, state: TableState, slot: str, sent: discord.Message) -> Post:
        """Let this message be removed, which nothing is stored of yet."""
        post = _post(state, slot, sent, digest="")
        async with self._database.write() as session:
            session.add(post)
            await session.flush()
            await queries.retire_post(session, state.id, slot)
        return post

    async def _remove(self, post: Post) -> None:
        try:
            await self._message(post).delete()
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            _log.info("message %s could not be deleted: %s", post.message_id, error)
        async with self._database.write() as session:
            await queries.forget_post(session, post.table_id, post.slot)

    def _message(self, post: Post) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(post.channel_id)
        return channel.get_partial_message(post.message_id)


def _post(state: TableState, slot: str, sent: discord.Message, digest: str) -> Post:
    return Post(
        table_id=state.id,
        slot=slot,
        channel_id=sent.channel.id,
        message_id=sent.id,
        digest=digest,
    )


def _reads_like(sent: discord.Message, message: Message) -> bool:
    shown = [_texts(embed) for embed in sent.embeds]
    return (sent.content, shown) == (message.content or "", [_texts(message.embed)])


def _texts(embed: discord.Embed) -> list[str | None]:
    fields = [text for field in embed.fields for text in (field.name, field.value)]
    return [embed.title, embed.description, *fields]


def _nonce(state: TableState, slot: str, instead_of: Post | None) -> str:
    """Discord sends one message for a nonce: no crash before the row is written makes two."""
    deleted = None if instead_of is None else instead_of.message_id
    text = f"{state.id} {state.opened_at} {slot} {state.reposts} {deleted}"
    return hashlib.sha256(text.encode()).hexdigest()[:_NONCE_LENGTH]
