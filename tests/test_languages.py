"""Everything that members read goes through the catalogues."""

import re
from pathlib import Path

import pytest

from bot.text.catalogues import LOCALES, catalogue
from bot.text.language import LANGUAGES, Language
from tests.tools.list_sentences import ROOT
from tests.tools.messages.__main__ import bring_up_to_date, main as check_messages
from tests.tools.messages.catalogues import path_of
from tests.tools.untranslated import KEPT, main, outside_catalogues, untranslated

SOURCE = '''
"""Shows what a member reads."""

_BACK = gettext_noop("Go back")
_log.info("a line of the log")


def shown(language: Language, name: str, cards: int) -> str:
    """A docstring of words."""
    assert name, "for programmers alone"
    if cards < 0:
        raise ValueError("Less than nothing.")
    many = language.ngettext("{number} card left", "{number} cards left", cards)
    said = language.pgettext("a verb", "Show it", name=f"{name} is here")
    refused = Sentence("Nothing to show", many="Nothing at all")
    built = language.gettext(f"{name} has {cards} cards")
    picked = language.gettext("This one" if cards else "That one")
    return language.gettext("Well, {name}", name="my friend") + " and more"
'''


def test_only_literals_of_the_catalogues_are_translated(tmp_path: Path) -> None:
    (tmp_path / "bot/ui").mkdir(parents=True)
    (tmp_path / "bot/ui/shown.py").write_text(SOURCE, encoding="utf-8")
    assert [one.text for one in untranslated(tmp_path)] == [
        "{name} is here",
        "{name} has {cards} cards",
        "This one",
        "That one",
        "my friend",
        " and more",
    ]


@pytest.mark.slow  # reads the whole project
def test_no_english_is_outside_the_catalogues() -> None:
    """`python -m tests.tools.untranslated` lists it; KEPT there has what stays, with reasons."""
    found = list(outside_catalogues())
    assert [one for one in found if not any(kept.covers(one) for kept in KEPT)] == []
    assert [kept for kept in KEPT if not any(map(kept.covers, found))] == []


@pytest.mark.slow  # reads the whole project
def test_the_list_counts_by_module(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot/ui/views/elements.py"]) in (0, 1)
    assert capsys.readouterr().out.endswith(" in all\n")


@pytest.mark.slow  # reads the whole project
def test_the_catalogues_are_complete_and_right(capsys: pytest.CaptureFixture[str]) -> None:
    """`make messages` brings them up to date and prints the same."""
    status = check_messages(["--check"])
    assert capsys.readouterr().out.strip() == ""
    assert status == 0


def test_korean_calls_no_reader_by_a_word_for_the_bot_itself() -> None:
    """나 is "I": a reader's own things are 내, as on buttons, and "you" is left out."""
    written = path_of(Language("ko"), LOCALES).read_text(encoding="utf-8")
    assert re.findall(r'.*[ "(](?:나[는를도]|나에게만?|나와|내가) .*', written) == []


@pytest.mark.slow  # reads the whole project
def test_a_language_is_one_file_and_one_entry_of_a_list(tmp_path: Path) -> None:
    """With no other change, a member reads numbers, lists and translated sentences."""
    locales, finnish = tmp_path / "bot/locales", Language("fi")
    assert finnish not in LANGUAGES
    faults = list(bring_up_to_date(ROOT, locales, [finnish]))
    path = locales / "fi/LC_MESSAGES/scout.po"
    written = path.read_text(encoding="utf-8")
    missing = [one for one in faults if one.kind == "missing" and "/fi/" in one.where]
    assert len(missing) == written.count("\nmsgid ") - 1 > 100
    rank = 'msgctxt "rank"\nmsgid "{number}th"\nmsgstr "'
    path.write_text(written.replace(rank, rank + "{number}."), encoding="utf-8")
    assert catalogue("fi", locales).pgettext("rank", "{number}th") == "{number}."
    assert finnish.own_name == "Suomi"
    assert finnish.number(1234) == "1\N{NO-BREAK SPACE}234"
    assert finnish.listed(["Mia", "Noa"]) == "Mia ja Noa"
