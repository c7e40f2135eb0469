"""A spectator's message: what the channel shows of a game, below what is said there."""

from dataclasses import replace
from datetime import datetime

from bot.tables.core.state import Status, TableState
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.faces import NO_AVATARS, Avatars
from bot.ui.views.table.table import final_message, round_message, table_message
from engine.game import Game


def spectator_message(state: TableState, until: datetime, avatars: Avatars = NO_AVATARS) -> Message:
    """The game as everybody may see it (R15), in a message that can be edited `until` then."""
    if state.status is Status.OVER:
        return _final(final_message(state, avatars))
    if state.status is not Status.PLAYING:
        return _final(table_message(state, avatars))
    assert state.game is not None
    number = _round_shown(state.game)
    content = (
        f"You are watching. This message follows the table until <t:{int(until.timestamp())}:t>."
    )
    if number < len(state.game.rounds):
        content += f"\nRound {number + 1} begins when everyone has kept or flipped their hand."
    keep_watching = Button("Keep watching", ComponentId(Verb.WATCH, state.id))
    return replace(round_message(state, number, avatars), content=content, rows=[[keep_watching]])


def _final(shown: Message) -> Message:
    return replace(shown, content="This message no longer updates.", rows=())


def _round_shown(game: Game) -> int:
    """The current round; before its first turn still the last one, so that its result is read."""
    assert game.current is not None
    number = len(game.rounds)
    choosing = None in game.current.orientation
    return number - 1 if choosing and number > 1 else number
