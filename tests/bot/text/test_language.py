"""How each language writes numbers, lists and ranks, and which one a member reads."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import discord
import pytest

from bot.text.language import (
    ENGLISH,
    LANGUAGES,
    PSEUDO,
    Alternatives,
    Language,
    Sentence,
    language_for,
    language_of,
)
from bot.text.pseudo import pseudo
from bot.text.words import points_counted

GERMAN, FRENCH, POLISH = Language("de"), Language("fr"), Language("pl")
JAPANESE, CHINESE = Language("ja"), Language("zh-CN")
OF_LOCALES = {
    "en-GB": "en",
    "en-US": "en",
    "de": "de",
    "es-419": "es",
    "es-ES": "es",
    "fr": "fr",
    "ja": "ja",
    "ko": "ko",
    "pl": "pl",
    "pt-BR": "pt-BR",
    "zh-CN": "zh-CN",
}
"""What members of some of Discord's locales read."""


@pytest.mark.parametrize(
    ("language", "number", "decimals", "signed", "written"),
    [
        (ENGLISH, 7, 0, False, "7"),
        (ENGLISH, 1234567, 0, False, "1,234,567"),
        (ENGLISH, -13, 0, True, "−13"),
        (ENGLISH, 13, 0, True, "+13"),
        (ENGLISH, 0, 0, True, "0"),
        (ENGLISH, 2.5, 1, False, "2.5"),
        (ENGLISH, 2, 1, False, "2.0"),
        (ENGLISH, -0.04, 1, True, "0.0"),
        (ENGLISH, 0.04, 1, True, "0.0"),
        (ENGLISH, -0.0, 1, False, "0.0"),
        (GERMAN, 1234.25, 2, True, "+1.234,25"),
        (GERMAN, -0.5, 1, False, "−0,5"),
        (FRENCH, 12345, 0, False, "12\N{NARROW NO-BREAK SPACE}345"),
        (POLISH, 12345, 0, False, "12\N{NO-BREAK SPACE}345"),
        (JAPANESE, 12345, 0, False, "12,345"),
        (PSEUDO, 12345, 0, False, "12,345"),
    ],
)
def test_numbers(
    language: Language, number: float, decimals: int, signed: bool, written: str
) -> None:
    assert language.number(number, decimals=decimals, signed=signed) == written


def test_numbers_are_remembered_by_language_and_form() -> None:
    for _ in range(2):
        assert [one.number(1500) for one in (ENGLISH, GERMAN)] == ["1,500", "1.500"]
        assert ENGLISH.number(1500, signed=True) == "+1,500"
        assert ENGLISH.number(1500, decimals=1) == "1,500.0"


@pytest.mark.parametrize(
    ("language", "and_", "or_"),
    [
        (ENGLISH, "Mia, Noa and Kim", "Mia, Noa or Kim"),
        (GERMAN, "Mia, Noa und Kim", "Mia, Noa oder Kim"),
        (Language("es"), "Mia, Noa y Kim", "Mia, Noa o Kim"),
        (Language("pt-BR"), "Mia, Noa e Kim", "Mia, Noa ou Kim"),
        (JAPANESE, "Mia、Noa、Kim", "Mia、Noa、またはKim"),
        (CHINESE, "Mia、Noa和Kim", "Mia、Noa或Kim"),
        (PSEUDO, "Mia, Noa and Kim", "Mia, Noa or Kim"),
    ],
)
def test_lists(language: Language, and_: str, or_: str) -> None:
    names = ["Mia", "Noa", "Kim"]
    assert language.listed(names) == and_
    assert language.listed(names, "or") == or_
    assert language.listed(names[:1]) == "Mia"
    assert language.listed([]) == ""
    assert language.gettext("{names}", names=tuple(names)) == (
        and_ if language != PSEUDO else f"[{and_}]"
    )


@pytest.mark.parametrize(
    ("words", "and_", "or_"),
    [
        (["Domador", "Ilusionista"], "Domador e Ilusionista", "Domador o Ilusionista"),
        (["Mia", "**Íñigo**"], "Mia e **Íñigo**", "Mia o **Íñigo**"),
        (["Mia", "Hielo"], "Mia y Hielo", "Mia o Hielo"),
        (["Mia", "Oto"], "Mia y Oto", "Mia u Oto"),
        (["6", "7", "8–9"], "6, 7 y 8–9", "6, 7 u 8–9"),
        (["10", "11"], "10 y 11", "10 u 11"),
        (["10", "110"], "10 y 110", "10 o 110"),
        (["Mia y Ida", "Ida"], "Mia y Ida e Ida", "Mia y Ida o Ida"),
        (["Ida"], "Ida", "Ida"),
    ],
)
def test_spanish_lists_before_the_same_vowel(words: list[str], and_: str, or_: str) -> None:
    assert Language("es").listed(words) == and_
    assert Language("es").listed(words, "or") == or_


def test_ranks_in_english() -> None:
    ranks = [ENGLISH.ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 1112)]
    assert ranks == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "1,112th")
    ]


@pytest.mark.parametrize("code", ["it", "sv-SE", "uk", "hi", "hu", "cy"])
def test_every_language_has_ranks(code: str) -> None:
    """Italian says 8th otherwise than 7th, Ukrainian 3rd, Welsh nearly each."""
    assert all(str(number) in Language(code).ordinal(number) for number in range(120))


def test_arguments_are_said_in_the_language() -> None:
    inner = Sentence("{number} card", "{number} cards", number=1234)
    outer = Sentence("{who} has {what}.", who="Mia {x}", what=inner)
    assert ENGLISH.say(outer) == "Mia {x} has 1,234 cards."
    assert ENGLISH.say(Sentence("{number} card", many="{number} cards", number=1)) == "1 card"
    assert PSEUDO.say(outer) == "[Mia {x} hás [1,234 çárds].]"
    either = Alternatives((Sentence("Here"), "there", 7))
    assert ENGLISH.gettext("Press {either}.", either=either) == "Press Here, there or 7."
    assert repr(outer) == "Sentence('Mia {x} has 1,234 cards.')"


def test_an_empty_text_stays_empty() -> None:
    """A catalogue's entry for it is the head of the file."""
    assert [language.gettext("") for language in LANGUAGES] == [""] * len(LANGUAGES)


def test_days_are_without_their_year() -> None:
    day = datetime(2026, 11, 21, tzinfo=UTC)
    assert [language_of(code).day(day) for code in ("en", "de", "ja")] == [
        "21 Nov",
        "21. Nov.",
        "11月21日",
    ]


def test_plurals_follow_the_number_and_fill_other_places() -> None:
    for number, said in ((1, "1 card by Mia"), (0, "0 cards by Mia"), (2, "2 cards by Mia")):
        one, many = "{number} card by {name}", "{number} cards by {name}"
        assert ENGLISH.ngettext(one, many, number, name="Mia") == said
        assert ENGLISH.npgettext("in a hand", one, many, number, name="Mia") == said


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("en", "English"),
        ("de", "Deutsch"),
        ("fr", "Français"),
        ("es", "Español"),
        ("pt-BR", "Português (Brasil)"),
        ("pl", "Polski"),
        ("ja", "日本語"),
        ("ko", "한국어"),
        ("zh-CN", "简体中文"),
        ("zh-TW", "繁體中文"),
        ("it", "Italiano"),
        ("en-XA", "[Éñglísh]"),
    ],
)
def test_a_language_is_called_as_its_speakers_do(code: str, name: str) -> None:
    assert Language(code).own_name == name


def test_every_locale_of_discord_has_a_language() -> None:
    found = {locale.value: language_for(locale.value).code for locale in discord.Locale}
    assert {locale: found.pop(locale) for locale in OF_LOCALES} == OF_LOCALES
    # All others are English, but for languages that were added later.
    assert {code for locale, code in found.items() if code != locale} == {"en"}
    assert found["zh-TW"] == found["id"] == "en"


def test_unknown_locales_are_english_and_other_countries_are_not() -> None:
    for locale in ("", "tlh", "zh", "zh-HK", "x-de", "DE"):
        assert language_for(locale) == ENGLISH, locale
    assert language_for("pt-PT").code == "pt-BR"
    assert language_for("de-AT") == GERMAN
    assert language_for("en-XA") == PSEUDO


def test_a_stored_code_that_is_no_longer_offered_is_english() -> None:
    assert [language_of(code) for code in (None, "", "tlh", "de", "en-XA")] == [
        *(ENGLISH, ENGLISH, ENGLISH, GERMAN, PSEUDO)
    ]


def test_threads_share_languages() -> None:
    def write(number: int) -> tuple[str, str, str]:
        language = Language(LANGUAGES[number % len(LANGUAGES)].code)
        return language.number(1234), language.listed("abc"), language.ordinal(2)

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(write, range(200)))
    assert found == [write(number) for number in range(200)]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Hello {name}", "[Hélló {name}]"),
        ("**Turn:** {name}", "[**Túrñ:** {name} ë]"),
        ("# Results", "# [Résúlts]"),
        ("-# small\n\n- one\n- two", "-# [smáll]\n\n- [óñé]\n- [twó]"),
        ("Use `/scout new` here", "[Úsé `/scout new` héré ë]"),
        ("In <#{id}>, <t:{ends}:R>", "[Íñ <#{id}>, <t:{ends}:R>]"),
        ("a < b and b > a", "[á < b áñd b > á ëëë]"),
        ("See https://example.org/page", "[Séé https://example.org/page]"),
        ("{number}", "[{number}]"),
        (" and ", " [áñd] "),
        ("\n", "\n"),
    ],
)
def test_the_pseudo_language_keeps_what_is_no_word(text: str, written: str) -> None:
    assert pseudo(text) == written


def test_the_pseudo_language_is_longer() -> None:
    text = "Choosing hands: nobody is ready."
    assert 1.4 * len(text) <= len(pseudo(text)) <= 1.4 * len(text) + 2


@pytest.mark.parametrize(
    ("code", "number", "said"),
    [("en", -1, "−1 point"), ("fr", -27, "−27 points"), ("pl", -27, "−27 punktów")],
)
def test_a_number_below_zero_has_the_form_of_the_one_above(
    code: str, number: int, said: str
) -> None:
    assert points_counted(language_of(code), number) == said
