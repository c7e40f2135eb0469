"""A member's private hand: their cards, and when it is their turn the buttons for it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from discord import ButtonStyle

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import hand_picture, orientation_picture, positions_picture, turn_picture
from bot.pictures.layouts.hand import Hand, Placing
from bot.pictures.picture import Picture
from bot.tables.core.state import SeatState, Status, TableState
from bot.tables.preferences import Preferences
from bot.text.language import Language, gettext_noop
from bot.text.words import hand_facts, held_shows, holding, owned_set
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row
from bot.ui.views.elements import (
    NO_AVATARS,
    Avatars,
    both_ends,
    card_block,
    names,
    new_embed,
    seat_faces,
    short_name_of,
    short_seat_lines,
)
from bot.ui.views.turn import hand_words
from bot.ui.views.turn.action_buttons import ActionIds, action_rows
from bot.ui.views.turn.action_menu import (
    action_menu,
    after_scout,
    confirmation,
    scouts_on,
    with_emojis,
)
from bot.ui.views.turn.hint import hint_words, way_to
from bot.ui.views.turn.menu import NO_MENU, MenuPath, OpenMenu, scouted_card
from engine.actions import Action, Orient, Scout, Show, parts
from engine.cards import Cards, flip
from engine.round import Round
from engine.view import View, view


class HandStep(NamedTuple):
    """A step: `seen` has hand and Active Set, `shows` are marked, `scouted` is the newest position.

    `placing` are the Scouts of one end, as it lies or flipped, to choose a position from. If
    `with_active`, the Active Set is shown although it is not the seat's turn.
    """

    seen: View
    shows: Sequence[Show]
    scouted: int | None = None
    placing: Sequence[Scout] = ()
    with_active: bool = False


class _Choice(NamedTuple):
    """The choice at this step; `hint` is shown if its path leads through the step.

    The first step of a turn has no title, so that all its buttons fit a phone. With a picture that
    asks the same question, `beside_picture` replaces the prompt.
    """

    prompt: str
    rows: Sequence[Row]
    step: HandStep
    hint: Action | None = None
    begins_turn: bool = False
    beside_picture: str | None = None


def hand_message(
    language: Language,
    state: TableState,
    seat: SeatState,
    menu: OpenMenu = NO_MENU,
    *,
    preferences: Preferences,
    ids: ActionIds | None = None,
    lesson: str | None = None,
    seen_at: datetime | None = None,
    avatars: Avatars = NO_AVATARS,
    headline: str | None = None,
) -> Message:
    """The hand of this seat at this step of its choice.

    The buttons that lead to the hint are marked if it is legal. `ids` replace the table's own. A
    `lesson` replaces the text about the hand: it is directly above the buttons, below a smaller
    picture or the cards. Others' moves never edit a waiting hand; with `seen_at` it shows the
    Active Set of that time. With a `headline` the hand shows the table, which is not public, too.
    """
    if state.status is not Status.PLAYING or state.game is None:
        return Message(content=hand_words.ended_words(language, state))
    seen = view(state.game, seat.index)
    new = newest(state.game.rounds[-1], seat.index)
    if has_to_wait(state, seat):
        waiting = HandStep(seen, held_shows(seen.hand), new)
        choice = _without_choice(language, state, seat, waiting, seen_at)
    else:
        choice = _choice(language, state, seen, new, menu, ids, confirms=preferences.confirm)
    step, pictures = choice.step, preferences.shows_pictures(state.options.pictures)
    words = [] if lesson else _words(language, state, seen, choice, headline, pictures=pictures)
    if not pictures:
        return _in_words(language, state, choice, words, lesson, has_table=headline is None)
    faces, small = seat_faces(language, state, avatars), lesson is not None
    draw = partial(step_picture, language, step, faces, small=small, headline=headline)
    return Message(new_embed(lesson), choice.rows, "\n".join(words) or None, draw=draw)


def _in_words(
    language: Language,
    state: TableState,
    choice: _Choice,
    words: list[str],
    lesson: str | None,
    *,
    has_table: bool,
) -> Message:
    """The hand below the words, and the set to beat in the embed.

    Without a public table it also has all seats, and possible Shows are only on the buttons.
    """
    step = choice.step
    shows = _all_shows(step) if has_table else ()
    lines = hand_lines(language, step.seen, shows, step.scouted)
    fields = to_beat_field(
        language, state, step.seen, columns=has_table, with_active=step.with_active
    )
    content = "\n".join([*words, *lines, *filter(None, [lesson])])
    if has_table:
        return Message(new_embed(fields=fields), choice.rows, content)
    to_beat = [f"**{title}**\n{cards}" for title, cards in fields.items()]
    seats = short_seat_lines(language, state, step.seen)
    return Message(new_embed("\n".join([*to_beat, *seats])), choice.rows, content)


def _all_shows(step: HandStep) -> Sequence[Show]:
    """The Shows that the text names: on a turn all legal ones, where a question marks only one."""
    is_turn = step.seen.turn == step.seen.seat
    return step.seen.legal.shows() if step.shows and is_turn else step.shows


def _words(
    language: Language,
    state: TableState,
    seen: View,
    choice: _Choice,
    headline: str | None,
    *,
    pictures: bool,
) -> list[str]:
    """The text above the hand."""
    in_short = headline is not None and not pictures
    prompt = (choice.beside_picture if pictures else None) or choice.prompt
    if choice.begins_turn:
        prompt = hand_words.turn_prompt(language, seen, prompt, in_short=in_short)
    since = hand_words.since_own_move(language, state, seen) if headline is not None else []
    hint = [hint_words(language, seen, choice.hint, names(language, state))] if choice.hint else []
    return [
        *([_title(language, seen, headline)] if in_short or not choice.begins_turn else []),
        *since,
        *hand_words.round_before(language, state, seen),
        *hint,
        prompt,
        *hand_words.news(language, state, seen),
    ]


def _title(language: Language, seen: View, headline: str | None) -> str:
    if headline is not None:
        return f"**{headline}**"
    return language.gettext(
        "**Your hand · round {number} of {rounds}**", number=seen.number, rounds=seen.length
    )


def has_to_wait(state: TableState, seat: SeatState) -> bool:
    """Whether the seat cannot choose now: others are on turn, or a computer plays for it."""
    return seat not in state.to_move or seat.away


def _without_choice(
    language: Language, state: TableState, seat: SeatState, step: HandStep, seen_at: datetime | None
) -> _Choice:
    lines, rows = [hand_words.waiting_words(language, state, step.seen)], []
    if seat.away:
        # Translators: a button, at most 20 letters.
        label = language.gettext("I'm back")
        back = Button(label, ComponentId(Verb.COME_BACK, state.id), ButtonStyle.success)
        line = language.gettext(
            "A computer plays for you until you press **{button}**.", button=label
        )
        lines, rows = [line], [[back]]
    if seen_at is not None and step.seen.turn is not None:
        lines.append(hand_words.active_then(language, state, step.seen, seen_at))
        step = step._replace(with_active=True)
    return _Choice("\n".join(lines), rows, step)


def _choice(
    language: Language,
    state: TableState,
    seen: View,
    new: int | None,
    menu: OpenMenu,
    ids: ActionIds | None,
    *,
    confirms: bool,
) -> _Choice:
    """The question about an action if that is legal, otherwise this step of the menu."""
    path, asked, hint = menu
    known = hint if state.options.hints and hint in seen.legal_actions() else None
    question = confirmation(language, seen, asked) if asked is not None else None
    here = with_emojis(seen, question or action_menu(language, seen, path, known))
    if question is not None and asked is not None:
        step = step_before(seen, asked, new)
    else:
        step = step_at(seen, here.path, new)
    steps = [] if known is None else way_to(language, seen, known)
    way = [item.leads_to for _, item in steps]
    own = ids or ActionIds(state.id, state.decision_number, hint=known)
    if confirms and question is None:
        own = own._replace(play=own.confirm)
    others = [] if here.back is not None else [*_other_buttons(language, state, seen, known)]
    # Hide the hint off its path.
    path = here.path._replace(page=0)
    on_way = path in [step for step, _ in steps] if question is None else asked == known
    return _Choice(
        here.prompt,
        action_rows(language, here, own._replace(way=way), others),
        step,
        known if on_way else None,
        here.back is None and seen.orientation is not None,
        here.beside_picture,
    )


def _other_buttons(
    language: Language, state: TableState, seen: View, hint: Action | None
) -> Iterator[Button]:
    """The buttons of a first step besides its moves."""
    if state.options.hints and hint is None:
        # Translators: a button, at most 20 letters.
        label = language.gettext("Hint")
        yield Button(label, ComponentId(Verb.HINT, state.id, state.decision_number))
    if seen.orientation is None and (last := seen.number - 1):
        # Translators: a button, at most 34 letters.
        label = language.gettext("Result of round {number}", number=last)
        yield Button(label, ComponentId(Verb.RESULT, state.id, last))


def to_beat_field(
    language: Language, state: TableState, seen: View, *, columns: bool, with_active: bool = False
) -> dict[str, str]:
    """The set that the view's seat has to beat, if any: on its turn, or always if `with_active`."""
    is_on_turn = seen.turn == seen.seat
    if not (is_on_turn or with_active) or not seen.active or seen.owner is None:
        return {}
    what = owned_set(language, seen.active, short_name_of(language, state.seats[seen.owner]))
    if is_on_turn:
        # Translators: "To beat: run of 3 by Mia".
        words = language.gettext("To beat: {set}", set=what)
    else:
        words = language.gettext("Active Set: {set}", set=what)
    return {words: card_block(language, seen.active) if columns else both_ends(seen.active)}


def hand_lines(
    language: Language, seen: View, shows: Sequence[Show], new: int | None = None
) -> list[str]:
    """The cards of the view's seat, which of them can be shown, and which was scouted last."""
    if seen.orientation is None:
        lines = [_way(language, seen.hand, is_flipped=way) for way in (False, True)]
    else:
        lines = [card_block(language, seen.hand, positions=True)]
    return lines + hand_facts(language, shows, new, is_waiting=seen.turn != seen.seat)


def _way(language: Language, hand: Cards, *, is_flipped: bool) -> str:
    """The hand as dealt or flipped, in columns with the sets that it holds."""
    cards = flip(hand) if is_flipped else hand
    title = language.gettext(_TITLES[is_flipped], sets=holding(language, cards))
    return f"{title}\n{card_block(language, cards)}"


# Translators: {sets} as in "1 run of 4, 2 matches of 2".
_TITLES = {False: gettext_noop("**As dealt** ({sets})"), True: gettext_noop("**Flipped** ({sets})")}
"""By whether the hand is flipped."""


def newest(played: Round, seat: int) -> int | None:
    """The position of the card that the seat's last action put into its hand; None without one."""
    turns = zip(played.log, played.actions, strict=True)
    own = [action for event, action in turns if event.seat == seat]
    if not own or isinstance(own[-1], Orient):
        return None
    scout, show = parts(own[-1])
    if scout is None:
        return None
    if show is None or scout.position < show.first:
        return scout.position
    return None if scout.position <= show.last else scout.position - (show.last - show.first + 1)


def step_at(seen: View, path: MenuPath, scouted: int | None) -> HandStep:
    """The hand at a step that the view's seat can reach, with the card of a chosen Scout in it."""
    if path.end is None:
        return HandStep(seen, seen.legal.shows(), scouted)
    if path.position is None:
        return HandStep(seen, seen.legal.shows(), scouted, scouts_on(seen, path))
    after = after_scout(seen, Scout(path.end, path.position, path.flipped))
    return HandStep(after, after.legal.shows(), path.position)


def step_before(seen: View, action: Action, scouted: int | None) -> HandStep:
    """The hand at the question whether to play this legal action, with the Show marked."""
    if isinstance(action, Orient):
        hand = flip(seen.hand) if action.flip else seen.hand
        return HandStep(replace(seen, hand=hand, orientation=action.flip), ())
    scout, show = parts(action)
    after = seen if scout is None else after_scout(seen, scout)
    # After a Scout alone the turn is over, except with two players (R13, R17).
    then = after.legal.shows() if seen.rules.ends_when_stuck else []
    shows = then if show is None else [show]
    return HandStep(after, shows, scouted if scout is None else scout.position)


def step_picture(
    language: Language,
    step: HandStep,
    faces: Sequence[SeatFace],
    *,
    small: bool = False,
    headline: str | None = None,
) -> Picture:
    """The picture: gaps to choose from, both ways before the choice of R6, or the hand."""
    seen, on_turn = step.seen, step.seen.turn == step.seen.seat
    if step.placing:
        return _gaps_picture(language, step, small=small)
    if seen.orientation is None:
        return orientation_picture(language, seen.hand, small)
    hand = Hand(seen.hand, tuple(step.shows), step.scouted, is_waiting=not on_turn)
    if headline is not None:
        return turn_picture(language, headline, seen, hand, faces)
    to_beat = seen.active if on_turn or step.with_active else ()
    owner = None if seen.owner is None else faces[seen.owner]
    return hand_picture(language, hand, to_beat, owner, on_turn, small)


def _gaps_picture(language: Language, step: HandStep, *, small: bool) -> Picture:
    (end, _, flipped), seen = step.placing[0], step.seen
    card = scouted_card(seen.active, end, flipped=flipped)
    allowed = tuple(scout.position for scout in step.placing)
    placing = Placing(seen.hand, card, end if len(seen.active) > 1 else None, allowed)
    return positions_picture(language, placing, small)
