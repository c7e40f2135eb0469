import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"
NAMES = [name.upper() for name in Settings.model_fields]


pytestmark = pytest.mark.usefixtures("bare_environment")


def test_the_example_lists_every_setting_once_and_in_order() -> None:
    assert re.findall(r"^(\w+)=", EXAMPLE.read_text(), re.MULTILINE) == NAMES


def test_the_example_says_a_sentence_about_each_setting() -> None:
    for paragraph in EXAMPLE.read_text().strip().split("\n\n")[1:]:
        *sentence, setting = paragraph.splitlines()
        assert all(line.startswith("# ") for line in sentence)
        assert sentence[-1].endswith(".")
        assert "=" in setting


def test_the_example_copied_to_env_changes_nothing() -> None:
    Path(".env").write_text(EXAMPLE.read_text())
    assert Settings() == Settings(_env_file=None)


def test_settings_come_from_env_and_the_environment_goes_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path(".env").write_text("COMPUTER_PACE=3\nLOG_LEVEL=ERROR\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    settings = Settings()
    assert settings.pace == timedelta(seconds=3)
    assert settings.log_level == "DEBUG"


def test_the_token_is_not_told_by_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "never-seen")
    assert "never-seen" not in repr(Settings())
