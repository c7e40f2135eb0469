"""A card as text, for those who have chosen no pictures."""

import discord

from bot.pictures.layouts.stats import (
    Head,
    PersonalBest,
    RatingHistory,
    Section,
    StatsCard,
    Tile,
    Tiles,
)
from bot.text.words import counted, figure
from bot.ui.views.lobby import COLOUR
from bot.ui.views.text import plain

_RECORDS, _COURSE = "Records", "Rating, game by game"


def card_embed(card: StatsCard) -> discord.Embed:
    """All that the card shows; names in its tiles and records are fit for a message already."""
    name = card.title if card.head is None else card.head.face.name
    embed = discord.Embed(title=f"📊 {plain(name) or plain(card.title)}", colour=COLOUR)
    if card.head is not None:
        embed.description = _head(card.head)
    for section in card.sections:
        name, value = _field(section)
        embed.add_field(name=name, value=value, inline=False)
    return embed


def _head(head: Head) -> str:
    if not head.rating:
        return "No rating yet. It comes with the first game with other people."
    provisional = ", provisional" if head.provisional else ""
    standing = f", {head.standing}" if head.standing else ""
    return f"Rating **{head.rating}** {head.spread}{provisional}{standing}"


def _field(section: Section) -> tuple[str, str]:
    if isinstance(section, RatingHistory):
        return _COURSE, " → ".join(map(figure, section.ratings))
    if isinstance(section, Tiles):
        return section.label, "\n".join(map(_tile, section.tiles))
    return _RECORDS, "\n".join(map(_record, section))


def _tile(tile: Tile) -> str:
    note = f" ({tile.note})" if tile.note else ""
    return f"{tile.label[:1].upper()}{tile.label[1:]}: **{tile.figure}**{note}"


def _record(record: PersonalBest) -> str:
    by = f", {record.by}" if record.by else ""
    return f"{record.label}: **{counted(record.cards, 'card')}**{by}"
