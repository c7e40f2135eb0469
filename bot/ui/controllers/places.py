"""Where a press belongs: the buttons of a table work in its server and channel alone."""

import discord

from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.ui.kit.answers import is_private
from bot.ui.kit.component_id import Verb

_OF_NO_TABLE = frozenset(
    {
        Verb.ADMIN,
        Verb.ADMIN_CHANGE,
        Verb.BLOCK,
        Verb.CHOOSE_MEMBER,
        Verb.CONFIRM_FORGET,
        Verb.FORGET_ME,
        Verb.HISTORY,
        Verb.HOW_TO_PLAY,
        Verb.KEEP_PLAYING,
        Verb.KEEP_SEASON,
        Verb.LEADERBOARD,
        Verb.OWN_DATA,
        Verb.LEADERBOARD_CHOICE,
        Verb.POST_STATS,
        Verb.REPLACE_MEMBER,
        Verb.REPORT,
        Verb.RULES,
        Verb.SETTINGS,
        Verb.START_SEASON,
        Verb.TUTORIAL_CHOOSE,
        Verb.TUTORIAL_PLAY,
        Verb.UNBLOCK,
    }
)
"""These neither show nor change the table that their custom_id names, if any."""
_IN_PRIVATE = frozenset(
    {
        Verb.CHOOSE,
        Verb.COME_BACK,
        Verb.CONFIRM,
        Verb.CONFIRM_LEAVE,
        Verb.HINT,
        Verb.PICK,
        Verb.PLAY,
        Verb.REVIEW,
        Verb.WATCH,
    }
)
"""These also stand in private messages, which are in the channel where the member asked for them:
a hand can be asked for in every channel of the server, and stays where it is if its table moves."""

_OF_PAST_GAMES = frozenset({Verb.POST_REPLAY, Verb.REPLAY})
"""A replay can be posted in any channel of the server; there it is checked who can open it."""

_TO_FINISH = frozenset(
    {
        Verb.CHOOSE,
        Verb.COME_BACK,
        Verb.CONFIRM,
        Verb.CONFIRM_LEAVE,
        Verb.HINT,
        Verb.LEAVE,
        Verb.PICK,
        Verb.PLAY,
        Verb.SHOW_HAND,
    }
)
"""With these a blocked member finishes a game, or leaves it."""
_SEEN_ALONE = frozenset({Verb.REPLAY, Verb.REVIEW})
"""These show a member a game that is over, and change nothing for others."""
_POSTING = frozenset({Verb.POST_STATS, Verb.REPORT})
"""These are of no table, and others see what they do."""


def concerns_table(verb: Verb) -> bool:
    """Whether a press of this verb shows or changes the table that its custom_id names."""
    return verb not in _OF_NO_TABLE


def is_of_past_game(verb: Verb) -> bool:
    """Whether messages with such a button are posted by members, as often as they like."""
    return verb in _OF_PAST_GAMES


def is_open_to_blocked(verb: Verb, state: TableState | None, user_id: int) -> bool:
    """Whether a blocked member can press this, at a table or, without a `state`, at none."""
    if state is None:
        return verb not in _POSTING
    is_seated = state.find_seat(user_id) is not None
    return verb in _SEEN_ALONE or (verb in _TO_FINISH and is_seated)


def require_place(interaction: discord.Interaction, verb: Verb, state: TableState) -> None:
    """Raise TableError unless the pressed message can be one of this table's."""
    if interaction.guild_id != state.guild_id:
        raise TableError("That button belongs to a table in another server.")
    if is_of_past_game(verb) or (verb in _IN_PRIVATE and is_private(interaction)):
        return
    if interaction.channel_id not in _channels(verb, state):
        raise TableError(f"This table is in <#{state.channel_id}> now. Use its buttons there.")


def _channels(verb: Verb, state: TableState) -> set[int | None]:
    """Where the table's public messages are; the lobby of a game in a thread is in its parent."""
    if verb is Verb.REMATCH:
        # It opens the new lobby here.
        return {state.parent_id or state.channel_id}
    return {state.channel_id, state.parent_id} - {None}
