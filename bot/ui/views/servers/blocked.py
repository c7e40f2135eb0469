"""Blocked members in the panel of `/scout admin`: the list, and one member's page."""

import discord
from discord import ButtonStyle

from bot.tables.servers.blocks import PAGE_LENGTH, BlockedMember, BlockPage
from bot.tables.servers.moderation import Seats
from bot.text.language import Language, gettext_noop
from bot.text.words import counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.entities import Entities, EntityKind
from bot.ui.kit.message import Button, Message, Option, Row, Select, page_buttons
from bot.ui.views.elements import escape_markdown, new_embed
from bot.ui.views.servers.admin import AdminPage, back_button

_TITLE = gettext_noop("🛠️ Server settings: blocked members")
_BLOCK = "Block "
_LISTED = "listed"
_MAX_NAME = 32
_EFFECT = (
    "A blocked member cannot open a table, take a seat, watch, or press other buttons at tables "
    "in this server, and cannot send reports or post stats and leaderboards. They notice it only "
    "when they try. Members with Manage Server are not affected."
)


def blocked_message(language: Language, page: BlockPage) -> Message:
    """A page of blocked members, and a select to choose a member."""
    lines = [
        f"{number}. {_named(language, member)}, {discord.utils.format_dt(member.blocked_at, 'd')}, "
        f"by {_mention(language, member.blocked_by)}"
        for number, member in enumerate(page.members, page.number * PAGE_LENGTH + 1)
    ]
    words = "\n".join(lines) or "Nobody is blocked."
    embed = new_embed(
        words,
        title=language.gettext(_TITLE),
        footer=f"Page {page.number + 1} of {page.pages}" if page.pages > 1 else None,
        fields={"What blocking does": _EFFECT},
    )
    # Discord keeps showing what was picked while the custom_id is the same.
    choose = ComponentId(Verb.CHOOSE_MEMBER, 0, page.total)
    rows: list[Row] = [
        Select("Block a member", choose, entities=Entities(EntityKind.MEMBER, least=1))
    ]
    if page.members:
        options = [Option(_label(member), str(member.user_id)) for member in page.members]
        rows.append(Select("Unblock a member", choose._replace(detail=_LISTED), options))
    rows.append([*page_buttons(language, page.number, page.pages, _page), back_button(language)])
    return Message(embed, rows)


def member_message(
    language: Language, user_id: int, name: str, block: BlockedMember | None, seats: Seats
) -> Message:
    """One member: whether they are blocked, their seats, and the actions on both."""
    sits = _seat_words(language, seats, is_blocked=block is not None)
    if block is None:
        words = f"Block {_mention(language, user_id)} ({escape_markdown(name)})?{sits}\n\n{_EFFECT}"
        label = f"{_BLOCK}{name[:_MAX_NAME]}"
        buttons = [_button(label, Verb.BLOCK, user_id, ButtonStyle.danger)]
    else:
        words = f"{_named(language, block)} is blocked.{sits}"
        buttons = [_button("Unblock", Verb.UNBLOCK, user_id)]
        if seats.games:
            buttons.append(
                _button("Let a computer play on", Verb.REPLACE_MEMBER, user_id, ButtonStyle.danger)
            )
    return Message(
        new_embed(words, title=language.gettext(_TITLE)),
        [[*buttons, back_button(language, AdminPage.BLOCKED)]],
    )


def name_in(language: Language, label: str) -> str:
    """The name in the label of a Block button, '' in any other."""
    return label.removeprefix(_BLOCK) if label.startswith(_BLOCK) else ""


def blocked_line(language: Language, user_id: int, name: str, by: int) -> str:
    """For the log channel."""
    member = f"{_mention(language, user_id)} ({escape_markdown(name)})"
    return f"🚫 {_mention(language, by)} blocked {member} at SCOUT's tables."


def unblocked_line(language: Language, user_id: int, by: int) -> str:
    """The same when the block is lifted."""
    return f"{_mention(language, by)} unblocked {_mention(language, user_id)} at SCOUT's tables."


def _seat_words(language: Language, seats: Seats, *, is_blocked: bool) -> str:
    """The member's seats, and what happens to them."""
    games = counted(language, len(seats.games), "running game")
    words = ""
    if seats.lobbies and not is_blocked:
        words += "\nTheir seats in lobbies become free at once."
    if seats.games and is_blocked:
        words += (
            f"\n**They still play in {games}.** They can finish, or you can let a computer "
            "play on for them. That counts as a loss for them, as if they had left."
        )
    elif seats.games:
        words += f"\nThey play in {games}. You are asked next whether they can finish."
    return words


def _named(language: Language, member: BlockedMember) -> str:
    return f"{_mention(language, member.user_id)} ({escape_markdown(member.name)})"


def _label(member: BlockedMember) -> str:
    # Names can repeat, and a forgotten member has none.
    return f"{member.name[:_MAX_NAME]} · …{str(member.user_id)[-4:]}"


def _mention(language: Language, user_id: int) -> str:
    return f"<@{user_id}>" if user_id > 0 else "a former member"


def _page(number: int) -> ComponentId:
    return ComponentId(Verb.ADMIN, 0, number, AdminPage.BLOCKED)


def _button(
    label: str, verb: Verb, user_id: int, style: ButtonStyle = ButtonStyle.secondary
) -> Button:
    return Button(label, ComponentId(verb, 0, detail=str(user_id)), style)
