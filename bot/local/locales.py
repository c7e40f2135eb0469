"""The locales of members and servers in SimCord, which knows en-US alone."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import discord
import simcord

from bot.text.language import ENGLISH, PSEUDO, Language, language_for
from bot.text.pseudo import pseudo


def locale_of(language: Language) -> str:
    """A locale of Discord's for this language: `en-US`, `ja`; that of the pseudo-language too."""
    found = (one.value for one in discord.Locale if language_for(one.value) == language)
    return next(found, language.code)


_USUAL = locale_of(ENGLISH)


def _localised(part: Mapping[str, Any], locale: str) -> Iterator[tuple[str, str]]:
    """Each English text of a command with its text in this locale, if it has one."""
    for field in ("name", "description"):
        localisations = part.get(f"{field}_localizations") or {}
        if locale in localisations:
            yield part[field], localisations[locale]
    for child in (*part.get("options", ()), *part.get("choices", ())):
        yield from _localised(child, locale)


class Locales:
    """Adds locales to SimCord's events of interactions and servers, as Discord sends them."""

    def __init__(self, env: simcord.Env) -> None:
        self._backend = env.backend
        self._emit = env.backend.emit
        self._members: dict[int, str] = {}
        self._communities: set[int] = set()
        setattr(env.backend, "emit", self._emit_with_locales)  # noqa: B010

    def of_member(self, user_id: int) -> str:
        """The locale of the member's interactions."""
        return self._members.get(user_id, _USUAL)

    def texts_of_commands(self, user_id: int) -> Callable[[str], str]:
        """A function from an English command text to the text in the member's language."""
        locale = self.of_member(user_id)
        if locale == PSEUDO.code:
            # Discord does not know it, so no text is registered for it.
            return pseudo
        found = {
            text: other
            for command in self._backend.commands[None].values()
            for text, other in _localised(command, locale)
        }
        return lambda text: found.get(text, text)

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
