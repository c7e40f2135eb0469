"""Selects of channels, roles and members, as messages carry them."""

import discord

from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Entities, EntityKind, Message, Option, Select

CHANNEL, ROLE, MEMBER = 8, 6, 5
"""Discord's types of such selects."""


def message(kind: EntityKind, *chosen: int) -> Message:
    select = Select("Pick", ComponentId(Verb.ADMIN, 0), entities=Entities(kind, chosen, most=25))
    return Message(discord.Embed(title="x"), [select])


async def test_each_kind_has_a_select_of_its_own() -> None:
    kinds = {
        EntityKind.PLACE: (CHANNEL, "channel"),
        EntityKind.TEXT_CHANNEL: (CHANNEL, "channel"),
        EntityKind.ROLE: (ROLE, "role"),
        EntityKind.MEMBER: (MEMBER, "user"),
    }
    for kind, (number, name) in kinds.items():
        (row,) = message(kind, 7).parts()["view"].to_components()
        (select,) = row["components"]
        assert (select["type"], select["min_values"], select["max_values"]) == (number, 0, 25)
        assert select["custom_id"] == "scout:admin:0:0:"
        assert select["default_values"] == [{"id": 7, "type": name}]


async def test_what_is_chosen_belongs_to_the_digest() -> None:
    role = EntityKind.ROLE
    assert message(role, 1).digest == message(role, 1).digest
    assert message(role, 1).digest != message(role, 2).digest
    assert message(role, 1).digest != message(EntityKind.MEMBER, 1).digest


async def test_the_digest_of_other_selects_is_as_before() -> None:
    """Or an update of the program would edit every message with a list."""
    options = [Option("one", "1"), Option("two", "2")]
    select = Select("Pick", ComponentId(Verb.PICK, 1, 2), options)
    shown = Message(discord.Embed(title="x"), [select])
    known = "c83f8c4bbe4da466d39699b6750d5243c68d5bb4a47833fda5a5b899f8cd7b77"
    assert shown.digest == known
