"""What each picture shows, in words for members who cannot see it: all of it, nothing else."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType

from bot.pictures.faces import SeatFace
from bot.pictures.layouts.hand import Hand, Placing, makes_set
from bot.pictures.layouts.replay import ShownHand
from bot.pictures.layouts.review import Losses
from bot.pictures.layouts.settings import SAMPLE, NewTables, own_choice, server_choices
from bot.text.language import Alternatives, Language, gettext_noop
from bot.text.moves import action_words, last_cards, last_move, moment
from bot.text.words import (
    FACTS,
    BestShow,
    best_show_words,
    choosing_words,
    ending_reason,
    hand_facts,
    holding,
    in_a_row,
    joined,
    labelled,
    owned_set,
    points_account,
    points_by_round,
    points_counted,
    seat_facts,
    shortened,
    with_full_stop,
)
from engine.actions import Action, Orient
from engine.cards import Card, Cards, flip
from engine.game import ranked
from engine.view import RoundResult, View

ALT_LIMIT = 1024
"""Discord's limit of an attachment's description, in characters."""
_NO_HANDS: Mapping[int, Cards] = MappingProxyType({})
_CARD = re.compile("\ue000(\\d+)/(\\d+)\ue001")
"""A card as a placeholder, until it is written in words, or in digits if there are many cards."""


def in_a_line(language: Language, sentences: Iterable[str]) -> str:
    """The sentences of an alt text, cards as 3/7 if there are too many for words."""
    text = in_a_row(sentences)
    in_words = _CARD.sub(lambda card: _in_words(language, card[1], card[2]), text)
    if len(in_words) <= ALT_LIMIT:
        return in_words
    return shortened(_CARD.sub(r"\1/\2", text), ALT_LIMIT)


@lru_cache(maxsize=1024)
def _in_words(language: Language, upper: str, lower: str) -> str:
    """A card for screen readers, which read 3/7 as a fraction or a date."""
    # Translators: a card with its upper and its lower number: "3 over 7"
    return language.gettext("{upper} over {lower}", upper=upper, lower=lower)


def card_marked(card: Card) -> str:
    """The card as a placeholder for `in_a_line`."""
    return f"\ue000{card.up}/{card.down}\ue001"


def cards_marked(cards: Iterable[Card]) -> str:
    """These cards as placeholders for `in_a_line`."""
    return ", ".join(map(card_marked, cards))


def by_position(cards: Cards) -> str:
    """The cards as placeholders with their positions: `1: 3 over 7, 2: 4 over 1`."""
    return ", ".join(f"{at}: {card_marked(card)}" for at, card in enumerate(cards, 1))


def hand_alt(
    language: Language,
    hand: Hand,
    to_beat: Cards = (),
    owner: SeatFace | None = None,
    _on_turn: bool = False,
    _small: bool = False,
) -> Iterator[str]:
    """The hand by its positions, what can be shown of it, and the set to beat, if any."""
    if to_beat:
        what = owned_set(language, to_beat, owner.spoken if owner else None)
        text = gettext_noop("To beat: {set}, {cards}.")
        if hand.is_waiting:
            text = gettext_noop("Active Set: {set}, {cards}.")
        yield language.gettext(text, set=what, cards=cards_marked(to_beat))
    yield language.ngettext(
        "Hand of {number} card, upper over lower number: {cards}.",
        "Hand of {number} cards, upper over lower number: {cards}.",
        len(hand.cards),
        cards=by_position(hand.cards),
    )
    yield from hand_facts(language, hand.shows, hand.scouted, is_waiting=hand.is_waiting)


def turn_alt(
    language: Language, headline: str, seen: View, hand: Hand, faces: Sequence[SeatFace]
) -> Iterator[str]:
    """What each seat has, the set to beat, and the hand of this view's seat."""
    yield with_full_stop(language, headline)
    yield from _seats(language, seen, faces)
    yield from hand_alt(language, hand, seen.active, _owner(seen, faces))


def positions_alt(language: Language, placing: Placing, _small: bool = False) -> Iterator[str]:
    """The hand, and at which positions the scouted card makes a set."""
    cards, card = placing.cards, placing.card
    yield language.gettext(
        # Translators: a card is "3 over 7", its upper number and its lower one
        "Where does {card} go, upper over lower number?",
        card=card_marked(card),
    )
    yield language.ngettext(
        "Hand of {number} card: {cards}.",
        "Hand of {number} cards: {cards}.",
        len(cards),
        cards=by_position(cards),
    )
    sets = Alternatives(at for at in sorted(placing.allowed) if makes_set(cards, card, at))
    others = Alternatives(at for at in sorted(placing.allowed) if at not in sets)
    if sets:
        yield language.gettext("It makes a set at position {positions}.", positions=sets)
    if others:
        yield language.gettext("It makes no set at position {positions}.", positions=others)


def orientation_alt(language: Language, cards: Cards, _small: bool = False) -> Iterator[str]:
    """The hand both ways (R6)."""
    flipped = flip(cards)
    yield language.ngettext(
        "{number} card, upper over lower number.",
        "{number} cards, upper over lower number.",
        len(cards),
    )
    yield language.gettext(
        # Translators: the hand as dealt: which sets it has, and its cards
        "Keep ({sets}): {cards}.",
        sets=holding(language, cards),
        cards=cards_marked(cards),
    )
    yield language.gettext(
        # Translators: the hand as flipped: which sets it has, and its cards
        "Flip ({sets}): {cards}.",
        sets=holding(language, flipped),
        cards=cards_marked(flipped),
    )


def set_alt(language: Language, active: Cards, owner: SeatFace | None = None) -> Iterator[str]:
    """The Active Set with its kind, and its owner if known."""
    if active:
        yield language.gettext(
            "Active Set: {set}, upper over lower number: {cards}.",
            set=owned_set(language, active, owner.spoken if owner else None),
            cards=cards_marked(active),
        )
    else:
        yield language.gettext("Active Set: none, the table is empty.")


def table_alt(
    language: Language,
    seen: View,
    faces: Sequence[SeatFace],
    closed: bool = False,
    hands: Mapping[int, Cards] = _NO_HANDS,
) -> Iterator[str]:
    """Round, Active Set, last move, whose turn it is, and all that each seat has (R15).

    `closed` is a game that ended early: no seat is on turn or chooses any more. The cards of the
    seats in `hands` are named too.
    """
    yield language.gettext("Round {number} of {length}.", number=seen.number, length=seen.length)
    yield from set_alt(language, seen.active, _owner(seen, faces))
    if closed:
        yield language.gettext("The game ended early.")
    else:
        yield from _now(language, seen, faces)
    choosing = not closed and not all(seen.chosen)
    yield from _seats(language, seen, faces, choosing=choosing, hands=hands)


def _seats(
    language: Language,
    seen: View,
    faces: Sequence[SeatFace],
    *,
    choosing: bool = False,
    hands: Mapping[int, Cards] = _NO_HANDS,
) -> Iterator[str]:
    """What each seat has, with the cards of those in `hands`."""
    for at in range(seen.players):
        name = faces[at].spoken
        facts = joined(language, seat_facts(language, seen, at, choosing=choosing))
        if at in hands:
            facts = f"{facts}; {_left(language, hands[at])}"
        # Translators: what the start player has
        text = gettext_noop("{name} (start player): {facts}.") if at == seen.start else FACTS
        yield language.gettext(text, name=name, facts=facts)


def _now(language: Language, seen: View, faces: Sequence[SeatFace]) -> Iterator[str]:
    if not all(seen.chosen):
        yield choosing_words(language, seen)
    if (move := last_move(seen)) is not None:
        said = move.sentence(language, faces[move.event.seat].spoken)
        yield language.gettext("Last move: {sentence}.", sentence=said)
        if (found := moment(move.event)) is not None:
            yield found.remark(language)
        if move.beaten:
            yield language.gettext("To the pile: {cards}.", cards=cards_marked(move.beaten))
    if seen.turn is not None:
        yield language.gettext("Turn: {name}.", name=faces[seen.turn].spoken)


def result_alt(
    language: Language,
    over: RoundResult,
    length: int,
    totals: Sequence[int],
    faces: Sequence[SeatFace],
) -> Iterator[str]:
    """Why the round ended, and of each seat the points, the total and the cards left."""
    yield language.gettext("Round {number} of {length} is over.", number=over.number, length=length)
    yield with_full_stop(language, ending_reason(language, over, [face.spoken for face in faces]))
    if (found := last_cards(over)) is not None:
        yield language.gettext(
            # Translators: "Mia shows their last cards: 4 5 6."
            "{moment}: {cards}.",
            moment=found.headline(language, faces[found.seat].spoken),
            cards=found.what(language),
        )
    for index, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        facts = f"{points_account(language, score)} = {language.number(score.points, signed=True)}"
        if totals:
            total = language.gettext("total {points}", points=totals[index])
            facts = joined(language, (facts, total))
        facts = f"{facts}; {_left(language, hand)}"
        yield language.gettext(FACTS, name=faces[index].spoken, facts=facts)


def _left(language: Language, hand: Cards) -> str:
    return cards_marked(hand) or language.gettext("no cards left")


def final_alt(
    language: Language,
    totals: Sequence[Sequence[int]],
    faces: Sequence[SeatFace],
    best: BestShow | None,
) -> Iterator[str]:
    """The ranking, the best Show and the points after each round."""
    yield language.ngettext(
        "Final scores after {number} round.", "Final scores after {number} rounds.", len(totals)
    )
    # Translators: a line of a ranking: "1. Mia: 14 points."
    line = gettext_noop("{rank}. {name}: {facts}.")
    for rank, seat, total in ranked(totals[-1]):
        name, points = faces[seat].spoken, points_counted(language, total)
        yield language.gettext(line, rank=rank, name=name, facts=points)
    if best is not None:
        name, cards = faces[best.seat].spoken, cards_marked(best.cards)
        yield best_show_words(language, best, name, cards)
    yield from points_by_round(language, totals, None, [face.spoken for face in faces])


def move_alt(
    language: Language,
    seen: View,
    own: Action,
    better: Action | None,
    when: str,
    faces: Sequence[SeatFace],
) -> Iterator[str]:
    """The decision, the move that was played, and the better one, if any."""
    yield language.gettext("Your move, {when}.", when=when)
    if isinstance(own, Orient):
        yield from orientation_alt(language, seen.hand)
    else:
        yield from hand_alt(language, Hand(seen.hand), seen.active, _owner(seen, faces))
    yield language.gettext("You: {move}.", move=action_words(language, seen, own))
    if better is not None:
        yield language.gettext("Better: {move}.", move=action_words(language, seen, better))


def review_alt(
    language: Language,
    totals: Sequence[Sequence[int]],
    own: int,
    losses: Losses,
    faces: Sequence[SeatFace],
) -> Iterator[str]:
    """The points lost by each move, by rounds, and each seat's points after each round."""
    for number, group in enumerate(losses, 1):
        if group:
            yield language.gettext(
                # Translators: the points are a list: "0; 1.2; not judged"
                "Points lost by move in round {number}: {points}.",
                number=number,
                points="; ".join(map(partial(_lost, language), group)),
            )
    yield from points_by_round(language, totals, own, [face.spoken for face in faces])


def _lost(language: Language, points: float | None) -> str:
    if points is None:
        return language.pgettext("move", "not judged")
    return language.number(points, decimals=1 if points else 0)


def lobby_alt(
    language: Language, size: int, faces: Sequence[SeatFace], host: int | None
) -> Iterator[str]:
    """The seats, taken and free."""
    yield language.gettext("A table for SCOUT.")
    for index, face in enumerate(faces):
        text = gettext_noop("Seat {number}: {name}.")
        if index == host:
            text = gettext_noop("Seat {number}: {name} (host).")
        yield language.gettext(text, number=index + 1, name=face.spoken)
    for number in range(len(faces) + 1, size + 1):
        yield language.gettext("Seat {number}: free.", number=number)


def settings_alt(language: Language, confirm: bool, new: NewTables) -> Iterator[str]:
    """The member's settings, those of new tables, and the sample of a hand."""
    (_, own, chosen), tables = own_choice(language, confirm), server_choices(language, new)
    yield language.gettext(
        "Settings. For you: a hand with a picture, {setting}: {value}.", setting=own, value=chosen
    )
    yield language.gettext(
        # Translators: the settings are a list: "Turn limit: 5 minutes, Games: in a thread"
        "New tables in this server: {settings}.",
        settings=joined(language, (labelled(language, *choice) for _, *choice in tables)),
    )
    yield language.gettext("Sample: {hand}", hand=in_a_row(hand_alt(language, SAMPLE)))


def replay_alt(
    language: Language, seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]
) -> Iterator[str]:
    """The table and the hands: a single hand by its positions, several hands without them.

    Each of several hands follows the facts of its seat, so each name is said once: with five long
    names said twice there would be no room for the last hand.
    """
    alone = hands[0] if len(hands) == 1 else None
    beside = _NO_HANDS if alone else {hand.seat: hand.cards for hand in hands}
    yield from table_alt(language, seen, faces, hands=beside)
    if alone is not None:
        words = in_a_row(hand_alt(language, Hand(alone.cards, (), alone.new)))
        yield labelled(language, faces[alone.seat].spoken, words)


def _owner(seen: View, faces: Sequence[SeatFace]) -> SeatFace | None:
    return None if seen.owner is None else faces[seen.owner]
