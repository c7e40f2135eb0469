"""The public messages of a game: the table, a round's result, the final scores.

A picture shows the table; the text says what a picture cannot. Without pictures the text says it
all: what matters for a turn in the content, since embeds can be switched off, the rest in an embed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from discord import ButtonStyle

from bot.pictures.gallery import final_picture, result_picture, table_picture
from bot.tables.core.state import SeatState, Status, TableState
from bot.text.language import Language
from bot.text.moves import moment, moves
from bot.text.words import choosing_words, counted, owned_set, seat_facts, unbeaten, upper_numbers
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row
from bot.ui.views.elements import (
    NO_AVATARS,
    Avatars,
    both_ends,
    card_block,
    closed_words,
    event_words,
    name_of,
    new_embed,
    number_emojis,
    seat_faces,
    short_name_of,
    unwritten,
)
from bot.ui.views.replay_step import replay_press
from bot.ui.views.table.absence import absence_buttons
from bot.ui.views.table.closing import closing_buttons, closing_line
from bot.ui.views.table.fair_deal import deal_footer
from engine.game import Game
from engine.round import Ending, Event, Score
from engine.view import Result, View, result, view

_MOVES_SHOWN = 3
_MOVES_BELOW_PICTURE = 2
"""So few that the text fills six lines of a phone at most."""
LAST_MOVES = "Last moves"
_REVIEW = "`/scout record review` shows how good your moves were."


def table_message(
    language: Language,
    state: TableState,
    avatars: Avatars = NO_AVATARS,
    *,
    has_whole_commitment: bool = False,
) -> Message:
    """The current round as everybody can see it (R15)."""
    assert state.game is not None
    seen = view(state.game, None)
    mentioned, sentence = mention(language, state)
    words = [*([sentence] if sentence else []), *_status_lines(language, state, seen)]
    fields = _last_moves(language, state, seen.number, seen.log)
    draw, title = None, None
    if state.options.pictures:
        closed = state.status is Status.CLOSED
        draw = partial(
            table_picture, language, seen, seat_faces(language, state, avatars), closed=closed
        )
    else:
        title = f"🎪 SCOUT · round {seen.number} of {seen.length}"
        words += _moment(language, state, seen)
        words += [] if seen.turn is None else [_active_set(language, state, seen)]
        seats = "\n".join(_seat(language, state, seen, seat) for seat in state.seats)
        active = {"Active Set": card_block(language, seen.active)} if seen.active else {}
        fields = {**active, "Seats": seats, **fields}
    footer = deal_footer(language, state, seen.number, is_whole=has_whole_commitment)
    embed = new_embed(title=title, footer=footer, fields=fields)
    rows = _rows(language, state) if state.status is Status.PLAYING else ()
    return Message(embed, rows, "\n".join(words), mentioned, draw)


def round_message(
    language: Language,
    state: TableState,
    number: int,
    avatars: Avatars = NO_AVATARS,
    *,
    you: int | None = None,
    has_whole_commitment: bool = False,
) -> Message:
    """Round `number`: its result once it is over, the table until then.

    The seat `you` is addressed in the result, in a message that only this member sees.
    `has_whole_commitment` for a round without a `deal_message`.
    """
    assert state.game is not None
    if state.game.rounds[number - 1].ended is None:
        return table_message(language, state, avatars, has_whole_commitment=has_whole_commitment)
    over = result(state.game, number)
    # In a game of one round the total is the round's points.
    so_far = state.game.after(number) if state.length > 1 else None
    moves = _last_moves(language, state, number, over.log, you)
    footer = deal_footer(language, state, number, is_whole=has_whole_commitment)
    if state.options.pictures:
        totals = so_far.totals() if so_far else ()
        faces = seat_faces(language, state, avatars)
        draw = partial(result_picture, language, over, state.length, totals, faces)
        return Message(new_embed(footer=footer, fields=moves), draw=draw)
    words = [f"**Round {number} of {state.length} is over.** {_why(language, state, over, you)}"]
    words.append(_points(language, state, over))
    if so_far is not None:
        words.append(f"**Totals:** {_totals(language, state, so_far)}")
    fields = {"Hands at the end": _hands(language, state, over), **moves}
    return Message(new_embed(footer=footer, fields=fields), content="\n".join(words))


def final_message(language: Language, state: TableState, avatars: Avatars = NO_AVATARS) -> Message:
    """The ranking, shared victories included (R23)."""
    assert state.game is not None
    draw, words = None, _ranking(language, state, state.game)
    if state.options.pictures:
        faces = seat_faces(language, state, avatars)
        results = [result(state.game, number) for number in range(1, state.length + 1)]
        draw, words = partial(final_picture, language, results, faces), unwritten(language, faces)
    rematch = Button("Rematch", ComponentId(Verb.REMATCH, state.id), ButtonStyle.primary)
    replay = Button("Replay", replay_press(state.id))
    content = "\n".join(words) or None
    return Message(new_embed(_REVIEW), [[rematch, replay]], content, draw=draw)


def _ranking(language: Language, state: TableState, game: Game) -> list[str]:
    ranking = game.ranking()
    winners = [name_of(language, state.seats[index]) for rank, index, _ in ranking if rank == 1]
    won = "wins" if len(winners) == 1 else "share the victory"
    after = counted(language, state.length, "round")
    # "1." would begin a list, and Discord numbers the lines of a list itself, shared ranks too.
    lines = [
        (
            f"{language.ordinal(rank)} {name_of(language, state.seats[index])}: "
            f"**{counted(language, total, 'point')}**"
        )
        for rank, index, total in ranking
    ]
    return [f"🏆 **{language.listed(winners)} {won}** after {after}", *lines]


def _active_set(language: Language, state: TableState, seen: View) -> str:
    if not seen.active or seen.owner is None:
        return "**Active Set:** none, the table is empty."
    owner = name_of(language, state.seats[seen.owner])
    return (
        f"**Active Set:** {number_emojis(seen.active)}, {owned_set(language, seen.active, owner)}"
    )


def _moment(language: Language, state: TableState, seen: View) -> list[str]:
    """The sentence about a remarkable last move, if it is one; a picture has it on a ribbon."""
    found = moment(seen.log[-1]) if seen.log and state.status is Status.PLAYING else None
    if found is None:
        return []
    name = short_name_of(language, state.seats[seen.log[-1].seat])
    return [f"🎪 {found.sentence(language, f'**{name}**')}"]


def _status_lines(language: Language, state: TableState, seen: View) -> list[str]:
    """Whose turn it is, and its deadline; a picture lights the seat on turn."""
    if state.status is Status.CLOSED:
        return [f"The game ended early. {closed_words(language, state)}"]
    if seen.turn is None:
        line = choosing_words(language, seen)
    else:
        line = f"**Turn:** {name_of(language, state.seats[seen.turn])}"
    asked = [sentence] if (sentence := closing_line(language, state)) else []
    if state.deadline is None:
        return [line, *asked]
    # With a picture the deadline's sentence has the name, and one line less fits a phone.
    named = state.options.pictures and seen.turn is not None
    return [*([] if named else [line]), _deadline(language, state), *asked]


def _deadline(language: Language, state: TableState) -> str:
    assert state.deadline is not None
    waiting = language.listed([name_of(language, seat) for seat in state.members_to_move])
    return f"A computer moves for {waiting} <t:{int(state.deadline.timestamp())}:R>."


def _last_moves(
    language: Language, state: TableState, number: int, log: Sequence[Event], you: int | None = None
) -> dict[str, str]:
    """The field of the last moves of round `number`, if there are any."""
    lines = []
    shown = _MOVES_BELOW_PICTURE if state.options.pictures else _MOVES_SHOWN
    for turn, move in list(enumerate(moves(log)))[-shown:]:
        words = event_words(language, state, move, you=you)
        lines.append(f"{words} (a computer moved)" if state.was_stand_in(number, turn) else words)
    return {LAST_MOVES: "\n".join(lines)} if lines else {}


def _seat(language: Language, state: TableState, seen: View, seat: SeatState) -> str:
    arrow = "→ " if seen.turn == seat.index else ""
    icon = "🤖 " if seat.is_computer else ""
    away = " (away, a computer plays)" if seat.away else ""
    facts = ", ".join(seat_facts(language, seen, seat.index))
    return f"{seat.index + 1}. {arrow}{icon}**{name_of(language, seat)}**{away}: {facts}"


def _rows(language: Language, state: TableState) -> list[Row]:
    buttons = [
        Button("My hand", ComponentId(Verb.SHOW_HAND, state.id), ButtonStyle.primary),
        Button("Watch", ComponentId(Verb.WATCH, state.id)),
    ]
    if any(seat.away for seat in state.seats):
        back = ComponentId(Verb.COME_BACK, state.id)
        buttons.append(Button("I'm back", back, ButtonStyle.success))
    return [
        row
        for row in (buttons, closing_buttons(language, state), absence_buttons(language, state))
        if row
    ]


def _why(language: Language, state: TableState, over: Result, you: int | None) -> str:
    if over.ending is Ending.EMPTY:
        out = next(seat for seat in state.seats if not over.hands[seat.index])
        who = "You have" if out.index == you else f"**{name_of(language, out)}** has"
        return f"{who} no cards left."
    assert over.owner is not None
    whose = "your" if over.owner == you else f"**{name_of(language, state.seats[over.owner])}**'s"
    return f"Nobody beat {whose} **{upper_numbers(unbeaten(over))}**."


def _points(language: Language, state: TableState, over: Result) -> str:
    pairs = zip(state.seats, over.scores, strict=True)
    return "\n".join(
        f"{seat.index + 1}. {name_of(language, seat)}: {_sum(language, score)}"
        for seat, score in pairs
    )


def _sum(language: Language, score: Score) -> str:
    """What the points of a round are made of (R22)."""
    cards = f"{counted(language, score.cards, 'card')} in hand"
    left = f", {cards} not counted" if score.exempt else f" − {cards}"
    won = f"pile {score.pile} + {counted(language, score.chips, 'chip')}"
    return f"{won}{left} = **{language.number(score.points, signed=True)}**"


def _hands(language: Language, state: TableState, over: Result) -> str:
    pairs = zip(state.seats, over.hands, strict=True)
    return "\n".join(
        f"{name_of(language, seat)}: {both_ends(hand) or 'no cards'}" for seat, hand in pairs
    )


def _totals(language: Language, state: TableState, so_far: Game) -> str:
    ranking = so_far.ranking()
    return ", ".join(
        f"{name_of(language, state.seats[at])} {language.number(total)}" for _, at, total in ranking
    )


def mention(language: Language, state: TableState) -> tuple[list[int], str | None]:
    """The members to mention and the sentence that mentions them; None mentions no member."""
    called: Iterable[SeatState] = [seat for seat in state.members_to_move if seat.pinged]
    words = "it is your move."
    first = state.status is Status.PLAYING and state.decision_number == 1
    if not called and first and state.parent_id is not None:
        # No hand can be sent into a new thread. Discord adds the members that it notifies.
        called, words = state.seats, "press **My hand** to see your cards."
    members = [seat.user_id for seat in called if seat.user_id is not None]
    if not members:
        return [], None
    return members, f"{language.listed([f'<@{user_id}>' for user_id in members])}, {words}"


def without_mentions(state: TableState) -> TableState:
    """The table as if no member had to be mentioned."""
    seats = tuple(replace(seat, pinged=False) for seat in state.seats)
    return replace(state, seats=seats, parent_id=None)


def spectator_message(
    language: Language, state: TableState, until: datetime, avatars: Avatars = NO_AVATARS
) -> Message:
    """The game as everybody may see it (R15), in a message that can be edited `until` then."""
    state = without_mentions(state)
    if state.status is Status.OVER:
        return _last_note(language, final_message(language, state, avatars))
    if state.status is not Status.PLAYING:
        return _last_note(language, table_message(language, state, avatars))
    assert state.game is not None
    number = _round_shown(state.game)
    note = f"You are watching. This message follows the table until <t:{int(until.timestamp())}:t>."
    if number < len(state.game.rounds):
        note += f"\nRound {number + 1} begins when everyone has kept or flipped their hand."
    keep_watching = Button("Keep watching", ComponentId(Verb.WATCH, state.id))
    return _below_note(note, round_message(language, state, number, avatars), [[keep_watching]])


def _last_note(language: Language, shown: Message) -> Message:
    return _below_note("This message no longer updates.", shown, [])


def _below_note(note: str, shown: Message, rows: Sequence[Row]) -> Message:
    content = "\n".join(filter(None, (note, shown.content)))
    return replace(shown, content=content, rows=rows)


def _round_shown(game: Game) -> int:
    """The current round; before its first turn the last one, so that its result can be read."""
    assert game.current is not None
    number = len(game.rounds)
    choosing = None in game.current.orientation
    return number - 1 if choosing and number > 1 else number
