"""R15 in messages: what a member is shown depends on no card that is hidden from them."""

import random
from dataclasses import replace

import pytest

from bot.tables.core.state import TableState
from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.ui.delivery.expected_messages import expected_messages
from bot.ui.views.table.table import spectator_message
from bot.ui.views.turn.hand import hand_message
from tests.support.engine.hidden_cards import with_other_hands
from tests.support.engine.random_games import positions
from tests.support.marks import with_long
from tests.support.ui.rendering import look_of
from tests.support.ui.table_states import state_of

pytestmark = pytest.mark.slow  # compares whole games under other hidden cards


@pytest.mark.parametrize("players", with_long([2, 3], [4, 5]))
def test_what_is_shown_depends_on_no_hidden_card(players: int) -> None:
    rng = random.Random(players)
    for game in positions(players, seed=players, length=2):
        state = state_of(game)
        assert looks(state, None) == looks(
            replace(state, game=with_other_hands(game, None, rng)), None
        )
        seat = rng.randrange(players)
        assert looks(state, seat) == looks(
            replace(state, game=with_other_hands(game, seat, rng)), seat
        )


def looks(state: TableState, seat: int | None) -> list[list[object]]:
    """What everybody may see, or one seat's hand: what they say and what their pictures show."""
    if seat is None:
        drafts = [draft for _, draft in expected_messages(state)]
        drafts.append(spectator_message(ENGLISH, state, state.opened_at))
    else:
        drafts = [hand_message(ENGLISH, state, state.seats[seat], preferences=Preferences())]
    return [look_of(draft) for draft in drafts]
