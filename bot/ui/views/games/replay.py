"""A replay: a finished game at one of its decisions, with all hands or as one seat knew it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from discord import ButtonStyle

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import replay_end_picture, replay_picture
from bot.pictures.layouts.replay import ShownHand
from bot.pictures.picture import Picture
from bot.tables.core.replay import first_decision, last_decision
from bot.tables.core.state import SeatState, Status, TableState
from bot.text.language import Language, gettext_noop, pgettext_noop
from bot.text.moves import moves
from bot.text.words import hand_facts, in_a_row, shown_cards, unbroken
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Option, Select
from bot.ui.views.elements import (
    NO_AVATARS,
    Avatars,
    both_ends,
    card_block,
    label_of,
    name_of,
    new_embed,
    seat_faces,
    short_name_of,
)
from bot.ui.views.games.lists import OWN
from bot.ui.views.replay_step import ALL, ReplayStep, replay_press
from bot.ui.views.table.table import round_message, shown_move, without_mentions
from bot.ui.views.turn.hand import newest
from engine.actions import Action, Orient, parts
from engine.view import result, view

_WAYS = {
    # Translators: four buttons beside each other, short enough for a phone: at most 10 letters.
    "first": pgettext_noop("step of a game", "First"),
    "back": pgettext_noop("step of a game", "Back"),
    "next": pgettext_noop("step of a game", "Next"),
    "last": pgettext_noop("step of a game", "Last"),
}
_CHOICES = {
    # Translators: who kept the hand and who flipped it.
    False: gettext_noop("Kept as dealt: {names}"),
    True: gettext_noop("Flipped: {names}"),
}
_PUT = {
    # Translators: where a card was put in the hand: "Mia scouts 3 · to position 8, flipped".
    False: gettext_noop("to position {position}"),
    True: gettext_noop("to position {position}, flipped"),
}


def replay_message(
    language: Language,
    state: TableState,
    step: ReplayStep,
    *,
    avatars: Avatars = NO_AVATARS,
    reader: SeatState | None = None,
    called: str | None = None,
) -> Message:
    """One step, with buttons and a select to all others; `reader` is the seat of the reader.

    `called` replaces the game's number.
    """
    shown = _shown(language, state, step, avatars, called)
    steps, others = _ways(language, state, step), [*_others(language, state, step, reader)]
    return replace(shown, rows=[steps, _jumps(language, state, step), others])


def posted_replay(
    language: Language, state: TableState, step: ReplayStep, avatars: Avatars = NO_AVATARS
) -> Message:
    """One step for everybody, with a button that opens the replay there."""
    press = replay_press(state.id, step.decision, step.view_name)
    # Translators: a button that shows the game again, at most 20 letters.
    opens = Button(language.gettext("Replay"), press)
    return replace(_shown(language, state, step, avatars), rows=[[opens]])


def _shown(
    language: Language,
    state: TableState,
    step: ReplayStep,
    avatars: Avatars,
    called: str | None = None,
) -> Message:
    title, move = title_of(language, step), move_words(language, state, step)
    game = called or language.gettext("Game #{game}", game=str(state.id))
    below = f"{game} · {view_words(language, state, step)}"
    if state.options.pictures:
        # Only facts that the picture lacks, so that picture and Next fit the screen.
        faces = seat_faces(language, state, avatars)
        embed = new_embed(move, footer=f"⏪ {title} · {below}")
        return Message(embed, draw=_picture(language, step, faces))
    number = len(step.game.rounds)
    # The move of the step is in the description, as far as the view knows it.
    then = round_message(language, _as_it_was(state, step), number, avatars, with_moves=False)
    embed = then.embed
    embed.title = f"⏪ {title}"
    embed.description = "\n".join(filter(None, (move, then.content)))
    embed.set_footer(text=below)
    hands = shown_hands(step) if step.played.ended is None else []
    for hand in hands:
        # Translators: above a player's cards.
        name = language.gettext("Hand of {name}", name=name_of(language, state.seats[hand.seat]))
        words = hand_words(language, hand, alone=len(hands) == 1)
        embed.add_field(name=name, value=words, inline=False)
    return Message(embed)


def _picture(
    language: Language, step: ReplayStep, faces: Sequence[SeatFace]
) -> Callable[[], Picture]:
    """Draws the table and the hands that this view knows; at the end of a round its points."""
    game = step.game
    if step.played.ended is None:
        return partial(replay_picture, language, view(game, None), shown_hands(step), faces)
    over = result(game, len(game.rounds))
    totals = game.totals() if game.length > 1 else ()
    return partial(replay_end_picture, language, over, game.length, totals, faces)


def _as_it_was(state: TableState, step: ReplayStep) -> TableState:
    """The table in words as the channel saw it, without deadlines, mentions and absent members."""
    state = without_mentions(state)
    return replace(
        state,
        status=Status.PLAYING,
        game=step.game,
        seats=tuple(replace(seat, away=False) for seat in state.seats),
        options=replace(state.options, pictures=False, turn_limit=None),
    )


def _ways(language: Language, state: TableState, step: ReplayStep) -> list[Button]:
    here, last = step.decision, last_decision(state.begun_game)
    targets = {"first": 1, "back": max(1, here - 1), "next": min(last, here + 1), "last": last}
    return [
        Button(
            language.pgettext("step of a game", _WAYS[way]),
            replay_press(state.id, target, step.view_name, way),
            ButtonStyle.primary if way == "next" else ButtonStyle.secondary,
            disabled=target == here,
        )
        for way, target in targets.items()
    ]


def _jumps(language: Language, state: TableState, step: ReplayStep) -> Select:
    """Selects that lead to the same step in another view, and to the rounds."""
    here = step.decision
    views = [
        Option(f"{number}. {_knowledge(language, seat)}", f"{here} {number}")
        for number, seat in enumerate(state.seats, 1)
    ]
    # The option of a round leads to its first step, unless that is this one.
    rounds = [
        Option(language.gettext("Round {number}", number=number), f"{first} {step.view_name}")
        for number in range(1, state.length + 1)
        if state.length > 1 and (first := first_decision(state.begun_game, number)) != here
    ]
    press = replay_press(state.id, here, step.view_name, "view")
    # Translators: {view} is "All hands" or "What Mia knew".
    shown = language.gettext("View: {view}", view=view_words(language, state, step))
    return Select(shown, press, [Option(_all_hands(language), f"{here} {ALL}"), *views, *rounds])


def _others(
    language: Language, state: TableState, step: ReplayStep, reader: SeatState | None
) -> Iterator[Button]:
    """The buttons that leave the replay; only its players can review their moves and post it."""
    if reader is not None:
        here = step.decision
        # Translators: a button, at most 20 letters: how good your moves were.
        review = language.gettext("Review")
        # Translators: a button, as is the next one, at most 20 letters.
        post = language.gettext("Post here")
        yield Button(review, ComponentId(Verb.REVIEW, state.id, 0, str(here)))
        yield Button(post, ComponentId(Verb.POST_REPLAY, state.id, here, step.view_name))
    yield Button(language.gettext("Your games"), ComponentId(Verb.HISTORY, 0, 0, OWN))


def title_of(language: Language, step: ReplayStep) -> str:
    """`Round 2 of 3 · turn 5`."""
    game = step.game
    title = language.gettext(
        "Round {number} of {rounds}", number=len(game.rounds), rounds=game.length
    )
    return f"{title} · {_when(language, step)}"


def _when(language: Language, step: ReplayStep) -> str:
    # Translators: these stand behind "Round 2 of 3 · ".
    turn, is_over = len(step.played.log), step.played.ended is not None
    if turn:
        text = gettext_noop("turn {number}, the last") if is_over else gettext_noop("turn {number}")
        return language.gettext(text, number=turn)
    if None in step.played.orientation:
        return language.gettext("the deal")
    return language.gettext("hands chosen")


def move_words(language: Language, state: TableState, step: ReplayStep) -> str:
    """The move before this step, with positions if the view knows them (R15)."""
    played = step.played
    if None in played.orientation:
        name = short_name_of(language, state.seats[played.deal.start])
        return language.gettext("The cards are dealt. {name} will start.", name=name)
    if not played.actions:
        return "\n".join(_choices(language, state, step))
    turn = len(played.log) - 1
    move, action = moves(played.log, -1)[0], played.actions[-1]
    words = shown_move(language, state, len(step.game.rounds), turn, move)
    if not step.knows(move.event.seat):
        return words
    return " · ".join([words, *_positions(language, action)])


def _choices(language: Language, state: TableState, step: ReplayStep) -> Iterator[str]:
    """The choices under R6 that the view knows, a line each."""
    chosen = list(zip(state.seats, step.played.orientation, strict=True))
    known = [(seat, bool(flipped)) for seat, flipped in chosen if step.knows(seat.index)]
    if len(known) < len(chosen):
        yield language.gettext("Everyone has kept or flipped their hand.")
    for flip, text in _CHOICES.items():
        names = [short_name_of(language, seat) for seat, flipped in known if flipped == flip]
        if names:
            yield language.gettext(text, names=(*names,))


def _positions(language: Language, action: Action) -> Iterator[str]:
    """The positions of a move, which only its player knew: `to position 8, flipped`."""
    assert not isinstance(action, Orient)
    scout, show = parts(action)
    if scout is not None:
        yield unbroken(language.gettext(_PUT[scout.flipped], position=scout.position))
    if show is not None:
        yield unbroken(shown_cards(language, show))


def view_words(language: Language, state: TableState, step: ReplayStep) -> str:
    """Whose knowledge is shown; at the end of a round everybody knows all hands."""
    seat = None if step.seat is None else state.seats[step.seat]
    return _all_hands(language) if seat is None else _knowledge(language, seat)


def _all_hands(language: Language) -> str:
    # Translators: a replay with the cards of all players; the next one as one player saw it.
    return language.gettext("All hands")


def _knowledge(language: Language, seat: SeatState) -> str:
    return language.gettext("What {name} knew", name=label_of(language, seat))


def shown_hands(step: ReplayStep) -> list[ShownHand]:
    """The hands that this view knows, each with the card that it scouted last."""
    game = step.game
    known = filter(step.knows, range(game.players))
    return [ShownHand(seat, view(game, seat).hand, newest(step.played, seat)) for seat in known]


def hand_words(language: Language, hand: ShownHand, *, alone: bool) -> str:
    """The cards of a hand, in columns with their positions if it is the only one."""
    cards = card_block(language, hand.cards, positions=True) if alone else both_ends(hand.cards)
    facts = hand_facts(language, (), hand.new)
    # A block of columns ends its line.
    return "\n".join([cards, *facts]) if alone else in_a_row([cards, *facts])
