"""The host's settings, read from the environment or from `.env`."""

from datetime import timedelta
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """`.env.example` describes the fields, with names in capitals. Times are in seconds."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///scout.db"
    play_database_url: str = "sqlite+aiosqlite:///play.db"
    computer_pace: float = Field(default=1.5, ge=0, le=60)
    computer_workers: int = Field(default=1, ge=0, le=64)
    delete_after_days: int = Field(default=30, ge=0, le=36_500)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    @property
    def pace(self) -> timedelta:
        """How long a computer seat takes for a move."""
        return timedelta(seconds=self.computer_pace)

    @property
    def keep_left(self) -> timedelta | None:
        """How long the data of a server are kept after the bot has left it; None for ever."""
        return timedelta(days=self.delete_after_days) if self.delete_after_days else None
