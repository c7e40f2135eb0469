"""What a server's managers do in the panel of `/scout admin`, and what is in its log channel."""

from typing import Any

import discord
from simcord.results import InteractionResult, ResponseMessage

from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import ENTITY_SELECTS, answer


def a_manager(here: Channel, name: str = "Max") -> Member:
    """A new member with Manage Server."""
    role = here.guild.roles.get("manager") or here.guild.create_role(
        "manager", permissions=discord.Permissions(manage_guild=True)
    )
    return here.add_member(name, role)


def entity_selects(message: ResponseMessage) -> dict[str, Any]:
    """The selects of channels, roles and members, by their placeholders."""
    items = [item for row in message.components for item in row["components"]]
    return {item["placeholder"]: item for item in items if item["type"] in ENTITY_SELECTS}


async def choose(
    member: Member, placeholder: str, on: ResponseMessage, *picked: Any
) -> ResponseMessage:
    """Pick these in the select of that placeholder; returns the answer."""
    custom_id = entity_selects(on)[placeholder]["custom_id"]
    return answer(await member.actor.select(on, list(picked), custom_id=custom_id))


async def open_page(manager: Member, page: str) -> ResponseMessage:
    """The panel at the page of this button."""
    return await manager.press(page, await manager.slash("admin"))


async def allow_channels(manager: Member, *channels: Any) -> ResponseMessage:
    tables = await open_page(manager, "Tables")
    return await choose(manager, "Channels for tables", tables, *channels)


async def limit_tables(manager: Member, number: int) -> ResponseMessage:
    tables = await open_page(manager, "Tables")
    result = await manager.actor.select(
        tables, [f"most-{number}"], custom_id="scout:adminset:0:0:most"
    )
    return answer(result)


async def choose_host_role(manager: Member, *roles: Any) -> ResponseMessage:
    tables = await open_page(manager, "Tables")
    return await choose(manager, "Role that can host", tables, *roles)


async def choose_log(manager: Member, *channels: Any) -> ResponseMessage:
    reports = await open_page(manager, "Reports")
    return await choose(manager, "Channel for reports", reports, *channels)


async def choose_daily(manager: Member, *channels: Any) -> ResponseMessage:
    page = await open_page(manager, "Daily deal")
    return await choose(manager, "Channel for the daily deal", page, *channels)


async def choose_member(manager: Member, member: Member) -> ResponseMessage:
    """The member's page in the panel."""
    blocked = await open_page(manager, "Blocked members")
    return await choose(manager, "Block a member", blocked, member.actor)


async def block(manager: Member, member: Member) -> ResponseMessage:
    return await manager.press(f"Block {member.name}", await choose_member(manager, member))


async def write_report(reporter: Member, text: str, about: Member | None = None) -> ResponseMessage:
    """Fill in and send `/scout report`; returns the answer."""
    options: dict[str, Any] = {} if about is None else {"member": about.actor}
    return answer(await send_report(reporter, await reporter.send("report", **options), text))


async def send_report(member: Member, shown: InteractionResult, text: str) -> InteractionResult:
    return await member.actor.submit_modal(shown, {"what": text})
