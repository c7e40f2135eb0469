"""What is pinned in `constraints.txt` and `requirements/` is what `pyproject.toml` asks for.

`make lock` writes both; what is wrong here is put right by it.
"""

import importlib.metadata
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from bot.command_line.start import SIMCORD_HELP
from tests.tools.lock import BASE, BUILD, EXTRAS as WITH_EXTRA, UPKEEP

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NAME = canonicalize_name(PROJECT["project"]["name"])
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
GROUPS: dict[str, list[str]] = PROJECT["dependency-groups"]
FILES = [BASE, BUILD, UPKEEP, *WITH_EXTRA]
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def asked_for(name: str) -> list[Requirement]:
    """What `pyproject.toml` names for a file of `requirements/`, itself by its extras."""
    if name == "build":
        return [Requirement(text) for text in PROJECT["build-system"]["requires"]]
    if name in GROUPS:
        return [Requirement(text) for text in GROUPS[name]]
    found = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    for text in EXTRAS.get(name, []):
        requirement = Requirement(text)
        if canonicalize_name(requirement.name) == NAME:
            found += [one for extra in requirement.extras for one in asked_for(extra)]
        else:
            found.append(requirement)
    return found


def lines(path: Path) -> list[str]:
    """The requirements of a file, each with its hashes on one line."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    return [line.strip() for line in text.splitlines() if line and not line.startswith("#")]


def pins(path: Path) -> dict[NormalizedName, list[Requirement]]:
    """By name; a package may have several, for different Pythons."""
    found: dict[NormalizedName, list[Requirement]] = {}
    for line in lines(path):
        requirement = Requirement(line.partition("--hash")[0].strip())
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def file(name: str) -> Path:
    return ROOT / "requirements" / f"{name}.txt"


def version(pin: Requirement) -> str:
    (specifier,) = pin.specifier
    assert specifier.operator == "=="
    return specifier.version


def test_there_is_a_file_for_each_way_to_install() -> None:
    assert {path.stem for path in (ROOT / "requirements").iterdir()} == set(FILES)


def test_what_an_extra_asks_for_is_in_one_of_them() -> None:
    pinned = {package for name in WITH_EXTRA for package in pins(file(name))}
    asked = [one for extra in EXTRAS for one in asked_for(extra)]
    assert {canonicalize_name(one.name) for one in asked} - pinned == set()


@pytest.mark.parametrize("name", FILES)
def test_what_is_asked_for_is_pinned_within_its_range(name: str) -> None:
    pinned = pins(file(name))
    for asked in asked_for(name):
        found = pinned[canonicalize_name(asked.name)]
        assert [pin for pin in found if not asked.specifier.contains(version(pin))] == []


@pytest.mark.parametrize("name", [name for name in FILES if name not in GROUPS])
def test_the_versions_are_those_of_the_constraints(name: str) -> None:
    constraints = pins(ROOT / "constraints.txt")
    for package, found in pins(file(name)).items():
        assert {version(pin) for pin in found} <= {version(pin) for pin in constraints[package]}


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_every_pin_has_hashes_and_nothing_else(name: str) -> None:
    """No address of an index, no path of a file."""
    for line in lines(file(name)):
        pin, *hashes = re.split(r"\s+(?=--hash)", line)
        version(Requirement(pin))
        assert hashes
        assert [text for text in hashes if not _HASH.fullmatch(text)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FILES if name not in GROUPS])
def test_nothing_that_a_pinned_package_needs_here_is_missing(name: str) -> None:
    """As far as this environment has the package; pip would refuse the whole file."""
    pinned = pins(file(name))
    extras: dict[NormalizedName, set[str]] = {package: set() for package in pinned}
    for asked in asked_for(name):
        extras[canonicalize_name(asked.name)] |= asked.extras
    needed = [
        canonicalize_name(requirement.name)
        for package in pinned
        for requirement in needs(package, extras[package])
    ]
    assert needed
    assert set(needed) - set(pinned) == set()


def test_what_play_says_to_call_installs_the_extra_by_its_hashes() -> None:
    (simcord,) = EXTRAS["local"]
    assert "`make play`" in SIMCORD_HELP
    makefile = (ROOT / "Makefile").read_text()
    assert "$(VENV)/play.stamp: pyproject.toml requirements/local.txt" in makefile
    pinned = (ROOT / "requirements" / "local.txt").read_text()
    assert f"\n{Requirement(simcord).name}" in pinned


def needs(package: str, extras: set[str]) -> list[Requirement]:
    """What the installed package needs on this platform; nothing if it is not installed."""
    try:
        texts = importlib.metadata.requires(package) or []
    except importlib.metadata.PackageNotFoundError:
        return []
    environments = [{"extra": extra} for extra in ("", *extras)]
    requirements = [Requirement(text) for text in texts]
    return [
        one
        for one in requirements
        if one.marker is None or any(map(one.marker.evaluate, environments))
    ]
