"""List every text that a player or a host can read: `python -m tests.tools.list_sentences`.

Each line is `file:line: text`, with the expressions of an f-string in braces. Docstrings, log
lines, regular expressions, keys and errors for programmers are left out. `--words` adds the single
lower-case words of the views and the pictures ("card", "left"), which are parts of sentences.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROOMS = ("bot", "engine")
_NO_SENTENCES = (
    "bot/storage",
    "bot/observability/logs.py",
    "bot/local/simcord_patches.py",
    "engine/players",
)
"""These files hold names of tables, columns, loggers and weights, not sentences."""
_WORDS_IN = ("bot/ui/views", "bot/pictures")
_NOT_READ = re.compile(
    r"(_log|logging|re|os|signal|discord\.utils)\.\w+|"
    r"bytes.fromhex|ContextVar|Path|TypeVar|TypeVarTuple|NewType|getattr|hasattr|isinstance|cast|find_spec|files|open"
)
"""Calls whose texts no player or host reads."""
_FOR_PROGRAMMERS = {"ValueError", "TypeError", "AssertionError", "RuntimeError", "KeyError"}
_KEY_ARGUMENTS = {"name", "custom_id", "kind", "id", "dest", "action", "encoding", "default"}
_NAMES_NOT_READ = {"__all__"}
_READ_NAMES = {"add_field", "Choice", "button", "Page"}
"""Calls whose `name` is shown after all."""
_WORD = re.compile(r"[a-z]+")
_SENTENCE = re.compile(
    r"[^\W\d_]{2,}.*\s|\s.*[^\W\d_]{2,}|^[A-Z][a-z]{2,}\W*$|[A-Z][a-z]+[.!?…]$", re.S
)

Text = ast.Constant | ast.JoinedStr


class Sentence(NamedTuple):
    """A text in the source; `path` is relative to the project."""

    path: str
    line: int
    text: str


def sentences(root: Path = ROOT, *, words: bool = False) -> Iterator[Sentence]:
    """All texts, by file and line; the single `words` too if asked."""
    for path in sorted(found for room in ROOMS for found in (root / room).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not name.startswith(_NO_SENTENCES):
            wanted = words and name.startswith(_WORDS_IN)
            yield from of_module(name, ast.parse(path.read_text(encoding="utf-8")), words=wanted)


def of_module(name: str, module: ast.Module, *, words: bool = False) -> Iterator[Sentence]:
    """The texts of one module, in the order of the source."""
    for node in _texts(module):
        text = _written(node)
        if _is_read(text) or (words and _WORD.fullmatch(text)):
            yield Sentence(name, node.lineno, text)


def _is_read(text: str) -> bool:
    without_fillings = re.sub(r"\{.*?\}", "0", text)
    return _SENTENCE.search(without_fillings) is not None


def _written(node: Text) -> str:
    """The text as in the source, with names in braces for what is filled in."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{_filling(part)}}}"
        for part in node.values
    )


def _filling(part: ast.expr) -> str:
    return ast.unparse(part.value) if isinstance(part, ast.FormattedValue) else ast.unparse(part)


def _texts(node: ast.AST) -> Iterator[Text]:
    """The texts below this node that are not left out, in the order of the source."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.JoinedStr):
        yield node
        fillings = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        yield from _all_texts(fillings)
    else:
        yield from _all_texts(_parts(node))


def _all_texts(nodes: Iterable[ast.AST]) -> Iterator[Text]:
    for node in nodes:
        yield from _texts(node)


def _parts(node: ast.AST) -> Sequence[ast.AST]:
    """The parts of this node that may hold texts to read."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return []  # a docstring
    if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(base) for base in node.bases):
        return []
    if isinstance(node, ast.Call):
        return _parts_of_call(node)
    if isinstance(node, ast.Subscript):
        return [node.value]
    if isinstance(node, ast.Assign) and any(map(_is_no_text, node.targets)):
        return []
    if isinstance(node, ast.Compare):
        return [part for part in [node.left, *node.comparators] if isinstance(part, ast.Call)]
    if isinstance(node, ast.Dict):
        return node.values
    if isinstance(node, ast.AnnAssign):
        return [] if node.value is None else [node.value]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        defaults = (*node.args.defaults, *filter(None, node.args.kw_defaults))
        return [*node.decorator_list, *defaults, *node.body]
    return list(ast.iter_child_nodes(node))


def _is_no_text(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id in _NAMES_NOT_READ


def _parts_of_call(call: ast.Call) -> list[ast.AST]:
    called = ast.unparse(call.func)
    if _NOT_READ.fullmatch(called) or called in _FOR_PROGRAMMERS:
        return []
    named_words = called.rpartition(".")[2] in _READ_NAMES
    keywords = [one for one in call.keywords if named_words or one.arg not in _KEY_ARGUMENTS]
    return [call.func, *call.args, *(one.value for one in keywords)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the texts; returns the exit status."""
    parser = argparse.ArgumentParser(description="List every text that a player can read.")
    parser.add_argument("--words", action="store_true", help="also single lower-case words")
    options = parser.parse_args(arguments)
    for path, line, text in sentences(words=options.words):
        print(f"{path}:{line}: {text!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
