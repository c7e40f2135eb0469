"""Bring the catalogues up to date and check them: `make messages`.

Finds the English sentences in the source, merges them into `bot/locales/*/LC_MESSAGES/scout.po`,
and prints what is wrong: of a sentence in the source, or of its translation. A translation is kept;
that of a sentence that is gone is dropped, and a changed sentence is marked as fuzzy until a
translator has looked at its translation. The exit status is 1 if anything is wrong.

`--check` changes no file, and says which ones are out of date.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import PoFileError

from bot.text.catalogues import LOCALES
from bot.text.language import ENGLISH, LANGUAGES, Language
from tests.tools.list_sentences import ROOT
from tests.tools.messages.catalogues import merged, parsed, path_of, template_of
from tests.tools.messages.checks import check
from tests.tools.messages.extraction import Fault, extract


def bring_up_to_date(
    root: Path = ROOT,
    locales: Path = LOCALES,
    languages: Sequence[Language] = LANGUAGES,
    *,
    write: bool = True,
) -> Iterator[Fault]:
    """Merge the sentences into each language's file; returns what is wrong."""
    messages, faults = extract(root)
    yield from faults
    template = template_of(messages)
    others = [language for language in languages if language != ENGLISH]
    for language in others:
        yield from _one(language, template, locales, write=write)
    known = {path_of(language, locales) for language in others}
    for path in sorted(locales.glob("*/LC_MESSAGES/*.po")):
        if path not in known:
            yield Fault(str(path), "language", "it is not in LANGUAGES of bot/text/language.py")


def _one(language: Language, template: Catalog, locales: Path, *, write: bool) -> Iterator[Fault]:
    path = path_of(language, locales)
    before = path.read_text(encoding="utf-8") if path.exists() else None
    name = path.relative_to(locales.parent.parent).as_posix()
    try:
        after = merged(before, template, language)
    except PoFileError as error:
        yield Fault(f"{name}:{error.lineno + 1}", "broken", f"no line of a .po file: {error}")
        return
    if write and after != before:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(after, encoding="utf-8")
    elif after != before:
        yield Fault(name, "out of date", "`make messages` would change it")
    yield from check(parsed(after, language), name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.messages", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change no file")
    options = parser.parse_args(arguments)
    faults = list(bring_up_to_date(write=not options.check))
    for fault in faults:
        print(fault)
    counts = Counter((fault.where.partition(":")[0], fault.kind) for fault in faults)
    print(*(f"{count:5} {kind} {path}" for (path, kind), count in counts.items()), sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
