"""What is kept about a member, their data as files, and the question before forgetting them."""

from collections.abc import Iterable
from datetime import timedelta

from discord import ButtonStyle

from bot.tables.upkeep.own_data import OwnData
from bot.text.language import Language, gettext_noop
from bot.text.words import in_a_row
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import new_embed
from bot.ui.views.table.questions import KEEP_DATA

COLLECTING = gettext_noop("I am collecting your data. The file appears here in a moment.")
FORGETTING = gettext_noop("I am forgetting you. One moment.")
FORGOTTEN = gettext_noop(
    "You are forgotten: your name, id and picture are out of my database. "
    "If you play again, you start afresh."
)
STILL_BLOCKED = gettext_noop(
    "Only your id stays in the lists of the servers that have blocked you. "
    "Their managers can remove it."
)
_KEPT = (
    gettext_noop("• **At each table** your Discord id, name and picture."),
    gettext_noop("• **Of each game** the cards, every move with its time, and your result."),
    gettext_noop("• **Of pauses** their days."),
    gettext_noop("• **Of daily deals and puzzles** your moves and points."),
    gettext_noop("• **If a server's managers have blocked you**, your id and name."),
    gettext_noop(
        "• **Your settings**; if you choose no language there, that of your Discord once you play "
        "or watch."
    ),
    gettext_noop(
        "• **The hours when tables may call you**, and the members you avoid. Other members do not "
        "see these."
    ),
    gettext_noop(
        "• **For up to half an hour after you press something** a token from Discord that updates "
        "the messages that only you see."
    ),
)
_FORGET = (
    gettext_noop("**Forget you in every server?** You cannot take this back."),
    "",
    gettext_noop(
        "• Your name, id and picture go from all games and results. There you become “a former "
        "player”; the games and the results of others are kept."
    ),
    gettext_noop(
        "• In a running game a computer takes your seat. Your seat in a lobby becomes free."
    ),
    gettext_noop(
        "• Your settings, your hours for calls and your list of members to avoid are deleted, and "
        "so are the messages that only you see, as far as Discord lets me."
    ),
    gettext_noop("• Your daily deals and your answers to puzzles are deleted."),
    gettext_noop("• If a server has blocked you, your id stays in its list, without your name."),
    gettext_noop("• What I have posted in channels stays there. A moderator can delete it."),
    "",
    gettext_noop("If you play again, you start afresh."),
)


def privacy_message(language: Language, keep_left: timedelta | None) -> Message:
    """What is kept; `keep_left` as in `LeftServers`."""
    shared = language.gettext(
        "I read no messages and pass nothing on. Whoever runs the bot can read my database, "
        "including your cards."
    )
    left = language.gettext("If I am removed from a server, its games stay in my database.")
    if keep_left is not None:
        left = language.ngettext(
            "If I am removed from a server, I delete its games after {number} day.",
            "If I am removed from a server, I delete its games after {number} days.",
            keep_left.days,
        )
    words = f"{_lines(language, _KEPT)}\n\n{in_a_row([shared, left])}"
    own, forget = ComponentId(Verb.OWN_DATA, 0), ComponentId(Verb.FORGET_ME, 0)
    buttons = [
        Button(language.gettext("My data"), own, ButtonStyle.primary),
        Button(language.gettext("Forget me"), forget, ButtonStyle.danger),
    ]
    return Message(new_embed(words, title=language.gettext("🔒 What I keep about you")), [buttons])


def forget_question(language: Language) -> Message:
    forget = ComponentId(Verb.CONFIRM_FORGET, 0)
    keep = ComponentId(Verb.KEEP_PLAYING, 0, detail=KEEP_DATA)
    buttons = [
        Button(language.gettext("Forget me"), forget, ButtonStyle.danger),
        Button(language.gettext("Keep my data"), keep),
    ]
    return Message(rows=[buttons], content=_lines(language, _FORGET))


def data_words(language: Language, data: OwnData) -> str:
    words = [language.gettext("Here is every row of my database with your id, from all servers.")]
    if len(data.files) > 1:
        words.append(language.gettext("It is compressed with gzip, in several files."))
    if not data.complete:
        words.append(
            language.gettext(
                "More than this does not fit here: ask whoever runs the bot for the rest."
            )
        )
    return in_a_row(words)


def _lines(language: Language, texts: Iterable[str]) -> str:
    """The texts below each other; an empty one is an empty line."""
    return "\n".join(map(language.gettext, texts))
