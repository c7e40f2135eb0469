"""Catalogues are compiled from the newest source, and kept where they can be."""

import os
import sys
from pathlib import Path

import pytest

from bot.text.catalogues import catalogue, compiled

PLURALS = {
    "ja": "nplurals=1; plural=0;",
    "fr": "nplurals=2; plural=(n > 1);",
    "pl": (
        "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    ),
}


def source(code: str, *forms: str) -> str:
    """A .po file with one sentence."""
    head = f"Language: {code}\\nPlural-Forms: {PLURALS[code]}\\n"
    entries = [
        f'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n{head}"\n',
        'msgid "{number} card"\nmsgid_plural "{number} cards"',
        *(f'msgstr[{at}] "{form}"' for at, form in enumerate(forms)),
    ]
    return "\n".join(entries)


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Polish source in a folder of its own, whose compiled file may be kept."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return written(tmp_path, "pl", "jedna karta", "{number} karty", "{number} kart")


def written(locales: Path, code: str, *forms: str) -> Path:
    path = locales / code / "LC_MESSAGES/scout.po"
    path.parent.mkdir(parents=True)
    path.write_text(source(code, *forms), encoding="utf-8")
    return path


def said(locales: Path, code: str, *numbers: int) -> list[str]:
    found = catalogue(code, locales)
    return [found.ngettext("{number} card", "{number} cards", number) for number in numbers]


def test_every_number_has_its_form(tmp_path: Path, polish: Path) -> None:
    assert said(tmp_path, "pl", 1) == ["jedna karta"]
    assert said(tmp_path, "pl", 2, 4, 22, 104) == ["{number} karty"] * 4
    assert said(tmp_path, "pl", 0, 5, 11, 12, 21, 112) == ["{number} kart"] * 6
    written(tmp_path, "ja", "カード{number}枚")
    assert said(tmp_path, "ja", 0, 1, 2) == ["カード{number}枚"] * 3
    written(tmp_path, "fr", "{number} carte", "{number} cartes")
    assert said(tmp_path, "fr", 0, 1, 2) == ["{number} carte"] * 2 + ["{number} cartes"]


def test_a_language_without_a_catalogue_stays_english(tmp_path: Path) -> None:
    assert said(tmp_path, "pl", 1, 2) == ["{number} card", "{number} cards"]
    written(tmp_path, "pl", "", "", "")
    assert said(tmp_path, "pl", 1, 2) == ["{number} card", "{number} cards"]
    written(tmp_path, "ja", "")
    assert said(tmp_path, "ja", 1, 2) == ["{number} card", "{number} cards"]


def test_what_was_compiled_is_read_again(tmp_path: Path, polish: Path) -> None:
    kept = polish.with_suffix(".mo")
    said(tmp_path, "pl", 1)
    assert [path.name for path in sorted(polish.parent.iterdir())] == ["scout.mo", "scout.po"]
    assert kept.read_bytes() == compiled(polish.read_bytes())
    before = kept.stat().st_mtime_ns
    assert said(tmp_path, "pl", 1) == ["jedna karta"]
    assert kept.stat().st_mtime_ns == before
    # As in a wheel, which has no source.
    polish.unlink()
    assert said(tmp_path, "pl", 1) == ["jedna karta"]


def test_an_outdated_file_is_never_read(tmp_path: Path, polish: Path) -> None:
    """Not even if its source, which came by rsync for example, has an older date."""
    said(tmp_path, "pl", 1)
    polish.write_text(source("pl", "karta", "{number} karty", "{number} kart"), encoding="utf-8")
    os.utime(polish, (0, 0))
    assert said(tmp_path, "pl", 1) == ["karta"]
    assert polish.with_suffix(".mo").read_bytes() == compiled(polish.read_bytes())


def test_a_damaged_file_is_compiled_again(tmp_path: Path, polish: Path) -> None:
    polish.with_suffix(".mo").write_bytes(compiled(polish.read_bytes())[:100])
    assert said(tmp_path, "pl", 1) == ["jedna karta"]


def test_nothing_is_kept_where_python_keeps_nothing(
    tmp_path: Path, polish: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert said(tmp_path, "pl", 1) == ["jedna karta"]
    assert not polish.with_suffix(".mo").exists()


def test_a_folder_that_cannot_be_written_to_does_not_matter(tmp_path: Path, polish: Path) -> None:
    (polish.with_suffix(".mo") / "in the way").mkdir(parents=True)
    assert said(tmp_path, "pl", 1) == ["jedna karta"]
    assert [path.name for path in sorted(polish.parent.iterdir())] == ["scout.mo", "scout.po"]
