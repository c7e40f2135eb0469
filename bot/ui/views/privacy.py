"""What is kept about a member, their data as files, and the question before forgetting them."""

from datetime import timedelta

from discord import ButtonStyle

from bot.tables.upkeep.own_data import OwnData
from bot.text.language import Language
from bot.text.words import counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import new_embed
from bot.ui.views.table.questions import KEEP_DATA

COLLECTING = "I am collecting your data. The file appears here in a moment."
FORGETTING = "I am forgetting you. One moment."
FORGOTTEN = (
    "You are forgotten: your name, id and picture are out of my database. "
    "If you play again, you start afresh."
)
STILL_BLOCKED = (
    "Only your id stays in the lists of the servers that have blocked you. "
    "Their managers can remove it."
)
_KEPT = """\
• **At each table** your Discord id, name and picture, so that I know whose seat it is.
• **Of each game** the cards and every move with its time, so that it survives a restart.
• **After a game** your result, for the leaderboard.
• **If a server's managers have blocked you** your id and name, so that they can undo it.
• **Your settings**, as you chose them with `/scout settings`.
• **For 15 minutes after you press something** a token from Discord, so that I can update the \
messages that only you see. Then I erase it."""
_FORGET = """\
**Forget you in every server?** You cannot take this back.

• Your name, id and picture go from all games and results. There you become “a former player”; the \
games and the results of others are kept.
• In a running game a computer takes your seat. Your seat in a lobby becomes free.
• Your settings are deleted, and the messages that only you see, as far as Discord lets me.
• If a server has blocked you, your id stays in its list, without your name.
• What I have posted in channels stays there. A moderator can delete it.

If you play again, you start afresh."""


def privacy_message(language: Language, keep_left: timedelta | None) -> Message:
    """What is kept and why; `keep_left` as in `LeftServers`."""
    words = (
        f"{_KEPT}\n\nI read no messages and pass nothing on. Whoever hosts me can read my "
        f"database, including your cards. {_after_leaving(language, keep_left)}"
    )
    buttons = [
        Button("My data", ComponentId(Verb.OWN_DATA, 0), ButtonStyle.primary),
        Button("Forget me", ComponentId(Verb.FORGET_ME, 0), ButtonStyle.danger),
    ]
    return Message(new_embed(words, title="🔒 What I keep about you"), [buttons])


def forget_question(language: Language) -> Message:
    """The question before a member is forgotten."""
    buttons = [
        Button("Forget me", ComponentId(Verb.CONFIRM_FORGET, 0), ButtonStyle.danger),
        Button("Keep my data", ComponentId(Verb.KEEP_PLAYING, 0, detail=KEEP_DATA)),
    ]
    return Message(rows=[buttons], content=_FORGET)


def data_words(language: Language, data: OwnData) -> str:
    """The sentences above the files."""
    words = "Here is every row of my database with your id, from all servers."
    if len(data.files) > 1:
        words += " It is compressed with gzip, in several files."
    if not data.complete:
        words += " More than this does not fit here: ask whoever hosts me for the rest."
    return words


def _after_leaving(language: Language, keep_left: timedelta | None) -> str:
    if keep_left is None:
        return "If I am removed from a server, its games stay in my database."
    days = counted(language, keep_left.days, "day")
    return f"If I am removed from a server, I delete its games after {days}."
