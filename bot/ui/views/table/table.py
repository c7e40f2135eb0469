"""The public messages of a game: the table and the results of its rounds.

A picture shows the table; the text adds what a picture cannot say. Without pictures the content
has all that is needed for a turn, since embeds can be switched off, and an embed the rest.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from discord import ButtonStyle
from discord.utils import format_dt

from bot.pictures.gallery import result_picture, table_picture
from bot.tables.core.deadlines import ROLL_CALL
from bot.tables.core.state import SeatState, Status, TableState
from bot.tables.core.table_messages import TOKEN_LIFE
from bot.text.language import Language, gettext_noop
from bot.text.moves import Move, moment, moves
from bot.text.words import choosing_words, owned_set
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row
from bot.ui.views.elements import (
    NO_AVATARS,
    Avatars,
    card_block,
    closed_words,
    event_words,
    name_of,
    new_embed,
    number_emojis,
    seat_faces,
    seat_lines,
    short_name_of,
    unwritten,
)
from bot.ui.views.table.fair_deal import deal_footer
from bot.ui.views.table.pauses import all_pause_lines, pause_buttons
from bot.ui.views.table.questions import absence_buttons, closing_buttons, closing_line
from bot.ui.views.table.reminders import reminder_words
from bot.ui.views.table.results import final_message, hands_left, result_lines
from engine.game import Game
from engine.round import Event
from engine.view import View, result, view

_MOVES_SHOWN = 3
_MOVES_BELOW_PICTURE = 2
"""At most this many, so that the text fills at most six lines of a phone."""
# Translators: a button, at most 20 letters.
_MY_HAND = gettext_noop("My hand")


def table_message(
    language: Language,
    state: TableState,
    avatars: Avatars = NO_AVATARS,
    *,
    has_whole_commitment: bool = False,
    with_moves: bool = True,
) -> Message:
    """The current round as everybody can see it (R15), if `with_moves` with the last moves."""
    seen = view(state.begun_game, None)
    mentioned, sentence = mention(language, state)
    words = [*([sentence] if sentence else []), *_status_lines(language, state, seen)]
    draw, title = None, None
    fields: dict[str, str] = {}
    if state.options.pictures:
        faces, closed = seat_faces(language, state, avatars), state.status is Status.CLOSED
        draw = partial(table_picture, language, seen, faces, closed=closed)
        words += unwritten(language, faces)
    else:
        title = language.gettext(
            "🎪 SCOUT · round {number} of {rounds}", number=seen.number, rounds=seen.length
        )
        words += [*_moment(language, state, seen), *_active_set(language, state, seen)]
        if seen.active:
            fields[language.gettext("Active Set")] = card_block(language, seen.active)
        # Translators: above a list of the players, each at their seat.
        fields[language.gettext("Seats")] = "\n".join(seat_lines(language, state, seen))
    if with_moves:
        fields |= last_moves(language, state, seen.number, seen.log)
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
    with_moves: bool = True,
) -> Message:
    """Round `number`: its result once it is over, the table until then.

    The result addresses the seat `you`, in a private message. `has_whole_commitment`: the round
    has no `deal_message`.
    """
    game = state.begun_game
    if game.rounds[number - 1].ended is None:
        return table_message(
            language,
            state,
            avatars,
            has_whole_commitment=has_whole_commitment,
            with_moves=with_moves,
        )
    over = result(game, number)
    footer = deal_footer(language, state, number, is_whole=has_whole_commitment)
    moves = last_moves(language, state, number, over.log, you) if with_moves else {}
    # In a game of one round the total is the round's points.
    so_far = game.after(number) if state.length > 1 else None
    if state.options.pictures:
        totals = so_far.totals() if so_far else ()
        faces = seat_faces(language, state, avatars)
        draw = partial(result_picture, language, over, state.length, totals, faces)
        words = "\n".join(unwritten(language, faces))
        return Message(new_embed(footer=footer, fields=moves), content=words or None, draw=draw)
    fields = {language.gettext("Hands at the end"): hands_left(language, state, over), **moves}
    content = "\n".join(result_lines(language, state, over, so_far, you))
    return Message(new_embed(footer=footer, fields=fields), content=content)


def _active_set(language: Language, state: TableState, seen: View) -> Iterator[str]:
    """The line of the Active Set; none before the first turn."""
    if seen.active and seen.owner is not None:
        owner = name_of(language, state.seats[seen.owner])
        # Translators: "4 5 6, run of 3 by Mia".
        yield language.gettext(
            "**Active Set:** {cards}, {set}",
            cards=number_emojis(seen.active),
            set=owned_set(language, seen.active, owner),
        )
    elif seen.turn is not None:
        yield language.gettext("**Active Set:** none, the table is empty.")


def _moment(language: Language, state: TableState, seen: View) -> Iterator[str]:
    """The sentence for a remarkable last move, which a picture shows on a ribbon."""
    if seen.log and state.status is Status.PLAYING and (found := moment(seen.log[-1])):
        name = short_name_of(language, state.seats[seen.log[-1].seat])
        yield f"🎪 {found.sentence(language, f'**{name}**')}"


def _status_lines(language: Language, state: TableState, seen: View) -> Iterator[str]:
    """Whose turn it is, its deadline, and open requests; a picture lights the seat on turn."""
    if state.status is Status.CLOSED:
        reason = closed_words(language, state)
        yield language.gettext("The game ended early. {reason}", reason=reason)
        return
    if seen.turn is None:
        yield choosing_words(language, seen)
    elif state.deadline is None or not state.options.pictures:
        # With a picture the sentence of the deadline names the seat: a line less on a phone.
        yield language.gettext("**Turn:** {name}", name=name_of(language, state.seats[seen.turn]))
    # Without a picture the list of seats marks members who are away.
    yield from _limit_and_requests(language, state, with_away=state.options.pictures)


def _limit_and_requests(
    language: Language, state: TableState, *, with_away: bool = True
) -> Iterator[str]:
    """The deadline, the members who are away or pause, and open requests."""
    if state.deadline is not None:
        # Translators: {when} is a time such as "in 5 minutes".
        yield language.gettext(
            "A computer moves for {names} {when}.",
            names=tuple(name_of(language, seat) for seat in state.first_due),
            when=format_dt(state.deadline, "R"),
        )
    for seat in state.seats:
        if with_away and seat.away:
            yield language.gettext(
                "A computer plays for {name} until they are back.", name=name_of(language, seat)
            )
    yield from all_pause_lines(language, state)
    if closing := closing_line(language, state):
        yield closing


def last_moves(
    language: Language, state: TableState, number: int, log: Sequence[Event], you: int | None = None
) -> dict[str, str]:
    """The field of the last moves of round `number`, if there are any."""
    shown = _MOVES_BELOW_PICTURE if state.options.pictures else _MOVES_SHOWN
    first = max(0, len(log) - shown)
    lines = [
        shown_move(language, state, number, turn, move, you=you)
        for turn, move in enumerate(moves(log, first), first)
    ]
    return {language.gettext("Last moves"): "\n".join(lines)} if lines else {}


def shown_move(
    language: Language,
    state: TableState,
    number: int,
    turn: int,
    move: Move,
    *,
    you: int | None = None,
) -> str:
    """The move of turn `turn`, from 0, in round `number`; marked if a stand-in made it."""
    words = event_words(language, state, move, you=you)
    if not state.was_stand_in(number, turn):
        return words
    # Translators: "Mia shows 4 5 6 (a computer moved)".
    return language.gettext("{move} (a computer moved)", move=words)


def _rows(language: Language, state: TableState) -> list[Row]:
    hand, watch = ComponentId(Verb.SHOW_HAND, state.id), ComponentId(Verb.WATCH, state.id)
    buttons = [
        Button(language.gettext(_MY_HAND), hand, ButtonStyle.primary),
        # Translators: a button, at most 20 letters: to watch the game.
        Button(language.gettext("Watch"), watch),
    ]
    if any(seat.away for seat in state.seats):
        back = ComponentId(Verb.COME_BACK, state.id)
        # Translators: a button, at most 20 letters.
        buttons.append(Button(language.gettext("I'm back"), back, ButtonStyle.success))
    rows = (
        buttons,
        closing_buttons(language, state),
        pause_buttons(language, state),
        absence_buttons(language, state),
    )
    return [row for row in rows if row]


def mention(language: Language, state: TableState) -> tuple[list[int], str | None]:
    """The members to mention, and the sentence that mentions them, if any; none in a pause."""
    if state.paused_until is not None:
        return [], None
    called: Iterable[SeatState] = [seat for seat in state.members_to_move if seat.pinged]
    first = state.status is Status.PLAYING and state.decision_number == 1
    # No hand can be sent into a new thread. Discord adds the members that it notifies.
    has_no_hands = not called and first and (state.parent_id is not None or _begins_late(state))
    if has_no_hands:
        called = [seat for seat in state.seats if state.pause_of(seat) is None]
    members = [seat.user_id for seat in called if seat.user_id is not None]
    if not members:
        return [], None
    if not has_no_hands:
        return members, reminder_words(language, tuple(called))
    # Translators: {members} are one or several who are spoken to, {button} is a button's label.
    return members, language.ngettext(
        "{members}, press **{button}** to see your cards.",
        "{members}, press **{button}** to see your cards.",
        len(members),
        members=tuple(f"<@{user_id}>" for user_id in members),
        button=language.gettext(_MY_HAND),
    )


def _begins_late(state: TableState) -> bool:
    """Whether the game began when tokens of its lobby, or all of its roll call, were expired.

    After a lobby a reminder follows soon, unless the table has none.
    """
    began = state.decision_began or state.decision_since
    if state.starts_at is not None:
        return began > state.starts_at - ROLL_CALL + TOKEN_LIFE
    return state.options.ping_after is None and began > state.opened_at + TOKEN_LIFE


def without_mentions(state: TableState) -> TableState:
    seats = tuple(replace(seat, pinged=False) for seat in state.seats)
    began = state.decision_since
    return replace(state, seats=seats, parent_id=None, starts_at=None, opened_at=began)


def spectator_message(
    language: Language, state: TableState, until: datetime, avatars: Avatars = NO_AVATARS
) -> Message:
    """The game for a spectator (R15), in a message that can be edited `until` then."""
    state = without_mentions(state)
    if state.status is not Status.PLAYING:
        shown = table_message(language, state, avatars)
        if state.status is Status.OVER:
            shown = final_message(language, state, avatars, is_public=False)
        return _below_note(language.gettext("This message no longer updates."), shown, [])
    number = _round_shown(state.begun_game)
    # Translators: {time} is a time of day.
    note = language.gettext(
        "You are watching. This message follows the table until {time}.", time=format_dt(until, "t")
    )
    if number < state.round_number:
        begins = language.gettext(
            "Round {number} begins when everyone has kept or flipped their hand.", number=number + 1
        )
        note = "\n".join([note, begins, *_limit_and_requests(language, state)])
    # Translators: a button, at most 35 letters.
    keep_watching = Button(language.gettext("Keep watching"), ComponentId(Verb.WATCH, state.id))
    return _below_note(note, round_message(language, state, number, avatars), [[keep_watching]])


def _below_note(note: str, shown: Message, rows: Sequence[Row]) -> Message:
    return replace(shown, content="\n".join(filter(None, (note, shown.content))), rows=rows)


def _round_shown(game: Game) -> int:
    """The current round; before its first turn the last one, to show its result."""
    assert game.current is not None
    number = len(game.rounds)
    choosing = None in game.current.orientation
    return number - 1 if choosing and number > 1 else number
