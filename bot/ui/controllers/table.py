"""Tables: opening them, sending their message again, leaving and closing them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial

from cachetools import TTLCache

from bot.observability.logs import add_log_ids
from bot.tables.closing import ClosingChanged, ClosingWay
from bot.tables.core.errors import ChannelNotAllowed, ChannelTaken, TableError
from bot.tables.core.repository import CACHE_SIZE
from bot.tables.core.state import DEFAULT_PING, MAX_SEATS, Status, TableOptions, TableState
from bot.tables.core.table_messages import LOBBY
from bot.text.language import gettext_noop
from bot.text.words import in_a_row
from bot.ui.controllers import lobby
from bot.ui.controllers.controller import ELSEWHERE, BotParts, Controller
from bot.ui.controllers.learning import offer_tutorial
from bot.ui.delivery.public_messages import message_row
from bot.ui.delivery.sight import can_see
from bot.ui.delivery.threads import is_lost
from bot.ui.kit.errors import optional
from bot.ui.kit.message import Message
from bot.ui.kit.permissions import can_open_thread, require_permissions
from bot.ui.kit.press import Press
from bot.ui.views.elements import name_of
from bot.ui.views.servers.moderation import closed_entry
from bot.ui.views.table import questions

_REPOSTS_APART = 15.0
"""Minimum seconds between two requests to post a table again, by any member."""
_PATIENCE = 1.0
"""Maximum seconds to ask Discord which members see a rematch: the answer is due within three."""
_LEFT = gettext_noop("You have left the table.")


class TableController(Controller):
    """Answers with a new table's lobby, or sends a table's live message again."""

    def __init__(self, parts: BotParts) -> None:
        super().__init__(parts)
        self._reposted: TTLCache[int, bool] = TTLCache(
            CACHE_SIZE, _REPOSTS_APART, lambda: self._tables.repository.now().timestamp()
        )

    @lobby.describe_options
    @lobby.offer_choices
    async def new(
        self,
        press: Press,
        seats: lobby.Seats = MAX_SEATS,
        rounds: lobby.Rounds | None = None,
        turn_limit: int | None = None,
        thread: bool | None = None,
        hints: bool = False,
        ping: int = DEFAULT_PING,
        absent: int | None = None,
        at: str | None = None,
    ) -> None:
        """Open a table, now or for later; TableError with a link if the channel already has one."""
        lobby.require_offered(seats, rounds, turn_limit, ping, absent)
        usual = await self.usual_options(press)
        options = replace(
            usual,
            size=seats,
            length=rounds,
            turn_limit=usual.turn_limit if turn_limit is None else turn_limit or None,
            thread=usual.thread if thread is None else thread,
            hints=hints,
            ping_after=ping or None,
            absent_after=absent or usual.absent_after,
            fill=None,
        )
        starts_at = None if at is None else await lobby.time_in(self._tables, press, at)
        await self.open(press, options, starts_at)

    async def usual_options(self, press: Press) -> TableOptions:
        """The options of a table of `/scout play` in this channel: the server's defaults."""
        settings = await self._tables.server_settings.of(press.guild_id)
        return TableOptions(
            turn_limit=settings.turn_limit,
            pictures=settings.pictures,
            thread=settings.threads and can_open_thread(press),
            absent_after=settings.absent_after,
            fill=settings.fill,
        )

    async def open(
        self, press: Press, options: TableOptions, starts_at: datetime | None = None
    ) -> None:
        """Open a table in this channel, by default now. Raises ChannelTaken and TableErrors."""
        require_permissions(press, thread=options.thread)
        async with self._explaining(press):
            state = await self._tables.lifecycle.open(
                await self._parts.languages.of(press.guild_id),
                *press.place,
                press.member,
                options,
                parent_id=press.thread_parent,
                starts_at=starts_at,
            )
        await self._send_lobby(press, state)

    async def rematch(self, press: Press) -> None:
        """Open a table that invites the members of a finished game."""
        require_permissions(press)
        async with self._explaining(press):
            state = await self._tables.lifecycle.rematch(
                await self._parts.languages.of(press.guild_id),
                press.state.id,
                press.member,
                parent_id=press.thread_parent,
            )
        await self._send_lobby(press, state, press.state.id)

    async def repost(self, press: Press) -> None:
        """Send the channel's table again, or move the member's lost table here."""
        require_permissions(press)
        state = await self._tables.repository.find_open_in(*press.place)
        if state is None:
            state = await self._lost_table(press)
            async with self._explaining(press):
                await self._tables.server_settings.require_place(*press.place, press.thread_parent)
        add_log_ids(table=state.id)
        if state.find_seat(press.user_id) is None:
            await self._tables.blocks.require_none(press.guild_id, press.member)
        if state.awaits_thread and state.status is Status.PLAYING:
            raise TableError("This game's thread is being opened. The table will be posted there.")
        is_here = state.channel_id == press.channel_id and state.lost_at is None
        if is_here and state.id in self._reposted:
            link = await self._link(state)
            raise TableError("The table was posted a moment ago: {link}", link=link)
        self._reposted[state.id] = True
        with self._parts.publisher.answering(state.id, press.user_id):
            try:
                await self._tables.lifecycle.repost(state.id, press.channel_id)
            except BaseException:
                self._reposted.pop(state.id, None)
                raise
            await press.say(press.language.gettext("Here is the table."))

    async def _send_lobby(self, press: Press, state: TableState, source: int | None = None) -> None:
        """Answer with the lobby; the first rematch of the game `source` mentions its members."""
        add_log_ids(table=state.id)
        message = await self._parts.public.opening(state)
        self._tables.scheduler.notify(state)
        # If sending fails, the publisher sends the lobby later.
        with self._parts.publisher.held(state.id):
            if source:
                message = replace(message, mentions=await self._called_back(source, state))
            post = partial(self._parts.public.send_opening, state)
            sent = await press.answer(message, private=False, post=post)
            if sent is not None:
                # Without this the publisher finds it at Discord.
                with optional("message"):
                    known = await self._tables.repository.messages.of(state.id)
                    known.show(message_row(state, LOBBY, sent, message.digest))
                    self._tables.repository.messages.save_soon(known)
        member = press.user_id, press.app_language, press.received_at
        with optional("locale"):
            await self._tables.preferences.remember_locale(*member)
        await offer_tutorial(self._tables, press)

    async def _called_back(self, source: int, state: TableState) -> list[int]:
        """The members whom a rematch mentions; none unless Discord says in time which see it."""
        with optional("mentions"):
            invited = [member.user_id for member in state.invited]
            async with asyncio.timeout(_PATIENCE):
                seen = await self._parts.public.mentionable(state, invited)
            # After that, since members who count as mentioned are not called to the rematch.
            return await self._tables.lifecycle.mention_for_rematch(source, state, seen)
        return []

    @asynccontextmanager
    async def _explaining(self, press: Press) -> AsyncIterator[None]:
        """Add links, and the channels that the member sees, to a refusal."""
        try:
            yield
        except ChannelTaken as taken:
            link = await self._link(await self._tables.repository.get(taken.table_id))
            raise ChannelTaken(taken.table_id, link) from None
        except ChannelNotAllowed as refused:
            seen = [channel for channel in refused.channels if can_see(press, channel, None)]
            shown = ChannelNotAllowed(seen)
            if not press.interaction.permissions.manage_guild:
                raise shown from None
            # Translators: {refusal} is one or two sentences about this server's channels.
            raise TableError(
                "{refusal} You can change this with `/scout admin`.", refusal=shown.sentence
            ) from None

    async def _lost_table(self, press: Press) -> TableState:
        mine = await self._tables.repository.own_tables(press.guild_id, press.user_id)
        for state in mine:
            if await is_lost(state, press.interaction):
                return state
        if not mine or not mine[0].status.live:
            raise TableError("There is no table in this channel. `/scout play` leads you to one.")
        raise TableError(ELSEWHERE, link=await self._link(mine[0]))


class LeavingController(Controller):
    """Asks before a member leaves a game or closes a table."""

    async def ask_to_leave(self, press: Press) -> None:
        """Ask in a game or a full lobby; leave any other lobby at once.

        A member on a scheduled table's list signs off; an invited member declines. The answer names
        a table in another channel.
        """
        state = press.state
        if state.status is Status.SCHEDULED:
            await self.sign_off(press)
            return
        if not state.invites(press.user_id):
            state.seat_of(press.user_id)
        link = await self._link_elsewhere(press)
        if state.status is Status.PLAYING or lobby.gives_up_place(state, press.user_id):
            note = link and press.language.gettext(ELSEWHERE, link=link)
            leaving = await self._tables.closing.leaving(state, press.user_id)
            question = questions.leave_question(press.language, state, leaving)
            await press.answer_privately(question, note)
        else:
            await self._tables.lobby.leave(state.id, press.user_id, Status.LOBBY)
            await press.say(in_a_row([press.language.gettext(_LEFT), link or ""]))

    async def sign_off(self, press: Press) -> None:
        """Take the member off the list; first ask one whose place others could take.

        Ask again if the game has begun since that question.
        """
        if not press.detail and lobby.gives_up_place(press.state, press.user_id):
            await press.answer(questions.sign_off_question(press.language, press.state))
            return
        if press.detail and press.state.status is Status.PLAYING:
            await self.ask_to_leave(press)
            return
        await self._tables.lobby.leave(press.state.id, press.user_id, Status.SCHEDULED)
        await press.close_question(press.language.gettext("You have signed off."))

    async def leave(self, press: Press) -> None:
        """Leave the seat, and delete the hand.

        Ask again if what was said of results has changed, or if the lobby's game has begun.
        """
        of_lobby = press.detail == questions.LOBBY_SEAT
        if of_lobby and press.state.status is not Status.PLAYING:
            await self._tables.lobby.leave(press.state.id, press.user_id, Status.LOBBY)
            await press.close_question(press.language.gettext(_LEFT))
            return
        leaving = await self._tables.closing.leaving(press.state, press.user_id)
        if of_lobby or questions.breaks_promise(press.number, leaving):
            await press.update(questions.leave_question(press.language, press.state, leaving))
            return
        hand = await self._parts.hands.find(press.state.id, press.user_id)
        state = await self._tables.lobby.leave(press.state.id, press.user_id, Status.PLAYING)
        # A game without members ended with this departure.
        left = press.language.gettext("You have left the game.")
        if state.status is Status.PLAYING:
            left = press.language.gettext("You have left the game. A computer plays on for you.")
        await press.close_question(left)
        await self._parts.private.delete(hand)

    async def ask_to_cancel(self, press: Press) -> None:
        """Ask the host or a moderator; refuse all others."""
        await press.answer(await self._cancel_question(press))

    async def cancel(self, press: Press) -> None:
        """Close the table or ask its players; a moderator's act is posted in the server's log.

        If the way of closing or what was said of results has changed since the question, ask again.
        """
        hand = await self._parts.hands.find(press.state.id, press.user_id)
        # Buttons of earlier versions have a table's status as their detail.
        way = ClosingWay(press.detail if press.detail in [*ClosingWay] else ClosingWay.AT_ONCE)
        try:
            leaving = await self._tables.closing.leaving(press.state, press.user_id)
            if questions.breaks_promise(press.number, leaving):
                raise ClosingChanged
            state = await self._tables.closing.cancel(press.state.id, press.member, way)
        except ClosingChanged:
            await press.update(await self._cancel_question(press))
            return
        if state.closing is not None:
            await press.close_question(questions.asked_words(press.language, state, state.closing))
            return
        try:
            await press.close_question(press.language.gettext(lobby.CLOSED))
        finally:
            await self._log_closing(state, press.user_id)
        if state.find_seat(press.user_id) is None:
            await self._parts.private.delete(hand)

    async def _log_closing(self, state: TableState, by: int) -> None:
        if state.host_id != by:
            await self._parts.log.post(state.guild_id, lambda to: closed_entry(to, state, by))

    async def _cancel_question(self, press: Press) -> Message:
        closing = self._tables.closing
        state, way = await closing.way(press.state.id, press.member)
        leaving = await closing.leaving(state, press.user_id)
        return questions.cancel_question(press.language, state, way, leaving)

    async def agree(self, press: Press) -> None:
        state = await self._tables.closing.agree(
            press.state.id, press.user_id, press.number_in_detail
        )
        words = gettext_noop("You agreed. The game closes when all the others agree too.")
        if state.status is Status.CLOSED:
            words = lobby.CLOSED
        await press.say(press.language.gettext(words))

    async def hand_over(self, press: Press) -> None:
        """Seat a computer for an absent member; the detail is the seat's index."""
        index, decision = press.number_in_detail, press.number
        state = await self._tables.absence.hand_over(press.state.id, press.user_id, decision, index)
        name = name_of(press.language, state.seats[index])
        await press.say(
            press.language.gettext("A computer plays for {name} until they are back.", name=name)
        )

    async def play_on(self, press: Press) -> None:
        state = await self._tables.closing.decline(
            press.state.id, press.user_id, press.number_in_detail
        )
        # The member who ends a pause by it needs no reminder that the game goes on.
        self._tables.reminders.note_press(state, press.user_id)
        await press.say(press.language.gettext("The game continues."))

    async def keep(self, press: Press) -> None:
        """Close the question: the member keeps the seat or the table."""
        await press.close_question(questions.kept_words(press.language, press.detail))
