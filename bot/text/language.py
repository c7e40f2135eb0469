"""Languages: sentences, numbers, lists and plurals.

One of these methods makes each text for a person. `make messages` finds the English sentences in
their calls and keeps the catalogues in `bot/locales` complete.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from gettext import NullTranslations
from typing import Literal

from babel import Locale
from babel.dates import format_skeleton, format_timedelta, get_day_names
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from bot.text.catalogues import catalogue
from bot.text.pseudo import pseudo

ListStyle = Literal["standard", "or"]
_PSEUDO_CODE = "en-XA"


class Sentence:
    """A sentence whose reader is not known yet: the English text and its arguments.

    With `many`, the plural form of the English text, the form follows the argument `number`.
    """

    def __init__(self, text: str, /, many: str | None = None, **arguments: object) -> None:
        self.text = text
        self.many = many
        self.arguments: Mapping[str, object] = arguments

    def __repr__(self) -> str:
        return f"Sentence({ENGLISH.say(self)!r})"


class Alternatives(tuple[object, ...]):
    """An argument of a text: items to list with "or"."""


def gettext_noop(text: str) -> str:
    """Mark an English text for the catalogues; it is translated where it is shown."""
    return text


def pgettext_noop(context: str, text: str) -> str:
    """As `gettext_noop`, for a text with a context."""
    return text


@dataclass(frozen=True)
class Language:
    """A language by its code as Discord writes it: `de`, `pt-BR`.

    Arguments fill the named places of a text such as "{name} wins!". An integer is written as the
    language writes numbers, a Sentence is said in this language, a tuple is listed with "and",
    Alternatives with "or".
    """

    code: str

    def gettext(self, text: str, /, **arguments: object) -> str:
        """The text in this language."""
        # For an empty text, gettext would return the head of the catalogue.
        return self._filled(self._translations.gettext(text), arguments) if text else ""

    def ngettext(self, one: str, many: str, number: int, /, **arguments: object) -> str:
        """The plural form of the text for this number, which fills the place `{number}`.

        A negative number gets the form of its absolute value, which gettext's rules expect.
        """
        text = self._translations.ngettext(one, many, abs(number))
        return self._filled(text, {"number": number, **arguments})

    def pgettext(self, context: str, text: str, /, **arguments: object) -> str:
        """The text in this language, with a context for an English word with several meanings."""
        return self._filled(self._translations.pgettext(context, text), arguments)

    def npgettext(
        self, context: str, one: str, many: str, number: int, /, **arguments: object
    ) -> str:
        """`ngettext` with the context of `pgettext`."""
        text = self._translations.npgettext(context, one, many, abs(number))
        return self._filled(text, {"number": number, **arguments})

    def say(self, sentence: Sentence) -> str:
        if sentence.many is None:
            return self.gettext(sentence.text, **sentence.arguments)
        number = sentence.arguments["number"]
        assert isinstance(number, int)
        return self.ngettext(sentence.text, sentence.many, number, **sentence.arguments)

    def number(self, number: float, *, decimals: int = 0, signed: bool = False) -> str:
        """The number as this language writes it, with a real minus sign."""
        return _number(self.code, number, decimals, signed)

    def percent(self, share: float) -> str:
        """A share from 0 to 1 as a whole percentage: `46%`, in other languages `46 %`."""
        return format_percent(share, locale=self.locale)

    def ordinal(self, number: int) -> str:
        """A rank: `1st`, `2nd`, `11th`; in other languages `1.` or `第1名`."""
        text = _ORDINALS.get(self.locale.ordinal_form(number), _ORDINALS["other"])
        return self.pgettext("rank", text, number=number)

    def day(self, time: datetime) -> str:
        """The day without its year: `21 Nov`, `11月21日`."""
        return format_skeleton("MMMd", time, locale=self.locale)

    def ahead(self, time: timedelta) -> str:
        """A time from now: `in 2 hours`, `2時間後`."""
        return format_timedelta(time, add_direction=True, locale=self.locale)

    def weekday(self, day: int, *, short: bool = False) -> str:
        """A day of the week, counted from Monday, 0, as it stands alone."""
        width: Literal["abbreviated", "wide"] = "abbreviated" if short else "wide"
        return str(get_day_names(width, "stand-alone", self.locale)[day])

    def listed(self, words: Iterable[str], style: ListStyle = "standard") -> str:
        """`Mia`, `Mia and Noa`, `Mia, Noa and Kim`."""
        items = list(words)
        text = format_list(items, style, self.locale)
        if self.code != "es" or len(items) < 2:
            return text
        # Babel does not know that Spanish says "e" and "u" before the same vowel.
        word, other, vowel = _SPANISH[style]
        last = items[-1]
        return f"{text.removesuffix(word + last)}{other}{last}" if vowel.match(last) else text

    @cached_property
    def locale(self) -> Locale:
        """Babel's data of this language."""
        # International English has no comma before "and".
        is_english = self in (ENGLISH, PSEUDO)
        return Locale.parse("en-001" if is_english else self.code, sep="-")

    @property
    def own_name(self) -> str:
        """Its name in itself: `Deutsch`."""
        if self == PSEUDO:
            return pseudo("English")
        locale = Locale.parse(self.code, sep="-")
        by_script = locale.languages.get(f"{locale.language}_{locale.script}")
        name = by_script or locale.get_display_name() or self.code
        return name[0].upper() + name[1:]

    @cached_property
    def _translations(self) -> NullTranslations:
        return catalogue(self.code)

    def _filled(self, text: str, arguments: Mapping[str, object]) -> str:
        if self.code == _PSEUDO_CODE:
            text = pseudo(text)
        if "{" not in text:
            return text
        written = dict(arguments)
        for name, value in arguments.items():
            # Most are texts: a call for each of them would be slow.
            if type(value) is not str:
                written[name] = self._written(value)
        return text.format_map(written)

    def _written(self, value: object) -> str:
        if isinstance(value, Sentence):
            return self.say(value)
        if isinstance(value, tuple):
            style: ListStyle = "or" if isinstance(value, Alternatives) else "standard"
            return self.listed(map(self._written, value), style)
        return _number(self.code, value, 0, False) if isinstance(value, int) else str(value)


ENGLISH = Language("en")
PSEUDO = Language(_PSEUDO_CODE)
"""English with accents, longer and in brackets, which shows what is not translated."""
LANGUAGES = (
    ENGLISH,
    Language("de"),
    Language("fr"),
    Language("es"),
    Language("pt-BR"),
    Language("pl"),
    Language("ja"),
    Language("ko"),
    Language("zh-CN"),
)
"""The languages that members and servers can choose."""
_BY_CODE = {language.code: language for language in (*LANGUAGES, PSEUDO)}
_ORDINALS = {
    "one": pgettext_noop("rank", "{number}st"),
    "two": pgettext_noop("rank", "{number}nd"),
    "few": pgettext_noop("rank", "{number}rd"),
    "other": pgettext_noop("rank", "{number}th"),
}
"""By the ordinal form of a number in its language."""
_SPANISH: Mapping[ListStyle, tuple[str, str, re.Pattern[str]]] = {
    "standard": (" y ", " e ", re.compile(r"[*_]*(?:[ií]|h[ií](?![ae]))", re.IGNORECASE)),
    "or": (" o ", " u ", re.compile(r"[*_]*(?:h?[oó]|8|11(?!\d))", re.IGNORECASE)),
}
"""The word before the last item of a list, what replaces it, and before which items: "7 u 8"."""


def language_of(code: str | None, otherwise: str | None = None) -> Language:
    """The language with this code, or with the code `otherwise`; English if neither is known.

    Codes of newer versions, or of languages that were removed, are not known.
    """
    return _BY_CODE.get(code or "") or _BY_CODE.get(otherwise or "", ENGLISH)


@lru_cache(maxsize=64)
def language_for(locale: str) -> Language:
    """The language for a locale of Discord's: `en-GB`, `es-419`, `zh-TW`.

    Another country's form of a language is better than English, but not another script.
    """
    if locale in _BY_CODE:
        return _BY_CODE[locale]
    language = locale.partition("-")[0]
    if language == "zh":
        return ENGLISH
    return next((one for one in LANGUAGES if one.code.partition("-")[0] == language), ENGLISH)


def load_catalogues() -> None:
    """Read all catalogues in advance, so that no press waits for one."""
    for language in LANGUAGES:
        _ = language._translations


@lru_cache(maxsize=4096)
def _number(code: str, number: float, decimals: int, signed: bool) -> str:
    """Cached, since Babel needs 8 µs for a number, and few numbers are frequent."""
    # Without the sign of a number that is zero once it is rounded.
    number = round(number, decimals) or 0
    digits = f"#,##0.{'0' * decimals}" if decimals else "#,##0"
    written = format_decimal(number, digits, locale=Language(code).locale)
    written = written.replace("-", "\N{MINUS SIGN}")
    return f"+{written}" if signed and number > 0 else written
