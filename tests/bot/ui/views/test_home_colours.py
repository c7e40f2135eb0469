"""A member's initial is on the same colour at every table, on leaderboards and on cards."""

from dataclasses import replace
from functools import partial

import pytest

from bot.pictures.faces import SeatFace, home_colour
from bot.pictures.layouts.standings import StatsCard
from bot.tables.core.state import TableState
from bot.tables.standings.leaderboard import Measure, Standing
from bot.text.language import ENGLISH
from bot.ui.views.elements import NO_AVATARS, seat_faces
from bot.ui.views.learning.tutorial import LEARNER, SCRIPT, tutorial_message
from bot.ui.views.solo import Solo
from bot.ui.views.standings.leaderboard import board_line, no_avatar
from bot.ui.views.standings.stats import member_message
from tests.support.engine.random_games import finished
from tests.support.ui.statistics import FULL
from tests.support.ui.table_states import state_of

MIA = 145263781
OTHERS = [one for one in range(1, 100) if home_colour(one) != home_colour(MIA)]
HOUSEMATE = next(one for one in range(1, 100) if home_colour(one) == home_colour(MIA))


def table(*members: int) -> TableState:
    state = state_of(finished(len(members), seed=1, length=1))
    seats = [
        replace(seat, user_id=one, name="Mia" if one == MIA else "Noah")
        for seat, one in zip(state.seats, members, strict=True)
    ]
    return replace(state, seats=tuple(seats))


def on_a_board(place: int) -> SeatFace:
    standing = Standing(MIA, "Mia", place + 1, 1300, 60, False, 9, 3, 0.3, 1.5)
    return board_line(ENGLISH, Measure.RATING, no_avatar, 0, standing, place).face


def on_a_card() -> SeatFace:
    draw = member_message(ENGLISH, FULL._replace(user_id=MIA), pictures=True).draw
    assert isinstance(draw, partial)
    card = draw.args[-1]
    assert isinstance(card, StatsCard)
    assert card.head is not None
    return card.head.face


def in_the_lesson() -> SeatFace:
    draw = tutorial_message(ENGLISH, len(SCRIPT), Solo("Mia", MIA)).draw
    assert isinstance(draw, partial)
    face = draw.args[-1][LEARNER]
    assert isinstance(face, SeatFace)
    return face


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_member_has_one_colour_everywhere(players: int) -> None:
    """On the card, in the tutorial, on every line of a leaderboard, and in every seat."""
    colours = {
        on_a_card().colour,
        in_the_lesson().colour,
        *(on_a_board(place).colour for place in range(10)),
    }
    for seat in range(players):
        members = [*OTHERS[:seat], MIA, *OTHERS[seat : players - 1]]
        colours.add(seat_faces(ENGLISH, table(*members), NO_AVATARS)[seat].colour)
    assert colours == {home_colour(MIA)}


def test_the_later_of_two_with_one_home_colour_has_another_at_this_table() -> None:
    first, second = seat_faces(ENGLISH, table(MIA, HOUSEMATE), NO_AVATARS)
    assert first.colour == home_colour(MIA) != second.colour
    first, second = seat_faces(ENGLISH, table(HOUSEMATE, MIA), NO_AVATARS)
    assert first.colour == home_colour(MIA) != second.colour
