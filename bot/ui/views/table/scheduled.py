"""The messages of a scheduled table: the list of those who sign up, and the roll call."""

from discord import ButtonStyle, Embed
from discord.utils import format_dt

from bot.tables.core.state import SignedUp, Status, TableState
from bot.tables.scheduled import LONGEST_WAIT
from bot.text.language import Language, gettext_noop
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import NO_AVATARS, Avatars, closed_words, escape_markdown, new_embed
from bot.ui.views.table.lobby import lobby_message, nameless, terms

# Translators: a button: a member will come to a game at a later time; at most 20 letters.
SIGN_UP = gettext_noop("Sign up")
# Translators: a button: a member will not come after all; at most 20 letters.
_SIGN_OFF = gettext_noop("Sign off")
# Translators: a button, pressed in the minutes before the game begins; at most 20 letters.
HERE = gettext_noop("I'm here")


def opening_message(
    language: Language, state: TableState, avatars: Avatars = NO_AVATARS, *, has_calls: bool = True
) -> Message:
    """The first message of a table: its list while it is scheduled, else its lobby.

    `has_calls`: whether the server has calls.
    """
    if state.status is not Status.SCHEDULED:
        return lobby_message(language, state, avatars, has_calls=has_calls)
    is_called = state.roll_call_at is not None
    answer = _here(language, state)
    if not is_called:
        press = ComponentId(Verb.SIGN_UP, state.id)
        answer = Button(language.gettext(SIGN_UP), press, ButtonStyle.primary)
    rules = Button(language.gettext("How to play"), ComponentId(Verb.HOW_TO_PLAY, state.id))
    cancel = ComponentId(Verb.CANCEL, state.id)
    rows = [
        [answer, _sign_off(language, state), rules],
        [Button(language.gettext("Cancel"), cancel, ButtonStyle.danger)],
    ]
    return Message(_list(language, state), rows, _words(language, state))


def roll_call_message(language: Language, state: TableState) -> Message:
    """Asks those who signed up whether they are here; once the table is closed, says why."""
    if state.status is not Status.SCHEDULED:
        reason = closed_words(language, state)
        words = language.gettext("This table is closed. {reason}", reason=reason)
        return Message(content=words)
    called = [one.user_id for one in state.sign_ups if one.mentioned]
    mentions = " ".join(f"<@{user_id}>" for user_id in called)
    rows = [[_here(language, state), _sign_off(language, state)]]
    words = "\n".join(filter(None, (mentions, _words(language, state))))
    return Message(_list(language, state), rows, words, mentions=called)


def _words(language: Language, state: TableState) -> str:
    assert state.starts_at is not None
    here = language.gettext(HERE)
    if state.waits_for_room:
        # Translators: {until} is a time such as "in 40 minutes".
        todo = language.gettext(
            "Another game is still on. This one begins when there is room for it, or closes "
            "{until}. Press **{here}** to play.",
            until=format_dt(state.starts_at + LONGEST_WAIT, "R"),
            here=here,
        )
    elif state.roll_call_at is not None:
        todo = language.gettext("Press **{here}** now to get a seat.", here=here)
    else:
        todo = language.gettext(
            "Press **{sign_up}** if you want to play. Ten minutes before, I mention all who did: "
            "those who then press **{here}** get the seats.",
            sign_up=language.gettext(SIGN_UP),
            here=here,
        )
    title = language.gettext("🎪 **A table for SCOUT**")
    begins, ahead = format_dt(state.starts_at, "F"), format_dt(state.starts_at, "R")
    return f"{title}\n{begins} ({ahead})\n{todo}"


def _list(language: Language, state: TableState) -> Embed:
    """The sign-ups in their order; below the seats those for whom there is none."""
    seats, free = state.options.size, language.pgettext("a seat", "*free*")
    names = [_name(language, state, one) for one in state.sign_ups]
    names += [free] * (seats - len(names))
    lines = [f"{number}. {name}" for number, name in enumerate(names, 1)]
    if lines[seats:]:
        lines.insert(seats, f"**{language.gettext('Waiting list')}**")
    footer = " · ".join(terms(language, state))
    return new_embed("\n".join(lines), title=language.gettext("Signed up"), footer=footer)


def _name(language: Language, state: TableState, member: SignedUp) -> str:
    name = escape_markdown(member.name) or nameless(language)
    if member.user_id == state.host_id:
        name = language.gettext("{name} (host)", name=name)
    return f"✅ {name}" if member.here else name


def _here(language: Language, state: TableState) -> Button:
    press = ComponentId(Verb.SIGN_UP, state.id)
    return Button(language.gettext(HERE), press, ButtonStyle.success)


def _sign_off(language: Language, state: TableState) -> Button:
    return Button(language.gettext(_SIGN_OFF), ComponentId(Verb.SIGN_OFF, state.id))
