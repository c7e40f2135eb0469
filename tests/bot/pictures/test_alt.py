"""Alt texts say all that is in the picture, and fit into Discord's limit."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from bot.pictures import alt
from bot.pictures.alt import ALT_LIMIT, table_alt
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.hand import Hand, Placing
from bot.pictures.layouts.replay import ShownHand
from bot.text.language import ENGLISH, LANGUAGES, Language
from bot.text.moves import last_move
from bot.text.words import (
    BestShow,
    best_show,
    cards_counted,
    chips_counted,
    longest_shows,
    points_by_round,
)
from engine.cards import Card, Cards, flip
from engine.round import Ending
from engine.sets import to_beat
from engine.view import RoundResult, view
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.pictures import strategies as some, tables
from tests.support.pictures.examples import (
    COURSE,
    HAND,
    LAST,
    LONG_COURSE,
    NEW_TABLES,
    OVER,
    PICTURES,
    RUN,
    TABLES,
    TO_BEAT,
    UNBEATEN,
    cards,
)
from tests.support.pictures.tables import FACES, unnamed
from tests.support.pictures.words import alt_text

few = settings(deadline=None, max_examples=100)
_CARD = re.compile(r"\b(\d+)(?: over |/)(\d+)\b")


def course(totals: Sequence[Sequence[int]], own: int | None, faces: Sequence[SeatFace]) -> str:
    """The points after each round, as in the alt text of a review."""
    names = [face.spoken for face in faces]
    return alt_text(points_by_round, ENGLISH, totals, own, names)


def cards_in(text: str) -> Cards:
    return tuple(Card(int(up), int(down)) for up, down in _CARD.findall(text))


@few
@given(some.turns())
def test_the_alt_text_of_a_hand_has_every_card_place_and_mark(turn: some.Turn) -> None:
    hand = turn.hand
    text = alt_text(alt.hand_alt, ENGLISH, hand, turn.table)
    assert len(text) <= ALT_LIMIT
    assert cards_in(text) == turn.table + hand.cards
    places = [int(place) for place in re.findall(r"(\d+): \d", text)]
    assert places == list(range(1, len(hand.cards) + 1))
    assert (f"New: card {hand.scouted}." in text) == (hand.scouted is not None)
    shown = re.search(r"You can show cards? (.*?)\.", text)
    spans = [span.split("–") for span in re.split(", | or ", shown[1])] if shown else []
    assert [(int(span[0]), int(span[-1])) for span in spans] == longest_shows(hand.shows)


@few
@given(some.turns())
def test_the_alt_text_of_both_ways_has_both(turn: some.Turn) -> None:
    text = alt_text(alt.orientation_alt, ENGLISH, turn.hand.cards)
    assert len(text) <= ALT_LIMIT
    assert cards_in(text) == turn.hand.cards + flip(turn.hand.cards)


@pytest.mark.long
@few
@given(some.results(), st.sampled_from([-199, None, 298]))
def test_the_alt_text_of_a_result_has_every_hand_and_its_points(
    over: RoundResult, total: int | None
) -> None:
    totals = () if total is None else (total,) * len(over.hands)
    text = alt_text(alt.result_alt, ENGLISH, over, 10, totals, unnamed(ENGLISH, len(over.hands)))
    assert len(text) <= ALT_LIMIT
    assert cards_in(text) == tuple(card for hand in over.hands for card in hand)
    for seat, score in enumerate(over.scores):
        brought = f"Seat {seat + 1}: pile {score.pile} + chips {score.chips}"
        assert brought in text
        assert f" = {ENGLISH.number(score.points, signed=True)}" in text
    assert text.count("hand not counted") == (over.ending is Ending.UNBEATEN)


@few
@given(some.tables, st.sampled_from([None, *FACES]))
def test_the_alt_text_of_a_set_has_its_cards(active: Cards, owner: SeatFace | None) -> None:
    text = alt_text(alt.set_alt, ENGLISH, active, owner)
    assert len(text) <= ALT_LIMIT
    assert cards_in(text) == active


@few
@given(some.courses(), st.integers(0, 1))
def test_the_alt_text_of_a_course_has_every_total(totals: list[list[int]], own: int) -> None:
    text = course(totals, own, unnamed(ENGLISH, len(totals[0])))
    assert len(text) <= ALT_LIMIT
    lines = re.findall(r"Seat (\d)( \(you\))?: (.*?)\.", text)
    courses = [[int(total.replace("−", "-")) for total in line[2].split(", ")] for line in lines]
    assert courses == [list(course) for course in zip(*totals, strict=True)]
    assert [bool(line[1]) for line in lines] == [at == own for at in range(len(lines))]


def test_the_words_themselves() -> None:
    assert alt_text(alt.hand_alt, ENGLISH, Hand(HAND[:4]), TO_BEAT) == (
        "To beat: match of 2, 2 over 5, 2 over 9. Hand of 4 cards, upper over lower number: "
        "1: 3 over 7, 2: 4 over 1, 3: 5 over 9, 4: 5 over 2."
    )
    assert alt_text(alt.set_alt, ENGLISH, RUN, FACES[2]) == (
        "Active Set: run of 3 by Ringmaster (hard), upper over lower number: "
        "4 over 6, 5 over 1, 6 over 9."
    )
    assert alt_text(alt.set_alt, ENGLISH, ()) == "Active Set: none, the table is empty."
    assert alt_text(alt.orientation_alt, ENGLISH, cards("3/7 4/1 4/9")) == (
        "3 cards, upper over lower number. "
        "Keep (1 match of 2, 1 run of 2): 3 over 7, 4 over 1, 4 over 9. "
        "Flip (only single cards): 7 over 3, 1 over 4, 9 over 4."
    )
    assert alt_text(
        alt.positions_alt, ENGLISH, Placing(HAND[:3], Card(5, 2), "L", (1, 2, 3, 4))
    ) == (
        "Where does 5 over 2 go, upper over lower number? "
        "Hand of 3 cards: 1: 3 over 7, 2: 4 over 1, 3: 5 over 9. "
        "It makes a set at position 2, 3 or 4. It makes no set at position 1."
    )


def test_the_words_of_results_and_scores() -> None:
    assert alt_text(alt.result_alt, ENGLISH, OVER, 3, (4, 12, -6), unnamed(ENGLISH, 3)).startswith(
        "Round 2 of 3 is over. Seat 2 has no cards left. "
        "Seat 1: pile 4 + chips 2 − cards 3 = +3, total 4; 2 over 6, 9 over 5, 4 over 8. "
        "Seat 2: pile 7 + chips 0 − cards 0 = +7, total 12; no cards left. "
    )
    assert alt_text(alt.result_alt, ENGLISH, UNBEATEN, 3, (), FACES).startswith(
        "Round 3 of 3 is over. Nobody beat Clown (easy)’s run of 3. "
    )
    assert alt_text(alt.final_alt, ENGLISH, COURSE, unnamed(ENGLISH, 3), BestShow(2, 3, RUN)) == (
        "Final scores after 3 rounds. 1. Seat 1: 14 points. 1. Seat 3: 14 points. "
        "3. Seat 2: 3 points. "
        "Best Show: Seat 3, run of 3, 4 over 6, 5 over 1, 6 over 9, in round 3. "
        "Points after each round. Seat 1: 4, 9, 14. Seat 2: 12, 11, 3. Seat 3: −6, 2, 14."
    )
    assert course(COURSE, 2, unnamed(ENGLISH, 3)) == (
        "Points after each round. Seat 1: 4, 9, 14. Seat 2: 12, 11, 3. Seat 3 (you): −6, 2, 14."
    )
    assert alt_text(alt.lobby_alt, ENGLISH, 3, FACES[:2], 0) == (
        "A table for SCOUT. Seat 1: Mia (host). Seat 2: Clown (easy). Seat 3: free."
    )
    assert alt_text(alt.settings_alt, ENGLISH, False, NEW_TABLES) == (
        "Settings. For you: a hand with a picture, Moves: at once. "
        "New tables in this server: Turn limit: 5 minutes, Games: in a thread, "
        "Tables and hands: with pictures. "
        "Sample: Hand of 6 cards, upper over lower number: 1: 3 over 7, 2: 4 over 1, "
        "3: 5 over 9, 4: 8 over 2, 5: 6 over 10, 6: 6 over 2. You can show cards 1–3 or 5–6."
    )


@pytest.mark.parametrize("name", TABLES)
def test_the_alt_text_of_a_table_has_what_each_seat_has(name: str) -> None:
    seen = TABLES[name]
    text = alt_text(table_alt, ENGLISH, seen, FACES)
    assert len(text) <= ALT_LIMIT
    assert text.startswith(f"Round {seen.number} of {seen.length}.")
    move = last_move(seen)
    beaten = move.beaten if move else ()
    assert cards_in(text) == seen.active + beaten
    for seat in range(seen.players):
        starts = " (start player)" if seat == seen.start else ""
        assert (
            f"{FACES[seat].spoken}{starts}: {cards_counted(ENGLISH, seen.counts[seat])}, "
            f"pile {seen.piles[seat]}, {chips_counted(ENGLISH, seen.chips[seat])}"
        ) in text
        assert (f", total {ENGLISH.number(seen.totals[seat])}." in text) == (seen.number > 1)
    if seen.turn is not None:
        assert f"Turn: {FACES[seen.turn].spoken}." in text
    if move is not None:
        said = move.sentence(ENGLISH, FACES[move.event.seat].spoken)
        assert f"Last move: {said}." in text


@pytest.mark.parametrize("name", TABLES)
def test_a_game_that_ended_early_is_over_in_words_too(name: str) -> None:
    text = alt_text(table_alt, ENGLISH, TABLES[name], FACES, True)
    assert "The game ended early." in text
    assert not any(alive in text for alive in ("Turn:", "Choosing", "choosing", "Last move"))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_last_move_names_what_the_log_says(players: int) -> None:
    for game in positions(players, seed=2):
        before, seen = game, view(game, None)
        move = last_move(seen)
        assert (move is None) == (not seen.log)
        if move is not None:
            assert move.event == before.rounds[-1].log[-1]
            piled = sum(seen.piles)
            shown = [event for event in seen.log if event.shown]
            assert piled >= len(move.beaten)
            assert bool(move.event.shown) or not move.beaten
            assert shown or piled == 0


def test_the_words_of_moments() -> None:
    assert "That is a run of 6!" in alt_text(table_alt, ENGLISH, TABLES["table-moment"], FACES)
    assert alt_text(alt.result_alt, ENGLISH, LAST, 3, (), FACES).startswith(
        "Round 2 of 3 is over. Clown (easy) has no cards left. "
        "Clown (easy) scouts 7 and shows their last cards: 4 5 6. Mia:"
    )


def test_the_best_show_is_the_strongest_and_the_first_of_equals() -> None:
    results = tables.results(4)
    best = best_show(results)
    assert best is not None
    shown = [event.shown for over in results for event in over.log if event.shown]
    assert all(to_beat(one) <= to_beat(best.cards) for one in shown)
    assert best.cards in [event.shown for event in results[best.number - 1].log]
    assert best_show([OVER]) is None


def test_the_limit_holds_for_the_longest_names() -> None:
    named = tuple(SeatFace("田" * 40, seat) for seat in range(5))
    over = tables.results(5)[0]
    assert len(alt_text(alt.result_alt, ENGLISH, over, 10, (-199,) * 5, named)) <= ALT_LIMIT
    assert len(course(LONG_COURSE, 0, named)) <= ALT_LIMIT


@pytest.mark.parametrize("code", [language.code for language in LANGUAGES])
def test_a_step_of_a_replay_has_every_hand_beside_the_longest_names(code: str) -> None:
    named = tuple(SeatFace(letter * 32, seat) for seat, letter in enumerate("ABCDE"))
    for game in positions(5, seed=7, length=2):
        hands = game.rounds[-1].hands
        shown = [ShownHand(seat, hand) for seat, hand in enumerate(hands)]
        said = alt_text(alt.replay_alt, Language(code), view(game, None), shown, named)
        for hand in hands:
            in_words = alt.in_a_line(Language(code), [alt.cards_marked(hand)])
            assert in_words in said or ", ".join(map(str, hand)) in said


def test_every_picture_has_its_alt_text_and_a_name() -> None:
    for make in PICTURES.values():
        picture = make()
        assert picture.alt
        assert re.fullmatch(r"[a-z-]+", picture.name)


def test_sentences_of_japanese_have_no_spaces_between_them() -> None:
    said = alt_text(table_alt, Language("ja"), TABLES["table-3"], FACES)
    assert said.count("。") > 3
    assert "。 " not in said
