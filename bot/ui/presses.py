"""Buttons and selects: each press is read from its custom_id, carried out, and answered."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import discord

from bot.storage.models import Status
from bot.tables.errors import StaleClick, TableError, WrongStage
from bot.tables.lobby import Visitor
from bot.tables.service import Tables
from bot.tables.state import TableState
from bot.ui.answers import explained, lacking_permissions, visitor
from bot.ui.custom_id import Press, parse_press
from bot.ui.draft import Draft
from bot.ui.hand import hand_draft
from bot.ui.hands import Hands
from bot.ui.leaderboard import leaderboard_draft
from bot.ui.lobby import lobby_draft
from bot.ui.openings import Openings
from bot.ui.publisher import Publisher
from bot.ui.rules import rules_draft
from bot.ui.settings import SettingsPanel
from bot.ui.steps import Path, parse_path
from bot.ui.tutorial import follow, learner_of
from bot.ui.watch import watch_draft
from bot.ui.watchers import Watchers
from bot.ui.words import event_words
from engine.actions import Action, Orient, parse_action

Handler = Callable[[discord.Interaction, Press], Awaitable[None]]
_AT_THE_BEGINNING = Path()
LobbyDeed = Callable[[int, Visitor], Awaitable[TableState]]


class Presses:
    """Answers every press on a message of ours; nothing about a press is kept in memory."""

    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        openings: Openings,
        hands: Hands,
        settings: SettingsPanel,
        watchers: Watchers,
    ) -> None:
        self._tables = tables
        self._settings = settings
        self._hands = hands
        self._watchers = watchers
        self._publisher = publisher
        lobby = tables.lobby
        self._lobby_deeds: dict[str, LobbyDeed] = {
            "join": lobby.join,
            "leave": lobby.leave,
            "add": lobby.add_computer,
            "remove": lobby.remove_computer,
            "start": lobby.start,
            "cancel": lobby.cancel,
        }
        self._handlers: dict[str, Handler] = {
            "hand": self._hand,
            "back": self._back,
            "look": self._look,
            "ask": self._ask,
            "play": self._play,
            "pick": self._pick,
            "watch": self._watch,
            "rematch": openings.rematch,
            "board": self._board,
            "set": self._set,
            "rules": self._rules,
            "learn": self._lesson,
            "lesson": self._lesson,
        }

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer a press; a custom_id that is not of ours is left alone."""
        press = parse_press(_pressed(interaction).get("custom_id", ""))
        if press is None:
            return
        async with explained(interaction):
            with self._publisher.answering(press.table_id, interaction.user.id):
                await self._handle(interaction, press)

    async def _handle(self, interaction: discord.Interaction, press: Press) -> None:
        deed = self._lobby_deeds.get(press.verb)
        if deed is not None:
            state = await deed(press.table_id, visitor(interaction))
            await interaction.response.edit_message(**await lobby_draft(state).editing())
        elif press.verb in self._handlers:
            await self._handlers[press.verb](interaction, press)
        else:
            raise TableError("That button is out of use. `/scout table` posts the table again.")

    async def _hand(self, interaction: discord.Interaction, press: Press) -> None:
        await self.show_hand(interaction, await self._tables.ledger.look(press.table_id))

    async def _back(self, interaction: discord.Interaction, press: Press) -> None:
        state = await self._tables.turns.come_back(press.table_id, interaction.user.id)
        await self.show_hand(interaction, state, note="Welcome back!")

    async def _look(self, interaction: discord.Interaction, press: Press) -> None:
        await self._show_step(interaction, press, path=parse_path(press.detail))

    async def _ask(self, interaction: discord.Interaction, press: Press) -> None:
        await self._show_step(interaction, press, asked=parse_action(press.detail))

    async def _show_step(
        self,
        interaction: discord.Interaction,
        press: Press,
        *,
        path: Path = _AT_THE_BEGINNING,
        asked: Action | None = None,
    ) -> None:
        state = await self._tables.ledger.look(press.table_id)
        seat = state.seat_of(interaction.user.id)
        if press.turn != state.turn or seat not in state.to_move:
            await self._show_stale(interaction, state)
        else:
            await self.show_hand(interaction, state, path=path, asked=asked)

    async def _play(self, interaction: discord.Interaction, press: Press) -> None:
        action = parse_action(press.detail)
        try:
            state = await self._tables.turns.play(
                press.table_id, interaction.user.id, press.turn, action
            )
        except StaleClick:
            await self._show_stale(interaction, await self._tables.ledger.look(press.table_id))
        else:
            await self.show_hand(interaction, state, note=_told(state, action))

    async def _pick(self, interaction: discord.Interaction, press: Press) -> None:
        """A select's option stands for a button: `play S2-4` or `look +L3`."""
        verb, _, detail = _pressed(interaction)["values"][0].partition(" ")
        handler = {"play": self._play, "ask": self._ask}.get(verb, self._look)
        await handler(interaction, press._replace(verb=verb, detail=detail))

    async def _watch(self, interaction: discord.Interaction, press: Press) -> None:
        state = await self._tables.ledger.look(press.table_id)
        if state.game is None:
            raise WrongStage(state.status)
        draft = watch_draft(state, visitor(interaction).until)
        message_id = await _answer_privately(interaction, draft)
        if message_id is not None:
            await self._watchers.remember(interaction, state, message_id)

    async def _board(self, interaction: discord.Interaction, press: Press) -> None:
        draft = await leaderboard_draft(
            self._tables.database, interaction.guild_id or 0, press.turn
        )
        await interaction.response.edit_message(**await draft.editing())

    async def _set(self, interaction: discord.Interaction, press: Press) -> None:
        (wanted,) = _pressed(interaction).get("values") or [press.detail]
        await self._settings.change(interaction, wanted)

    async def _rules(self, interaction: discord.Interaction, press: Press) -> None:
        await interaction.response.edit_message(**await rules_draft(press.turn).editing())

    async def _lesson(self, interaction: discord.Interaction, press: Press) -> None:
        draft, note = follow(press, await learner_of(interaction, self._tables.wishes))
        clicked = interaction.message
        present = clicked.attachments if clicked is not None else ()
        await interaction.response.edit_message(**await draft.editing(note, present))

    async def _show_stale(self, interaction: discord.Interaction, state: TableState) -> None:
        await self.show_hand(interaction, state, note=str(StaleClick()))

    async def show_hand(
        self,
        interaction: discord.Interaction,
        state: TableState,
        *,
        path: Path = _AT_THE_BEGINNING,
        asked: Action | None = None,
        note: str | None = None,
    ) -> None:
        """Answer with the member's hand: in place if the click came from one, else anew.

        Raises NotSeated, and WrongStage before the game.
        """
        seat = state.seat_of(interaction.user.id)
        if state.status is Status.LOBBY:
            raise WrongStage(state.status)
        if state.lost_at is not None:
            note = lacking_permissions(interaction) or note
        wishes = await self._tables.wishes.of(interaction.user.id)
        draft = hand_draft(state, seat, path, wishes=wishes, asked=asked)
        message_id = await _answer_privately(interaction, draft, note)
        if message_id is not None:
            await self._hands.remember(interaction, state, message_id, wishes)


async def _answer_privately(
    interaction: discord.Interaction, draft: Draft, note: str | None = None
) -> int | None:
    """In place if the click came from a private message, else anew; gives the message's id."""
    clicked = interaction.message
    if clicked is not None and clicked.flags.ephemeral:
        editing = await draft.editing(note, clicked.attachments)
        await interaction.response.edit_message(**editing)
        return clicked.id
    answer = await interaction.response.send_message(**await draft.sending(note), ephemeral=True)
    return answer.message_id


def _pressed(interaction: discord.Interaction) -> dict[str, Any]:
    """What Discord says of the pressed component; its type knows no component apart."""
    return cast("dict[str, Any]", interaction.data)


def _told(state: TableState, action: Action) -> str:
    if isinstance(action, Orient):
        return "You turned your hand over." if action.turn else "You keep your hand as it is."
    assert state.game is not None
    log = next(played.log for played in reversed(state.game.rounds) if played.log)
    return event_words(state, log[-1], you=True) + "."
