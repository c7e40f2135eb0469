"""engine/RULES.md: all rules in order, each with the modules that implement it."""

import re
from pathlib import Path

import engine

_FOLDER = Path(engine.__file__).parent
_LINES = re.findall(r"^\| R(\d+) \|.*\| (.+) \|$", (_FOLDER / "RULES.md").read_text("utf-8"), re.M)


def test_every_rule_names_modules_that_exist() -> None:
    assert [int(number) for number, _ in _LINES] == list(range(1, 24))
    named = {name for _, modules in _LINES for name in re.findall(r"`(\w+)`", modules)}
    assert named - {module.stem for module in _FOLDER.glob("*.py")} == set()
