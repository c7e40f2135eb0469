"""List the English that no catalogue has: `python -m tests.tools.untranslated [MODULE …]`.

Each line is `file:line: text` of a text that a member reads and that is no literal argument of a
Language's method, of Sentence or of a marker such as `gettext_noop`. An f-string in such a call is
listed too, since `make messages` reads the source. The end of the list counts them by module. With
names of files or folders, only those are listed.

`KEPT` has the English that stays, each with its reason. `--words` adds single lower-case words:
most are keys, but some are parts of sentences.
"""

import argparse
import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from tests.tools.list_sentences import ROOT, Sentence, of_module
from tests.tools.messages.keywords import KEYWORDS

ROOMS = ("bot/pictures", "bot/tables", "bot/text", "bot/ui", "engine")


class Kept(NamedTuple):
    """English that stays: the texts that an expression matches, in the files of a pattern."""

    files: str
    reason: str
    texts: str = r".*"

    def covers(self, found: Sentence) -> bool:
        fits = re.fullmatch(self.texts, found.text, re.S) is not None
        return fits and fnmatch(found.path, self.files)


_HOSTS = "hosts read it on the command line, which speaks English"
KEPT = (
    Kept("bot/tables/upkeep/restoring.py", _HOSTS),
    Kept("bot/tables/standings/rebuild.py", _HOSTS),
    Kept("bot/tables/sharding/leases.py", "hosts read it in the log"),
    Kept("bot/text/language.py", "names the pseudo-language", "English"),
    Kept("bot/text/pseudo.py", "makes words longer", r" ë+"),
    Kept("bot/pictures/fonts.py", "ranges of letters in an expression", r".*鿿.*"),
    Kept(
        "engine/commitment.py",
        "makes the text that is committed to",
        r"(round|start|set aside|salt): .*|seat .*",
    ),
    Kept("bot/tables/daily/deal.py", "makes the text that is committed to", r"scout-daily/1.*"),
    Kept("bot/ui/controllers/*.py", "names of commands", r"(record|season|privacy|daily) [a-z-]+"),
    Kept("bot/ui/views/learning/*.py", "names of computers", r"Clown|Juggler|Ringmaster|Acrobat"),
    Kept("bot/ui/delivery/sight.py", "hosts read it in the log", r"Discord has not sent .*"),
    Kept("bot/ui/delivery/server_posts.py", "makes a nonce", r"podium \{.*"),
    Kept("bot/ui/delivery/daily_channels.py", "makes a nonce", r"daily \{.*"),
    Kept("bot/ui/delivery/reminders.py", "makes a nonce", r"(trial|reminder) \{.*"),
)


def untranslated(
    root: Path = ROOT, paths: Sequence[str] = (), *, words: bool = False
) -> Iterator[Sentence]:
    """All English that is not kept, by file and line; single lower-case `words` too if asked."""
    found = outside_catalogues(root, paths, words=words)
    return (one for one in found if not any(kept.covers(one) for kept in KEPT))


def outside_catalogues(
    root: Path = ROOT, paths: Sequence[str] = (), *, words: bool = False
) -> Iterator[Sentence]:
    """All English without a catalogue, with what is kept; only below `paths`, if any."""
    for path in sorted(found for room in ROOMS for found in (root / room).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not paths or name.startswith((*paths,)):
            module = ast.parse(path.read_text(encoding="utf-8"))
            _WithoutCatalogue().visit(module)
            yield from of_module(name, module, words=words)


class _WithoutCatalogue(ast.NodeTransformer):
    """Removes the literals that Babel finds, and the messages of assertions."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in KEYWORDS:
            node.args = [one for one in node.args if not _is_literal(one)]
            # Under another name: what fills `{name}` is read, the `name` of a thread is a key.
            node.keywords = [
                ast.keyword("filling", one.value) for one in node.keywords if not _is_plural(one)
            ]
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        return ast.Assert(node.test, None)


def _is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_plural(keyword: ast.keyword) -> bool:
    return keyword.arg == "many" and _is_literal(keyword.value)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the texts; returns the exit status."""
    parser = argparse.ArgumentParser(description="List the English that no catalogue has.")
    parser.add_argument("paths", nargs="*", help="only these files and folders, from the top")
    parser.add_argument("--words", action="store_true", help="also single lower-case words")
    options = parser.parse_args(arguments)
    found = list(untranslated(paths=options.paths, words=options.words))
    for path, line, text in found:
        print(f"{path}:{line}: {text!r}")
    print()
    for path, count in Counter(one.path for one in found).most_common():
        print(f"{count:5} {path}")
    print(f"{len(found):5} in all")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
