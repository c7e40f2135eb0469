"""`make messages` keeps the catalogues complete, and says what is wrong with them."""

from pathlib import Path

import pytest

from bot.text.language import ENGLISH, Language
from tests.tools.messages.__main__ import bring_up_to_date
from tests.tools.messages.extraction import Fault, of_source

POLISH, GERMAN, JAPANESE = Language("pl"), Language("de"), Language("ja")
SOURCE = """
# Translators: a button, at most 12 letters.
BACK = gettext_noop("Go back")


def shown(language, name, cards, found):
    # Translators: below the title of the table,
    # where it is narrow.
    title = language.gettext("**{name}** beats `/scout new`:\\n- all", name=name)
    nested = f(language.gettext("Inner", x=g(language.pgettext("verb", "Show"))))
    language.gettext(BACK)
    language.gettext(found.text)
    raise TableError(made(language))
    return language.ngettext(
        # Translators: in a list.
        "{number} card", "{number} cards", cards
    )
"""
HEAD = """# Polish: for translators.
# Glossary: Show = Show
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8"

"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "bot/ui").mkdir(parents=True)
    (tmp_path / "bot/ui/shown.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def file_of(project: Path, language: Language) -> Path:
    return project / "bot/locales" / language.code / "LC_MESSAGES/scout.po"


def messages(project: Path, *languages: Language, write: bool = True) -> list[Fault]:
    """The faults of a project after its catalogues were brought up to date."""
    return list(
        bring_up_to_date(project, project / "bot/locales", (ENGLISH, *languages), write=write)
    )


def translated(project: Path, **entries: str) -> list[tuple[str, str]]:
    """The faults of Polish translations; the keyword begins the English sentence."""
    path = file_of(project, POLISH)
    messages(project, POLISH)
    source = path.read_text(encoding="utf-8")
    blocks = source.split("\n\n")
    for start, entry in entries.items():
        (at,) = (at for at, block in enumerate(blocks) if start in block.replace(" ", "_"))
        blocks[at] = blocks[at][: blocks[at].index("msgstr")] + entry
    path.write_text("\n\n".join(blocks), encoding="utf-8")
    faults = messages(project, POLISH)
    return [(one.kind, one.what) for one in faults if one.kind != "missing"]


def test_sentences_are_found_with_their_comments() -> None:
    found, faults = of_source("a.py", SOURCE)
    assert [(one.context, one.text, one.many, one.comments) for one in found] == [
        (None, "Go back", None, ("a button, at most 12 letters.",)),
        (
            *(None, "**{name}** beats `/scout new`:\n- all", None),
            ("below the title of the table, where it is narrow.",),
        ),
        (None, "Inner", None, ()),
        ("verb", "Show", None, ()),
        (None, "{number} card", "{number} cards", ("in a list.",)),
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ('language.gettext(f"{name} wins")', "no literal"),
        ('language.gettext("Yes" if won else "No")', "no literal"),
        ('language.gettext("Round " + number)', "no literal"),
        ("language.gettext(words(name))", "no literal"),
        ('language.pgettext(_CONTEXT, "Show")', "no literal"),
        ('language.ngettext("{number} card", many, 2)', "no literal"),
        ("# Translators: of nothing\nx = 1", "comment"),
    ],
)
def test_no_sentence_is_overlooked(call: str, kind: str) -> None:
    found, faults = of_source("a.py", call)
    assert found == []
    assert [fault.kind for fault in faults] == [kind]


def test_a_sentence_with_two_plurals_is_a_fault(project: Path) -> None:
    two = 'Sentence("{number} card", many="{number} karten", number=2)\n'
    (project / "bot/ui/two.py").write_text(two, encoding="utf-8")
    assert messages(project) == [
        Fault(
            "bot/ui/two.py:1", "plural", "has another plural at bot/ui/shown.py:14", "{number} card"
        )
    ]


def test_english_longer_than_it_may_be_is_a_fault(project: Path) -> None:
    long = '# Translators: at most 5 letters\nSentence("{name} wins", name="Mia")\n'
    (project / "bot/ui/long.py").write_text(long + long.replace("wins", "has won"), "utf-8")
    assert [(one.kind, one.text) for one in messages(project)] == [("too long", "{name} has won")]


def test_what_discord_says_of_a_command_has_a_limit(project: Path) -> None:
    call = 'CommandText("{}")'
    (found,), _ = of_source("a.py", call.format("x" * 100))
    assert found.comments == ("at most 100 letters",)
    (project / "bot/ui/long.py").write_text(call.format("x" * 101), "utf-8")
    assert [(one.kind, one.text) for one in messages(project)] == [("too long", "x" * 101)]


def test_a_new_language_has_all_sentences_and_a_glossary(project: Path) -> None:
    faults = messages(project, POLISH)
    assert {one.kind for one in faults} == {"missing"}
    written = file_of(project, POLISH).read_text(encoding="utf-8")
    line = written.splitlines().index('msgid "Go back"') + 1
    assert faults[0].where == f"bot/locales/pl/LC_MESSAGES/scout.po:{line}"
    assert written.startswith("# Polish: what members read.\n")
    assert "#   Scout & Show =\n" in written
    assert "nplurals=3" in written
    assert (
        "#. Translators: a button, at most 12 letters.\n"
        '#: bot/ui/shown.py\nmsgid "Go back"\nmsgstr ""\n'
    ) in written
    assert 'msgid_plural "{number} cards"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n' in written


def test_translations_and_the_head_are_kept(project: Path) -> None:
    path = file_of(project, POLISH)
    path.parent.mkdir(parents=True)
    kept = '# from a reader\nmsgctxt "verb"\nmsgid "Show"\nmsgstr "Pokaż"\n'
    gone = '\nmsgid "Completely forgotten words"\nmsgstr "Zapomniane"\n'
    path.write_text(HEAD + kept + gone, encoding="utf-8")
    messages(project, POLISH)
    written = path.read_text(encoding="utf-8")
    assert written.startswith("# Polish: for translators.\n# Glossary: Show = Show\nmsgid")
    assert (
        '# from a reader\n#: bot/ui/shown.py\nmsgctxt "verb"\nmsgid "Show"\nmsgstr "Pokaż"'
        in written
    )
    assert "Zapomniane" not in written
    # And nothing changes by itself, though the lines of the source do.
    source = project / "bot/ui/shown.py"
    source.write_text("\n\n" + source.read_text(encoding="utf-8"), encoding="utf-8")
    messages(project, POLISH)
    assert path.read_text(encoding="utf-8") == written


def test_a_changed_sentence_is_fuzzy(project: Path) -> None:
    assert translated(project, Go_back='msgstr "Wróć"') == []
    source = project / "bot/ui/shown.py"
    source.write_text(SOURCE.replace("Go back", "Go back!"), encoding="utf-8")
    faults = [one for one in messages(project, POLISH) if one.kind != "missing"]
    assert [(one.kind, one.text) for one in faults] == [("fuzzy", "Go back!")]
    assert '#, fuzzy\nmsgid "Go back!"\nmsgstr "Wróć"' in file_of(project, POLISH).read_text(
        "utf-8"
    )


def test_a_new_sentence_has_no_translation_of_one_that_stays(project: Path) -> None:
    assert translated(project, Go_back='msgstr "Wróć"') == []
    more = SOURCE.replace("def shown", 'SIMILAR = gettext_noop("Go back!")\n\n\ndef shown')
    (project / "bot/ui/shown.py").write_text(more, encoding="utf-8")
    assert {one.kind for one in messages(project, POLISH)} == {"missing"}


def test_looking_changes_no_file(project: Path) -> None:
    faults = messages(project, POLISH, write=False)
    assert faults[0].kind == "out of date"
    assert not file_of(project, POLISH).exists()
    messages(project, POLISH)
    assert "out of date" not in {one.kind for one in messages(project, POLISH, write=False)}


TITLE = "beats_`/scout"
GOOD = '"**{name}** bije `/scout new`:\\n"\n"- wszystko"'
PLURAL = ('msgstr[0] "karta"', 'msgstr[1] "{number} karty"', 'msgstr[2] "{number} kart"')


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "entry", "kind"),
    [
        (TITLE, f"msgstr {GOOD}", None),
        (TITLE, f"msgstr {GOOD.replace('{name}', '{imię}')}", "places"),
        (TITLE, f"msgstr {GOOD.replace('{name}', 'Mia')}", "places"),
        (TITLE, f"msgstr {GOOD.replace('{name}', '{name')}", "places"),
        (TITLE, f"msgstr {GOOD.replace('}**', '}')}", "markdown"),
        (TITLE, f"msgstr {GOOD.replace('**', '')}", "markdown"),
        (TITLE, f"msgstr {GOOD.replace('new', 'nowy')}", "code"),
        (TITLE, f"msgstr {GOOD.replace('/scout new', 'scout')}", "code"),
        (TITLE, f"msgstr {GOOD.replace(':', '').replace('- ', '')}", "lines"),
        (TITLE, f"msgstr {GOOD.replace(chr(92) + 'n', ' ')}", "lines"),
        (TITLE, f"msgstr {GOOD.replace('wszystko', 'wszystko ')}", "spaces"),
        ("Go_back", 'msgstr "Trzynaście li"', "too long"),
        ("Go_back", 'msgstr "Dwanaście li"', None),
        ("cards", "\n".join(PLURAL), None),
        ("cards", "\n".join(PLURAL[:2]), "plural"),
        ("cards", "\n".join((PLURAL[0], 'msgstr[1] "karty"', PLURAL[2])), "places"),
    ],
)
def test_translations_are_checked(project: Path, start: str, entry: str, kind: str | None) -> None:
    faults = translated(project, **{start: entry})
    assert {one for one, _ in faults} == ({kind} if kind else set()), faults


@pytest.mark.parametrize(("said", "kinds"), [("Wróć", set()), ("Cofnij", {"button"})])
def test_a_button_is_named_as_it_is(project: Path, said: str, kinds: set[str]) -> None:
    more = SOURCE + '\nHOW = gettext_noop("Then press **Go back**.")\n'
    (project / "bot/ui/shown.py").write_text(more, encoding="utf-8")
    entries = {'"Go_back"': 'msgstr "Wróć"', "Then_press": f'msgstr "Teraz **{said}**."'}
    assert {kind for kind, _ in translated(project, **entries)} == kinds


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        (Language("fr"), 'msgstr[0] "carte"\nmsgstr[1] "{number} cartes"\n'),
        (JAPANESE, 'msgstr[0] "カード"\n'),
    ],
)
def test_a_form_of_several_numbers_keeps_the_number(
    project: Path, language: Language, forms: str
) -> None:
    """In French, 0 has the form of 1; in Japanese there is one form for all."""
    messages(project, language)
    path = file_of(project, language)
    before, _, _ = path.read_text(encoding="utf-8").partition("msgstr[0]")
    path.write_text(before + forms, encoding="utf-8")
    faults = [one for one in messages(project, language) if one.kind != "missing"]
    assert [(one.kind, one.text) for one in faults] == [("places", "{number} cards")]


def test_a_file_that_cannot_be_read_is_left_alone(project: Path) -> None:
    path = file_of(project, POLISH)
    path.parent.mkdir(parents=True)
    path.write_text(HEAD + 'msgid "Go back"\nWróć\n', encoding="utf-8")
    (fault,) = messages(project, POLISH)
    assert (fault.where, fault.kind) == ("bot/locales/pl/LC_MESSAGES/scout.po:7", "broken")
    assert "Wróć" in path.read_text(encoding="utf-8")


def test_a_language_that_nobody_can_choose_is_a_fault(project: Path) -> None:
    messages(project, GERMAN)
    assert "language" in {one.kind for one in messages(project, JAPANESE)}
