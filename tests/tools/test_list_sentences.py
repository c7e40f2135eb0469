"""The list of sentences has the texts that are read, and nothing else."""

from pathlib import Path

import pytest

from tests.tools.list_sentences import main, sentences

SOURCE = '''
"""A docstring with several words."""
import logging
import re
from enum import StrEnum

_log = logging.getLogger("a logger")
_FORM = re.compile("some words here")
__all__ = ["Button"]
LABELS = {"a key of words": "Take a seat", "key": "Join"}


class Verb(StrEnum):
    """Another docstring of words."""

    JOIN = "not read by anybody"


def talk(name: "Verb and more", cards: int, when: str = "Now or never") -> str:
    _log.info("a line of the log")
    if name == "some long key":
        raise ValueError("For programmers only.")
    noun = "card" if cards == 1 else "cards"
    return f"**{name}** has {cards} {noun}: {'none of them' if cards else LABELS['a key']}."
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for room in ("bot/ui/views", "engine"):
        (tmp_path / room).mkdir(parents=True)
    (tmp_path / "bot/ui/views/talk.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def listed(project: Path, *, words: bool) -> list[str]:
    return [found.text for found in sentences(project, words=words)]


def test_only_what_is_read_is_listed(project: Path) -> None:
    assert listed(project, words=False) == [
        "Take a seat",
        "Join",
        "Now or never",
        "**{name}** has {cards} {noun}: {'none of them' if cards else LABELS['a key']}.",
        "none of them",
    ]


def test_single_words_are_listed_if_asked(project: Path) -> None:
    more = set(listed(project, words=True)) - set(listed(project, words=False))
    assert more == {"card", "cards"}


def test_file_and_line_are_named(project: Path) -> None:
    first = next(sentences(project))
    assert (first.path, first.line) == ("bot/ui/views/talk.py", 10)


@pytest.mark.long
@pytest.mark.slow  # reads the whole project
def test_sentences_of_this_project_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    for sentence in (
        "You have no seat at this table. Press **{join}** to take one.",
        "Your turn: show",
        "Turn limit: {duration}.",
    ):
        assert sentence in shown
