"""The typefaces have each letter of every language's words, and of names in other scripts."""

import unicodedata
from collections.abc import Iterator
from itertools import product

import pytest
from babel.messages.pofile import read_po

from bot.pictures import fonts
from bot.pictures.fonts import Style, Typeface, drawn_in, extent
from bot.pictures.scene import HEADLINE, LABEL, NAME, SENTENCE
from bot.text.catalogues import DOMAIN, LOCALES
from bot.text.language import LANGUAGES, PSEUDO, Language
from bot.text.pseudo import pseudo

_SAMPLES = {
    "de": "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich: „Ä, Ö, Ü“",
    "fr": "Voyez le brick géant que j’examine près du wharf : « œ, æ, ç, ù, ï, Ÿ » 1\u202f312 !",
    "es": "¡Benjamín pidió una bebida! ¿Noé, sin vergüenza, la más exquisita champaña?",
    "pt-BR": "À noite, vovô Kowalsky vê o ímã cair no pé do pinguim queixoso e vovó põe açúcar.",
    "pl": "Stróż pchnął kość w quiz gędźb vel fax myjń. ĄĆĘŁŃÓŚŹŻ „”",
    "ja": "色は匂へど散りぬるを、我が世誰ぞ常ならむ。カード（ショー）！「スカウト」？々〜：",
    "ko": "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다. 뷁 “카드”",
    "zh-CN": "视野无限广，窗外有蓝天：「出牌」、（翻转）！？……“喆玥”；《马戏》",
}
_LATER = {
    "it": "Pranzo d’acqua fa volti sghembi: è già più là, né così.",
    "uk": "Жебракують філософи при ґанку церкви в Гадячі, ще й шатро їхнє п’яне знаємо.",
    "tr": "Pijamalı hasta yağız şoföre çabucak güvendi. İĞŞÇÖÜ",
    "vi": "Con sói nâu nhảy qua con chó lười; ặ ữ ỵ Đ",
    "el": "Ταχίστη αλώπηξ βαφής ψημένη γη, δρασκελίζει υπέρ νωθρού κυνός",
}
"""Of languages that may come next."""
_NAMES = {
    "Han": "田中 喆玥堃 王小明 體",
    "Hiragana": "さくらひめ ゔ",
    "Katakana": "カタリーナ ヴァン",
    "Hangul": "김민준 뷁 ㅋㅋ",
    "Thai": "สมชาย น้ำ",
    "Arabic": "ليلى محمد",
    "Hebrew": "שרה יוסף",
    "Devanagari": "आशा क्षितिज",
}


def missing(text: str, usual: Typeface) -> set[str]:
    """Letters of a text in this typeface that none of its typefaces has, without emoji."""
    style = drawn_in(text, Style(usual, 40))
    return {
        letter
        for letter in text
        if unicodedata.category(letter) not in ("So", "Cf", "Mn", "Cc")
        and not fonts.has_glyph(letter, fonts.typeface_of(letter, style.typeface))
    }


def catalogue(language: Language) -> Iterator[str]:
    """All translated texts of a language."""
    path = LOCALES / language.code.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"
    if path.exists():
        with path.open("rb") as file:
            for message in read_po(file):
                text = message.string
                yield from (text,) if isinstance(text, str) else text or ()


@pytest.mark.parametrize("code", [*(one.code for one in LANGUAGES[1:]), PSEUDO.code, *_LATER])
def test_the_words_of_every_language_can_be_drawn(code: str) -> None:
    sample = {**_SAMPLES, **_LATER, PSEUDO.code: pseudo("The quick brown fox jumps over a dog")}
    texts = [sample[code], *catalogue(Language(code))]
    for text, usual in product(texts, (LABEL.typeface, NAME.typeface, HEADLINE.typeface)):
        assert missing(text, usual) == set(), text


@pytest.mark.parametrize("script", _NAMES)
def test_names_of_every_script_can_be_drawn(script: str) -> None:
    assert missing(_NAMES[script], NAME.typeface) == set()


@pytest.mark.long
@pytest.mark.parametrize(("encoding", "letters"), [("gb2312", 6763), ("shift_jis", 6356)])
def test_all_common_han_can_be_drawn(encoding: str, letters: int) -> None:
    """The characters that Chinese and Japanese standards list as common."""
    pairs = map(bytes, product(range(0x81, 0xFD), range(0x40, 0xFF)))
    decoded = (pair.decode(encoding, "ignore") for pair in pairs)
    listed = {text for text in decoded if len(text) == 1 and "\u4e00" <= text <= "\u9fff"}
    assert len(listed) == letters
    assert missing("".join(listed), LABEL.typeface) == set()


@pytest.mark.long
def test_all_kana_hangul_and_their_punctuation_can_be_drawn() -> None:
    ranges = ((0x3041, 0x3097), (0x30A0, 0x3100), (0xAC00, 0xD7A4), (0xFF01, 0xFF5F))
    letters = "".join(chr(at) for begin, end in ranges for at in range(begin, end))
    punctuation = "\u3000、。々〈〉《》「」『』【】〜・ー￥￦…—“”‘’"
    assert missing(letters + punctuation, LABEL.typeface) == set()


def test_a_line_has_one_look_in_the_display_typeface() -> None:
    assert drawn_in("Twoja kolej", HEADLINE) == HEADLINE
    for text in ("Twój ruch, Michał: źle", "Ваш хід", "あなたの番"):
        assert drawn_in(text, HEADLINE).typeface == "bold"
        assert extent(text, HEADLINE) == extent(text, drawn_in(text, HEADLINE))


@pytest.mark.parametrize("style", [LABEL, SENTENCE, NAME, HEADLINE])
def test_narrow_spaces_and_joiners_are_no_boxes(style: Style) -> None:
    assert extent("1\u202f312\u2009!", style) == extent("1\xa0312\xa0!", style)
    assert extent("2–\u20604", style) == extent("2–4", style)
