"""Errors whose sentence is shown to the member."""

from collections.abc import Mapping, Sequence

from bot.storage.engine.database_file import DatabaseFileMissing
from bot.storage.engine.errors import (
    DatabaseBusy,
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnreachable,
    DatabaseUnwritable,
)
from bot.storage.models.tables import Status
from bot.text.language import ENGLISH, Alternatives, Language, Sentence, gettext_noop
from bot.text.refusals import refusal_sentence
from engine.errors import EngineError, ScoutError


class TableError(ScoutError):
    """The request is not possible now; `sentence` says what to do instead, in any language."""

    def __init__(
        self, sentence: str | Sentence, /, many: str | None = None, **arguments: object
    ) -> None:
        """Take a sentence, or an English text with arguments as for Sentence."""
        if isinstance(sentence, str):
            sentence = Sentence(sentence, many, **arguments)
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return ENGLISH.say(self.sentence)


class NoSuchTable(TableError):
    def __init__(self) -> None:
        super().__init__(
            Sentence(
                "This table no longer exists. `/scout table` shows the one in this channel, and "
                "`/scout play` leads you to another."
            )
        )


class NotSeated(TableError):
    """The member has no seat at this table; the sentence depends on its status.

    `language` is the table's: its buttons are named as they stand there, whoever reads.
    """

    def __init__(self, status: Status, language: Language) -> None:
        super().__init__(_WITHOUT_SEAT[status], None, **_buttons(language))


class WrongStage(TableError):
    """The table's status does not allow the request; `language` as in NotSeated."""

    def __init__(self, status: Status, language: Language) -> None:
        super().__init__(_INSTEAD[status], None, **_buttons(language))


class StalePress(TableError):
    """The press belongs to an earlier decision; it changed nothing."""

    def __init__(self) -> None:
        super().__init__(Sentence("Too late: the game has moved on. This is your hand now."))


class ChannelTaken(TableError):
    """The channel already has a live table: `table_id`, with a `link` if known."""

    def __init__(self, table_id: int, link: str = "") -> None:
        super().__init__(
            Sentence("This channel already has a table.")
            if not link
            else Sentence(
                "This channel already has a table: {link} Open yours in another channel.", link=link
            )
        )
        self.table_id = table_id


class ChannelNotAllowed(TableError):
    """The server's settings forbid tables in the channel and allows them in `channels`, by id."""

    def __init__(self, channels: Sequence[int]) -> None:
        self.channels = channels
        named = Alternatives(f"<#{channel}>" for channel in channels[:_NAMED_CHANNELS])
        if not named:
            sentence = Sentence(
                "This server does not allow tables in this channel. Ask a moderator where SCOUT "
                "is played."
            )
        elif len(channels) > _NAMED_CHANNELS:
            sentence = Sentence(
                "This server does not allow tables in this channel. Use {channels} or other "
                "channels.",
                channels=", ".join(map(str, named)),
            )
        else:
            sentence = Sentence(
                "This server does not allow tables in this channel. Use {channels}.", channels=named
            )
        super().__init__(sentence)


class Blocked(TableError):
    """The server's managers have blocked the member."""

    def __init__(self) -> None:
        super().__init__(
            Sentence(
                "Sorry, you cannot play SCOUT in this server: its managers have blocked you. "
                "If you think that is a mistake, please write to one of them."
            )
        )


_NAMED_CHANNELS = 8
NOTHING_CHANGED = Sentence("Nothing has changed: others pressed at the same moment. Press again.")
"""Refuses a press after another write changed the table first."""
SETTLED = Sentence("That question is closed. If there is a newer one, please answer it.")
"""Refuses the answer to a question that is closed."""
_CLOSED = gettext_noop("This table is closed. `/scout play` leads you to another.")
_SIGNING_UP = gettext_noop(
    "This game has not begun. To be there when it does, press **{sign_up}**; in the ten minutes "
    "before it, press **{here}**."
)
_WITHOUT_SEAT = {
    Status.SCHEDULED: _SIGNING_UP,
    Status.LOBBY: gettext_noop("You have no seat at this table. Press **{join}** to take one."),
    Status.PLAYING: gettext_noop(
        "You have no seat at this table. Press **{watch}** to follow this game."
    ),
    Status.OVER: gettext_noop(
        "You have no seat at this table. `/scout play` leads you to another."
    ),
    Status.CLOSED: _CLOSED,
}
_INSTEAD = {
    Status.SCHEDULED: _SIGNING_UP,
    Status.LOBBY: gettext_noop("The game has not started yet. The host can press **{start}**."),
    Status.PLAYING: gettext_noop(
        "The game has already started. Press **{my_hand}** if you have a seat, otherwise "
        "**{watch}**."
    ),
    Status.OVER: gettext_noop(
        "This game is over. Press **{rematch}** or use `/scout play` to play again."
    ),
    Status.CLOSED: _CLOSED,
}


def _buttons(language: Language) -> dict[str, str]:
    """The labels of a table's buttons by their places in the sentences above."""
    return {
        "sign_up": language.gettext("Sign up"),
        "here": language.gettext("I'm here"),
        "join": language.gettext("Join"),
        "watch": language.gettext("Watch"),
        "start": language.gettext("Start"),
        "my_hand": language.gettext("My hand"),
        "rematch": language.gettext("Rematch"),
    }


_OUT_OF_REACH = Sentence(
    "I can't reach my database at the moment. Please try again in a minute; if that does not "
    "help, tell whoever runs the bot."
)
_OF_DATABASE: Mapping[type[Exception], Sentence] = {
    DatabaseUnreachable: _OUT_OF_REACH,
    DatabaseUnwritable: _OUT_OF_REACH,
    DatabaseLocked: Sentence(
        "Nothing has changed: I can't save games, because another program has locked my "
        "database. Please try again in a minute; if that does not help, tell whoever runs the bot."
    ),
    DatabaseFull: Sentence(
        "I cannot save your move just now, the disk is full; nothing was lost. Please tell "
        "whoever runs the bot."
    ),
    DatabaseFileMissing: Sentence(
        "Nothing has changed: I can't save games, because my database file was moved or "
        "deleted. Please tell whoever runs the bot."
    ),
    DatabaseBusy: NOTHING_CHANGED,
}


def sentence_of(error: ScoutError) -> Sentence:
    """The sentence of any refusal, for the member."""
    if isinstance(error, TableError):
        return error.sentence
    return refusal_sentence(error) if isinstance(error, EngineError) else _OF_DATABASE[type(error)]
