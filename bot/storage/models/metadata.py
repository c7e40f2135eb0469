"""All tables of the database: importing this has every module of models declare its own."""

import bot.storage.models.leases
import bot.storage.models.moderation
import bot.storage.models.results
import bot.storage.models.tables  # noqa: F401 - each declares its tables
from bot.storage.models.base import Base

METADATA = Base.metadata
