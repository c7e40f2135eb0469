"""Checks the translations of a catalogue."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from gettext import c2py
from string import Formatter

from babel.messages.catalog import Catalog, Message

from tests.tools.messages.extraction import Fault, letters_over

_CODE = re.compile(r"`[^`]*`|https?://[^\s)>]+|<[^<>\s]*>")
"""Matches commands, addresses, and Discord's mentions and times."""
_PAIRED = ("**", "__", "~~", "||", "`", "*")
_BUTTON = re.compile(r"[Pp]ress(?:es)? \*\*([^*{}]+)\*\*")
_BEGINS = re.compile(r"(?:#{1,3} |-# |> |- |\d+\. )?")
"""Matches a heading, small print, a quotation or an item of a list."""
_ANY_NUMBERS = range(1000)


def check(catalog: Catalog, path: str) -> Iterator[Fault]:
    """List all that is wrong, in the order of the file."""
    labels: defaultdict[str, set[str]] = defaultdict(set)
    for message in catalog:
        if message.id and message.string:
            labels[_english(message)[0]].add(_translated(message)[0])
    for message in catalog:
        if message.id:
            for kind, what in (*_of_message(message, catalog), *_buttons(message, labels)):
                yield Fault(f"{path}:{message.lineno}", kind, what, _english(message)[-1])


def _buttons(message: Message, labels: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """A sentence that says what to press has to name the button as it is."""
    for name in _BUTTON.findall(_english(message)[-1]):
        called = labels.get(name, set())
        for form in filter(None, _translated(message)):
            if called and not any(f"**{label}**" in form for label in called):
                yield "button", f"**{name}** is called {sorted(called)}, not as in {form!r}"


def _english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _translated(message: Message) -> tuple[str, ...]:
    forms = message.string or ""
    return (forms,) if isinstance(forms, str) else tuple(forms)


def _of_message(message: Message, catalog: Catalog) -> Iterator[tuple[str, str]]:
    english, forms = _english(message), _translated(message)
    if not any(forms):
        yield "missing", "it has no translation"
    elif message.fuzzy:
        yield "fuzzy", "it is of a similar sentence: correct it, then delete the word fuzzy"
    elif not all(forms):
        yield "plural", f"{forms.count('')} of its {len(forms)} forms are empty"
    else:
        for at, form in enumerate(forms):
            only_one = len(english) > 1 and _is_of_one_number(at, catalog.plural_expr)
            for kind, what in _of_form(form, english, only_one=only_one):
                yield kind, f"{what} in {form!r}"
            if (over := letters_over(form, message.auto_comments)) > 0:
                yield "too long", f"by {over} letters: {form!r}"


def _is_of_one_number(form: int, rule: str) -> bool:
    """Whether only one number has this form, so that a word can replace it."""
    plural = c2py(rule)
    return sum(plural(number) == form for number in _ANY_NUMBERS) == 1


def _of_form(form: str, english: tuple[str, ...], *, only_one: bool) -> Iterator[tuple[str, str]]:
    source = english[-1]
    yield from _places(form, english, only_one=only_one)
    for mark in _PAIRED:
        if form.count(mark) not in [text.count(mark) for text in english]:
            yield (
                "markdown",
                f"{mark} stands there {form.count(mark)}, not {source.count(mark)} times",
            )
    changed = Counter(_CODE.findall(form)) - Counter(_CODE.findall(source))
    lost = Counter(_CODE.findall(source)) - Counter(_CODE.findall(form))
    if changed or lost:
        yield "code", f"{[*lost]} has to stay, not {[*changed]}"
    if _lines(form) != _lines(source):
        yield "lines", f"its lines begin with {_lines(form)}, not {_lines(source)}"
    if (form[:1].isspace(), form[-1:].isspace()) != (source[:1].isspace(), source[-1:].isspace()):
        yield "spaces", "they begin or end it otherwise"


def _places(form: str, english: tuple[str, ...], *, only_one: bool) -> Iterator[tuple[str, str]]:
    """Check the named places: all those of the English sentence, and no other.

    `{number}` is known in every plural form, and a form of one number alone can leave it out.
    """
    try:
        found = _names(form)
    except ValueError as error:
        yield "places", f"braces: {error}"
        return
    allowed = set().union(*map(_names, english)) | ({"number"} if len(english) > 1 else set())
    needed = _names(english[-1]) - ({"number"} if only_one else set())
    if wrong := found - allowed:
        yield "places", f"there is no {sorted(wrong)}"
    if lost := needed - found:
        yield "places", f"{sorted(lost)} is lost"


def _names(text: str) -> set[str]:
    """The whole text of each place, with its conversion and format, if any."""
    return {
        f"{name}{'!' + conversion if conversion else ''}{':' + form if form else ''}"
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    }


def _lines(text: str) -> list[str]:
    """The mark that each line begins with; empty lines are kept."""
    return [_BEGINS.match(line)[0] if line else "(empty)" for line in text.split("\n")]  # type: ignore[index]
