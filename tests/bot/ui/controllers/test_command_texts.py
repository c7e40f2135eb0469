"""What Discord says of `/scout` in each language."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import Locale
from discord.app_commands import (
    Choice,
    TranslationContext,
    TranslationContextLocation,
    TranslationContextTypes,
    Translator,
    locale_str,
)
from discord.enums import try_enum

from bot.client import ScoutClient
from bot.settings import Settings
from bot.text.language import LANGUAGES, PSEUDO, Sentence, language_for
from bot.text.pseudo import pseudo
from bot.ui.kit.command_texts import NAMES, CommandText, CommandTexts
from tests.support.discord.command_limits import Json, characters, command_violations, longest
from tests.support.storage.database import database_url
from tests.tools.messages.extraction import of_source

ROOT = Path(__file__).parents[4]
PSEUDO_LOCALE = try_enum(Locale, PSEUDO.code)
A_CHOICE: TranslationContextTypes = TranslationContext(
    TranslationContextLocation.choice_name, Choice(name="a choice", value=1)
)


class Pseudo(CommandTexts):
    """Says each text in the pseudo-language, for one locale."""

    async def translate(self, string: locale_str, locale: Locale, context: Any) -> str | None:
        if locale is not Locale.german:
            return None
        return await super().translate(string, PSEUDO_LOCALE, context)


async def registered(folder: Path, translator: Translator | None = None) -> Json:
    """`/scout` as Discord is asked to register it; without a translator in English alone."""
    settings = Settings(database_url=database_url(folder), computer_workers=0)
    tree = ScoutClient(settings, background=False).tree
    (scout,) = tree.get_commands()
    if translator is None:
        return scout.to_dict(tree)
    payload: Json = await scout.get_translated_payload(tree, translator)
    return payload


def parts(part: Json) -> Iterator[Json]:
    """The command and all that is in it."""
    yield part
    for child in [*part.get("options", []), *part.get("choices", [])]:
        yield from parts(child)


async def test_discord_takes_the_command_in_all_languages(tmp_path: Path) -> None:
    assert list(command_violations(await registered(tmp_path, CommandTexts()))) == []


async def test_discord_would_take_the_command_in_long_languages(tmp_path: Path) -> None:
    """The pseudo-language is 40 % longer, and Discord's limits have room for it."""
    scout = await registered(tmp_path, Pseudo())
    assert characters(scout) > 2_555 * 1.3
    assert [one for one in command_violations(scout) if "in all" in one] == []


async def test_descriptions_and_choices_are_translated_and_names_are_not(tmp_path: Path) -> None:
    for part in parts(await registered(tmp_path, Pseudo())):
        if "value" in part:
            assert part["name_localizations"] == {"de": pseudo(part["name"])}
        else:
            assert not part.get("name_localizations")
            said = part["description_localizations"]["de"]
            assert (said[0], said[-1]) == ("[", "]")


class Recorder(Translator):
    """Translates nothing, and notes the English texts and sentences that it could."""

    def __init__(self) -> None:
        self.texts: set[str] = set()

    async def translate(self, string: locale_str, locale: Locale, context: Any) -> str | None:
        if context.location not in NAMES:
            sentence: Sentence = string.extras.get("sentence", Sentence(string.message))
            self.texts.add(sentence.text)
        return None


@pytest.mark.long
@pytest.mark.slow  # translates all commands
async def test_all_texts_are_in_the_catalogues(tmp_path: Path) -> None:
    heard, found = Recorder(), set()
    await registered(tmp_path, heard)
    for path in (ROOT / "bot/ui").rglob("*.py"):
        found |= {one.text for one in of_source(path.name, path.read_text("utf-8"))[0]}
    assert len(heard.texts) > 50
    assert heard.texts <= found


async def test_english_is_sent_once(tmp_path: Path) -> None:
    """Texts for a locale whose language is English, or the same as the English ones, are not."""
    for part in parts(await registered(tmp_path, CommandTexts())):
        for field in ("name", "description"):
            for locale, text in (part.get(f"{field}_localizations") or {}).items():
                assert language_for(locale) in LANGUAGES[1:]
                assert text != part[field]


async def test_a_sentence_with_places_is_filled() -> None:
    text = CommandText("{number} seats", number=2)
    assert text.message == "2 seats"
    texts = CommandTexts()
    assert await texts.translate(text, PSEUDO_LOCALE, A_CHOICE) == "[2 séáts]"
    assert await texts.translate(text, Locale.british_english, A_CHOICE) is None


async def test_a_text_that_no_catalog_has_is_not_sent() -> None:
    text = locale_str("Xyzzy")
    texts = CommandTexts()
    assert await texts.translate(text, PSEUDO_LOCALE, A_CHOICE) == pseudo("Xyzzy")
    assert await texts.translate(text, Locale.german, A_CHOICE) is None


def a_command(**changes: Any) -> Json:
    choice = {"name": "one", "value": 17, **changes.pop("choice", {})}
    option = {"name": "which", "description": "Which", "choices": [choice]}
    return {"name": "scout", "description": "Play", "options": [option], **changes}


def test_discord_counts_the_longest_text_of_each_field() -> None:
    command = a_command(description_localizations={"de": "Spielen", "ja": "遊ぶ"})
    assert longest(command, "description") == len("Spielen")
    assert characters(command) == len("scoutSpielenwhichWhichone17")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"description_localizations": {"pl": "x" * 101}}, "scout: a description of 101"),
        ({"name_localizations": {"pl": "x" * 33}}, "scout: a command's name of 33"),
        (
            {"choice": {"name_localizations": {"fr": "x" * 101}}},
            "scout which one: a choice's name of 101",
        ),
        ({"choice": {"name": ""}}, "scout which : a choice's name of 0"),
        ({"options": [{"name": f"n{at}", "description": "x" * 100} for at in range(80)]}, "8,"),
    ],
)
def test_what_is_too_long_for_discord_is_noticed(changes: Json, complaint: str) -> None:
    (found,) = command_violations(a_command(**changes))
    assert complaint.replace(",", "") in found
