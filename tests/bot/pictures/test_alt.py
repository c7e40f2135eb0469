"""Alt texts say all that is in the picture, and fit into Discord's limit."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures import alt
from bot.pictures.brackets import longest
from bot.pictures.words import points
from engine.cards import Card, Cards, flip
from engine.round import Ending
from engine.view import Result
from tests.support.pictures import strategies as some
from tests.support.pictures.examples import (
    COURSE,
    HAND,
    OVER,
    PICTURES,
    RANKING,
    RUN,
    TO_BEAT,
    UNBEATEN,
)

few = settings(deadline=None, max_examples=100)
_CARD = re.compile(r"\b(\d+)(?: over |/)(\d+)\b")


def cards_in(text: str) -> Cards:
    return tuple(Card(int(up), int(down)) for up, down in _CARD.findall(text))


@few
@given(some.turns())
def test_the_alt_text_of_a_hand_has_every_card_place_and_mark(turn: some.Turn) -> None:
    hand = turn.hand
    text = alt.hand_alt(hand.cards, hand.shows, hand.scouted, turn.table)
    assert len(text) <= alt.ALT_LIMIT
    assert cards_in(text) == turn.table + hand.cards
    places = [int(place) for place in re.findall(r"(\d+): \d", text)]
    assert places == list(range(1, len(hand.cards) + 1))
    assert (f"New: card {hand.scouted}." in text) == (hand.scouted is not None)
    shown = re.search(r"Can be shown: (.*?)\.", text)
    spans = [span.split(" to ") for span in shown[1].split(", ")] if shown else []
    assert [(int(span[0]), int(span[-1])) for span in spans] == longest(hand.shows)


@few
@given(some.turns())
def test_the_alt_text_of_both_ways_has_both(turn: some.Turn) -> None:
    text = alt.orientation_alt(turn.hand.cards)
    assert len(text) <= alt.ALT_LIMIT
    assert cards_in(text) == turn.hand.cards + flip(turn.hand.cards)


@few
@given(some.results(), st.sampled_from([-199, None, 298]))
def test_the_alt_text_of_a_result_has_every_hand_and_its_points(
    over: Result, total: int | None
) -> None:
    totals = () if total is None else (total,) * len(over.hands)
    text = alt.result_alt(over, 10, totals)
    assert len(text) <= alt.ALT_LIMIT
    assert cards_in(text) == tuple(card for hand in over.hands for card in hand)
    for seat, score in enumerate(over.scores):
        brought = f"Seat {seat + 1}: pile {score.pile} + chips {score.chips}"
        assert brought in text
        assert f" = {points(score.points)}" in text
    assert text.count("hand not counted") == (over.ending is Ending.UNBEATEN)


@few
@given(some.tables, st.none() | st.integers(0, 4))
def test_the_alt_text_of_a_set_has_its_cards(active: Cards, owner: int | None) -> None:
    text = alt.set_alt(active, owner)
    assert len(text) <= alt.ALT_LIMIT
    assert cards_in(text) == active


@few
@given(some.courses(), st.integers(0, 1))
def test_the_alt_text_of_a_course_has_every_total(totals: list[list[int]], own: int) -> None:
    text = alt.course_alt(totals, own)
    assert len(text) <= alt.ALT_LIMIT
    lines = re.findall(r"Seat (\d)( \(you\))?: (.*?)\.", text)
    courses = [[int(total.replace("−", "-")) for total in line[2].split(", ")] for line in lines]
    assert courses == [list(course) for course in zip(*totals, strict=True)]
    assert [bool(line[1]) for line in lines] == [at == own for at in range(len(lines))]


def test_the_words_themselves() -> None:
    assert alt.hand_alt(HAND[:4], [], None, TO_BEAT) == (
        "To beat: match of 2, 2 over 5, 2 over 9. Hand of 4 cards, upper over lower number: "
        "1: 3 over 7, 2: 4 over 1, 3: 5 over 9, 4: 5 over 2."
    )
    assert alt.hand_alt(()) == "No cards left."
    assert alt.set_alt(RUN, 2) == (
        "Active Set: run of 3 by seat 3, upper over lower number: 4 over 6, 5 over 1, 6 over 9."
    )
    assert alt.set_alt((), None) == "Active Set: none, the table is empty."
    assert alt.result_alt(OVER, 3, (4, 12, -6)).startswith(
        "Round 2 of 3 is over. Seat 2 has no cards left. "
        "Seat 1: pile 4 + chips 2 − cards 3 = +3, total 4; 2 over 6, 9 over 5, 4 over 8. "
        "Seat 2: pile 7 + chips 0 − cards 0 = +7, total 12; no cards left. "
    )
    assert alt.result_alt(UNBEATEN, 3, ()).startswith(
        "Round 3 of 3 is over. Nobody beat the set of seat 2. "
    )
    assert alt.ranking_alt(RANKING, 4) == (
        "Final scores after 4 rounds. 1. Seat 3: 14 points. 1. Seat 1: 14 points. "
        "3. Seat 2: −3 points. 4. Seat 4: −12 points."
    )
    assert alt.course_alt(COURSE, 2) == (
        "Points after each round. Seat 1: 4, 9, 14. Seat 2: 12, 11, 3. Seat 3 (you): −6, 2, 14."
    )


def test_every_picture_has_its_alt_text_and_a_name() -> None:
    for make in PICTURES.values():
        picture = make()
        assert picture.alt
        assert re.fullmatch(r"[a-z-]+", picture.name)
