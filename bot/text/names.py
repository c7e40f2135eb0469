"""Names of members and computers.

A member's name can have any characters and is cleaned before it is shown; a forgotten member's is
empty. A computer has an English name by its level, which is translated.
"""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from bot.text.language import Language, pgettext_noop
from engine.players import Level

_GAPS = frozenset({"Cc", "Zl", "Zp"})
"""Unicode's categories of control characters and of separators of lines and paragraphs."""
_UNSEEN = frozenset({"Cf", "Cs"})
"""Categories of characters without width, such as those for direction, and of surrogates."""
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0\U0001d159")
"""Letters and marks that are invisible."""
_MARKS = frozenset({"Mn", "Mc", "Me"})
"""Categories of marks on the letter before; some only choose how that looks."""
# Translators: the computer players are artists of a circus, each with a drawn face.
COMPUTERS = {
    Level.BEGINNER: (
        pgettext_noop("computer", "Clown"),
        pgettext_noop("computer", "Mime"),
        pgettext_noop("computer", "Jester"),
        pgettext_noop("computer", "Puppeteer"),
    ),
    Level.EASY: (
        pgettext_noop("computer", "Drummer"),
        pgettext_noop("computer", "Trumpeter"),
        pgettext_noop("computer", "Dancer"),
        pgettext_noop("computer", "Fire Eater"),
    ),
    Level.MEDIUM: (
        pgettext_noop("computer", "Juggler"),
        pgettext_noop("computer", "Acrobat"),
        pgettext_noop("computer", "Stilt Walker"),
        pgettext_noop("computer", "Tumbler"),
    ),
    Level.HARD: (
        pgettext_noop("computer", "Ringmaster"),
        pgettext_noop("computer", "Lion Tamer"),
        pgettext_noop("computer", "Illusionist"),
        pgettext_noop("computer", "Strongwoman"),
    ),
}
# Translators: a computer whose artist has no other name, because all are at the table already.
UNDERSTUDY = pgettext_noop("computer", "Understudy")
_LEVELS = {
    # Translators: how well a computer plays, in brackets after its name.
    Level.BEGINNER: pgettext_noop("level", "beginner"),
    Level.EASY: pgettext_noop("level", "easy"),
    Level.MEDIUM: pgettext_noop("level", "medium"),
    Level.HARD: pgettext_noop("level", "hard"),
}


class PlayerName(NamedTuple):
    """A stored name: a member's, or a computer's with its level and the member it plays on for.

    `no_level`: a computer without a level, as in the tutorial.
    """

    name: str
    level: Level | None = None
    instead_of: str | None = None
    no_level: bool = False


def readable(text: str) -> str:
    """The text in one line, without invisible characters and links; '' if nothing is left."""
    seen = "".join(_seen(letter) for letter in text)
    if all(letter.isspace() or unicodedata.category(letter) in _MARKS for letter in seen):
        return ""
    # Programs turn an address into a link wherever it stands. No name gets longer than it was.
    return " ".join(seen.replace("://", " //").split())


readable_name = lru_cache(maxsize=1024)(readable)
"""The same for a name, kept in memory for the next message; of a report nothing may be kept."""


def _seen(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in _GAPS:
        return " "
    return "" if category in _UNSEEN or letter in _BLANK else letter


def isolated(names: str) -> str:
    """Names as they stand in a line: numbers behind one from right to left stay behind it."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in names):
        return f"\N{FIRST STRONG ISOLATE}{names}\N{POP DIRECTIONAL ISOLATE}"
    return names


def full_name(language: Language, player: PlayerName) -> str:
    """`Mia`, `Juggler (medium)`, `Juggler (medium) for Mia`."""
    if player.level is None:
        return short_name(language, player)
    computer = language.pgettext("computer", player.name)
    level = language.pgettext("level", _LEVELS[player.level])
    if player.instead_of is None:
        # Translators: the name of a computer and its level: "Juggler (medium)".
        return language.gettext("{computer} ({level})", computer=computer, level=level)
    if not player.instead_of:
        return language.gettext(
            "{computer} ({level}) for a former player", computer=computer, level=level
        )
    return language.gettext(
        # Translators: a computer that plays on for a member: "Juggler (medium) for Mia".
        "{computer} ({level}) for {member}",
        computer=computer,
        level=level,
        member=player.instead_of,
    )


def short_name(language: Language, player: PlayerName) -> str:
    """The name without a computer's level: `Mia`, `Juggler`, `Juggler for Mia`."""
    if player.level is None and not player.no_level:
        # Translators: in place of the name of a member who is forgotten.
        return player.name or language.gettext("a former player")
    computer = language.pgettext("computer", player.name)
    if player.instead_of is None:
        return computer
    if not player.instead_of:
        return language.gettext("{computer} for a former player", computer=computer)
    return language.gettext("{computer} for {member}", computer=computer, member=player.instead_of)
