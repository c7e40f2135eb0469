"""The public messages of a game: the table, a round's result, the final scores."""

from collections.abc import Callable, Sequence
from functools import partial

import discord
from discord import ButtonStyle

from bot.pictures.gallery import ranking_picture, result_picture, set_picture
from bot.pictures.picture import Picture
from bot.pictures.words import counted, figure, kind, points
from bot.tables.core.state import SeatState, Status, TableState
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row
from bot.ui.views.lobby import COLOUR
from bot.ui.views.mentions import mention
from bot.ui.views.text import both_ends, card_block, event_words, listed, name_of, plain
from engine.game import Game
from engine.round import Ending, Event, Score
from engine.view import Result, View, result, view

_MOVES_SHOWN = 4
_TITLE_LENGTH = 256


def table_message(state: TableState) -> Message:
    """The current round as everybody may see it (R15)."""
    seen = _public(state)
    embed = discord.Embed(
        title=f"🎪 SCOUT · round {seen.number} of {seen.length}",
        description=f"{_active_set(state, seen)}\n{_turn(state, seen)}",
        colour=COLOUR,
    )
    embed.add_field(name="Seats", value=_seats(state, seen), inline=False)
    _add_moves(embed, state, seen.log)
    rows = _rows(state) if state.status is Status.PLAYING else ()
    called, sentence = mention(state)
    draw = _drawn(state, partial(set_picture, seen.active, seen.owner))
    return Message(embed, rows, content=sentence, mentions=called, draw=draw)


def round_message(state: TableState, number: int) -> Message:
    """Round `number`: its result once it is over, the table until then."""
    assert state.game is not None
    if state.game.rounds[number - 1].ended is None:
        return table_message(state)
    over = result(state.game, number)
    embed = discord.Embed(
        title=f"Round {number} of {state.length} is over",
        description=_why(state, over),
        colour=COLOUR,
    )
    embed.add_field(name="Points", value=_points(state, over), inline=False)
    embed.add_field(name="Hands at the end", value=_hands(state, over), inline=False)
    _add_moves(embed, state, over.log)
    so_far = state.game.after(number) if 1 < number < state.length else None
    if so_far is not None:
        embed.add_field(name="Totals so far", value=_totals(state, so_far), inline=False)
    totals = so_far.totals() if so_far else ()
    return Message(embed, draw=_drawn(state, partial(result_picture, over, state.length, totals)))


def final_message(state: TableState) -> Message:
    """The ranking, shared victories included (R23)."""
    assert state.game is not None
    ranking = state.game.ranking()
    winners = [state.seats[position] for place, position, _ in ranking if place == 1]
    lines = [
        f"{place}. {name_of(state.seats[position])} (seat {position + 1}): "
        f"**{counted(total, 'point')}**"
        for place, position, total in ranking
    ]
    embed = discord.Embed(
        title=f"🏆 {_victory(winners)}"[:_TITLE_LENGTH],
        description="\n".join(lines),
        colour=COLOUR,
    )
    embed.set_footer(text=f"After {counted(state.length, 'round')}")
    rematch = Button("Rematch", ComponentId(Verb.REMATCH, state.id), ButtonStyle.primary)
    draw = _drawn(state, partial(ranking_picture, tuple(ranking), state.length))
    return Message(embed, [[rematch]], draw=draw)


def _drawn(state: TableState, draw: Callable[[], Picture]) -> Callable[[], Picture] | None:
    return draw if state.options.pictures else None


def _public(state: TableState) -> View:
    assert state.game is not None
    return view(state.game, None)


def _active_set(state: TableState, seen: View) -> str:
    if not seen.active or seen.owner is None:
        return "**Active Set:** none, the table is empty."
    owner = name_of(state.seats[seen.owner])
    what = f"**Active Set:** {kind(seen.active)} by {owner}"
    if state.options.pictures:
        return f"{what}: {both_ends(seen.active)}"
    return f"{what}\n{card_block(seen.active)}"


def _turn(state: TableState, seen: View) -> str:
    if state.status is Status.CLOSED:
        return f"The game ended early. {plain(state.closed_because)}"
    if seen.turn is None:
        chosen = sum(seen.chosen)
        line = f"Everybody keeps their hand or turns it over: {chosen} of {seen.players} have."
    else:
        line = f"**Turn:** {name_of(state.seats[seen.turn])}"
    if state.deadline is None:
        return line
    return f"{line}\nA computer moves <t:{int(state.deadline.timestamp())}:R>."


def _add_moves(embed: discord.Embed, state: TableState, log: Sequence[Event]) -> None:
    if log:
        moves = [event_words(state, event) for event in log[-_MOVES_SHOWN:]]
        embed.add_field(name="Last moves", value="\n".join(moves), inline=False)


def _seats(state: TableState, seen: View) -> str:
    return "\n".join(_seat(state, seen, seat) for seat in state.seats)


def _seat(state: TableState, seen: View, seat: SeatState) -> str:
    at = seat.index
    arrow = "→ " if seen.turn == at else ""
    icon = "🤖 " if seat.is_computer else ""
    facts = [
        counted(seen.counts[at], "card"),
        f"pile {seen.piles[at]}",
        counted(seen.chips[at], "chip"),
    ]
    if seen.rules.scout_and_show:
        facts.append("Scout & Show ready" if seen.tokens[at] else "Scout & Show used")
    if seen.number > 1:
        facts.append(f"total {figure(seen.totals[at])}")
    away = " (away, a computer plays)" if seat.away else ""
    return f"{at + 1}. {arrow}{icon}**{name_of(seat)}**{away}: {', '.join(facts)}"


def _rows(state: TableState) -> list[Row]:
    buttons = [
        Button("My hand", ComponentId(Verb.SHOW_HAND, state.id), ButtonStyle.primary),
        Button("Watch", ComponentId(Verb.WATCH, state.id)),
    ]
    if any(seat.away for seat in state.seats):
        buttons.append(
            Button("I'm back", ComponentId(Verb.COME_BACK, state.id), ButtonStyle.success)
        )
    return [buttons]


def _why(state: TableState, over: Result) -> str:
    if over.ending is Ending.EMPTY:
        out = next(seat for seat in state.seats if not over.hands[seat.index])
        return f"**{name_of(out)}** has no cards left."
    assert over.owner is not None
    return f"Nobody beat the set of **{name_of(state.seats[over.owner])}**."


def _points(state: TableState, over: Result) -> str:
    pairs = zip(state.seats, over.scores, strict=True)
    return "\n".join(f"{seat.index + 1}. {name_of(seat)}: {_sum(score)}" for seat, score in pairs)


def _sum(score: Score) -> str:
    cards = f"{counted(score.cards, 'card')} in hand"
    left = f"{cards} not counted" if score.exempt else f"− {cards}"
    joint = ", " if score.exempt else " "
    return (
        f"pile {score.pile} + {counted(score.chips, 'chip')}{joint}{left}"
        f" = **{points(score.points)}**"
    )


def _hands(state: TableState, over: Result) -> str:
    pairs = zip(state.seats, over.hands, strict=True)
    return "\n".join(f"{name_of(seat)}: {both_ends(hand) or 'none'}" for seat, hand in pairs)


def _totals(state: TableState, so_far: Game) -> str:
    return ", ".join(
        f"{name_of(state.seats[at])} {figure(total)}" for _, at, total in so_far.ranking()
    )


def _victory(winners: list[SeatState]) -> str:
    names = listed([name_of(seat) for seat in winners])
    return f"{names} wins" if len(winners) == 1 else f"{names} share the victory"
