"""Read, merge and write the catalogues: one .po file a language.

A file says nothing that changes by itself, such as a date or the number of a line, so that a change
of it shows what a translator changed.
"""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.text.catalogues import DOMAIN
from bot.text.language import Language
from tests.tools.messages.extraction import Found

_WIDTH = 100
_TERMS = (
    *("Show", "Scout", "Scout & Show", "Active Set", "run", "match", "set", "beat", "hand"),
    *("position", "flip", "pile", "Scout chip", "token", "round", "start player", "seat"),
    *("table", "host", "computer", "points", "daily deal", "deal", "par", "streak", "puzzle"),
    *("practice", "board"),
)
"""The game's own words, for the glossary at the head of a file."""


def path_of(language: Language, locales: Path) -> Path:
    return locales / language.code.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"


def template_of(messages: Iterable[Found]) -> Catalog:
    """All sentences without translations, in the order of the source."""
    template = Catalog()
    for one in messages:
        template.add(
            one.text if one.many is None else (one.text, one.many),
            locations=[(one.path, one.line)],
            auto_comments=[f"Translators: {comment}" for comment in one.comments],
            context=one.context,
        )
    return template


def parsed(source: str, language: Language) -> Catalog:
    """Read the catalogue in a .po file; raises PoFileError."""
    locale = Locale.parse(language.code, sep="-")
    return read_po(
        BytesIO(source.encode()), locale=locale, ignore_obsolete=True, abort_invalid=True
    )


def merged(source: str | None, template: Catalog, language: Language) -> str:
    """Merge the file, so that it has the template's sentences and no other; None begins a new one.

    A sentence that has changed keeps its translation, marked as fuzzy.
    """
    catalog = parsed(source or "", language)
    changed = _changed(catalog, template)
    catalog.update(template, no_fuzzy_matching=True)
    for message in changed:
        found = catalog.get(message.id, message.context)
        if message.id and any(message.string or "") and found:
            found.string = message.string
            found.flags.add("fuzzy")
    for message in catalog:
        message.flags &= {"fuzzy"}
    written = BytesIO()
    write_po(written, catalog, _WIDTH, omit_header=True, ignore_obsolete=True, include_lineno=False)
    return f"{_head(source, language)}\n{_header(catalog, language)}\n{written.getvalue().decode()}"


def _changed(catalog: Catalog, template: Catalog) -> Catalog:
    """The new sentences, with the translation of the most similar one that is gone."""
    changed, new = Catalog(catalog.locale), Catalog()
    for source, other, target in ((catalog, template, changed), (template, catalog, new)):
        for message in source:
            if message.id and other.get(message.id, message.context) is None:
                target[message.id] = message.clone()
    changed.update(new)
    return changed


def _head(source: str | None, language: Language) -> str:
    """The comment at the top, which belongs to the translators."""
    if source is None:
        return _new_head(language)
    lines = source.splitlines()
    return "\n".join(lines[: next(at for at, line in enumerate(lines) if line[:1] != "#")])


def _new_head(language: Language) -> str:
    name = Locale.parse(language.code, sep="-").get_display_name("en")
    lines = (
        f"{name}: what members read.",
        "docs/languages.md says how to correct it, and `make messages` what is wrong.",
        "",
        "Glossary:",
        *(f"  {term} = " for term in _TERMS),
        "",
    )
    return "\n".join(f"# {line}".rstrip() for line in lines)


def _header(catalog: Catalog, language: Language) -> str:
    fields = (
        f"Language: {language.code.replace('-', '_')}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {catalog.plural_forms}",
    )
    lines = "".join(f'"{field}\\n"\n' for field in fields)
    return f'msgid ""\nmsgstr ""\n{lines}'
