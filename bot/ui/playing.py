"""Presses on a member's own hand: looking at it, choosing in steps, playing."""

import discord

from bot.storage.models import Status
from bot.tables.errors import StaleClick, WrongStage
from bot.tables.service import Tables
from bot.tables.state import TableState
from bot.ui.answers import answer_privately, lacking_permissions, pressed_values
from bot.ui.custom_id import Press
from bot.ui.hand import hand_draft
from bot.ui.hands import Hands
from bot.ui.keys import carried
from bot.ui.presses import Handler
from bot.ui.steps import Path, parse_path
from bot.ui.words import event_words
from engine.actions import Action, Orient, parse_action

_AT_THE_BEGINNING = Path()


class Playing:
    """Nothing about a half-made choice is kept: it rides in the custom_ids."""

    def __init__(self, tables: Tables, hands: Hands) -> None:
        self._tables = tables
        self._hands = hands
        self.handlers: dict[str, Handler] = {
            "hand": self._hand,
            "back": self._back,
            "look": self._unless_stale(self._look),
            "hint": self._unless_stale(self._hint),
            "ask": self._unless_stale(self._ask),
            "play": self._unless_stale(self._play),
            "pick": self._unless_stale(self._pick),
        }

    def _unless_stale(self, handler: Handler) -> Handler:
        """Who pressed too late gets the hand as it is now, and a word."""

        async def handle(interaction: discord.Interaction, press: Press) -> None:
            try:
                await handler(interaction, press)
            except StaleClick as stale:
                state = await self._tables.ledger.look(press.table_id)
                await self.show_hand(interaction, state, note=str(stale))

        return handle

    async def _hand(self, interaction: discord.Interaction, press: Press) -> None:
        await self.show_hand(interaction, await self._tables.ledger.look(press.table_id))

    async def _back(self, interaction: discord.Interaction, press: Press) -> None:
        state = await self._tables.turns.come_back(press.table_id, interaction.user.id)
        await self.show_hand(interaction, state, note="Welcome back!")

    async def _look(self, interaction: discord.Interaction, press: Press) -> None:
        path, hint = carried(press.detail)
        await self._show_step(interaction, press, path=parse_path(path), hint=hint)

    async def _ask(self, interaction: discord.Interaction, press: Press) -> None:
        asked, hint = carried(press.detail)
        await self._show_step(interaction, press, asked=parse_action(asked), hint=hint)

    async def _hint(self, interaction: discord.Interaction, press: Press) -> None:
        hint = await self._tables.hints.ask(press.table_id, interaction.user.id, press.turn)
        await self._show_step(interaction, press, hint=hint)

    async def _show_step(
        self,
        interaction: discord.Interaction,
        press: Press,
        *,
        path: Path = _AT_THE_BEGINNING,
        asked: Action | None = None,
        hint: Action | None = None,
    ) -> None:
        state = await self._tables.ledger.look(press.table_id)
        seat = state.seat_of(interaction.user.id)
        if press.turn != state.turn or seat not in state.to_move:
            raise StaleClick
        await self.show_hand(interaction, state, path=path, asked=asked, hint=hint)

    async def _play(self, interaction: discord.Interaction, press: Press) -> None:
        notation, _ = carried(press.detail)
        action = parse_action(notation)
        state = await self._tables.turns.play(
            press.table_id, interaction.user.id, press.turn, action
        )
        await self.show_hand(interaction, state, note=_told(state, action))

    async def _pick(self, interaction: discord.Interaction, press: Press) -> None:
        """A select's option stands for a button: `play S2-4` or `look +L3`."""
        verb, _, detail = pressed_values(interaction)[0].partition(" ")
        handler = {"play": self._play, "ask": self._ask}.get(verb, self._look)
        await handler(interaction, press._replace(verb=verb, detail=detail))

    async def show_hand(
        self,
        interaction: discord.Interaction,
        state: TableState,
        *,
        path: Path = _AT_THE_BEGINNING,
        asked: Action | None = None,
        hint: Action | None = None,
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
        draft = hand_draft(state, seat, path, wishes=wishes, asked=asked, hint=hint)
        message_id = await answer_privately(interaction, draft, note)
        if message_id is not None:
            await self._hands.remember(interaction, state, message_id, wishes)


def _told(state: TableState, action: Action) -> str:
    if isinstance(action, Orient):
        return "You turned your hand over." if action.turn else "You keep your hand as it is."
    assert state.game is not None
    log = next(played.log for played in reversed(state.game.rounds) if played.log)
    return event_words(state, log[-1], you=True) + "."
