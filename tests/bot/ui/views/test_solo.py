"""The seats of a member who plays alone against computers."""

import pytest

from bot.text.names import PlayerName
from bot.ui.views.solo import Solo, solo_state
from engine.game import Game
from engine.players import Level

COMPUTERS = ("Clown", "Mime", "Jester", "Puppeteer")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_member_has_their_seat_and_computers_the_others(players: int) -> None:
    for own in range(players):
        state = solo_state(
            Game.new(players, 1), Solo("Mia", 7), own, COMPUTERS, level=Level.HARD, hints=False
        )
        assert [seat.index for seat in state.seats] == [*range(players)]
        assert state.seats[own].called == PlayerName("Mia")
        assert state.seat_of(7).index == own
        others = [seat for seat in state.seats if seat.index != own]
        assert [seat.name for seat in others] == [*COMPUTERS[: players - 1]]
        assert {(seat.user_id, seat.level) for seat in others} == {(None, Level.HARD)}
        assert (state.options.size, state.length, state.options.hints) == (players, 1, False)
