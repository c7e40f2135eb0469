"""Lists of games: a member's running ones, the finished ones of a member or a channel."""

from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from bot.tables.core.state import Status, TableState
from bot.tables.games.history import HistoryPage, PastGame
from bot.text.language import Language
from bot.text.names import full_name, readable_name
from bot.text.words import counted, seat_name, shortened
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Option, Row, Select, page_buttons
from bot.ui.views.elements import escape_markdown, name_of, new_embed

OWN, CHANNEL = "own", "channel"
"""Whose games a list has, as its buttons carry it."""
_TITLES = {OWN: "Your last games in this server", CHANNEL: "The last games in this channel"}
NO_GAMES = "You have not finished a game in this server yet. `/scout new` opens a table."
_EMPTY = {
    OWN: NO_GAMES,
    CHANNEL: "No game has been finished in this channel yet. `/scout new` opens a table.",
}
_CHANNELS_GAMES = "This channel's games"
_OTHER = {
    OWN: Button(_CHANNELS_GAMES, ComponentId(Verb.HISTORY, 0, 0, CHANNEL)),
    CHANNEL: Button("Your games", ComponentId(Verb.HISTORY, 0, 0, OWN)),
}
_LABEL_LENGTH = 100
_NAME_LENGTH = 24
"""So that ten games of five players fit into one message, whatever has to be escaped."""


def history_message(language: Language, page: HistoryPage, whose: str) -> Message:
    """A page of finished games; picking one opens its replay."""
    lines = [_line(language, game) for game in page.games]
    footer = f"Games with hints are under {_CHANNELS_GAMES}." if whose == OWN else None
    embed = new_embed("\n".join(lines) or _EMPTY[whose], title=_TITLES[whose], footer=footer)
    rows: list[Row] = []
    if page.games:
        options = [Option(label_of(language, game), str(game.table_id)) for game in page.games]
        press = ComponentId(Verb.HISTORY, 0, page.page, f"{whose}-replay")
        rows.append(Select("Choose a game to replay", press, options))
    turning = page_buttons(
        language,
        page.page,
        page.pages,
        lambda to: ComponentId(Verb.HISTORY, 0, to, f"{whose}-page"),
    )
    return Message(embed, [*rows, [*turning, _OTHER[whose]]])


def whose_in(language: Language, component_id: ComponentId) -> str:
    """Whose games a press asks for."""
    whose = component_id.detail.partition("-")[0]
    return whose if whose in _TITLES else OWN


def label_of(language: Language, game: PastGame) -> str:
    """`#123 · 21 Nov · with Ada, Ben · 2nd`, for options, which have no formatting."""
    others = [
        readable_name(full_name(language, name)) or seat_name(language, seat)
        for seat, name in enumerate(game.names)
        if seat != game.seat
    ]
    start = f"#{game.table_id} · {game.finished_at.day} {game.finished_at:%b} · "
    end = "" if game.rank is None else f" · {language.ordinal(game.rank)}"
    who = f"{'' if game.seat is None else 'with '}{', '.join(others)}"
    return f"{start}{shortened(who, _LABEL_LENGTH - len(start) - len(end))}{end}"


def _line(language: Language, game: PastGame) -> str:
    names = [
        escape_markdown(shortened(full_name(language, name), _NAME_LENGTH))
        or seat_name(language, seat)
        for seat, name in enumerate(game.names)
    ]
    facts = [
        f"**#{game.table_id}**",
        f"<t:{int(game.finished_at.timestamp())}:d>",
        language.listed(names),
    ]
    if game.rank is not None and game.points is not None:
        facts.append(
            f"**{language.ordinal(game.rank)}** with {counted(language, game.points, 'point')}"
        )
    return " · ".join(facts)


_RUNNING_LENGTH = 4000
"""Characters of all lines, a little below the limit of an embed."""


class RunningGame(NamedTuple):
    """A live table with a seat of the member, and a link to it."""

    state: TableState
    link: str


def running_message(language: Language, games: Sequence[RunningGame], user_id: int) -> Message:
    """The member's running games, those that wait for them first."""
    if not games:
        nothing = "You have no running games in this server. `/scout new` opens a table."
        return Message(new_embed(nothing))
    ordered = sorted(games, key=lambda game: not _waits_for(game.state, user_id))
    lines = [_running(language, game, user_id) for game in ordered]
    shown = list(
        takewhile(lambda end: end <= _RUNNING_LENGTH, accumulate(len(line) + 1 for line in lines))
    )
    if len(shown) < len(lines):
        lines[len(shown) :] = [f"And {len(lines) - len(shown)} more."]
    return Message(new_embed("\n".join(lines), title="Your games in this server"))


def _waits_for(state: TableState, user_id: int) -> bool:
    return any(seat.user_id == user_id for seat in state.members_to_move)


def _running(language: Language, game: RunningGame, user_id: int) -> str:
    state = game.state
    others = [name_of(language, seat) for seat in state.seats if seat.user_id != user_id]
    who = f" with {language.listed(others)}" if others else ""
    stage = "the lobby"
    if state.game is not None:
        stage = f"round {len(state.game.rounds)} of {state.length}"
    line = (
        f"{_turn(language, state, user_id)} · [{stage}]({game.link}){who} in <#{state.channel_id}>"
    )
    if state.deadline is not None and _waits_for(state, user_id):
        line += f", a computer moves <t:{int(state.deadline.timestamp())}:R>"
    return line


def _turn(language: Language, state: TableState, user_id: int) -> str:
    if state.status is Status.LOBBY:
        return "Not started yet"
    if _waits_for(state, user_id):
        return "**Your turn**"
    return f"Waiting for {language.listed([name_of(language, seat) for seat in state.to_move])}"
