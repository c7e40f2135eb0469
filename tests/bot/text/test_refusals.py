"""Every refusal of the engine and of the database is a sentence in the reader's language."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from bot.storage.engine.errors import DatabaseAway, DatabaseBusy, DatabaseUnreachable
from bot.tables.core.errors import sentence_of
from bot.text.language import ENGLISH, PSEUDO
from bot.text.refusals import refusal_sentence
from engine.errors import EngineError, IllegalAction, Location, RecordError, Refusal, ScoutError

ROOT = Path(__file__).parents[3]
ERRORS = {"EngineError", "IllegalAction", "NotationError", "RecordError"}


def raised() -> Iterator[tuple[Refusal, set[str]]]:
    """Each refusal as the source raises it, with the names of its parameters."""
    for room in ("engine", "bot/tables"):
        for file in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in ERRORS:
                    yield from of_call(node)


def of_call(call: ast.Call) -> Iterator[tuple[Refusal, set[str]]]:
    parameters = {keyword.arg or "" for keyword in call.keywords} - {"place"}
    rule = {"rule"} if len(call.args) > 1 else set()
    for node in ast.walk(call.args[0]):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "Refusal":
            yield Refusal[node.attr], parameters | rule


def places(sentence: str) -> set[str]:
    """The named places of a text."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.slow
def test_every_refusal_fills_all_places_of_its_sentence() -> None:
    found = list(raised())
    assert {code for code, _ in found} == {*Refusal}
    for code, parameters in found:
        assert places(refusal_sentence(EngineError(code)).text) == parameters, code


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Location(), "this should be 7."),
        (Location(field="totals"), "totals: this should be 7."),
        (Location(2), "round 2: this should be 7."),
        (Location(2, "points"), "round 2, points: this should be 7."),
        (Location(2, action=5), "round 2, action 5: this should be 7."),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_place(place: Location, words: str) -> None:
    error = RecordError(Refusal.OTHER_VALUE, place=place, expected="7")
    assert ENGLISH.say(refusal_sentence(error)) == words
    assert "should be" not in PSEUDO.say(refusal_sentence(error))


def test_a_refusal_names_the_rule_and_is_translated() -> None:
    sentence = sentence_of(IllegalAction(Refusal.ACTIVE_SET_NOT_BEATEN, "R10", active="3 2 1"))
    assert ENGLISH.say(sentence) == "That does not beat the Active Set 3 2 1 (R10)"
    translated = PSEUDO.say(sentence)
    assert "3 2 1" in translated
    assert "Active Set" not in translated


def of_database(kind: type[ScoutError]) -> Iterator[type[ScoutError]]:
    below = kind.__subclasses__()
    return (leaf for one in below for leaf in of_database(one)) if below else iter([kind])


@pytest.mark.parametrize("kind", [DatabaseBusy, *of_database(DatabaseAway)])
def test_an_error_of_the_database_is_a_sentence_without_its_reason(kind: type[ScoutError]) -> None:
    error = kind("a reason") if kind is DatabaseUnreachable else kind()
    sentence = ENGLISH.say(sentence_of(error))
    assert sentence.endswith(".")
    assert "a reason" not in sentence
    assert "\n" not in sentence
    assert PSEUDO.say(sentence_of(error)) != sentence
