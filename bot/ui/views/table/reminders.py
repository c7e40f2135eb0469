"""Reminders of members whose move is awaited: in the table's message, or by direct message."""

from collections.abc import Sequence

from discord.utils import format_dt

from bot.tables.core.state import SeatState, TableState
from bot.text.language import Language
from bot.text.names import readable_name
from bot.text.words import shortened
from bot.ui.kit.message import Message
from bot.ui.views.elements import escape_markdown

_SERVER_NAME = 60
"""The most letters of a server's name in a message."""


def reminder_words(language: Language, seats: Sequence[SeatState]) -> str:
    """Mentions the members at their table, and lists other games that wait for them."""
    members = tuple(f"<@{seat.user_id}>" for seat in seats)
    if all(seat.reminded > 1 for seat in seats):
        # Translators: The second reminder. {members} are one or several who are spoken to.
        first = language.ngettext(
            "{members}, it is still your move.",
            "{members}, it is still your move.",
            len(members),
            members=members,
        )
    else:
        # Translators: {members} are one or several who are spoken to.
        first = language.ngettext(
            "{members}, it is your move.",
            "{members}, it is your move.",
            len(members),
            members=members,
        )
    return "\n".join([first, *(_also(language, seat) for seat in seats if seat.also)])


def _also(language: Language, seat: SeatState) -> str:
    member, channels = f"<@{seat.user_id}>", _channels(seat.also)
    # Translators: {member} is spoken to, {channels} are one or several channels: "#cards".
    return language.gettext(
        "{member}, it is your move in {channels} too.", member=member, channels=channels
    )


def direct_reminder(
    language: Language, state: TableState, seat: SeatState, server: str = ""
) -> Message:
    """The reminder by direct message: the server's name if known, and the channels of the games."""
    channels = _channels([str(state.channel_id), *seat.also])
    # Translators: {channels} are one or several channels: "#cards".
    content = language.gettext("SCOUT: it is your move in {channels}.", channels=channels)
    if seat.reminded > 1 and (end := state.deadline_of(seat)):
        # Translators: {channels} are one or several channels: "#cards", {at} says "in 2 hours".
        content = language.gettext(
            "SCOUT: it is still your move in {channels}. A turn ends {at}.",
            channels=channels,
            at=format_dt(end, "R"),
        )
    name = escape_markdown(shortened(readable_name(server), _SERVER_NAME))
    return Message(content=f"**{name}**\n{content}" if name else content)


def trial_message(language: Language) -> Message:
    """The direct message that tries out whether Discord allows direct messages."""
    words = language.gettext(
        "Reminders of your moves in SCOUT will come here. Change that with `/scout settings` in a "
        "server."
    )
    return Message(content=words)


def _channels(channel_ids: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"<#{channel_id}>" for channel_id in channel_ids)
