"""Moves in words: of others, of the reader, and those that stand on a ribbon."""

import pytest

from bot.text.language import ENGLISH
from bot.text.moves import Moment, Move, moment, move_words
from engine.actions import End
from engine.cards import Cards, parse_cards
from engine.round import Event

SEVEN = parse_cards("7/1")[0]
RUN, LONG = parse_cards("4/1 5/9 6/2"), parse_cards("1/9 2/9 3/9 4/9 5/9 6/9")
RUN_OF_5, MATCH = LONG[:5], parse_cards("1/9 1/8 1/7 1/6 1/5")


@pytest.mark.parametrize(
    ("event", "active", "sentence"),
    [
        (Event(0, SEVEN, "R", 1, ()), RUN, "Mia scouts 7 from the right"),
        (Event(0, SEVEN, "L", 1, ()), RUN, "Mia scouts 7 from the left"),
        (Event(0, SEVEN, "R", 1, ()), parse_cards("7/1"), "Mia scouts 7"),
        (Event(0, None, None, None, RUN), (), "Mia shows 4 5 6"),
        (Event(0, SEVEN, "L", 1, RUN), RUN, "Mia scouts 7 and shows 4 5 6"),
        (Event(0, None, None, None, LONG), (), "Mia shows 1 to 6"),
    ],
)
def test_sentences_of_moves(event: Event, active: Cards, sentence: str) -> None:
    assert Move(event, active).sentence(ENGLISH, "Mia") == sentence


@pytest.mark.parametrize(
    ("card", "side", "shown", "named", "own"),
    [
        (None, None, "4 5", "Mia shows 4 5", "You show 4 5"),
        ("3/7", None, "", "Mia scouts 3/7", "You scout 3/7"),
        ("3/7", "L", "", "Mia scouts 3/7 from the left", "You scout 3/7 from the left"),
        ("3/7", "R", "", "Mia scouts 3/7 from the right", "You scout 3/7 from the right"),
        ("3/7", None, "4 5", "Mia scouts 3/7 and shows 4 5", "You scout 3/7 and show 4 5"),
        (
            "3/7",
            "L",
            "4 5",
            "Mia scouts 3/7 from the left and shows 4 5",
            "You scout 3/7 from the left and show 4 5",
        ),
        (
            "3/7",
            "R",
            "4 5",
            "Mia scouts 3/7 from the right and shows 4 5",
            "You scout 3/7 from the right and show 4 5",
        ),
    ],
)
def test_the_reader_is_called_you(
    card: str | None, side: End | None, shown: str, named: str, own: str
) -> None:
    assert move_words(ENGLISH, "Mia", card, side, shown) == named
    assert move_words(ENGLISH, None, card, side, shown) == own


def words_of(found: Moment | None) -> tuple[str, str]:
    assert found is not None
    return found.headline(ENGLISH, "Mia"), found.what(ENGLISH)


def test_a_moment_is_a_long_set_or_last_cards() -> None:
    assert words_of(moment(Event(0, None, None, None, RUN_OF_5))) == ("Mia shows", "a run of 5")
    both = moment(Event(0, SEVEN, "L", 1, MATCH))
    assert words_of(both) == ("Mia scouts 7 and shows", "five 1s")
    assert both is not None
    assert both.remark(ENGLISH) == "Those are five 1s!"
    assert moment(Event(0, None, None, None, LONG[:4])) is None
    assert moment(Event(0, SEVEN, "L", 1, ())) is None
    last_two = moment(Event(0, None, None, None, LONG[:2]), last=True)
    assert words_of(last_two) == ("Mia shows their last cards", "1 2")
    last_one = moment(Event(0, None, None, None, LONG[:1]), last=True)
    assert words_of(last_one) == ("Mia shows their last card", "1")
    both = moment(Event(0, SEVEN, "L", 1, LONG[:1]), last=True)
    assert words_of(both) == ("Mia scouts 7 and shows their last card", "1")


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (Moment(0, LONG), "Mia shows a run of 6!"),
        (Moment(0, MATCH), "Mia shows five 1s!"),
        (Moment(0, LONG, SEVEN), "Mia scouts 7 and shows a run of 6!"),
        (Moment(0, MATCH, SEVEN), "Mia scouts 7 and shows five 1s!"),
    ],
)
def test_a_long_set_in_a_sentence(found: Moment, sentence: str) -> None:
    assert found.sentence(ENGLISH, "Mia") == sentence
