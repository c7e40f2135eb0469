"""Find the sentences for the catalogues in the source.

Babel's own reader of Python joins the two literals of `"this" if … else "that"`, and finds no call
within another call's arguments. This one reads the syntax tree.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.tools.messages.keywords import KEYWORDS

ROOMS = ("bot", "engine")
_TAG = "Translators:"
_LIMIT = re.compile(r"at most (\d+) letters")
_REACH = 3
"""A sentence begins at most so many lines below its comment."""
_CONSTANTS = (ast.Name, ast.Attribute, ast.Subscript, ast.Starred)
"""A text that is no literal can be one of these: it is marked where it is defined."""


class Fault(NamedTuple):
    """What is wrong with a message, and where: `file:line`."""

    where: str
    kind: str
    what: str
    text: str = ""

    def __str__(self) -> str:
        text = f": {self.text!r}" if self.text else ""
        return f"{self.where}: {self.kind}: {self.what}{text}"


class Found(NamedTuple):
    """A call with a sentence; `comments` are the lines for translators above it."""

    path: str
    line: int
    text_line: int
    text: str
    many: str | None
    context: str | None
    comments: tuple[str, ...]

    @property
    def where(self) -> str:
        return f"{self.path}:{self.line}"


def extract(root: Path) -> tuple[list[Found], list[Fault]]:
    """Find all sentences by file and line, and all that no translator could work with."""
    messages: list[Found] = []
    faults: list[Fault] = []
    for path in sorted(found for room in ROOMS for found in (root / room).rglob("*.py")):
        name, source = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
        if any(keyword in source for keyword in KEYWORDS):
            of_file = of_source(name, source)
            messages += of_file[0]
            faults += of_file[1]
    return messages, [*faults, *_two_plurals(messages), *_too_long(messages)]


def of_source(path: str, source: str) -> tuple[list[Found], list[Fault]]:
    """Find the sentences of one file, and what is wrong with them."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    messages: list[Found] = []
    faults: list[Fault] = []
    for call in calls:
        one = _of_call(path, call)
        if isinstance(one, Fault):
            faults.append(one)
        elif one is not None:
            messages.append(one)
    for line, comment in _comments(source) if _TAG in source else ():
        # A line above a text stands in its call.
        distances = [max(one.line - line, 0) for one in messages if one.text_line >= line]
        below = min(distances, default=_REACH + 1)
        if below > _REACH:
            faults.append(Fault(f"{path}:{line - 1}", "comment", "no sentence below", comment))
        messages = [
            one._replace(comments=(*one.comments, comment))
            if one.text_line >= line and max(one.line - line, 0) == below
            else one
            for one in messages
        ]
    return messages, faults


def _of_call(path: str, call: ast.Call) -> Found | Fault | None:
    keyword = KEYWORDS.get(_name(call.func))
    if keyword is None or len(call.args) <= keyword.text:
        return None
    places = (keyword.text, keyword.context, keyword.many)
    parts = [_argument(call, at) if at is not None else None for at in places]
    text, context, many = map(_literal, parts)
    # In a chain of calls, the line of this call's own name.
    line = call.func.end_lineno or call.lineno
    if text is None:
        if isinstance(parts[0], _CONSTANTS) or _can_be_made(call):
            return None
        where = f"{path}:{line}"
        return Fault(where, "no literal", "the sentence has to be a literal", ast.unparse(call))
    if any(part is not None and _literal(part) is None for part in parts):
        return Fault(f"{path}:{line}", "no literal", "context and plural have to be literals", text)
    comments = () if keyword.most is None else (f"at most {keyword.most} letters",)
    return Found(path, line, call.args[keyword.text].lineno, text, many, context, comments)


def _can_be_made(call: ast.Call) -> bool:
    """Whether the call's argument can be a Sentence that another function makes."""
    return _name(call.func) == "TableError" and isinstance(call.args[0], ast.Call)


def _name(function: ast.expr) -> str:
    return ast.unparse(function).rpartition(".")[2]


def _argument(call: ast.Call, at: int) -> ast.expr | None:
    """The argument in this place; the second can be the keyword `many`."""
    if at < len(call.args):
        return call.args[at]
    return next((one.value for one in call.keywords if one.arg == "many"), None)


def _literal(node: ast.expr | None) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else None  # type: ignore[union-attr]


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """The comments for translators without their tag, each with the line below it."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokens
        if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#")
    }
    for line, text in lines.items():
        if text.startswith(_TAG):
            last = line
            while last + 1 in lines and not lines[last + 1].startswith(_TAG):
                last += 1
            said = " ".join(lines[at] for at in range(line, last + 1))
            yield last + 1, said.removeprefix(_TAG).strip()


def _two_plurals(messages: Iterable[Found]) -> Iterator[Fault]:
    plurals: dict[tuple[str | None, str], Found] = {}
    for one in messages:
        if one.many is not None:
            first = plurals.setdefault((one.context, one.text), one)
            if first.many != one.many:
                yield Fault(one.where, "plural", f"has another plural at {first.where}", one.text)


def _too_long(messages: Iterable[Found]) -> Iterator[Fault]:
    for one in messages:
        for text in filter(None, (one.text, one.many)):
            if (over := letters_over(text, one.comments)) > 0:
                yield Fault(one.where, "too long", f"by {over} letters", text)


def letters_over(text: str, comments: Iterable[str]) -> int:
    """The number of letters over what a comment "at most 20 letters" allows.

    What fills its places is not counted.
    """
    limits = [int(limit) for comment in comments for limit in _LIMIT.findall(comment)]
    return len(re.sub(r"\{[^}]*\}", "", text)) - min(limits) if limits else 0
