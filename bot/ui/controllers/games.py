"""Finished games: their list, replays, reviews, records and verification.

Members can send any game number, so permission is checked at every use.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from discord import Attachment, app_commands

from bot.storage.models.tables import PrivateKind, PrivateMessage, Table
from bot.tables.core.actor import private_message
from bot.tables.core.errors import NoSuchTable, TableError
from bot.tables.core.state import Status, TableState
from bot.tables.daily.days import day_in
from bot.tables.games.history import PastGame, record_of
from bot.tables.games.verification import Verification, verify_record
from bot.tables.review import Review
from bot.tables.service import Tables
from bot.text.language import Language
from bot.ui.controllers.controller import Controller
from bot.ui.delivery.private_messages import PATIENCE
from bot.ui.delivery.sight import can_see
from bot.ui.kit.command_texts import CommandText, choices
from bot.ui.kit.errors import REQUEST_ERRORS, is_temporary
from bot.ui.kit.message import Message
from bot.ui.kit.picked import id_in
from bot.ui.kit.press import Press
from bot.ui.views.daily.result import day_verification_message
from bot.ui.views.games.lists import CHANNEL, NO_GAMES, OWN, history_message, label_of, whose_in
from bot.ui.views.games.replay import posted_replay, replay_message
from bot.ui.views.games.review import review_message
from bot.ui.views.replay_step import ALL, ReplayStep, step_at
from bot.ui.views.table.fair_deal import verification_message

_log = logging.getLogger(__name__)
PROGRESS_INTERVAL = 2.0
"""Seconds between updates of a message with an unfinished review."""
MAX_BYTES = 30_000
"""The most bytes of a record: ten rounds with five players have about ten thousand. No record of
this size takes longer than half a second to verify."""
_SECONDS_TO_READ = 2.0
"""The answer is due within three."""
OF_GAME = app_commands.describe(
    game=CommandText("The game, by its number; choose one of yours from the list")
)


async def finished_game(tables: Tables, press: Press, table_id: int) -> TableState:
    """The table of this finished game. Raises the same TableError for every game that the member
    cannot open, so that it reveals nothing."""
    with suppress(NoSuchTable):
        state = await tables.repository.get(table_id)
        is_over_here = state.guild_id == press.guild_id and state.status is Status.OVER
        if is_over_here and may_look(press, state):
            return state
    raise TableError(
        "There is no finished game #{game} here that you can open. "
        "`/scout record history` lists yours.",
        game=str(table_id),
    )


async def _in_own_days(tables: Tables, press: Press, games: list[PastGame]) -> list[PastGame]:
    """The games with their ends in the member's zone for calls, for labels with the day."""
    zone = await tables.call_list.zone(press.guild_id, press.user_id)
    return [game._replace(finished_at=game.finished_at.astimezone(zone)) for game in games]


class ReplayController(Controller):
    """Shows finished games to members in private, and posts steps for players of the game.

    The custom_ids hold the game, the decision and the view.
    """

    @app_commands.describe(channel=CommandText("This channel's games instead of your own"))
    async def history(self, press: Press, channel: bool = False) -> None:
        await self._list(press, CHANNEL if channel else OWN)

    async def choose(self, press: Press) -> None:
        """Show another page of the list, or the replay of the picked game."""
        if press.picked is None:
            await self._list(press, whose_in(press.component_id))
        else:
            state = await finished_game(self._tables, press, int(press.picked))
            await self._show(press, state, step_at(state, 1, ALL))

    async def show(self, press: Press) -> None:
        state = await finished_game(self._tables, press, press.state.id)
        await self._show(press, state, pressed_step(press, state))

    async def post(self, press: Press) -> None:
        """Post a step in this channel, for a member who played the game."""
        state = await finished_game(self._tables, press, press.state.id)
        # Raises NotSeated: only members of the game post it.
        state.seat_of(press.user_id)
        step = pressed_step(press, state)
        self._prepare(press, state)
        language = await self._parts.languages.of(press.guild_id)
        shown = posted_replay(language, state, step, self._parts.avatars.files)
        await press.answer(shown, private=False)

    async def _list(self, press: Press, whose: str) -> None:
        (guild_id, channel_id), history = press.place, self._tables.history
        of, place = (history.own, guild_id) if whose == OWN else (history.of_channel, channel_id)
        found = await of(place, press.user_id, press.number)
        found = found._replace(games=await _in_own_days(self._tables, press, found.games))
        await press.answer_privately(history_message(press.language, found, whose))

    def _prepare(self, press: Press, state: TableState) -> None:
        """Count a picture and fetch its faces. Raises TableError after too many pictures."""
        self._parts.drawing.spend(press.user_id)
        self._parts.avatars.fetch(state)

    async def _show(self, press: Press, state: TableState, step: ReplayStep) -> None:
        self._prepare(press, state)
        message = replay_message(
            press.language,
            (await self._tables.preferences.of(press.user_id)).applied_to(state),
            step,
            avatars=self._parts.avatars.files,
            reader=state.find_seat(press.user_id),
        )
        await press.answer_privately(message)


class RecordController(Controller):
    """Exports and verifies finished games; the answers are private."""

    async def offer(self, press: Press, typed: str) -> list[app_commands.Choice[int]]:
        """The member's newest finished games here whose label contains the typed text."""
        games = await self._tables.history.newest(press.guild_id, press.user_id)
        games = await _in_own_days(self._tables, press, games)
        return choices({game.table_id: label_of(press.language, game) for game in games}, typed)

    @OF_GAME
    async def export(self, press: Press, game: int | None = None) -> None:
        """Send the record of a finished game, by default the member's newest that they can open."""
        state = await (
            self._newest(press) if game is None else finished_game(self._tables, press, game)
        )
        record = await record_of(self._tables.repository.database, state.id)
        sentence = press.language.gettext("The record of game #{game}.", game=str(state.id))
        await press.answer(Message(content=sentence, files={f"scout-game-{state.id}.json": record}))

    async def _newest(self, press: Press) -> TableState:
        """The member's newest game that they can open: they may no longer see some channels."""
        games = await self._tables.history.newest(press.guild_id, press.user_id)
        if not games:
            raise TableError(NO_GAMES)
        for game in games[:-1]:
            with suppress(TableError):
                return await finished_game(self._tables, press, game.table_id)
        return await finished_game(self._tables, press, games[-1].table_id)

    @app_commands.describe(
        game=CommandText(
            "The game's number; by default the newest here with a finished round, or else your own "
            "newest"
        ),
        file=CommandText("Or a record of a game, as a file"),
        daily=CommandText("Or the daily deal of a day that is over"),
    )
    async def verify(
        self,
        press: Press,
        game: int | None = None,
        file: Attachment | None = None,
        daily: str | None = None,
    ) -> None:
        """Verify one of these, by default the newest game: a game, a record, or a day's deal."""
        if [game, file, daily].count(None) < 2:
            raise TableError("Choose only one of `game`, `file` and `daily`.")
        if daily is not None:
            day = await self._tables.daily.days.verify(day_in(daily))
            message = day_verification_message(press.language, day)
        elif file is not None:
            found = await asyncio.to_thread(verify_record, await _read(file))
            message = verification_message(press.language, found)
        else:
            message = verification_message(press.language, await self._verified(press, game))
        await press.answer(message)

    async def _verified(self, press: Press, game: int | None) -> Verification:
        history = self._tables.history
        if game is None:
            game = await history.newest_to_verify(*press.place, press.user_id)
        return await history.verify(press.guild_id, game, partial(may_look, press))


def may_look(press: Press, table: TableState | Table) -> bool:
    """Whether the member can open this game once it is over.

    Its players can, and all members who see its channel: each round ended there with open hands.
    """
    seated = any(seat.user_id == press.user_id for seat in table.seats)
    return seated or can_see(press, table.channel_id, table.parent_id)


async def _read(file: Attachment) -> bytes:
    if file.size > MAX_BYTES:
        raise TableError(
            "This file is too large: a record has at most {most} bytes.", most=MAX_BYTES
        )
    try:
        async with asyncio.timeout(_SECONDS_TO_READ):
            return await file.read()
    except REQUEST_ERRORS as error:
        raise TableError("Discord did not give me this file. Please try again.") from error


def pressed_step(press: Press, state: TableState) -> ReplayStep:
    """The step of a pressed button or of a picked option."""
    if press.picked is None:
        return step_at(state, press.number, press.detail.partition("-")[0])
    decision, view_name = press.picked.split()
    return step_at(state, int(decision), view_name)


class ReviewController(Controller):
    """Shows members reviews of their own moves."""

    @OF_GAME
    async def show(self, press: Press, game: int | None = None) -> None:
        """Review the member's moves in a game, by default their newest; a failed review again."""
        if game is None:
            game = await self._parts.reviews.newest(press.guild_id, press.user_id)
        else:
            await finished_game(self._tables, press, game)
        await self._answer(press, await self._parts.reviews.review(game, press.user_id, again=True))

    async def show_page(self, press: Press) -> None:
        """Show a page of the review, or the move before the decision in the detail."""
        await self._answer(press, await self._parts.reviews.review(press.state.id, press.user_id))

    async def _answer(self, press: Press, review: Review) -> None:
        preferences, state = await self._tables.preferences.of(press.user_id), review.state
        self._parts.avatars.fetch(state)
        draw = partial(
            review_message,
            press.language,
            review,
            press.number,
            pictures=preferences.shows_pictures(state.options.pictures),
            decision=id_in(press.detail),
            avatars=self._parts.avatars.files,
        )
        kind, shown_to = PrivateKind.REVIEW, (state.id, press.user_id)
        async with self._parts.private.lock(state.id, kind, press.user_id, PATIENCE):
            done, shown = review.done, draw()
            sent = await press.answer_privately(shown)
            if sent is None:
                return
            was_updated = self._parts.updates.end(shown_to)
        if done and not was_updated:
            return
        # If there was a message before, it says that this one is newer.
        row = private_message(state.id, kind, press.member, message_id=sent, digest=shown.digest)
        update = self._update_until_done(press.language, row, review, draw)
        self._parts.updates.begin(shown_to, update)

    async def _update_until_done(
        self,
        language: Language,
        message: PrivateMessage,
        review: Review,
        draw: Callable[[], Message],
    ) -> None:
        """Update the message until the review is done or the token expires."""
        messages = self._tables.repository.messages
        known = await messages.of(message.table_id)
        former = known.follow(message)
        messages.save_soon(known)
        await self._parts.private.say_moved(language, former)
        done = False
        while not done and self._parts.private.is_reachable(message):
            await review.wait(PROGRESS_INTERVAL)
            done = review.work.done()
            try:
                async with self._parts.private.lock(
                    message.table_id, message.kind, message.user_id
                ):
                    if not await self._parts.private.update(message, draw(), known):
                        break
            except Exception as error:  # noqa: BLE001 - logged; the next press shows it
                if not is_temporary(error):
                    _log.exception("a review could not be shown")
                    break
                done = False
                await asyncio.sleep(PROGRESS_INTERVAL)
        known.forget(message)
        messages.save_soon(known)
