"""The wheel, built from this project and installed without a network."""

import zipfile
from pathlib import Path

import pytest

from tests.tools.check_wheel import ROOT, build, check, from_this_python

pytestmark = pytest.mark.long  # builds the wheel
PACKAGES = ("bot", "engine", "migrations")


def test_the_wheel_holds_every_file_of_the_program_and_nothing_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(build(tmp_path)) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}
        (entry_points,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
        assert b"scout-bot = bot.__main__:main" in wheel.read(entry_points)
    assert held == {
        path.relative_to(ROOT).as_posix().replace(".po", ".mo")
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".mo"
    }


def test_an_installed_wheel_works_in_an_empty_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check(from_this_python(tmp_path))
    assert capsys.readouterr().out.count("ok: ") == 8
