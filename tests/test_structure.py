"""Rules for imports, sizes and test modules that import-linter and ruff cannot express."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
import engine

_ENGINE = Path(engine.__file__).parent
_TESTS = Path(__file__).parent
_BOT = Path(bot.__file__).parent
_ACTING = {"Client", "Interaction", "Webhook", "app_commands", "ext", "gateway", "http"}
_MAX_FILE_LINES = 400
_MAX_FUNCTION_LINES = 40
_SHORT_FUNCTION_LINES = 25
_SHARE_OF_SHORT = 0.98
"""How many of all functions have at most `_SHORT_FUNCTION_LINES`."""
_ALLOWED = sys.stdlib_module_names | {"engine"}


def imported(file: Path) -> set[str]:
    """The dotted names that a file imports, of modules and of what it takes from them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            names.update({module, *(f"{module}.{alias.name}" for alias in node.names)})
    return names


@pytest.mark.slow
def test_the_engine_imports_the_standard_library_only() -> None:
    files = list(_ENGINE.rglob("*.py"))
    assert files
    found = {str(file): {name.partition(".")[0] for name in imported(file)} for file in files}
    # A relative import, whose name begins with a dot, stays within the engine.
    assert {file: names - _ALLOWED - {""} for file, names in found.items()} == {
        str(file): set() for file in files
    }


@pytest.mark.slow
def test_views_know_messages_of_discord_and_nothing_that_acts() -> None:
    """import-linter cannot tell parts of another package apart."""
    files = list((_BOT / "ui" / "views").rglob("*.py"))
    assert files
    found = {str(file): _discord_names(file) & _ACTING for file in files}
    assert found == {str(file): set() for file in files}


def _discord_names(file: Path) -> set[str]:
    """The names that a file takes from discord.py, as `discord.name` or by an import."""
    names = {name.split(".")[1] for name in imported(file) if name.startswith("discord.")}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(value=ast.Name("discord"), attr=name):
                names.add(name)
    return names


@pytest.mark.slow  # reads the whole project
def test_no_test_module_is_imported() -> None:
    """What two test modules need is in tests/support; fixtures reach them through conftest."""
    files = list(_TESTS.rglob("*.py"))
    modules = {file.stem for file in files if file.stem.startswith("test_")} | {"conftest"}
    assert Path(__file__).stem in modules
    found = {
        str(file): {part for name in imported(file) for part in name.split(".")} for file in files
    }
    assert {file: parts & modules for file, parts in found.items()} == {
        str(file): set() for file in files
    }


def test_only_test_modules_have_tests() -> None:
    """In a module of another name no test is ever run."""
    files = [file for file in _TESTS.rglob("*.py") if not file.stem.startswith("test_")]
    assert files
    assert [str(file) for file in files if _has_tests(file)] == []


def _has_tests(file: Path) -> bool:
    source = file.read_text(encoding="utf-8")
    if "def test_" not in source:
        return False
    tree = ast.parse(source)
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return any(isinstance(n, functions) and n.name.startswith("test_") for n in tree.body)


def test_the_tests_that_the_page_on_discord_names_are_there() -> None:
    page = (_TESTS.parent / "docs" / "discord.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.py)`|`(test_\w+)`", page)
    assert len(named) > 40
    source, missing = "", []
    for file, test in named:
        if file:
            source = (_TESTS / file).read_text(encoding="utf-8")
        elif f"def {test}(" not in source:
            missing.append(test)
    assert missing == []


@pytest.mark.slow  # reads the whole project
def test_only_the_rules_know_what_a_number_of_players_changes() -> None:
    """Ask a flag of `engine.rules`, not whether there are two players."""
    files = [*_BOT.rglob("*.py"), *_ENGINE.rglob("*.py")]
    found = {str(file): list(_asked_of_players(file)) for file in files}
    assert {file: asked for file, asked in found.items() if asked} == {}


def _asked_of_players(file: Path) -> Iterator[str]:
    """The comparisons of a number of players with a number that is written out."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            named = any(ast.unparse(side).split(".")[-1] == "players" for side in sides)
            if named and any(_is_number(side) for side in sides):
                yield ast.unparse(node)


def _is_number(node: ast.expr) -> bool:
    """Whether it is a number other than 0, with which indices are compared."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value != 0


@pytest.mark.slow  # reads the whole project
def test_a_class_has_a_name_of_its_own() -> None:
    """Except a row in the database, which may be named as what it stores, and a command."""
    others = (_BOT / "storage" / "models", _BOT / "command_line")
    files = [*_BOT.rglob("*.py"), *_ENGINE.rglob("*.py")]
    names = Counter(
        node.name
        for file in files
        if file.parent not in others
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert "Game" in names
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.slow  # reads the whole project
def test_files_and_functions_are_short() -> None:
    """A function is counted from its `def` to its last line, with its docstring."""
    files = [*_BOT.rglob("*.py"), *_ENGINE.rglob("*.py")]
    assert _ENGINE / "round.py" in files
    lengths = {str(file): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {file: lines for file, lines in lengths.items() if lines > _MAX_FILE_LINES} == {}
    functions = [
        (f"{file}: {name}", lines) for file in files for name, lines in _function_lengths(file)
    ]
    assert [one for one in functions if one[1] > _MAX_FUNCTION_LINES] == []
    longer = [one for one in functions if one[1] > _SHORT_FUNCTION_LINES]
    assert len(longer) <= (1 - _SHARE_OF_SHORT) * len(functions), longer


def _function_lengths(file: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1
