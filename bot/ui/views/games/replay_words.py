"""What a replay says: where in the game it is, what was done there, and whose cards are shown."""

from bot.pictures.replay import ShownHand
from bot.tables.core.state import SeatState, TableState
from bot.text.names import readable_name
from bot.text.words import listed, shown_cards
from bot.ui.views.replay_step import ReplayStep
from bot.ui.views.text import both_ends, card_block, event_words, name_of
from bot.ui.views.turn.hand import newest
from engine.actions import Action, Orient, parts
from engine.view import view


def title_of(step: ReplayStep) -> str:
    """`Round 2 of 3 · turn 5`."""
    turns = len(step.played.log)
    when = f"turn {turns}" if turns else "the deal" if step.past.before is None else "hands chosen"
    if step.played.ended is not None:
        when += ", the last"
    return f"Round {len(step.past.game.rounds)} of {step.past.game.length} · {when}"


def move_words(state: TableState, step: ReplayStep) -> str:
    """What led to this step: with positions and notation as far as the view knows them (R15)."""
    before, played = step.past.before, step.played
    if before is None:
        return f"The cards are dealt. {name_of(state.seats[played.deal.start])} will start."
    if not played.actions:
        return _choices(state, step)
    event, action = played.log[-1], played.actions[-1]
    words = event_words(state, event)
    if state.was_stand_in(len(before.rounds), len(played.log) - 1):
        words += " (a computer moved)"
    return f"{words} · {_positions(action)} `{action}`" if step.tells(event.seat) else words


def _choices(state: TableState, step: ReplayStep) -> str:
    """The choices under R6 that the view knows."""
    chosen = list(zip(state.seats, step.played.orientation, strict=True))
    known = [(seat, bool(flipped)) for seat, flipped in chosen if step.tells(seat.index)]
    lines = ["Everyone has kept or flipped their hand."] if len(known) < len(chosen) else []
    for words, flip in (("Kept as dealt", False), ("Flipped", True)):
        names = [name_of(seat) for seat, flipped in known if flipped == flip]
        if names:
            lines.append(f"{words}: {listed(names)} · `{Orient(flip)}`")
    return "\n".join(lines)


def _positions(action: Action) -> str:
    """Where in the hand a move was made, which only its owner knew: `to position 8, flipped`."""
    assert not isinstance(action, Orient)
    scout, show = parts(action)
    words = []
    if scout is not None:
        words.append(f"to position {scout.position}{', flipped' if scout.flipped else ''}")
    if show is not None:
        words.append(shown_cards([show]))
    return ", then ".join(words)


def view_words(state: TableState, step: ReplayStep) -> str:
    """Whose knowledge is shown; nothing at the end of a round, whose hands are public."""
    if step.seat is None:
        return "All hands"
    return f"What {label_of(state.seats[step.seat])} knew"


def label_of(seat: SeatState) -> str:
    """A seat's name for a label, where nothing is formatted."""
    return readable_name(seat.name) or f"Seat {seat.index + 1}"


def shown_hands(step: ReplayStep) -> list[ShownHand]:
    """The hands that this view knows, each with the card that it scouted last."""
    game = step.past.game
    return [
        ShownHand(seat, view(game, seat).hand, newest(step.played, seat))
        for seat in range(game.players)
        if step.tells(seat)
    ]


def hand_words(hand: ShownHand, *, alone: bool) -> str:
    """The cards of a hand, in columns with their positions if it is the only one."""
    new = "" if hand.new is None else f" New: card {hand.new}."
    cards = card_block(hand.cards, positions=True) if alone else both_ends(hand.cards)
    return f"{cards}{new}"
