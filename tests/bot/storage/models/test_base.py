"""What all models have in common."""

import pytest

from bot.storage.models.tables import Seat


def test_a_row_has_its_defaults_before_it_is_stored() -> None:
    seat = Seat(index=0, name="Mia", missed=2)
    assert (seat.missed, seat.away, seat.also) == (2, False, [])
    assert seat.also is not Seat(index=1, name="Noa").also


def test_a_misspelled_column_is_refused() -> None:
    with pytest.raises(TypeError, match="pingd"):
        Seat(index=0, name="Mia", pingd=True)
