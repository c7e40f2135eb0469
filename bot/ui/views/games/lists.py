"""Lists of games: running ones of a member or a server, finished ones of a member or a channel."""

from collections.abc import Iterator, Sequence
from datetime import UTC
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from discord.utils import format_dt

from bot.tables.core.state import Status, TableState
from bot.tables.games.history import HistoryPage, PastGame
from bot.text.language import Language, gettext_noop
from bot.text.names import full_name, isolated, readable_name
from bot.text.words import joined, points_counted, seat_name, shortened
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Option, Row, Select, page_buttons
from bot.ui.views.elements import escape_markdown, name_of, new_embed
from bot.ui.views.table.lobby import SIGN_UP, terms

OWN, CHANNEL, SERVER = "own", "channel", "server"
"""Whose games a list shows, as in the custom_ids of its buttons."""
TABLES_A_PAGE = 6
"""This many fit into a message, whatever the players' names."""
_TITLES = {
    OWN: gettext_noop("Your last games in this server"),
    CHANNEL: gettext_noop("The last games in this channel"),
}
NO_GAMES = gettext_noop(
    "You have no finished game with a result in this server yet. `/scout play` leads you to a "
    "table."
)
# Translators: {button} is the button that shows the games of the whole channel.
_NOT_LISTED = gettext_noop("Games without a result, such as those with hints, are under {button}.")
_EMPTY = {
    OWN: NO_GAMES,
    CHANNEL: gettext_noop(
        "No game has been finished in this channel yet. `/scout new` opens a table."
    ),
}
_OTHERS = {
    # Translators: a button, at most 35 letters.
    OWN: (CHANNEL, gettext_noop("This channel's games")),
    CHANNEL: (OWN, gettext_noop("Your games")),
}
"""For each list the other list, and the label of the button that leads there."""
# Translators: the tables that can be joined and the games under way; also a button.
_SERVERS_TABLES = gettext_noop("Tables in this server")
# Translators: the other players of a game, in a list of facts: "21 Nov · with Ada, Ben".
_WITH = gettext_noop("with {names}")
_LABEL_LENGTH = 98
"""The most letters of an option, without the marks that isolate names from right to left."""
_NAME_LENGTH = 24
"""The most letters of a name, so that ten games of five players fit into a message when escaped."""


def history_message(language: Language, page: HistoryPage, whose: str) -> Message:
    """A page of finished games; picking one opens its replay."""
    lines = [_line(language, game) for game in page.games] or [language.gettext(_EMPTY[whose])]
    other, label = _OTHERS[whose]
    button = language.gettext(label)
    footer = language.gettext(_NOT_LISTED, button=button) if whose == OWN else None
    press = partial(ComponentId, Verb.HISTORY, 0, detail=f"{whose}-page")
    turning = page_buttons(language, page.page, page.pages, press)
    rows: list[Row] = [[*turning, Button(button, ComponentId(Verb.HISTORY, 0, 0, other))]]
    if page.games:
        options = [Option(label_of(language, game), str(game.table_id)) for game in page.games]
        replay = ComponentId(Verb.HISTORY, 0, page.page, f"{whose}-replay")
        rows.insert(0, Select(language.gettext("Choose a game to replay"), replay, options))
    embed = new_embed("\n".join(lines), title=language.gettext(_TITLES[whose]), footer=footer)
    return Message(embed, rows)


def whose_in(component_id: ComponentId) -> str:
    whose = component_id.detail.partition("-")[0]
    return whose if whose in _TITLES else OWN


def label_of(language: Language, game: PastGame) -> str:
    """`#123 · 21 Nov · with Ada, Ben · 2nd`, for options, which have no formatting.

    A day in UTC is marked, as the member's own may be another.
    """
    others = [
        readable_name(full_name(language, name)) or seat_name(language, seat)
        for seat, name in enumerate(game.names)
        if seat != game.seat
    ]
    day = language.day(game.finished_at)
    if game.finished_at.tzinfo is UTC:
        # Translators: {day} is a day such as "21 Nov".
        day = language.gettext("{day} (UTC)", day=day)
    start = f"#{game.table_id} · {day} · "
    end = "" if game.rank is None else f" · {language.ordinal(game.rank)}"
    # Only the names are shortened, whatever stands around them.
    around = "" if game.seat is None else language.gettext(_WITH, names="")
    room = _LABEL_LENGTH - len(start) - len(around) - len(end)
    names = isolated(shortened(joined(language, others), room))
    return f"{start}{names if game.seat is None else language.gettext(_WITH, names=names)}{end}"


def _line(language: Language, game: PastGame) -> str:
    names = [
        escape_markdown(shortened(full_name(language, name), _NAME_LENGTH))
        or seat_name(language, seat)
        for seat, name in enumerate(game.names)
    ]
    facts = [f"**#{game.table_id}**", format_dt(game.finished_at, "d"), language.listed(names)]
    if game.rank is not None and game.points is not None:
        facts += [f"**{language.ordinal(game.rank)}**", points_counted(language, game.points)]
    return " · ".join(facts)


REPOSTS = gettext_noop("`/scout table` posts the table here again.")
"""For the members of a table whose channel is out of reach."""
_RUNNING_LENGTH = 4000
"""Characters of all lines, a little below the limit of an embed."""


class RunningGame(NamedTuple):
    """A table that is not over, and a link to it."""

    state: TableState
    link: str


def running_message(language: Language, games: Sequence[RunningGame], user_id: int) -> Message:
    """The member's running games, those that wait for them first."""
    rows = [[Button(language.gettext(_SERVERS_TABLES), ComponentId(Verb.GAMES, 0, 0, SERVER))]]
    if not games:
        nothing = language.gettext(
            "You have no running games in this server. `/scout play` leads you to a table."
        )
        return Message(new_embed(nothing), rows)
    ordered = sorted(games, key=lambda game: not game.state.waits_for(user_id))
    lines = [_running(language, game, user_id) for game in ordered]
    ends = accumulate(len(line) + 1 for line in lines)
    room = sum(end <= _RUNNING_LENGTH for end in ends)
    if more := len(lines) - room:
        # Translators: the number of games that the list has no room for.
        lines[room:] = [language.ngettext("And {number} more.", "And {number} more.", more)]
    title = language.gettext("Your games in this server")
    return Message(new_embed("\n".join(lines), title=title), rows)


def tables_message(
    language: Language, games: Sequence[RunningGame], user_id: int, page: int, pages: int
) -> Message:
    """A page of a server's lobbies and games, for this member."""
    nothing = language.gettext(
        "There is no table in the channels that you can see. `/scout play` opens one."
    )
    text = "\n".join(" · ".join(_table(language, game, user_id)) for game in games) or nothing
    turning = page_buttons(language, page, pages, lambda to: ComponentId(Verb.GAMES, 0, to, SERVER))
    own = Button(language.gettext("Your games"), ComponentId(Verb.GAMES, 0, 0, OWN))
    return Message(new_embed(text, title=language.gettext(_SERVERS_TABLES)), [[*turning, own]])


def _table(language: Language, game: RunningGame, user_id: int) -> Iterator[str]:
    """The free seats or the round, the options, and where it is."""
    state = game.state
    if state.status is Status.SCHEDULED:
        yield _start(state)
    if state.status in (Status.LOBBY, Status.SCHEDULED):
        free = max(0, state.options.size - (len(state.seats) or len(state.sign_ups)))
        yield language.ngettext("**{number} free seat**", "**{number} free seats**", free)
    yield _stage(language, game, user_id)
    yield from terms(language, state)
    if members := [name_of(language, seat) for seat in state.seats if not seat.is_computer]:
        yield language.gettext(_WITH, names=(*members,))
    yield f"<#{state.channel_id}>"


def _start(state: TableState) -> str:
    return "" if state.starts_at is None else format_dt(state.starts_at, "f")


def _stage(language: Language, game: RunningGame, user_id: int) -> str:
    """The stage of the game, as a link to its table."""
    state = game.state
    if state.status is Status.SCHEDULED and not state.has_signed_up(user_id):
        stage = language.gettext(SIGN_UP)
    elif state.game is None:
        # Translators: a game before its start, as a link to its table.
        stage = language.gettext("the lobby")
    else:
        stage = language.gettext(
            "round {number} of {rounds}", number=len(state.game.rounds), rounds=state.length
        )
    return f"[{stage}]({game.link})"


def _running(language: Language, game: RunningGame, user_id: int) -> str:
    state = game.state
    facts = [_turn(language, state, user_id), _stage(language, game, user_id)]
    if others := [name_of(language, seat) for seat in state.seats if seat.user_id != user_id]:
        facts.append(language.gettext(_WITH, names=(*others,)))
    facts.append(f"<#{state.channel_id}>")
    if state.lost_at is not None:
        facts.append(language.gettext(REPOSTS))
    seat = state.find_seat(user_id)
    if seat in state.members_to_move and (deadline := state.deadline_of(seat)):
        due = format_dt(deadline, "R")
        # Translators: {when} is a time such as "in 5 minutes".
        facts.append(language.gettext("a computer moves {when}", when=due))
    return " · ".join(facts)


def _turn(language: Language, state: TableState, user_id: int) -> str:
    if state.status is Status.SCHEDULED:
        return _start(state)
    if state.status is Status.LOBBY:
        return language.gettext("Not started yet")
    if state.paused_until is not None:
        # Translators: a game that all its players have agreed to pause; {when} is a day and time.
        return language.gettext("Paused until {when}", when=format_dt(state.paused_until, "f"))
    if state.waits_for(user_id):
        return language.gettext("**Your turn**")
    names = tuple(name_of(language, seat) for seat in state.to_move)
    return language.gettext("Waiting for {names}", names=names)
