"""The texts of commands at Discord, in the languages of its members."""

import asyncio
from collections.abc import Mapping
from typing import TypeVar

from discord import Locale, app_commands

from bot.text.language import ENGLISH, Sentence, language_for, load_catalogues
from bot.ui.kit.message import OPTIONS

NAMES = {
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
}
_Value = TypeVar("_Value", str, int)


class CommandText(app_commands.locale_str):
    """The text of a command or an option at Discord, with places for values."""

    def __init__(self, text: str, /, **places: object) -> None:
        super().__init__(ENGLISH.gettext(text, **places), sentence=Sentence(text, None, **places))


def choices(labels: Mapping[_Value, str], typed: str = "") -> list[app_commands.Choice[_Value]]:
    """A choice for each value that contains the typed text, or whose label contains it."""
    wanted = typed.strip().casefold()
    found = [
        app_commands.Choice(name=label, value=value)
        for value, label in labels.items()
        if wanted in label.casefold() or wanted in str(value)
    ]
    return found[:OPTIONS]


class CommandTexts(app_commands.Translator):
    """Translates descriptions and choices, but not names: all members use the same commands."""

    async def load(self) -> None:
        # In a thread: without compiled catalogues it takes a second.
        await asyncio.to_thread(load_catalogues)

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text for this locale, or None if that is the English one, which Discord has."""
        if context.location in NAMES:
            return None
        language = language_for(locale.value)
        text = language.say(string.extras.get("sentence", Sentence(string.message)))
        return None if text == string.message else text
