"""The locales of members and servers in SimCord, which knows en-US alone."""

from collections.abc import Mapping
from typing import Any

import discord
import simcord

from bot.text.language import ENGLISH, Language, language_for


def locale_of(language: Language) -> str:
    """A locale of Discord's for this language: `en-US`, `ja`; that of the pseudo-language too."""
    found = (one.value for one in discord.Locale if language_for(one.value) == language)
    return next(found, language.code)


class Locales:
    """Adds locales to what SimCord says of interactions and servers, as Discord does."""

    def __init__(self, env: simcord.Env) -> None:
        self._backend = env.backend
        self._emit = env.backend.emit
        self._members: dict[int, str] = {}
        self._communities: set[int] = set()
        setattr(env.backend, "emit", self._emit_with_locales)  # noqa: B010

    def of_member(self, user_id: int) -> str:
        """The locale of the member's interactions."""
        return self._members.get(user_id, locale_of(ENGLISH))

    def set_member(self, user_id: int, locale: str) -> None:
        """Interactions of this member have this locale from now on."""
        self._members[user_id] = locale

    def set_community(self, guild_id: int, locale: str) -> None:
        """The server is a Community server with this preferred locale from now on."""
        self._communities.add(guild_id)
        self._backend.edit_guild(guild_id, {"preferred_locale": locale})

    def _emit_with_locales(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            payload = {**payload, **self._of_interaction(payload)}
        elif event in ("GUILD_CREATE", "GUILD_UPDATE") and int(payload["id"]) in self._communities:
            payload = {**payload, "features": [*payload["features"], "COMMUNITY"]}
        self._emit(event, payload)

    def _of_interaction(self, payload: Mapping[str, Any]) -> dict[str, str]:
        member = payload.get("member", payload)
        locales = {"locale": self.of_member(int(member["user"]["id"]))}
        if "guild_id" in payload:
            guild = self._backend.get_guild(int(payload["guild_id"]))
            locales["guild_locale"] = guild.preferred_locale
        return locales
