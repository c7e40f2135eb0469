"""A table's public messages: which there ought to be, and how each is sent, edited, removed."""

import hashlib
import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace

import discord

from bot.storage import queries
from bot.storage.database import Database
from bot.storage.models import Post, Status
from bot.tables.slots import FINAL, LOBBY, RESULT, channel_of, live_slot, round_slot
from bot.tables.state import TableState
from bot.ui.board import final_draft, round_draft
from bot.ui.draft import Draft
from bot.ui.lobby import lobby_draft
from bot.ui.trouble import ARCHIVED_THREAD, UNKNOWN_MESSAGE, is_temporary

_log = logging.getLogger(__name__)
_NONCE_LENGTH = 25


def wanted_posts(state: TableState) -> Iterator[tuple[str, Draft]]:
    """Every slot that the state has something to show in, oldest first."""
    yield LOBBY, lobby_draft(state)
    rounds = len(state.game.rounds) if state.game and not state.awaits_thread else 0
    for number in range(1, rounds + 1):
        yield round_slot(number), round_draft(state, number)
    if state.status is Status.OVER:
        yield from _scores(state)


def _scores(state: TableState) -> Iterator[tuple[str, Draft]]:
    final = final_draft(state)
    if state.parent_id is None:
        yield FINAL, final
    else:
        yield FINAL, replace(final, rows=())
        yield RESULT, final


class Posts:
    """Sends and edits as the bot itself, without anybody's interaction."""

    def __init__(self, client: discord.Client, database: Database) -> None:
        self._client = client
        self._database = database

    async def publish(self, state: TableState) -> bool:
        """Bring the public messages up to `state`; whether the channel was written to for it.

        Raises discord.HTTPException where that fails.
        """
        present = await self._present(state)
        wanted = dict(wanted_posts(state))
        written, failure = False, None
        for slot, draft in wanted.items():
            try:
                written |= await self._show(state, slot, draft, present)
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
        """The id of the lobby's message, which is sent if there is none, or `anew`."""
        post = (await self._present(state)).get(LOBBY)
        if post is None or anew:
            draft = lobby_draft(state)
            return await self._send(state, LOBBY, draft, calls=False, instead_of=post)
        return post.message_id

    async def remember(
        self, state: TableState, slot: str, message: discord.Message, draft: Draft
    ) -> None:
        """Store that this message shows this slot; not if the table was posted anew since then."""
        post = _post(state, slot, message, draft.digest)
        async with self._database.write() as session:
            await queries.save_post(
                session, post, posted_anew=state.posted_anew, pinged=state.pinged
            )

    async def _present(self, state: TableState) -> dict[str, Post]:
        async with self._database.read() as session:
            return await queries.posts_of(session, state.id)

    async def _show(
        self, state: TableState, slot: str, draft: Draft, present: Mapping[str, Post]
    ) -> bool:
        """Whether the channel was written to for it."""
        if slot in present:
            return await self._update(state, present[slot], draft)
        if slot == LOBBY and state.status is not Status.LOBBY:
            return False
        # Who was called by the message that this takes the place of is not called again.
        called = any(post.digest == draft.digest for post in present.values())
        await self._send(state, slot, draft, calls=not called)
        return True

    async def _update(self, state: TableState, post: Post, draft: Draft) -> bool:
        if post.digest == draft.digest:
            return False
        try:
            await self._message(post).edit(**await draft.editing())
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            if post.slot == live_slot(state):
                if error.code not in (UNKNOWN_MESSAGE, ARCHIVED_THREAD):
                    raise
                await self._send(state, post.slot, draft, calls=False, instead_of=post)
                return True
            # A past message that cannot be edited stays as it is, and counts as up to date.
            _log.info("message %s stays as it is: %s", post.message_id, error)
        async with self._database.write() as session:
            await queries.mark_shown(session, post, draft.digest)
        return post.slot == live_slot(state)

    async def _send(
        self,
        state: TableState,
        slot: str,
        draft: Draft,
        *,
        calls: bool,
        instead_of: Post | None = None,
    ) -> int:
        channel = self._client.get_partial_messageable(
            channel_of(state, slot), guild_id=state.guild_id, type=discord.ChannelType.text
        )
        users = [discord.Object(user_id) for user_id in draft.mentions] if calls else []
        message = await channel.send(
            **await draft.sending(),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=users),
            nonce=_nonce(state, slot, instead_of),
        )
        # Otherwise it was sent before, its reply was lost, and the table has moved on since.
        if not _reads_like(message, draft):
            if users:
                # An edited message notifies nobody.
                former = await self._retire(state, slot, message)
                return await self._send(state, slot, draft, calls=True, instead_of=former)
            await message.edit(**await draft.editing())
        await self.remember(state, slot, message, draft)
        return message.id

    async def _retire(self, state: TableState, slot: str, message: discord.Message) -> Post:
        """Let this message be removed, which nothing is stored of yet."""
        post = _post(state, slot, message, digest="")
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


def _post(state: TableState, slot: str, message: discord.Message, digest: str) -> Post:
    return Post(
        table_id=state.id,
        slot=slot,
        channel_id=message.channel.id,
        message_id=message.id,
        digest=digest,
    )


def _reads_like(message: discord.Message, draft: Draft) -> bool:
    shown = [_texts(embed) for embed in message.embeds]
    return (message.content, shown) == (draft.content or "", [_texts(draft.embed)])


def _texts(embed: discord.Embed) -> list[str | None]:
    fields = [text for field in embed.fields for text in (field.name, field.value)]
    return [embed.title, embed.description, *fields]


def _nonce(state: TableState, slot: str, instead_of: Post | None) -> str:
    """Discord sends one message for a nonce: no crash before the row is written makes two."""
    deleted = None if instead_of is None else instead_of.message_id
    text = f"{state.id} {state.opened_at} {slot} {state.posted_anew} {deleted}"
    return hashlib.sha256(text.encode()).hexdigest()[:_NONCE_LENGTH]
