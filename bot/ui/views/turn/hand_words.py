"""The texts above a hand: the winner, the players that the seat waits for, and past moves."""

from datetime import datetime

from discord.utils import format_dt

from bot.tables.core.state import Status, TableState
from bot.text.language import Language, gettext_noop
from bot.text.moves import Move, move_words, moves
from bot.text.words import in_a_row, joined, short_numbers, unbroken, with_full_stop
from bot.ui.views.elements import closed_words, name_of, names, short_name_of
from bot.ui.views.turn.hint import any_scout_ends
from engine.view import RoundResult, View, result


def ended_words(language: Language, state: TableState) -> str:
    """The text of a hand after the last round."""
    if state.status is Status.CLOSED:
        return in_a_row([language.gettext("The game ended early."), closed_words(language, state)])
    return language.gettext("The game is over. The final scores are in the channel.")


def waiting_words(language: Language, state: TableState, seen: View) -> str:
    """The players that the view's seat waits for."""
    # Do not name the player on turn: every hand would be edited at each turn.
    assert seen.seat is not None
    if seen.turn is not None:
        return language.gettext(
            "You play after {name}. Your buttons will appear here.",
            name=short_name_of(language, state.seats[seen.seat - 1]),
        )
    others = [seat for seat in state.seats if seat.index != seen.seat]
    if len(others) > 1:
        # Translators: they keep or flip their hands.
        return language.gettext("Waiting for the other players to choose.")
    return language.gettext("Waiting for {name} to choose.", name=name_of(language, others[0]))


def active_then(language: Language, state: TableState, seen: View, seen_at: datetime) -> str:
    """The set on the table at this time."""
    time = format_dt(seen_at, "T")
    if not seen.active or seen.owner is None:
        return language.gettext("At {time} the table was empty.", time=time)
    owner = short_name_of(language, state.seats[seen.owner])
    cards = unbroken(short_numbers(language, seen.active))
    # Translators: {cards} as in "7 8 9" or "7".
    return language.gettext(
        "At {time} the Active Set was {cards} by {name}.", time=time, cards=cards, name=owner
    )


def round_before(language: Language, state: TableState, seen: View) -> list[str]:
    """At the start of a round, the winners of the round before, and the standings."""
    if seen.orientation is not None or seen.number == 1:
        return []
    assert seen.seat is not None
    number = seen.number - 1
    standings = [
        _standing(language, state, at, total, is_own=at == seen.seat)
        for _, at, total in state.begun_game.after(number).ranking()
    ]
    return [
        _winners(language, state, seen.seat, result(state.begun_game, number)),
        language.gettext("Standings: {standings}.", standings=joined(language, standings)),
    ]


def _winners(language: Language, state: TableState, own: int, over: RoundResult) -> str:
    number, scored = over.number, [score.points for score in over.scores]
    most = max(scored)
    others = tuple(
        name for at, name in enumerate(names(language, state)) if at != own and scored[at] == most
    )
    points = language.number(most, signed=True)
    if scored[own] < most:
        return language.ngettext(
            "{names} won round {round} with {points}; you scored {own}.",
            "{names} won round {round} with {points} each; you scored {own}.",
            len(others),
            names=others,
            round=number,
            points=points,
            own=language.number(scored[own], signed=True),
        )
    if not others:
        return language.gettext("You won round {round} with {points}.", round=number, points=points)
    text = gettext_noop("You won round {round} with {points}, as did {names}.")
    return language.gettext(text, round=number, points=points, names=others)


def _standing(language: Language, state: TableState, seat: int, total: int, *, is_own: bool) -> str:
    if is_own:
        # Translators: one of the standings, between "Mia 12" and "Kim 7".
        return language.gettext("you {points}", points=total)
    return f"{name_of(language, state.seats[seat])} {language.number(total)}"


def since_own_move(language: Language, state: TableState, seen: View) -> list[str]:
    """The others' moves since the last move of the view's seat, a paragraph; or the start player.

    The moves are short, since chips, sets and buttons are below: a phone shows the whole turn.
    """
    own = [turn for turn, event in enumerate(seen.log) if event.seat == seen.seat]
    since = moves(seen.log, own[-1] + 1 if own else 0)
    if seen.log:
        said = [with_full_stop(language, short_words(language, state, move)) for move in since]
        return [in_a_row(said)] if said else []
    if seen.start == seen.seat:
        return [language.gettext("You start the round.")]
    name = short_name_of(language, state.seats[seen.start])
    return [language.gettext("{name} starts the round.", name=name)]


def short_words(language: Language, state: TableState, move: Move) -> str:
    """The move without the end of a Scout and its chip; its sets are never on two lines."""
    event = move.event
    card = None if event.scouted is None else f"{event.scouted.up}/{event.scouted.down}"
    shown = f"**{unbroken(short_numbers(language, event.shown))}**" if event.shown else ""
    name = f"**{short_name_of(language, state.seats[event.seat])}**"
    return move_words(language, name, card, None, shown)


def turn_prompt(language: Language, seen: View, prompt: str, *, in_short: bool) -> str:
    """The prompt of a turn, and whether any Scout ends the round.

    If it is to be `in_short`, a choice between Shows and Scouts fits one line of a phone.
    """
    if not seen.active:
        return prompt
    if in_short and seen.legal.shows() and seen.legal.scouts():
        cards = unbroken(short_numbers(language, seen.active))
        # Translators: in one line of a phone if it fits; {cards} as in "7 8 9" or "7".
        prompt = language.gettext("**Your turn.** Beat {cards}, or scout.", cards=cards)
    if not any_scout_ends(seen):
        return prompt
    # Translators: behind what can be done in a turn, since all others have scouted already.
    return in_a_row([prompt, language.gettext("A Scout ends the round.")])


def news(language: Language, state: TableState, seen: View) -> list[str]:
    """Whether a computer made the member's last move of the round, since they were late."""
    own = [turn for turn, event in enumerate(seen.log) if event.seat == seen.seat]
    late = own and state.was_stand_in(seen.number, own[-1])
    return [language.gettext("A computer made your last move.")] if late else []
