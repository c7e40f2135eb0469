"""A member's pause in a server: the panel of `/scout pause`, and what tables say of it."""

from collections.abc import Iterator, Sequence

from discord.utils import format_dt

from bot.tables.core.state import TableState
from bot.tables.pauses import PauseDays
from bot.text.language import Language, gettext_noop
from bot.text.words import days_counted, in_a_row
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Option, Row, Select
from bot.ui.views.elements import name_of

_LENGTHS = (1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28)
"""The lengths of a pause in days to choose from, besides all days that are left."""
_LENGTHS_OF_GAME = (1, 3, 7, 14)
_WAITING_TURN = gettext_noop("A turn that already waits for you keeps its limit.")


def pause_message(
    language: Language, has: PauseDays, table: TableState | None = None, *, has_ended: bool = False
) -> Message:
    """What the member has of pauses, and a choice to begin one or to end it.

    With their `table` in this channel also a choice to ask all at it to pause. `has_ended`: whether
    the member has just ended their pause.
    """
    rows: list[Row] = []
    if has.until is not None:
        # Translators: a button, at most 20 letters.
        end = Button(language.gettext("End pause"), ComponentId(Verb.END_PAUSE, 0))
        rows = [[end]]
    elif has.left and has.barred_until is None:
        # Translators: above a choice of days, at most 40 letters.
        placeholder = language.gettext("How long do you pause?")
        lengths = sorted({has.left, *(days for days in _LENGTHS if days <= has.left)})
        rows = [_choice(language, placeholder, lengths, ComponentId(Verb.PAUSE, 0))]
    if table is not None and table.paused_until is None and table.pause_request is None:
        # Translators: above a choice of days, at most 40 letters.
        placeholder = language.gettext("Ask all at this table to pause")
        ask = ComponentId(Verb.ASK_PAUSE, table.id)
        rows.append(_choice(language, placeholder, _LENGTHS_OF_GAME, ask))
    return Message(rows=rows, content="\n".join(_words(language, has, has_ended)))


def _words(language: Language, has: PauseDays, has_ended: bool) -> Iterator[str]:
    if has_ended:
        yield language.gettext("Your pause has ended.")
    if has.until is not None:
        yield language.gettext("**You pause until {when}.**", when=format_dt(has.until, "f"))
        can_play = language.gettext(
            "You can still play at any time. If you end the pause early, days that have not begun "
            "are yours again."
        )
        yield in_a_row([language.gettext(_WAITING_TURN), can_play])
    elif not has.allowed:
        yield language.gettext("This server has no pauses.")
        return
    elif not has_ended:
        rests = language.gettext(
            "While you pause, your turn limits in this server stand still, and nobody reminds or "
            "calls you."
        )
        yield in_a_row([rests, language.gettext(_WAITING_TURN)])
    if has.barred_until is not None:
        yield language.gettext(
            "You can pause again from {when}.", when=format_dt(has.barred_until, "f")
        )
        return
    # Translators: how many days of a pause a member has left of those in a year.
    yield language.gettext(
        "Days left: {left} of {allowed} in a year.", left=has.left, allowed=has.allowed
    )


def _choice(
    language: Language, placeholder: str, lengths: Sequence[int], picks: ComponentId
) -> Select:
    options = [Option(days_counted(language, days), str(days)) for days in lengths]
    return Select(placeholder, picks, options)


def pause_lines(language: Language, state: TableState) -> list[str]:
    """Which members at the table pause, and until when, a line each."""
    pauses = [(seat, state.pause_of(seat)) for seat in state.seats]
    return [
        language.gettext(
            "{name} pauses until {when}.",
            name=name_of(language, seat),
            when=format_dt(pause.ends, "f"),
        )
        for seat, pause in pauses
        if pause is not None
    ]
