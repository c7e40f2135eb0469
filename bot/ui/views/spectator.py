"""A spectator's note: what the channel shows of a game, for who cannot keep it in sight."""

from dataclasses import replace
from datetime import datetime

from bot.tables.core.state import Status, TableState
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.table import final_message, round_message, table_message
from engine.game import Game


def spectator_message(state: TableState, until: datetime) -> Message:
    """The game as everybody may see it (R15), in a note that can be edited `until` then."""
    if state.status is Status.OVER:
        return _for_good(final_message(state))
    if state.status is not Status.PLAYING:
        return _for_good(table_message(state))
    assert state.game is not None
    number = _round_shown(state.game)
    content = f"You are watching. This note follows the table until <t:{int(until.timestamp())}:t>."
    if number < len(state.game.rounds):
        content += f"\nRound {number + 1} begins when everybody has kept their hand or turned it."
    watch_on = Button("Watch on", ComponentId(Verb.WATCH, state.id))
    return replace(round_message(state, number), content=content, rows=[[watch_on]])


def _for_good(shown: Message) -> Message:
    return replace(shown, content="This note stays as it is.", rows=())


def _round_shown(game: Game) -> int:
    """The one under way; or the last one, whose result may be read until the first turn."""
    assert game.current is not None
    number = len(game.rounds)
    choosing = None in game.current.orientation
    return number - 1 if choosing and number > 1 else number
