"""The host's settings, read from the environment or from `.env`."""

import os
import re
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import quote, quote_plus

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

MOST_SHARDS = 16_384
"""More than any bot has."""


class UnreadableSettings(Exception):
    """There is a `.env` that cannot be read; the message says why."""


class Settings(BaseSettings):
    """`.env.example` describes the fields, with names in capitals. Times are in seconds."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        # A copy and paste can add spaces.
        str_strip_whitespace=True,
    )

    def __init__(self, **given: Any) -> None:
        try:
            super().__init__(**given)
        except UnicodeDecodeError as error:
            raise UnreadableSettings(
                "it is not written in UTF-8. Save it again as UTF-8"
            ) from error
        except OSError as error:
            raise UnreadableSettings(str(error.strerror)) from error

    discord_token: SecretStr = SecretStr("")
    database_url: str = "sqlite+aiosqlite:///scout.db"
    backup_every: float = Field(default=0, ge=0, le=8_784)
    backup_keep: int = Field(default=7, ge=1, le=10_000)
    backup_folder: Path = Path("backups")
    delete_after_days: int = Field(default=30, ge=0, le=36_500)
    computer_pace: float = Field(default=1.5, ge=0, le=60)
    computer_workers: int = Field(default=0, ge=0, le=64)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int = Field(default=0, ge=0, le=65_535)
    metrics_host: str = "127.0.0.1"
    sentry_dsn: SecretStr = SecretStr("")
    # Before `shard_count`, whose check compares them.
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    shard_count: int | None = Field(default=None, ge=1, le=MOST_SHARDS, validate_default=True)
    play_database_url: str = "sqlite+aiosqlite:///play.db"

    @field_validator("discord_token")
    @classmethod
    def _check_token(cls, secret: SecretStr) -> SecretStr:
        """Discord checks the rest."""
        if not re.fullmatch(r"[A-Za-z0-9._-]*", secret.get_secret_value()):
            raise ValueError(
                "a token has only letters, digits, dots, dashes and underscores; copy it again"
            )
        return secret

    @field_validator("backup_folder")
    @classmethod
    def _find_home(cls, folder: Path) -> Path:
        """Read ~ as a shell does; otherwise backups would go to a folder of that name."""
        try:
            return folder.expanduser()
        except RuntimeError as error:
            raise ValueError("write the whole path; whose ~ is meant is not known") from error

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _read_shard_ids(cls, value: object) -> object:
        """`0,1` or `0-3`, or both mixed."""
        if not isinstance(value, str):
            return value
        ids: list[int] = []
        for part in value.split(","):
            first, dash, last = (piece.strip() for piece in part.partition("-"))
            bounds = (first, last if dash else first)
            if not all(one.isascii() and one.isdigit() and len(one) < 6 for one in bounds):
                raise ValueError("these are numbers such as 0,1 or 0-3")
            ids += range(int(bounds[0]), int(bounds[1]) + 1)
        if len(set(ids)) != len(ids) or not ids:
            raise ValueError("each shard is named once, the lower number of a range first")
        return tuple(ids)

    @field_validator("shard_count")
    @classmethod
    def _check_shards(cls, count: int | None, info: ValidationInfo) -> int | None:
        if not {"shard_ids", "database_url"} <= info.data.keys():
            # Those fields already failed.
            return count
        ids: tuple[int, ...] | None = info.data["shard_ids"]
        if (ids is None) != (count is None):
            raise ValueError("set SHARD_IDS and SHARD_COUNT together, or neither of them")
        if ids is not None and count is not None:
            if max(ids) >= count:
                raise ValueError(f"SHARD_IDS are from 0 to {count - 1}, one less than SHARD_COUNT")
            if not str(info.data["database_url"]).startswith("postgresql"):
                raise ValueError(
                    "several processes share a PostgreSQL database: set DATABASE_URL to "
                    "postgresql+asyncpg://…, or take SHARD_IDS and SHARD_COUNT away"
                )
        return count

    @property
    def pace(self) -> timedelta:
        """How long a computer seat takes for a move."""
        return timedelta(seconds=self.computer_pace)

    @property
    def secrets(self) -> list[str]:
        """The secrets that no log may contain."""
        tokens = (self.discord_token.get_secret_value(), self.sentry_dsn.get_secret_value())
        password = self.database_password
        # As it is, and as addresses have it.
        forms = {password, quote(password), quote(password, ""), quote_plus(password)}
        return [secret for secret in (*tokens, *forms) if secret]

    @property
    def database_password(self) -> str:
        """The database's password, as the server knows it; '' without one.

        The driver takes that in `database_url`, and without one there that in PGPASSWORD.
        """
        try:
            url = make_url(self.database_url)
        except (SQLAlchemyError, ValueError):
            return ""
        # The driver accepts it in the query too.
        in_query = url.query.get("password", "")
        found = str(url.password or "") or (in_query if isinstance(in_query, str) else "")
        is_sqlite = url.get_backend_name() == "sqlite"
        return found if found or is_sqlite else os.environ.get("PGPASSWORD", "")

    @property
    def keep_left(self) -> timedelta | None:
        """How long data of a server are kept after the bot left it; None for ever."""
        return timedelta(days=self.delete_after_days) if self.delete_after_days else None

    @property
    def backup_period(self) -> timedelta | None:
        """How long after a backup the next one is due; None without backups."""
        return timedelta(hours=self.backup_every) if self.backup_every else None


def unknown_names() -> dict[str, bool]:
    """The names that are not settings, in capitals; True for those in `.env`."""
    in_file = DotEnvSettingsSource(Settings, env_ignore_empty=False).env_vars
    names = {**dict.fromkeys(os.environ, False), **dict.fromkeys(in_file, True)}
    return {
        name.upper(): names[name] for name in names if name.lower() not in Settings.model_fields
    }
