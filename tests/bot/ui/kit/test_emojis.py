"""Emojis add to a message and take nothing away: its words, its digest, its being sent."""

from typing import Any

import discord
import pytest

from bot.pictures.emojis import emoji_images
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.emojis import emoji_name, emoji_of, fitted, is_tile_name, number_text, plain_text
from bot.ui.kit.message import OPTIONS, Button, Message, Option, Row, Select
from tests.support.discord.limits import message_violations
from tests.support.ui.rendering import as_sent
from tests.support.ui.uploaded_emojis import EMOJIS, uploaded

ID = ComponentId(Verb.PLAY, 1)
NUMBERS = range(1, 11)


def message() -> Message:
    """Everything that can carry an emoji."""
    text = " ".join(map(number_text, NUMBERS))
    options = [
        Option(f"Show {number}", f"play S{number}", str(number % 10 + 1))
        for number in range(1, OPTIONS + 1)
    ]
    rows: list[Row] = [
        [
            Button("Show 7", ID, emoji="7"),
            Button("Scout & Show", ID._replace(number=2), emoji="token"),
        ],
        Select("Pick", ID._replace(number=3), options),
    ]
    return Message(discord.Embed(description=text), rows, content=f"You show {number_text(7)}.")


def pressed(sent: dict[str, Any]) -> list[dict[str, Any]]:
    """Its buttons and options."""
    items = [item for row in sent["components"] for item in row["components"]]
    return [part for item in items for part in item.get("options", [item])]


def test_a_name_says_which_picture_it_is() -> None:
    names = {tile: emoji_name(tile, png) for tile, png in emoji_images().items()}
    assert len(set(names.values())) == 13
    assert emoji_name("7", b"another picture") != names["7"]
    for name in names.values():
        assert is_tile_name(name)
        assert 2 <= len(name) <= 32
        assert name.replace("_", "").isalnum()


@pytest.mark.parametrize(
    "name",
    ["scout", "scout_7", "scout_party", "my_scout_7_1a2b3c", "scout_7_1a2b3c4", "Scout_7_1a2b3c"],
)
def test_other_emojis_are_not_taken_for_tiles(name: str) -> None:
    assert not is_tile_name(name)


def test_without_an_upload_there_is_plain_text_alone() -> None:
    assert emoji_of("7") == {}
    assert number_text(7) == "7"
    assert str(message().embed.description) == "1 2 3 4 5 6 7 8 9 10"


async def test_labels_are_complete_without_emojis() -> None:
    plain = await as_sent(message())
    with uploaded():
        shown = await as_sent(message())
    assert [part["label"] for part in pressed(shown)] == [part["label"] for part in pressed(plain)]
    assert not any("emoji" in part for part in pressed(plain))
    assert all(part["emoji"]["id"] for part in pressed(shown))


async def test_a_full_select_with_emojis_is_what_discord_takes() -> None:
    with uploaded():
        sent = await as_sent(message())
    assert len(pressed(sent)) == 2 + OPTIONS
    assert list(message_violations(sent)) == []


async def test_the_emoji_is_the_one_that_was_uploaded() -> None:
    with uploaded():
        sent = await as_sent(message())
    seven = EMOJIS["7"]
    assert pressed(sent)[0]["emoji"] == {"id": seven.id, "name": seven.name}
    assert sent["content"] == f"You show {seven}."


def test_an_upload_is_no_reason_to_edit_a_message() -> None:
    plain = message().digest
    with uploaded():
        assert message().digest == plain
        assert message().without_label_emojis().digest == plain


def test_what_is_said_and_done_still_counts() -> None:
    button = Button("Show 7", ID, emoji="7")
    embed = discord.Embed(description=number_text(7))
    digests = {
        Message(embed, [[button]]).digest,
        Message(embed, [[button._replace(label="Show 8")]]).digest,
        Message(embed, [[button._replace(style=discord.ButtonStyle.danger)]]).digest,
        Message(embed, [[button._replace(component_id=ID._replace(number=9))]]).digest,
        Message(discord.Embed(description=number_text(8)), [[button]]).digest,
        Message(embed, [Select("Show 7", ID, [Option("7", "7")])]).digest,
        Message(embed, [Select("Show 7", ID, [Option("8", "7")])]).digest,
        Message(embed, [Select("Show 7", ID, [Option("7", "8")])]).digest,
    }
    assert len(digests) == 8
    with uploaded():
        assert Message(discord.Embed(description=number_text(7)), [[button]]).digest in digests
        eight = Message(discord.Embed(description=number_text(8)), [[button]])
        assert eight.digest != Message(embed, [[button]]).digest


async def test_labels_can_go_without() -> None:
    with uploaded():
        sent = await as_sent(message().without_label_emojis())
    assert not any("emoji" in part for part in pressed(sent))
    assert [part["label"] for part in pressed(sent)][:2] == ["Show 7", "Scout & Show"]


def test_plain_text_has_the_digits() -> None:
    with uploaded():
        written = f"**{number_text(10)} {number_text(9)}**, {number_text(1)}/4"
    assert plain_text(written) == "**10 9**, 1/4"
    assert plain_text("<:wave:1> <:scout_token_1a2b3c:1>") == "<:wave:1> <:scout_token_1a2b3c:1>"


def test_where_emojis_make_a_text_too_long_it_is_plain() -> None:
    with uploaded():
        long, short = (" ".join(map(number_text, [10] * count)) for count in (30, 20))
        embed = discord.Embed(description=" ".join([long] * 4))
        embed.add_field(name="Long", value=long, inline=False)
        embed.add_field(name="Short", value=short, inline=False)
    shown = fitted(embed)
    assert shown.description == " ".join(["10"] * 120)
    assert [field.value for field in shown.fields] == [" ".join(["10"] * 30), short]
    assert [field.inline for field in shown.fields] == [False, False]
    assert embed.fields[0].value == long
