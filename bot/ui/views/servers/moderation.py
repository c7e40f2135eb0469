"""Blocked members in the panel of `/scout admin`, reports, and the entries of the log channel."""

from collections.abc import Iterator
from functools import partial

import discord
from discord import ButtonStyle
from discord.utils import format_dt

from bot.tables.core.state import Status, TableState
from bot.tables.servers.blocks import PAGE_LENGTH, Block, BlockPage
from bot.tables.upkeep.requests import MemberRequest
from bot.text.language import Language, gettext_noop
from bot.text.names import PlayerName, readable, readable_name, short_name
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import (
    Button,
    Entities,
    EntityKind,
    Message,
    Option,
    Row,
    Select,
    page_buttons,
)
from bot.ui.views.elements import escaped, new_embed, new_form, player_name
from bot.ui.views.servers.admin import AdminPage, back_button

_TITLE = gettext_noop("🛠️ Server settings: blocked members")
# Translators: a button, at most 40 letters beside the name.
BLOCK = gettext_noop("Block {name}")
_MAX_NAME = 32
_EFFECT = gettext_noop(
    "A blocked member cannot open a table, take a seat, watch, or press other buttons at tables "
    "in this server, and cannot play the daily deal, send reports, or post stats and leaderboards "
    "here. They notice it only when they try. Members with Manage Server are not affected."
)


def blocked_message(language: Language, page: BlockPage) -> Message:
    """A page of blocked members, and a select to choose a member."""
    lines = [
        f"{number}. {_blocked_words(language, member)}"
        for number, member in enumerate(page.members, page.number * PAGE_LENGTH + 1)
    ]
    footer = language.gettext("Page {page} of {pages}", page=page.number + 1, pages=page.pages)
    embed = new_embed(
        "\n".join(lines) or language.gettext("Nobody is blocked."),
        title=language.gettext(_TITLE),
        footer=footer if page.pages > 1 else None,
        fields={language.gettext("What blocking does"): language.gettext(_EFFECT)},
    )
    # A new custom_id clears the pick.
    choose = ComponentId(Verb.CHOOSE_MEMBER, 0, page.total)
    block = language.gettext("Block a member")
    rows: list[Row] = [Select(block, choose, entities=Entities(EntityKind.MEMBER, least=1))]
    if page.members:
        options = [Option(_label(language, member), str(member.user_id)) for member in page.members]
        unblock = language.gettext("Unblock a member")
        rows.append(Select(unblock, choose._replace(detail="listed"), options))
    press = partial(ComponentId, Verb.ADMIN, 0, detail=AdminPage.BLOCKED)
    pages = page_buttons(language, page.number, page.pages, press)
    return Message(embed, [*rows, [*pages, back_button(language)]])


def member_message(
    language: Language, user_id: int, name: str, block: Block | None, live: list[TableState]
) -> Message:
    """One member: whether they are blocked, their live tables, and the actions on both."""
    press = ComponentId(Verb.BLOCK, 0, detail=str(user_id))
    sits = _seat_lines(language, live, is_blocked=block is not None)
    if block is None:
        question = language.gettext("Block {member}?", member=_named(language, user_id, name))
        lines = [question, *sits, "", language.gettext(_EFFECT)]
        label = language.gettext(BLOCK, name=_shown(language, name) or _last_digits(user_id))
        buttons = [Button(label, press, ButtonStyle.danger)]
    else:
        named = _named(language, block.user_id, block.name)
        lines = [language.gettext("{member} is blocked.", member=named), *sits]
        buttons = [Button(language.gettext("Unblock"), press._replace(verb=Verb.UNBLOCK))]
        if any(state.status is Status.PLAYING for state in live):
            play_on = language.gettext("Let a computer play on")
            press = press._replace(verb=Verb.REPLACE_MEMBER)
            buttons.append(Button(play_on, press, ButtonStyle.danger))
    embed = new_embed("\n".join(lines), title=language.gettext(_TITLE))
    return Message(embed, [[*buttons, back_button(language, AdminPage.BLOCKED)]])


def blocked_entry(language: Language, request: MemberRequest) -> Message:
    """For the log channel: a block that is carried out; a forgotten manager has a negative id."""
    member, by = _named(language, request.user_id, request.name), request.asked_by
    text = gettext_noop("🚫 {manager} blocked {member} at SCOUT's tables.")
    if by <= 0:
        text = gettext_noop("🚫 {member} was blocked at SCOUT's tables.")
    return Message(new_embed(language.gettext(text, manager=f"<@{by}>", member=member)))


def unblocked_entry(language: Language, user_id: int, by: int) -> Message:
    text = gettext_noop("{manager} unblocked {member} at SCOUT's tables.")
    return Message(new_embed(language.gettext(text, manager=f"<@{by}>", member=f"<@{user_id}>")))


def _seat_lines(language: Language, live: list[TableState], *, is_blocked: bool) -> Iterator[str]:
    """The member's seats, and what will happen to them."""
    games = sum(state.status is Status.PLAYING for state in live)
    if len(live) > games and not is_blocked:
        yield language.gettext("This member's seats in lobbies become free at once.")
    if games and is_blocked:
        yield language.ngettext(
            "**This member still plays in {number} running game.** They can finish, or you can "
            "let a computer play on for them. That counts as a loss for them, as if they had left.",
            "**This member still plays in {number} running games.** They can finish, or you can "
            "let a computer play on for them. That counts as a loss for them, as if they had left.",
            games,
        )
    elif games:
        yield language.ngettext(
            "This member plays in {number} running game. You are asked next whether they can "
            "finish.",
            "This member plays in {number} running games. You are asked next whether they can "
            "finish.",
            games,
        )


def _blocked_words(language: Language, member: Block) -> str:
    """A blocked member, the day, and the manager, who may have been forgotten."""
    # Translators: a blocked member, the day, and who blocked them.
    text = gettext_noop("{member}, {day}, by a former member")
    if member.blocked_by > 0:
        text = gettext_noop("{member}, {day}, by {manager}")
    return language.gettext(
        text,
        member=_named(language, member.user_id, member.name),
        day=format_dt(member.blocked_at, "d"),
        manager=f"<@{member.blocked_by}>",
    )


def _named(language: Language, user_id: int, name: str) -> str:
    named = player_name(language, PlayerName(name))
    return f"<@{user_id}> ({named})" if named else f"<@{user_id}>"


def _label(language: Language, member: Block) -> str:
    # Names can repeat, and a forgotten member has none.
    return f"{_shown(language, member.name)} · {_last_digits(member.user_id)}".removeprefix(" · ")


def _shown(language: Language, name: str) -> str:
    """The name in a label; '' if it is invisible."""
    return readable_name(short_name(language, PlayerName(name)))[:_MAX_NAME]


def _last_digits(user_id: int) -> str:
    return f"…{str(user_id)[-4:]}"


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


def report_form(language: Language, about: int | None) -> discord.ui.Modal:
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
    lines = (escaped(readable(line)) for line in text[:MAX_TEXT].splitlines())
    return "\n".join(line for line in lines if line)


def report_message(
    language: Language,
    text: str,
    *,
    reporter: int,
    channel_id: int,
    about: int | None,
    table: TableState | None,
    link: str,
) -> Message:
    """For the log channel, without a notification; it links the table in question, if any."""
    embed = new_embed(text, title=language.gettext("📣 Report"))
    # Translators: in a report to moderators, the member who sent it.
    embed.add_field(name=language.pgettext("report", "From"), value=f"<@{reporter}>")
    if about is not None:
        # Translators: in a report to moderators, the member that it is about.
        embed.add_field(name=language.pgettext("report", "About"), value=f"<@{about}>")
    embed.add_field(name=language.gettext("Channel"), value=f"<#{channel_id}>")
    if table is not None:
        embed.add_field(name=language.gettext("Table"), value=f"[#{table.id}]({link})")
    return Message(embed)


def daily_off_entry(language: Language, channel_id: int) -> Message:
    """For the log channel: the daily message is off, since its channel refused it."""
    words = language.gettext(
        "🗓️ The daily message is off: for a day I could not post it in {channel}. `/scout admin` "
        "chooses another channel.",
        channel=f"<#{channel_id}>",
    )
    return Message(new_embed(words))


def closed_entry(language: Language, state: TableState, by: int) -> Message:
    """For the log channel: a moderator closed somebody else's table.

    The host of a scheduled table may have been forgotten, and then has a negative id.
    """
    host = f"<@{state.host_id}>" if state.host_id > 0 else language.gettext("a former player")
    words = language.gettext(
        "🧹 {moderator} closed {host}'s table in {channel}.",
        moderator=f"<@{by}>",
        host=host,
        channel=f"<#{state.channel_id}>",
    )
    return Message(new_embed(words))
