"""A replay: a finished game at one of its decisions, with all hands or as one seat knew it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import discord
from discord import ButtonStyle

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import replay_end_picture, replay_picture
from bot.pictures.layouts.replay import ShownHand
from bot.pictures.picture import Picture
from bot.tables.core.replay import first_decision, last_decision
from bot.tables.core.state import SeatState, Status, TableState
from bot.text.language import Language
from bot.text.moves import moves
from bot.text.words import hand_facts, shown_cards, unbroken
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Option, Row, Select
from bot.ui.views.elements import (
    NO_AVATARS,
    Avatars,
    both_ends,
    card_block,
    event_words,
    label_of,
    name_of,
    new_embed,
    seat_faces,
    short_name_of,
)
from bot.ui.views.games.lists import OWN
from bot.ui.views.replay_step import ALL, ReplayStep, replay_press
from bot.ui.views.table.table import LAST_MOVES, round_message, without_mentions
from bot.ui.views.turn.hand import newest
from engine.actions import Action, Orient, parts
from engine.view import result, view


def replay_message(
    language: Language,
    state: TableState,
    step: ReplayStep,
    *,
    pictures: bool,
    avatars: Avatars = NO_AVATARS,
    reader: SeatState | None = None,
) -> Message:
    """One step with buttons and a select to all others; `reader` is the seat of the reader."""
    rows: list[Row] = [
        _ways(language, state, step),
        _jumps(language, state, step),
        list(_others(language, state, step, reader)),
    ]
    return replace(_shown(language, state, step, avatars, pictures=pictures), rows=rows)


def posted_replay(
    language: Language, state: TableState, step: ReplayStep, avatars: Avatars = NO_AVATARS
) -> Message:
    """One step for everybody, with a button that opens the replay there."""
    opens = Button("Replay", replay_press(state.id, step.past.decision, step.view_name))
    shown = _shown(language, state, step, avatars, pictures=state.options.pictures)
    return replace(shown, rows=[[opens]])


def _shown(
    language: Language, state: TableState, step: ReplayStep, avatars: Avatars, *, pictures: bool
) -> Message:
    below = f"Game #{state.id} · {view_words(language, state, step)}"
    if pictures:
        # No more text than the picture has not, so that Next is seen together with it.
        embed = new_embed(
            move_words(language, state, step), footer=f"⏪ {title_of(language, step)} · {below}"
        )
        return Message(embed, draw=_picture(language, step, seat_faces(language, state, avatars)))
    then = round_message(language, _as_it_was(state, step), len(step.past.game.rounds), avatars)
    embed = _without_moves(language, then.embed)
    lines = [move_words(language, state, step), then.content]
    embed.title = f"⏪ {title_of(language, step)}"
    embed.description = "\n".join(line for line in lines if line)
    embed.set_footer(text=below)
    if step.played.ended is not None:
        return Message(embed)
    hands = shown_hands(step)
    for hand in hands:
        name = f"Hand of {name_of(language, state.seats[hand.seat])}"
        embed.add_field(
            name=name, value=hand_words(language, hand, alone=len(hands) == 1), inline=False
        )
    return Message(embed)


def _picture(
    language: Language, step: ReplayStep, faces: Sequence[SeatFace]
) -> Callable[[], Picture]:
    """Draws the table and the hands that this view knows; at the end of a round its points."""
    game = step.past.game
    if step.played.ended is None:
        return partial(replay_picture, language, view(game, None), shown_hands(step), faces)
    over = result(game, len(game.rounds))
    totals = game.totals() if game.length > 1 else ()
    return partial(replay_end_picture, language, over, game.length, totals, faces)


def _without_moves(language: Language, embed: discord.Embed) -> discord.Embed:
    """The move of the step stands above, as far as the view knows it."""
    for index, field in enumerate(embed.fields):
        if field.name == LAST_MOVES:
            return embed.remove_field(index)
    return embed


def _as_it_was(state: TableState, step: ReplayStep) -> TableState:
    """The table in words as the channel saw it, without deadlines, mentions and absent members."""
    state = without_mentions(state)
    return replace(
        state,
        status=Status.PLAYING,
        game=step.past.game,
        seats=tuple(replace(seat, away=False) for seat in state.seats),
        options=replace(state.options, pictures=False, turn_limit=None),
    )


def _ways(language: Language, state: TableState, step: ReplayStep) -> list[Button]:
    assert state.game is not None
    here, last = step.past.decision, last_decision(state.game)
    ways = {"First": 1, "Back": max(1, here - 1), "Next": min(last, here + 1), "Last": last}
    return [
        Button(
            label,
            replay_press(state.id, target, step.view_name, label.lower()),
            ButtonStyle.primary if label == "Next" else ButtonStyle.secondary,
            disabled=target == here,
        )
        for label, target in ways.items()
    ]


def _jumps(language: Language, state: TableState, step: ReplayStep) -> Select:
    """To the same step in another view, and to the rounds."""
    assert state.game is not None
    here = step.past.decision
    options = [Option("All hands", f"{here} {ALL}")]
    options += [
        Option(
            f"{seat.index + 1}. What {label_of(language, seat)} knew", f"{here} {seat.index + 1}"
        )
        for seat in state.seats
    ]
    firsts = [first_decision(state.game, number) for number in range(1, state.length + 1)]
    # At the first step of a round its option would lead to where the reader is.
    options += [
        Option(f"Round {number}", f"{first} {step.view_name}")
        for number, first in enumerate(firsts, 1)
        if state.length > 1 and first != here
    ]
    press = replay_press(state.id, here, step.view_name, "view")
    return Select(f"View: {view_words(language, state, step)}", press, options)


def _others(
    language: Language, state: TableState, step: ReplayStep, reader: SeatState | None
) -> Iterator[Button]:
    """The buttons that leave the replay; only its players can review their moves and post it."""
    if reader is not None:
        here = step.past.decision
        yield Button("Review", ComponentId(Verb.REVIEW, state.id, 0, str(here)))
        yield Button("Post here", ComponentId(Verb.POST_REPLAY, state.id, here, step.view_name))
    yield Button("Your games", ComponentId(Verb.HISTORY, 0, 0, OWN))


def title_of(language: Language, step: ReplayStep) -> str:
    """`Round 2 of 3 · turn 5`."""
    turns = len(step.played.log)
    when = f"turn {turns}" if turns else "the deal" if step.past.before is None else "hands chosen"
    if step.played.ended is not None:
        when += ", the last"
    return f"Round {len(step.past.game.rounds)} of {step.past.game.length} · {when}"


def move_words(language: Language, state: TableState, step: ReplayStep) -> str:
    """The move before this step, with positions and notation if the view knows them (R15)."""
    before, played = step.past.before, step.played
    if before is None:
        return (
            "The cards are dealt. "
            f"{short_name_of(language, state.seats[played.deal.start])} will start."
        )
    if not played.actions:
        return _choices(language, state, step)
    move, action = moves(played.log)[-1], played.actions[-1]
    words = event_words(language, state, move)
    if state.was_stand_in(len(before.rounds), len(played.log) - 1):
        words += " (a computer moved)"
    return (
        f"{words} · {_positions(language, action)} `{action}`"
        if step.knows(move.event.seat)
        else words
    )


def _choices(language: Language, state: TableState, step: ReplayStep) -> str:
    """The choices under R6 that the view knows."""
    chosen = list(zip(state.seats, step.played.orientation, strict=True))
    known = [(seat, bool(flipped)) for seat, flipped in chosen if step.knows(seat.index)]
    lines = ["Everyone has kept or flipped their hand."] if len(known) < len(chosen) else []
    for words, flip in (("Kept as dealt", False), ("Flipped", True)):
        names = [short_name_of(language, seat) for seat, flipped in known if flipped == flip]
        if names:
            lines.append(f"{words}: {language.listed(names)} · `{Orient(flip)}`")
    return "\n".join(lines)


def _positions(language: Language, action: Action) -> str:
    """The positions of a move, which only its player knew: `to position 8, flipped`."""
    assert not isinstance(action, Orient)
    scout, show = parts(action)
    words = []
    if scout is not None:
        flipped = ", flipped" if scout.flipped else ""
        words.append(f"to {unbroken(f'position {scout.position}')}{flipped}")
    if show is not None:
        words.append(unbroken(shown_cards(language, [show])))
    return ", then ".join(words)


def view_words(language: Language, state: TableState, step: ReplayStep) -> str:
    """Whose knowledge is shown; at the end of a round everybody knows all hands."""
    if step.seat is None:
        return "All hands"
    return f"What {label_of(language, state.seats[step.seat])} knew"


def shown_hands(step: ReplayStep) -> list[ShownHand]:
    """The hands that this view knows, each with the card that it scouted last."""
    game = step.past.game
    return [
        ShownHand(seat, view(game, seat).hand, newest(step.played, seat))
        for seat in range(game.players)
        if step.knows(seat)
    ]


def hand_words(language: Language, hand: ShownHand, *, alone: bool) -> str:
    """The cards of a hand, in columns with their positions if it is the only one."""
    cards = card_block(language, hand.cards, positions=True) if alone else both_ends(hand.cards)
    return " ".join([cards, *hand_facts(language, (), hand.new)])
