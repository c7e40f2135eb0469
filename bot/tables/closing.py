"""Closing tables: at once, with the consent of the other players, or by the last one leaving."""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum

from bot.storage.engine.session import Session
from bot.storage.models.results import Departure
from bot.storage.models.tables import Reason, Status
from bot.tables.core.actor import Actor, require_no_forgetting
from bot.tables.core.consent import (
    answering_seat,
    close_if_agreed,
    decline,
    end_pause,
    open_request,
)
from bot.tables.core.deadlines import (
    ASK_AGAIN_AFTER,
    CLOSING_TIMEOUT,
    PUNCTUAL,
    closing_end,
    pauses_of_silent,
)
from bot.tables.core.errors import TableError, WrongStage
from bot.tables.core.repository import TableRepository
from bot.tables.core.results import Leaving, leaving
from bot.tables.core.state import ClosingRequest, TableState, of_member, table_state
from bot.tables.core.table_messages import closing_slot, pressed_at
from bot.tables.core.unit_of_work import UnitOfWork
from bot.tables.lobby import hand_to_computer, require_host
from bot.text.language import Sentence
from bot.text.words import timestamp

CLOSE = Sentence("Only the host or a moderator can close the table.")


class ClosingWay(StrEnum):
    """The way a table closes. Sent buttons contain the values, so none may change its meaning."""

    LOBBY = "lobby"
    AT_ONCE = "playing"
    """Without a result, by a moderator who is no player, or before the first choice."""
    BY_CONSENT = "ask"
    """Without a result, once the other players agree or keep silent."""
    BY_LEAVING = "leave"
    """By the last member at the table, as if that member had left."""


class ClosingChanged(TableError):
    """The table closes in another way than the member confirmed."""

    def __init__(self) -> None:
        super().__init__(Sentence("The table has changed. Please use `/scout cancel` again."))


class Closing:
    """Closes tables for their hosts and for moderators."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def way(self, table_id: int, actor: Actor) -> tuple[TableState, ClosingWay]:
        """The table, and the way in which this member can close it; TableError if they cannot."""
        state = await self._repository.get(table_id)
        if not state.status.is_open:
            raise WrongStage(state.status, state.language)
        require_host(state.host_id, actor, CLOSE)
        return state, await self._repository.database.ask(_way, state, actor)

    async def leaving(self, state: TableState, user_id: int) -> Leaving | None:
        """The meaning of leaving for the member's result; None if there can be none."""
        has_results = state.status is Status.PLAYING and not state.options.hints
        if not has_results or state.find_seat(user_id) is None:
            return None
        return await self._repository.database.ask(leaving, state, user_id)

    async def cancel(
        self, table_id: int, actor: Actor, way: ClosingWay | None = None
    ) -> TableState:
        """Close the table, or ask the other players; by default in the way that applies now.

        Raises WrongStage if a lobby's game has started, ClosingChanged if another way applies, and
        TableError if any member was forgotten since the press: it could be this one.
        """
        async with self._repository.unit_of_work(table_id) as uow:
            # The table is locked already.
            await require_no_forgetting(uow.session, pressed_at(actor.until), share_lock=False)
            uow.require_open()
            require_host(uow.table.host_id, actor, CLOSE)
            state = table_state(uow.table, uow.game, pauses=uow.pauses)
            applies = await _way(uow.session, state, actor)
            if way is not None and way is not applies:
                uow.require(Status.LOBBY if way is ClosingWay.LOBBY else Status.PLAYING)
                raise ClosingChanged
            if applies is ClosingWay.BY_CONSENT:
                _ask(uow, state, actor)
            else:
                if applies is ClosingWay.BY_LEAVING:
                    hand_to_computer(uow, uow.seat_of(actor.user_id))
                uow.close(Reason.ENDED, actor.name, by=actor.user_id)
        return uow.state

    async def agree(self, table_id: int, user_id: int, asked_at: int) -> TableState:
        """Agree to the request made at this time, in whole seconds; close the game if all do."""
        async with self._repository.unit_of_work(table_id) as uow:
            request = open_request(uow.table)
            answering_seat(uow, user_id, request, asked_at).agrees_to_close = True
            close_if_agreed(uow)
        return uow.state

    async def decline(self, table_id: int, user_id: int, asked_at: int) -> TableState:
        """Play on: end the request made at this time, and a pause of the game."""
        async with self._repository.unit_of_work(table_id) as uow:
            answering_seat(uow, user_id, open_request(uow.table), asked_at)
            end_pause(uow)
            decline(uow)
        return uow.state

    async def end_silence(self, state: TableState) -> None:
        """Close the game: no player answered the request in `state`.

        Ask again if they could not answer: if the program did not run when the time ended, or if
        the question was never posted, or did not mention a member who paused.
        """
        request = state.closing
        async with self._repository.unit_of_work(state.id) as uow:
            if request is None or open_request(uow.table) != request:
                return
            if (
                uow.now > closing_end(state, request) + PUNCTUAL
                or closing_slot(request) not in uow.messages.public
                or _is_back(state, request, uow.now)
            ):
                uow.table.closing_asked_at = uow.now
            else:
                asker = of_member(uow.table.seats, request.by)
                name = None if asker is None else asker.name
                uow.close(Reason.SILENCE, name, by=None if asker is None else request.by)

    async def count_from_question(self, state: TableState, posted: Collection[str]) -> bool:
        """Restart the time for answers if the question is about to be posted late.

        Restart it too if a member is back from a pause in which the question did not mention them:
        it is then posted again. `posted` are the slots that have messages. Returns whether the
        table has changed.
        """
        request, now = state.closing, self._repository.now()
        if request is None or request.declined:
            return False
        is_late = closing_slot(request) not in posted and now > request.at + PUNCTUAL
        if not is_late and not _is_back(state, request, now):
            return False
        async with self._repository.unit_of_work(state.id) as uow:
            if open_request(uow.table) == request:
                uow.table.closing_asked_at = uow.now
        return True


def _is_back(state: TableState, request: ClosingRequest, now: datetime) -> bool:
    """Whether a silent member is back from a pause in which they were asked without a mention.

    False soon after the question: otherwise two members who pause in turns could have it posted
    again and again.
    """
    pauses = pauses_of_silent(state, request)
    was_asked = (pause.begins <= request.at < pause.ends <= now for pause in pauses)
    return now >= request.at + CLOSING_TIMEOUT and any(was_asked)


async def _way(session: Session, state: TableState, actor: Actor) -> ClosingWay:
    """The way in which a host or moderator closes the table.

    Members who left this game count as players, or leaving first would save a loss.
    """
    left = {row.user_id for row in await session.rows(Departure, table_id=state.id)}
    if state.status in (Status.SCHEDULED, Status.LOBBY):
        return ClosingWay.LOBBY
    members = {seat.user_id for seat in state.seats if seat.user_id is not None}
    game = state.game
    has_begun = game is not None and any(
        chosen is not None for chosen in game.rounds[0].orientation
    )
    if not has_begun or actor.user_id not in members | left:
        return ClosingWay.AT_ONCE
    return ClosingWay.BY_LEAVING if members == {actor.user_id} else ClosingWay.BY_CONSENT


def _ask(uow: UnitOfWork, state: TableState, actor: Actor) -> None:
    table, request = uow.table, state.closing
    if request is not None and not request.declined:
        raise TableError(
            "The players have already been asked to close this game. It closes when all agree, "
            "or {at} unless one of them presses **{play_on}**.",
            at=timestamp(closing_end(state, request), "R"),
            play_on=state.language.gettext("Play on"),
        )
    if request is not None and uow.now < request.at + ASK_AGAIN_AFTER:
        raise TableError(
            "A player chose to play on. You can ask again {at}, or leave with "
            "`/scout leave`, which counts as leaving.",
            at=timestamp(request.at + ASK_AGAIN_AFTER, "R"),
        )
    uow.end_closing()
    table.closing_asked_by, table.closing_asked_at = actor.user_id, uow.now
