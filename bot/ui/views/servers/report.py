"""Reports: the form that a member fills in, and what the log channel of the server gets."""

from typing import NamedTuple

import discord

from bot.tables.core.state import TableState
from bot.text.language import Language, gettext_noop
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message
from bot.ui.views.elements import escape_markdown, new_embed, new_form

TEXT = "what"
"""The custom_id of the form's input."""
MAX_TEXT = 1000
NO_CHANNEL = gettext_noop(
    "This server has no channel for reports about SCOUT. Please write to one of its moderators."
)
NOT_DELIVERED = gettext_noop(
    "I could not deliver your report: this server's channel for reports is out of reach. "
    "Please write to a moderator."
)
DELIVERED = gettext_noop("Thank you. The moderators of this server have your report.")
SENDING = gettext_noop("I am sending your report.")
NOTHING_WRITTEN = gettext_noop(
    "Your report is empty. Use `/scout report` again and say what happened."
)


class Report(NamedTuple):
    """The reporting member, the channel, the member and table in question if any, the text."""

    reporter: int
    channel_id: int
    about: int | None
    table: TableState | None
    table_link: str
    text: str


def report_form(language: Language, about: int | None) -> discord.ui.Modal:
    """The form for a report, about this member if it is about one."""
    text: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=TEXT, style=discord.TextStyle.paragraph, max_length=MAX_TEXT
    )
    label = discord.ui.Label(
        # Translators: the question of a form, at most 45 letters.
        text=language.gettext("What happened?"),
        # Translators: below the question, at most 100 letters.
        description=language.gettext("This server's moderators read it, with your name."),
        component=text,
    )
    press = ComponentId(Verb.REPORT, 0, detail="" if about is None else str(about))
    # Translators: the title of a form, at most 45 letters.
    return new_form(language.gettext("Report to the moderators"), press, [label])


def readable_text(text: str) -> str:
    """The text without formatting, mentions, links and empty lines."""
    lines = (escape_markdown(line) for line in text[:MAX_TEXT].splitlines())
    return "\n".join(line for line in lines if line)


def report_message(language: Language, report: Report) -> Message:
    """For the log channel, without a notification."""
    embed = new_embed(report.text, title=language.gettext("📣 Report"))
    # Translators: in a report to moderators, the member who sent it.
    embed.add_field(name=language.pgettext("report", "From"), value=f"<@{report.reporter}>")
    if report.about is not None:
        # Translators: in a report to moderators, the member that it is about.
        embed.add_field(name=language.pgettext("report", "About"), value=f"<@{report.about}>")
    embed.add_field(name=language.gettext("Channel"), value=f"<#{report.channel_id}>")
    if report.table is not None:
        table = f"[#{report.table.id}]({report.table_link})"
        embed.add_field(name=language.gettext("Table"), value=table)
    return Message(embed)


def daily_off_entry(language: Language, channel_id: int) -> Message:
    """For the log channel: the channel for the daily deal refuses its messages, so it is off."""
    words = language.gettext(
        "🗓️ The daily message is off: for a day I could not post it in {channel}. `/scout admin` "
        "chooses another channel.",
        channel=f"<#{channel_id}>",
    )
    return Message(new_embed(words))


def closed_entry(language: Language, state: TableState, by: int) -> Message:
    """For the log channel: a moderator closed somebody else's table."""
    words = language.gettext(
        "🧹 {moderator} closed {host}'s table in {channel}.",
        moderator=f"<@{by}>",
        host=f"<@{state.host_id}>",
        channel=f"<#{state.channel_id}>",
    )
    return Message(new_embed(words))
