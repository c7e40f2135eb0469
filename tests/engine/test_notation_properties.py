"""Notation reads back, and nothing that only resembles it is read."""

import pytest
from hypothesis import given, strategies as st

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parse_action
from engine.cards import deck, flip, parse_card
from engine.errors import NotationError

pytestmark = pytest.mark.slow  # generates thousands of texts

places = st.integers(1, 40)
shows = st.builds(Show, places, st.integers(0, 12)).map(lambda s: Show(s.first, s.first + s.last))
scouts = st.builds(Scout, st.sampled_from(("L", "R")), places, st.booleans())
actions = st.one_of(
    st.builds(Orient, st.booleans()), shows, scouts, st.builds(ScoutAndShow, scouts, shows)
)


@given(actions)
def test_notation_of_every_action_reads_back(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(st.one_of(st.text(), st.from_regex(r"[KFSLR]?[0-9]*[-fSLR+]*[0-9]*[-+S]*[0-9]*\s?")))
def test_text_is_refused_unless_it_is_the_notation_of_its_action(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert str(action) == text


@pytest.mark.parametrize("text", ["S" + "9" * 5000, "L٣", "S4\n", "S2-2", "L0", "S04", "L3F", ""])
def test_text_that_only_resembles_notation_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)


def test_r1_every_card_reads_back_and_turned_twice_is_itself() -> None:
    for card in (*deck(5), *flip(deck(5))):
        assert parse_card(str(card)) == card
        assert card.flipped().flipped() == card
        assert card.flipped() == (card.down, card.up)


@given(st.one_of(st.text(), st.from_regex(r"-?[0-9]{0,3}/?[0-9]{0,3}\s?")))
def test_r1_text_is_refused_unless_it_is_one_of_the_cards(text: str) -> None:
    cards = {str(card) for card in (*deck(5), *flip(deck(5)))}
    if text in cards:
        assert str(parse_card(text)) == text
    else:
        with pytest.raises(NotationError):
            parse_card(text)
