"""Lines that fit: which are made smaller, which are broken, and what is cut short."""

from collections.abc import Sequence

import pytest

from bot.pictures.fonts import Style, extent
from bot.pictures.layouts.lines import (
    broken,
    fitted,
    fitted_names,
    fitted_words,
    lines_of,
    width_of,
)
from bot.pictures.scene import HEADLINE, LABEL, NAME, SENTENCE


def test_words_are_made_smaller_where_a_name_is_cut_short() -> None:
    long = "Pozostałe karty w ręce"
    room = round(width_of(long, NAME) * 0.7)
    assert fitted(long, NAME, room)[0].endswith("…")
    text, style = fitted_words(long, NAME, room)
    assert text == long
    assert width_of(text, style) <= room


@pytest.mark.parametrize("style", [LABEL, SENTENCE, NAME, HEADLINE, Style("display", 76)])
def test_no_word_is_smaller_than_can_be_read(style: Style) -> None:
    text, small = fitted_words("Donaudampfschifffahrtsgesellschaft", style, 150)
    assert text.endswith("…")
    assert small.em >= 29
    assert width_of(text, small) <= 150


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Show", ("Show",)),
        ("Scout & Show", ("Scout &", "Show")),
        ("Skaut i pokaz", ("Skaut i", "pokaz")),
        ("スカウト&ショー", ("スカウト", "&ショー")),
        ("場の札をさがす", ("場の札を", "さがす")),
        # A line begins with no small kana, mark or closing bracket, and ends with no opening one.
        ("あいうえ、おか", ("あいう", "え、おか")),
        ("あいうえっと", ("あいう", "えっと")),
        ("あいうカード", ("あいう", "カード")),
        ("あいう「え」", ("あいう", "「え」")),
        ("같이 보여 주기", ("같이 보여", "주기")),
    ],
)
def test_a_text_is_broken_between_words_or_han(text: str, lines: tuple[str, ...]) -> None:
    assert broken(text, LABEL, 150) == lines


def test_a_text_of_han_is_rather_broken_at_a_space() -> None:
    assert broken("12ゲーム, 引き分け1", LABEL, 230) == ("12ゲーム,", "引き分け1")


def test_a_word_without_a_break_stays_in_one_line() -> None:
    assert broken("Donaudampfschifffahrt", LABEL, 160) == ("Donaudampfschifffahrt",)


def test_a_long_sentence_leaves_room_for_its_names() -> None:
    def say(names: Sequence[str]) -> str:
        return f"[Nóbódý béát {names[0]}’s mátch óf thréé ór fóúr cárds~~~~~~~~~~~~~~~~~]"

    text, style = fitted_names(say, ["Wolfeschlegelsteinhausen"], Style("bold", 44), 1000)
    named = text.removeprefix("[Nóbódý béát ").partition("’")[0]
    assert len(named) >= 6
    assert text.endswith("~]")
    assert width_of(text, style) <= 1000


@pytest.mark.parametrize("text", ["ręka", "席1", "[Séát]"])
def test_accents_and_descenders_stay_in_their_line(text: str) -> None:
    style = Style("bold", 36)
    assert fitted_words(text, style, 200)[1] == style
    small = fitted_words(text, style, 200, 37)[1]
    _, above, below = extent(text, small)
    assert above + below <= 37
    assert style.em > small.em >= 29


def test_a_text_has_two_lines_if_it_could_not_be_read_in_one() -> None:
    title = Style("display", 46)
    assert lines_of("match of 2", title, 228) == ("match of 2",)
    assert lines_of("pojedyncza karta", title, 228) == ("pojedyncza", "karta")
