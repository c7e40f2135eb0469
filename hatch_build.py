"""Compile the catalogues of sentences into the wheel; hatchling runs it."""

import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[BuilderConfig]):
    """Adds a compiled file for each source, which itself stays out of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        compiled = runpy.run_path(str(root / "bot/text/catalogues.py"))["compiled"]
        self._folder = tempfile.TemporaryDirectory()
        for source in sorted((root / "bot/locales").rglob("*.po")):
            target = source.relative_to(root).with_suffix(".mo")
            made = Path(self._folder.name, "-".join(target.parts))
            made.write_bytes(compiled(source.read_bytes()))
            build_data["force_include"][str(made)] = target.as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()
