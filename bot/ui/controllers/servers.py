"""`/scout admin`, the panel in which managers set up their server and block members; and reports.

The route table requires Manage Server at every press of the panel: permissions change, and
Discord's app is not the only sender.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from discord import Permissions, User, app_commands

from bot.storage.models.requests import RequestKind
from bot.storage.models.tables import Status
from bot.tables.core.errors import TableError
from bot.text.language import Language, Sentence
from bot.ui.controllers.controller import Controller
from bot.ui.delivery.server_posts import NEEDED, NEEDED_FOR_DAILY
from bot.ui.kit.command_texts import CommandText
from bot.ui.kit.message import MAX_ENTITIES, Message
from bot.ui.kit.permissions import bold_permissions
from bot.ui.kit.picked import (
    id_in,
    name_in_label,
    picked_channels,
    picked_member,
    picked_roles,
    written_text,
)
from bot.ui.kit.press import Press
from bot.ui.kit.sending import always
from bot.ui.views.servers import moderation
from bot.ui.views.servers.admin import CHANGES, PAGES, AdminPage, Picks, ServerState, admin_message

_STALE = Sentence("That button no longer works. Use `/scout admin` again.")
_NOT_BLOCKED = Sentence("That member is no longer blocked. Use `/scout admin` again.")
_YOURSELF = Sentence("You cannot block yourself. Choose another member.")


class AdminController(Controller):
    """Shows the panel and makes the changes that managers press."""

    async def show(self, press: Press) -> None:
        """Show the page of the pressed button; for the command, the first page."""
        if press.detail not in [*AdminPage]:
            raise TableError(_STALE)
        await press.answer_privately(await self._message(press, AdminPage(press.detail)))

    async def change(self, press: Press) -> None:
        chosen = (press.picked or "") if press.detail in [*Picks] else press.detail
        changes = _picked_change(press) or CHANGES.get(chosen)
        if changes is None:
            raise TableError(_STALE)
        ((setting, value),) = changes.items()
        await self._tables.server_settings.update(press.guild_id, **changes)
        if setting == "daily_channel" and value is not None:
            await self._tables.daily.posts.wake(press.guild_id)
        self._parts.daily_channels.wake()
        if setting == "calls":
            # The change adds the button Call players to lobbies, or removes it.
            for table in await self._tables.company.tables(press.guild_id, lambda *_: True):
                if table.status is Status.LOBBY:
                    self._parts.publisher.request(table.table_id)
        page = PAGES.get(setting, AdminPage.TABLES)
        await press.answer_privately(await self._message(press, page))

    async def _message(self, press: Press, page: AdminPage) -> Message:
        guild_id = press.guild_id
        blocked = await self._tables.blocks.page(guild_id, press.number)
        if page is AdminPage.BLOCKED:
            return moderation.blocked_message(press.language, blocked)
        store = self._tables.server_settings
        settings = await store.of(guild_id)
        server = ServerState(
            settings,
            await store.live_tables(guild_id),
            blocked.total,
            self._parts.languages.by_discord(guild_id),
            partial(store.has, guild_id),
            _lacking(press, settings.log_channel, NEEDED),
            _lacking(press, settings.daily_channel, NEEDED_FOR_DAILY),
        )
        return admin_message(press.language, server, page)


class BlockingController(Controller):
    """Shows members, and blocks and unblocks them."""

    async def choose(self, press: Press) -> None:
        """Show the picked member, of the server or of the list of blocked members."""
        picked = picked_member(press)
        if press.picked is not None:
            await self._show(press, int(press.picked), "")
        elif picked is None:
            raise TableError(_STALE)
        elif picked.is_bot:
            raise TableError("That is a bot: it takes no seats. Choose a member.")
        elif picked.user_id == press.user_id:
            raise TableError(_YOURSELF)
        else:
            await self._show(press, picked.user_id, picked.name)

    async def block(self, press: Press) -> None:
        """Block the member whom the pressed button names; their seats in lobbies become free."""
        user_id = id_in(press.detail)
        name = name_in_label(press.language, moderation.BLOCK, press.label)
        if user_id is None or not name:
            raise TableError(_STALE)
        if user_id == press.user_id:
            raise TableError(_YOURSELF)
        if await self._tables.blocks.find(press.guild_id, user_id) is not None:
            # Another manager was quicker; the log names them.
            await self._show(press, user_id, name)
            return
        request_id = await self._tables.requests.store(
            press.language,
            RequestKind.BLOCK,
            press.guild_id,
            press.member,
            about=(user_id, name),
            named_at=press.message_sent_at,
        )
        # Without a request the manager has the reason.
        if request := await self._parts.requests.carry_out(request_id):
            entry = partial(moderation.blocked_entry, request=request)
            await self._show_and_log(press, user_id, request.name, entry)

    async def unblock(self, press: Press) -> None:
        guild_id, user_id = press.guild_id, id_in(press.detail) or 0
        block = await self._tables.blocks.find(guild_id, user_id)
        if block is None:
            raise TableError(_NOT_BLOCKED)
        await self._tables.blocks.remove(guild_id, user_id)
        entry = partial(moderation.unblocked_entry, user_id=user_id, by=press.user_id)
        await self._show_and_log(press, user_id, block.name, entry)

    async def replace(self, press: Press) -> None:
        """Seat computers for a blocked member, and delete their hands."""
        guild_id, user_id = press.guild_id, id_in(press.detail) or 0
        if await self._tables.blocks.find(guild_id, user_id) is None:
            raise TableError("Only a blocked member's seat can be given to a computer.")
        seated = await self._tables.repository.live_of(guild_id, user_id)
        games = [state.id for state in seated if state.status is Status.PLAYING]
        hands = [await self._parts.hands.find(game, user_id) for game in games]
        request_id = await self._tables.requests.store(
            press.language, RequestKind.REPLACE, guild_id, press.member, about=(user_id, "")
        )
        if await self._parts.requests.carry_out(request_id) is None:
            return
        await self._show(press, user_id, "")
        for hand in hands:
            await self._parts.private.delete(hand)

    async def _show_and_log(
        self, press: Press, user_id: int, name: str, entry: Callable[[Language], Message]
    ) -> None:
        """Show the member's page, and log what was done even if the answer is lost."""
        try:
            await self._show(press, user_id, name)
        finally:
            await self._parts.log.post(press.guild_id, entry)

    async def _show(self, press: Press, user_id: int, name: str) -> None:
        """Show the member's page; `name` is required unless they are blocked."""
        block = await self._tables.blocks.find(press.guild_id, user_id)
        if block is None and not name:
            raise TableError(_NOT_BLOCKED)
        seated = await self._tables.repository.live_of(press.guild_id, user_id)
        await press.answer_privately(
            moderation.member_message(press.language, user_id, name, block, seated)
        )


class ReportController(Controller):
    """Posts members' reports in the log channel; stores nothing about them."""

    @app_commands.describe(member=CommandText("The member it is about, if any"))
    async def ask(self, press: Press, member: User | None = None) -> None:
        """Show the form. Raises TableError if the member cannot report now."""
        await self._require_reports(press)
        self._tables.report_limits.require_left(press.guild_id, press.user_id)
        await press.show_form(
            moderation.report_form(press.language, None if member is None else member.id)
        )

    async def send(self, press: Press) -> None:
        """Post the written report. Raises TableError if it is empty or exceeds the limit."""
        await self._require_reports(press)
        text = moderation.readable_text(written_text(press, moderation.TEXT))
        if not text:
            raise TableError(moderation.NOTHING_WRITTEN)
        take_back = self._tables.report_limits.count(press.guild_id, press.user_id)
        delivered = False
        try:
            # Posting may take longer than Discord waits for an answer.
            await press.say(press.language.gettext(moderation.SENDING))
            table = await self._tables.repository.find_live_in(press.channel_id)
            report = partial(
                moderation.report_message,
                text=text,
                reporter=press.user_id,
                channel_id=press.channel_id,
                about=id_in(press.detail),
                table=table,
                link="" if table is None else await self._link(table),
            )
            delivered = await self._parts.log.post(press.guild_id, report)
        finally:
            if not delivered:
                take_back()
        outcome = moderation.DELIVERED if delivered else moderation.NOT_DELIVERED
        await press.change(always(content=press.language.gettext(outcome)))

    async def _require_reports(self, press: Press) -> None:
        if await self._parts.log.channel_of(press.guild_id) is None:
            raise TableError(moderation.NO_CHANNEL)


def _picked_change(press: Press) -> dict[str, Any] | None:
    """The setting of picked channels or a role; None for other presses."""
    match press.detail:
        case Picks.CHANNELS:
            return {"channels": _require(picked_channels(press))}
        case Picks.HOST_ROLE:
            # Everybody has the role with the server's id.
            roles = _require(picked_roles(press), most=1)
            return {"host_role": next((role for role in roles if role != press.guild_id), None)}
        case Picks.LOG_CHANNEL:
            return {"log_channel": _picked_channel(press, NEEDED)}
        case Picks.DAILY_CHANNEL:
            return {"daily_channel": _picked_channel(press, NEEDED_FOR_DAILY)}
    return None


def _require(picked: tuple[int, ...] | None, most: int = MAX_ENTITIES) -> tuple[int, ...]:
    """The picked value. Raises TableError if Discord's app cannot have sent it."""
    if picked is None or len(picked) > most:
        raise TableError(_STALE)
    return picked


def _picked_channel(press: Press, needed: Permissions) -> int | None:
    """The one picked channel, None for none. Raises TableError if the bot cannot post there."""
    channels = _require(picked_channels(press, text_only=True), most=1)
    chosen = next(iter(channels), None)
    lacking = _lacking(press, chosen, needed)
    if lacking:
        raise TableError(
            "I need the permission {permissions} in {channel}. Allow it there, then choose the "
            "channel again.",
            "I need the permissions {permissions} in {channel}. Allow them there, then choose the "
            "channel again.",
            number=len(lacking),
            permissions=lacking,
            channel=f"<#{chosen}>",
        )
    return chosen


def _lacking(press: Press, channel_id: int | None, needed: Permissions) -> tuple[str, ...]:
    """The permissions that the bot lacks in a channel; empty without a channel."""
    server = press.interaction.guild
    channel = None if server is None or channel_id is None else server.get_channel(channel_id)
    if server is None or channel is None:
        return ()
    return bold_permissions(press.language, needed, channel.permissions_for(server.me))
