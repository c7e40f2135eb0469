"""Spectators' notes: each follows a table on the token of the newest click, while it lives."""

from collections.abc import Collection

import discord

from bot.storage import queries
from bot.storage.models import Status, Watcher
from bot.tables.core.errors import WrongStage
from bot.tables.core.state import TableState
from bot.tables.service import Tables
from bot.ui.delivery.private_messages import OutOfReach, PrivateMessages, all_done
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.responses import actor_of, answer_privately
from bot.ui.views.spectator import spectator_message


class SpectatorMessages:
    """Answers who wants to watch, and keeps what they see current."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._private = PrivateMessages(client)
        self._tables = tables
        self._database = tables.database
        self._now = tables.repository.now

    async def watch(self, interaction: discord.Interaction, component_id: ComponentId) -> None:
        """Give a note of the table, or renew the one that was pressed in."""
        state = await self._tables.repository.get(component_id.table_id)
        if state.game is None:
            raise WrongStage(state.status)
        state = (await self._tables.preferences.of(interaction.user.id)).seen(state)
        message = spectator_message(state, actor_of(interaction).until)
        message_id = await answer_privately(interaction, message)
        if message_id is not None:
            await self._remember(interaction, state, message_id)

    async def publish(self, state: TableState, besides: Collection[int]) -> None:
        """Bring the notes up to `state`, but those of the members `besides`."""
        async with self._database.read() as session:
            watchers = await queries.watchers_of(session, state.id)
        todo = [watcher for watcher in watchers if watcher.user_id not in besides]
        preferences = await self._tables.preferences.of_all([watcher.user_id for watcher in todo])
        news: list[tuple[Watcher, str | None]] = []
        try:
            await all_done(
                self._follow(preferences[watcher.user_id].seen(state), watcher, news)
                for watcher in todo
            )
        finally:
            await self._save(news)

    async def _remember(
        self, interaction: discord.Interaction, state: TableState, message_id: int
    ) -> None:
        """Keep the note current that the interaction was answered with, in place of an older one.

        After the game there is nothing to follow.
        """
        if state.status is not Status.PLAYING:
            return
        who = actor_of(interaction)
        watcher = Watcher(
            table_id=state.id,
            user_id=who.user_id,
            token=who.token,
            until=who.until,
            message_id=message_id,
            digest=spectator_message(state, who.until).digest,
        )
        async with self._database.write() as session:
            former = await queries.save_watcher(session, watcher)
        if former is not None and former.message_id != message_id and self._lives(former):
            await self._private.delete(former.token, former.message_id)

    async def _follow(
        self, state: TableState, watcher: Watcher, news: list[tuple[Watcher, str | None]]
    ) -> None:
        shown = await self._bring_up(state, watcher)
        if shown != watcher.digest:
            news.append((watcher, shown))

    async def _bring_up(self, state: TableState, watcher: Watcher) -> str | None:
        """The digest of what the note shows now; None if it is to be followed no longer."""
        if not self._lives(watcher):
            return None
        message = spectator_message(state, watcher.until)
        try:
            if watcher.digest != message.digest:
                await self._private.edit(watcher.token, watcher.message_id, message)
        except OutOfReach:
            return None
        return message.digest if state.status is Status.PLAYING else None

    async def _save(self, news: list[tuple[Watcher, str | None]]) -> None:
        """All in one transaction: a crowd of spectators must not keep players from theirs."""
        if not news:
            return
        async with self._database.write() as session:
            for watcher, shown in news:
                if shown is None:
                    await queries.forget_watcher(session, watcher)
                else:
                    await queries.mark_watched(session, watcher, shown)

    def _lives(self, watcher: Watcher) -> bool:
        return watcher.until > self._now()
