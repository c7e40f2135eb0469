"""The note above the game in the message of a spectator."""

from dataclasses import replace

import pytest

from bot.text.language import ENGLISH
from bot.ui.views.table.table import spectator_message
from tests.support.engine.random_games import positions
from tests.support.ui.table_states import in_text, state_of


@pytest.mark.parametrize("pictures", [True, False])
def test_between_two_rounds_it_says_for_whom_a_computer_plays(pictures: bool) -> None:
    """The result of the round below it says that in no form."""
    game = next(game for game in positions(3, seed=1, length=2) if len(game.rounds) == 2)
    state = state_of(game) if pictures else in_text(state_of(game))
    mia, *others = state.seats
    message = spectator_message(
        ENGLISH, replace(state, seats=(replace(mia, away=True), *others)), state.opened_at
    )
    assert "Round 2 begins when" in (message.content or "")
    said = str((message.content, message.embed.to_dict()))
    assert said.count(f"A computer plays for {mia.name} until they are back.") == 1
