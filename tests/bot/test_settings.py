import re
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.__main__ import main
from bot.observability.scrubbing import Scrubber
from bot.settings import Settings, UnreadableSettings

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


POSTGRES = "postgresql+asyncpg://scout@localhost/scout"


@pytest.mark.parametrize(
    ("written", "ids"),
    [("0", (0,)), ("0,1", (0, 1)), ("0-3", (0, 1, 2, 3)), (" 0 - 1, 3 ", (0, 1, 3))],
)
def test_shards_are_numbers_and_ranges(
    monkeypatch: pytest.MonkeyPatch, written: str, ids: tuple[int, ...]
) -> None:
    monkeypatch.setenv("DATABASE_URL", POSTGRES)
    monkeypatch.setenv("SHARD_IDS", written)
    monkeypatch.setenv("SHARD_COUNT", "4")
    assert (Settings().shard_ids, Settings().shard_count) == (ids, 4)


@pytest.mark.parametrize(
    ("ids", "count", "url", "sentence"),
    [
        ("0,4", "4", POSTGRES, "SHARD_IDS are from 0 to 3"),
        ("0", None, POSTGRES, "set SHARD_IDS and SHARD_COUNT together"),
        (None, "4", POSTGRES, "set SHARD_IDS and SHARD_COUNT together"),
        ("0", "4", "sqlite+aiosqlite:///scout.db", "several processes share a PostgreSQL database"),
        ("0,0", "4", POSTGRES, "each shard is named once"),
        ("3-1", "4", POSTGRES, "each shard is named once"),
        ("0-99999999999", "4", POSTGRES, "numbers such as 0,1 or 0-3"),
        ("one", "4", POSTGRES, "numbers such as 0,1 or 0-3"),
        ("-1", "4", POSTGRES, "numbers such as 0,1 or 0-3"),
        ("0", "0", POSTGRES, "SHARD_COUNT: Input should be greater than or equal to 1"),
        ("0", "99999", POSTGRES, "SHARD_COUNT: Input should be less than or equal to 16384"),
    ],
)
def test_shards_that_cannot_be_are_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ids: str | None,
    count: str | None,
    url: str,
    sentence: str,
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    for name, value in (("SHARD_IDS", ids), ("SHARD_COUNT", count)):
        if value is not None:
            monkeypatch.setenv(name, value)
    assert main(["run"]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert "Check the environment and .env" in error


def test_the_token_is_not_printed_by_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "never-seen")
    assert "never-seen" not in repr(Settings())


@pytest.mark.parametrize("port", [-1, 65_536])
def test_the_port_of_the_endpoint_is_one(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_PORT", str(port))
    with pytest.raises(ValidationError, match="metrics_port"):
        Settings()


def test_the_log_has_one_of_two_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "json")
    assert Settings().log_format == "json"
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(ValidationError, match="log_format"):
        Settings()


@pytest.mark.parametrize("token", ["two\nlines", "tok\u00e9n", "nul\x07", "your token"])
def test_a_token_with_other_characters_is_refused_and_not_printed(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    with pytest.raises(ValidationError, match="copy it again") as refused:
        Settings()
    assert token not in " ".join(error["msg"] for error in refused.value.errors())


@pytest.mark.parametrize(("given", "token"), [(" abc.def\n", "abc.def"), (" ", "")])
def test_spaces_around_a_token_are_left_out(
    given: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", given)
    assert Settings().discord_token.get_secret_value() == token


def test_spaces_around_an_address_or_a_path_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would be a part of the file's name."""
    for name, value in (("DATABASE_URL", f"{POSTGRES} "), ("BACKUP_FOLDER", " ~/backups ")):
        monkeypatch.setenv(name, value)
    assert Settings().database_url == POSTGRES
    assert Settings().backup_folder == Path.home() / "backups"


def test_secrets_are_those_that_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().secrets == []
    monkeypatch.setenv("DISCORD_TOKEN", "never-seen")
    monkeypatch.setenv("SENTRY_DSN", "https://hush@example.org/1")
    assert Settings().secrets == ["never-seen", "https://hush@example.org/1"]
    assert "hush" not in repr(Settings())


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+asyncpg://mia:hush%2Fhush%40%20@db/scout",
        "postgresql+asyncpg://db/scout?user=mia&password=hush%2Fhush%40%20",
    ],
)
def test_the_password_of_the_database_is_a_secret_in_each_form(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    assert Settings().database_password == "hush/hush@ "  # noqa: S105 - of no database
    assert {"hush/hush@ ", "hush%2Fhush%40%20", "hush%2Fhush%40+"} <= set(Settings().secrets)


def test_the_password_in_the_environment_of_the_driver_is_a_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PGPASSWORD", "hush-hush")
    assert Settings().secrets == []
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://mia@db/scout")
    assert Settings().secrets == ["hush-hush"]
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://mia:other-one@db/scout")
    assert Settings().secrets == ["other-one"]


def test_a_short_password_blots_out_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://mia:scout@db/scout")
    assert Scrubber(*Settings().secrets).text("scout a card") == "scout a card"


def test_a_file_that_is_no_utf_8_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an editor of Windows may save it."""
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("METRICS_PORT=9100", encoding="utf-16")
    with pytest.raises(UnreadableSettings, match="Save it again as UTF-8"):
        Settings()


def test_backups_are_off_unless_their_period_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().backup_period is None
    monkeypatch.setenv("BACKUP_EVERY", "0.5")
    assert Settings().backup_period == timedelta(minutes=30)
    assert (Settings().backup_keep, Settings().backup_folder) == (7, Path("backups"))


def test_a_home_is_found_as_a_shell_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/mia")
    monkeypatch.setenv("USERPROFILE", "/home/mia")
    monkeypatch.setenv("BACKUP_FOLDER", "~/backups")
    assert Settings().backup_folder == Path("/home/mia/backups")
    monkeypatch.setenv("BACKUP_FOLDER", "~nobody-of-that-name/backups")
    with pytest.raises(ValidationError, match="write the whole path"):
        Settings()
