"""Members' preferences: what their hands look like, their language and their reminders."""

from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from cachetools import TTLCache

from bot.storage import models, queries
from bot.storage.engine.database import Database
from bot.storage.engine.session import Session
from bot.storage.models.tables import MAX_REMINDERS
from bot.storage.queries.dialects import change_row
from bot.tables.core.state import TableState
from bot.text.language import ENGLISH, Language, language_of

CACHE_SIZE = 4096
CACHE_SECONDS = 60.0
"""The time after which preferences are read again: another process may change them."""


class Preferences(NamedTuple):
    """A member's preferences: pictures of the hand, and a confirmation before each action.

    `pictures` is None for the default of the table. `welcomed`: whether the member has been
    offered the tutorial. `share_name`: whether exported games show the member's name to others.
    `language` is the code of the language that they chose; None for that of their Discord. `locale`
    is the code of the latter, for messages without a press; None for English, or if it is not
    known. `reminders` is the most for one decision; with `reminders_direct` they are direct
    messages.
    """

    pictures: bool | None = None
    confirm: bool = False
    welcomed: bool = False
    share_name: bool = False
    language: str | None = None
    locale: str | None = None
    reminders: int = MAX_REMINDERS
    reminders_direct: bool = False

    @property
    def reader(self) -> Language:
        """The language of messages to this member that no press answers."""
        return language_of(self.language, self.locale)

    def shows_pictures(self, default: bool) -> bool:
        return default if self.pictures is None else self.pictures

    def applied_to(self, state: TableState) -> TableState:
        """The table with this member's choice of pictures."""
        pictures = self.shows_pictures(state.options.pictures)
        return replace(state, options=replace(state.options, pictures=pictures))


class PreferenceStore:
    """Reads and changes members' preferences."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cache: TTLCache[int, Preferences] = TTLCache(CACHE_SIZE, CACHE_SECONDS)

    async def of(self, user_id: int) -> Preferences:
        """The preferences of one member, from the cache if they are in it."""
        try:
            return self._cache[user_id]
        except KeyError:
            row = await self._database.ask(Session.get, models.Member, user_id)
        stored = () if row is None else (getattr(row, name) for name in Preferences._fields)
        # A change during the query is newer.
        return self._cache.setdefault(user_id, Preferences(*stored))

    def reader(self, user_id: int, discords: Language) -> Language:
        """The member's language if it is in the cache; otherwise `discords`, their Discord's."""
        return language_of((self._cache.get(user_id) or Preferences()).language, discords.code)

    async def is_new_locale(self, user_id: int, discords: Language) -> bool:
        """Whether the member chose no language and their Discord's differs from the stored one."""
        kept = await self.of(user_id)
        return kept.language is None and kept.locale != locale_code(discords)

    async def remember_locale(self, user_id: int, discords: Language, pressed_at: datetime) -> None:
        """Store the language of the member's Discord, if it is new."""
        if await self.is_new_locale(user_id, discords):
            await self.update(user_id, pressed_at=pressed_at, locale=locale_code(discords))

    async def update(
        self, user_id: int, *, pressed_at: datetime | None = None, **changes: Any
    ) -> bool:
        """Change these fields of Preferences and keep the others.

        With `pressed_at`, do nothing if any member was forgotten since: it could be this one.
        Returns whether they are changed.
        """
        new = Preferences(**changes)._asdict()
        async with self._database.write() as session:
            if pressed_at and await queries.requests.forgotten_since(session, pressed_at):
                return False
            row = await change_row(session, models.Member, {"user_id": user_id}, new, changes)
        self._cache[user_id] = Preferences(*row)
        return True

    def forget(self, user_id: int) -> None:
        """Use the defaults: the member's row is deleted."""
        # Kept in the cache: a running query would restore the former ones.
        self._cache[user_id] = Preferences()

    def forget_all(self) -> None:
        """Clear the cache: another process may have changed the rows."""
        self._cache.clear()


def locale_code(language: Language) -> str | None:
    """The stored locale of a member's Discord: None for English."""
    return None if language == ENGLISH else language.code
