"""Blocked members in the panel of `/scout admin`: the list, and one member's page."""

from discord import ButtonStyle
from discord.utils import format_dt

from bot.tables.servers.blocks import PAGE_LENGTH, BlockedMember, BlockPage, Seats
from bot.text.language import Language, gettext_noop
from bot.text.names import PlayerName, short_name
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.entities import Entities, EntityKind
from bot.ui.kit.message import Button, Message, Option, Row, Select, page_buttons
from bot.ui.views.elements import new_embed, player_name
from bot.ui.views.servers.admin import AdminPage, back_button

_TITLE = gettext_noop("🛠️ Server settings: blocked members")
# Translators: a button, at most 40 letters beside the name.
BLOCK = gettext_noop("Block {name}")
_LISTED = "listed"
_MAX_NAME = 32
_EFFECT = gettext_noop(
    "A blocked member cannot open a table, take a seat, watch, or press other buttons at tables "
    "in this server, and cannot send reports or post stats and leaderboards. They notice it only "
    "when they try. Members with Manage Server are not affected."
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
    # Discord keeps showing what was picked while the custom_id is the same.
    choose = ComponentId(Verb.CHOOSE_MEMBER, 0, page.total)
    block = language.gettext("Block a member")
    rows: list[Row] = [Select(block, choose, entities=Entities(EntityKind.MEMBER, least=1))]
    if page.members:
        options = [Option(_label(language, member), str(member.user_id)) for member in page.members]
        unblock = language.gettext("Unblock a member")
        rows.append(Select(unblock, choose._replace(detail=_LISTED), options))
    rows.append([*page_buttons(language, page.number, page.pages, _page), back_button(language)])
    return Message(embed, rows)


def member_message(
    language: Language, user_id: int, name: str, block: BlockedMember | None, seats: Seats
) -> Message:
    """One member: whether they are blocked, their seats, and the actions on both."""
    sits = _seat_words(language, seats, is_blocked=block is not None)
    if block is None:
        question = language.gettext("Block {member}?", member=_named(language, user_id, name))
        words = f"{question}{sits}\n\n{language.gettext(_EFFECT)}"
        label = language.gettext(BLOCK, name=name[:_MAX_NAME])
        buttons = [_button(label, Verb.BLOCK, user_id, ButtonStyle.danger)]
    else:
        named = _named(language, block.user_id, block.name)
        words = f"{language.gettext('{member} is blocked.', member=named)}{sits}"
        buttons = [_button(language.gettext("Unblock"), Verb.UNBLOCK, user_id)]
        if seats.games:
            play_on = language.gettext("Let a computer play on")
            buttons.append(_button(play_on, Verb.REPLACE_MEMBER, user_id, ButtonStyle.danger))
    return Message(
        new_embed(words, title=language.gettext(_TITLE)),
        [[*buttons, back_button(language, AdminPage.BLOCKED)]],
    )


def blocked_entry(language: Language, user_id: int, name: str, by: int) -> Message:
    """For the log channel; `by` is no id if the manager has been forgotten since."""
    member = _named(language, user_id, name)
    text = gettext_noop("🚫 {manager} blocked {member} at SCOUT's tables.")
    if by <= 0:
        text = gettext_noop("🚫 {member} was blocked at SCOUT's tables.")
    return Message(new_embed(language.gettext(text, manager=f"<@{by}>", member=member)))


def unblocked_entry(language: Language, user_id: int, by: int) -> Message:
    """The same when the block is lifted."""
    text = gettext_noop("{manager} unblocked {member} at SCOUT's tables.")
    words = language.gettext(text, manager=f"<@{by}>", member=f"<@{user_id}>")
    return Message(new_embed(words))


def _seat_words(language: Language, seats: Seats, *, is_blocked: bool) -> str:
    """The member's seats, and what happens to them."""
    words = ""
    if seats.lobbies and not is_blocked:
        freed = language.gettext("This member's seats in lobbies become free at once.")
        words += f"\n{freed}"
    if not seats.games:
        return words
    if is_blocked:
        games = language.ngettext(
            "**This member still plays in {number} running game.** They can finish, or you can "
            "let a computer play on for them. That counts as a loss for them, as if they had left.",
            "**This member still plays in {number} running games.** They can finish, or you can "
            "let a computer play on for them. That counts as a loss for them, as if they had left.",
            len(seats.games),
        )
    else:
        games = language.ngettext(
            "This member plays in {number} running game. You are asked next whether they can "
            "finish.",
            "This member plays in {number} running games. You are asked next whether they can "
            "finish.",
            len(seats.games),
        )
    return f"{words}\n{games}"


def _blocked_words(language: Language, member: BlockedMember) -> str:
    """A blocked member, the day, and the manager, who can be forgotten by now."""
    named, day = _named(language, member.user_id, member.name), format_dt(member.blocked_at, "d")
    if member.blocked_by <= 0:
        # Translators: a blocked member, the day, and who blocked them.
        return language.gettext("{member}, {day}, by a former member", member=named, day=day)
    return language.gettext(
        "{member}, {day}, by {manager}", member=named, day=day, manager=f"<@{member.blocked_by}>"
    )


def _named(language: Language, user_id: int, name: str) -> str:
    return f"<@{user_id}> ({player_name(language, PlayerName(name))})"


def _label(language: Language, member: BlockedMember) -> str:
    # Names can repeat, and a forgotten member has none.
    name = short_name(language, PlayerName(member.name))
    return f"{name[:_MAX_NAME]} · …{str(member.user_id)[-4:]}"


def _page(number: int) -> ComponentId:
    return ComponentId(Verb.ADMIN, 0, number, AdminPage.BLOCKED)


def _button(
    label: str, verb: Verb, user_id: int, style: ButtonStyle = ButtonStyle.secondary
) -> Button:
    return Button(label, ComponentId(verb, 0, detail=str(user_id)), style)
