"""What the fixture `open_tables` gives."""

from collections.abc import Callable
from datetime import timedelta

from bot.tables.service import Tables

PACE = timedelta(seconds=2)
OpenTables = Callable[..., Tables]
