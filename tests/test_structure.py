"""What import-linter cannot say: the rules need nothing but Python itself."""

import ast
import sys
from pathlib import Path

import engine

_FOLDER = Path(engine.__file__).parent
_ALLOWED = sys.stdlib_module_names | {"engine"}


def imported(file: Path) -> set[str]:
    """The top-level names of all packages that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names}


def test_the_engine_imports_the_standard_library_only() -> None:
    files = list(_FOLDER.rglob("*.py"))
    assert files
    assert {str(file): imported(file) - _ALLOWED for file in files} == {
        str(file): set() for file in files
    }
