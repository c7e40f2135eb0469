"""The addresses of test databases."""

from pathlib import Path


def url_of(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def database_url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder}/scout.sqlite3"
