"""Cards, sets and results in words."""

from dataclasses import replace

import pytest

from bot.text.language import ENGLISH, language_of
from bot.text.words import (
    cards_counted,
    chips_counted,
    ending_reason,
    games_counted,
    hand_facts,
    holding,
    in_a_row,
    match_words,
    owned_set,
    points_account,
    points_counted,
    rounds_counted,
    set_kind,
    short_numbers,
    victory,
    wins_counted,
    with_full_stop,
)
from engine.actions import Show
from engine.cards import Cards, parse_cards
from engine.round import Ending, Event, Score
from engine.view import RoundResult

RUN, MATCH, ONE = parse_cards("4/1 5/9 6/2"), parse_cards("8/1 8/2"), parse_cards("7/3")
LONG = parse_cards("1/9 2/9 3/9 4/9 5/9 6/9")
NAMES = ("Mia", "Noa", "Kim")
OVER = RoundResult(
    number=2,
    hands=(RUN, (), LONG),
    scores=(Score(4, 2, 3, False), Score(7, 0, 0, False), Score(1, 3, 6, False)),
    ending=Ending.EMPTY,
    owner=None,
    active=(),
    log=(),
)


@pytest.mark.parametrize(
    ("cards", "name"), [(RUN, "run of 3"), (MATCH, "match of 2"), (ONE, "single card")]
)
def test_the_name_of_a_set_and_why_a_round_ended(cards: Cards, name: str) -> None:
    assert set_kind(ENGLISH, cards) == name
    assert owned_set(ENGLISH, cards, "Mia") == f"{name} by Mia"
    assert owned_set(ENGLISH, cards, None) == name
    shown = (Event(1, None, None, None, cards),)
    over = replace(OVER, ending=Ending.UNBEATEN, owner=1, log=shown)
    assert ending_reason(ENGLISH, over, NAMES) == f"Nobody beat Noa’s {name}"


def test_an_empty_hand_ends_a_round() -> None:
    over = replace(OVER, ending=Ending.EMPTY, hands=(RUN, RUN, ()))
    assert ending_reason(ENGLISH, over, NAMES) == "Kim has no cards left"


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        (["Mia"], "Mia wins!"),
        (["Mia", "Noa"], "Mia and Noa win!"),
        (["Mia", "Noa", "Kim"], "Mia, Noa and Kim win!"),
    ],
)
def test_one_wins_and_several_win(winners: list[str], words: str) -> None:
    assert victory(ENGLISH, winners) == words


def test_counts() -> None:
    said = {
        counted(ENGLISH, number)
        for counted in (
            cards_counted,
            chips_counted,
            points_counted,
            rounds_counted,
            games_counted,
            wins_counted,
        )
        for number in (1, 1200)
    }
    nouns = ("card", "chip", "point", "round", "game", "win")
    assert said == {f"1 {noun}" for noun in nouns} | {f"1,200 {noun}s" for noun in nouns}


def test_the_points_of_a_round() -> None:
    score = Score(pile=4, chips=2, cards=3, exempt=False)
    assert points_account(ENGLISH, score) == "pile 4 + chips 2 − cards 3"
    assert (
        points_account(ENGLISH, replace(score, exempt=True)) == "pile 4 + chips 2, hand not counted"
    )


def test_sets_of_a_hand_are_counted_by_their_kind() -> None:
    hand = parse_cards("8/1 8/2 1/9 5/1 5/2 1/4 2/5 3/6 4/7")
    assert holding(ENGLISH, hand) == "1 run of 4, 2 matches of 2"
    assert holding(ENGLISH, parse_cards("1/2 5/6 9/10")) == "only single cards"


def test_what_a_hand_can_show() -> None:
    one, several = [Show(4, 4)], [Show(2, 2), Show(3, 3), Show(6, 7)]
    assert hand_facts(ENGLISH, one, None) == ["You can show card 4."]
    assert hand_facts(ENGLISH, several, 3) == ["You can show cards 2, 3 or 6–7.", "New: card 3."]
    waiting = hand_facts(ENGLISH, several, None, is_waiting=True)
    assert waiting == ["Sets in your hand: cards 2, 3 and 6–7."]
    assert hand_facts(ENGLISH, [], None) == []


def test_long_sets_are_short() -> None:
    assert short_numbers(ENGLISH, RUN) == "4 5 6"
    assert short_numbers(ENGLISH, LONG) == "1 to 6"
    assert match_words(ENGLISH, MATCH) == "two 8s"


def test_sentences_in_a_row_have_spaces_between_them_unless_their_language_has_none() -> None:
    assert in_a_row(["One.", "Two.", "", "Three!"]) == "One. Two. Three!"
    assert in_a_row(["終わり。", "ミアの勝ち！", "3"]) == "終わり。ミアの勝ち！3"
    assert in_a_row(["3 をスカウト", "（チップ1枚）"]) == "3 をスカウト（チップ1枚）"


def test_an_abbreviation_ends_its_sentence() -> None:
    assert with_full_stop(ENGLISH, "today, 1 Jan") == "today, 1 Jan."
    assert with_full_stop(language_of("de"), "heute, 1. Jan.") == "heute, 1. Jan."
