"""All tables of the database: importing this has every module of models declare its own."""

import bot.storage.lease_models
import bot.storage.models
import bot.storage.moderation_models
import bot.storage.result_models  # noqa: F401 - each declares its tables
from bot.storage.base import Base

METADATA = Base.metadata
