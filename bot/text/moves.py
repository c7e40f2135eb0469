"""Moves and remarkable moments in words."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.text.language import Language, gettext_noop
from bot.text.words import match_words, short_numbers, shown_cards, unbroken, upper_numbers
from engine.actions import Action, End, Orient, Show, parts
from engine.cards import Card, Cards
from engine.legal_actions import lay, put, take
from engine.round import Ending, Event
from engine.sets import to_beat
from engine.view import RoundResult, View


class Move(NamedTuple):
    """A turn, and the Active Set that it found."""

    event: Event
    active: Cards

    @property
    def beaten(self) -> Cards:
        """The cards that the Show sent to the shower's pile, () if none (R10)."""
        if not self.event.shown:
            return ()
        return self.active if self.event.end is None else take(self.active, self.event.end)[1]

    @property
    def side(self) -> End | None:
        """The end that the card was scouted from; None if no card was, or the only one."""
        return None if len(self.active) == 1 else self.event.end

    def sentence(self, language: Language, name: str) -> str:
        """`Mia scouts 3 from the left`, `Mia shows 4 5 6`."""
        scouted, shown = self.event.scouted, short_numbers(language, self.event.shown)
        card = None if scouted is None else str(scouted.up)
        # If cards are shown, a picture has no room for the side too.
        return move_words(language, name, card, None if shown else self.side, shown)


def move_words(
    language: Language, name: str | None, card: str | None, side: End | None, shown: str
) -> str:
    """The move with this player's name; None for the reader ("You").

    `card` is the scouted card, None for none, `side` its end; `shown` are the cards of the Show.
    """
    if card is None:
        text = gettext_noop("You show {cards}") if name is None else _SHOWS
        return language.gettext(text, name=name, cards=shown)
    text = (_YOURS if name is None else _OTHERS)[side, bool(shown)]
    return language.gettext(text, name=name, card=card, cards=shown)


# Translators: {card} is a number, or both as in 3/7; {cards} as in "4 5 6".
_SHOWS = gettext_noop("{name} shows {cards}")
_OTHERS: dict[tuple[End | None, bool], str] = {
    (None, False): gettext_noop("{name} scouts {card}"),
    ("L", False): gettext_noop("{name} scouts {card} from the left"),
    ("R", False): gettext_noop("{name} scouts {card} from the right"),
    (None, True): gettext_noop("{name} scouts {card} and shows {cards}"),
    ("L", True): gettext_noop("{name} scouts {card} from the left and shows {cards}"),
    ("R", True): gettext_noop("{name} scouts {card} from the right and shows {cards}"),
}
"""By the end of a Scout, and whether a set is shown."""
_YOURS: dict[tuple[End | None, bool], str] = {
    (None, False): gettext_noop("You scout {card}"),
    ("L", False): gettext_noop("You scout {card} from the left"),
    ("R", False): gettext_noop("You scout {card} from the right"),
    (None, True): gettext_noop("You scout {card} and show {cards}"),
    ("L", True): gettext_noop("You scout {card} from the left and show {cards}"),
    ("R", True): gettext_noop("You scout {card} from the right and show {cards}"),
}
"""The same of the reader."""


def moves(log: Sequence[Event], since: int = 0) -> list[Move]:
    """The turns of a round from this index on, each with the Active Set that it found."""
    found: list[Cards] = []
    active: Cards = ()
    for event in log:
        found.append(active)
        active = event.shown or (active[1:] if event.end == "L" else active[:-1])
    return list(map(Move, log[since:], found[since:]))


def last_move(seen: View) -> Move | None:
    """The last move; None before the first one of a round."""
    return moves(seen.log, -1)[0] if seen.log else None


LONG_SET = 5
"""The least cards of a remarkable set."""


class Moment(NamedTuple):
    """A remarkable Show, of a long set or of a hand's `last` cards, after a Scout of `scouted`."""

    seat: int
    cards: Cards
    scouted: Card | None = None
    last: bool = False

    def headline(self, language: Language, name: str) -> str:
        """`Mia shows`, `Mia shows their last cards`: a line above `what`."""
        card, number = self._card, len(self.cards)
        # Translators: these stand in the first line of a ribbon. What is shown is in the next
        # line: "a run of 6", "five 1s", "4 5 6".
        if not self.last:
            if not card:
                return language.gettext("{name} shows", name=name)
            return language.gettext("{name} scouts {card} and shows", name=name, card=card)
        if not card:
            return language.ngettext(
                "{name} shows their last card", "{name} shows their last cards", number, name=name
            )
        return language.ngettext(
            "{name} scouts {card} and shows their last card",
            "{name} scouts {card} and shows their last cards",
            number,
            name=name,
            card=card,
        )

    def what(self, language: Language) -> str:
        """`a run of 6`, `five 1s`; of last cards `4 5 6`."""
        if self.last:
            return short_numbers(language, self.cards)
        if to_beat(self.cards).is_match:
            return match_words(language, self.cards)
        # Translators: stands alone.
        return language.gettext("a run of {number}", number=len(self.cards))

    def remark(self, language: Language) -> str:
        """`That is a run of 6!`, `Those are five 1s!`, of a long set."""
        if to_beat(self.cards).is_match:
            # Translators: {cards} as in "five 1s".
            return language.gettext("Those are {cards}!", cards=match_words(language, self.cards))
        return language.gettext("That is a run of {number}!", number=len(self.cards))

    def sentence(self, language: Language, name: str) -> str:
        """`Mia shows a run of 6!`, `Mia scouts 7 and shows five 1s!`, for a long set."""
        card, number, is_match = self._card, len(self.cards), to_beat(self.cards).is_match
        cards = match_words(language, self.cards) if is_match else ""
        text = _MOMENTS[is_match, bool(card)]
        return language.gettext(text, name=name, card=card, number=number, cards=cards)

    @property
    def _card(self) -> str:
        return "" if self.scouted is None else str(self.scouted.up)


_MOMENTS = {
    (False, False): gettext_noop("{name} shows a run of {number}!"),
    (False, True): gettext_noop("{name} scouts {card} and shows a run of {number}!"),
    # Translators: {cards} as in "five 1s".
    (True, False): gettext_noop("{name} shows {cards}!"),
    (True, True): gettext_noop("{name} scouts {card} and shows {cards}!"),
}
"""By whether the set is a match, and whether a card was scouted."""


def moment(event: Event, *, last: bool = False) -> Moment | None:
    """The moment of a turn, if `last` with the last cards of a hand; None for other turns."""
    size = len(event.shown)
    if size >= LONG_SET or (size and last):
        return Moment(event.seat, event.shown, event.scouted, last)
    return None


def last_cards(over: RoundResult) -> Moment | None:
    """The moment of the Show that emptied a hand (R19), if one ended the round."""
    if over.ending is not Ending.EMPTY or not over.log:
        return None
    return moment(over.log[-1], last=True)


def action_words(language: Language, seen: View, action: Action) -> str:
    """A move of this seat: `show 3 4 5 (cards 2–4)`, `scout the 4 (flipped) to position 3`."""
    # Translators: moves stand alone, as in "Your move: flip your hand."
    if isinstance(action, Orient):
        if action.flip:
            return language.gettext("flip your hand")
        return language.gettext("keep your hand as dealt")
    scout, show = parts(action)
    if scout is None:
        assert show is not None
        return language.gettext("show {cards} ({positions})", **_shown(language, seen.hand, show))
    card, _ = take(seen.active, scout.end)
    hand = put(seen.hand, card, scout)
    scouted = {"number": hand[scout.position - 1].up, "position": scout.position}
    shown = {} if show is None else _shown(language, hand, show)
    return language.gettext(_SCOUTS[scout.flipped, bool(show)], **scouted, **shown)


_SCOUTS = {
    (False, False): gettext_noop("scout the {number} to position {position}"),
    (True, False): gettext_noop("scout the {number} (flipped) to position {position}"),
    # Translators: "… and show 3 4 5 (cards 2–4)".
    (False, True): gettext_noop(
        "scout the {number} to position {position} and show {cards} ({positions})"
    ),
    (True, True): gettext_noop(
        "scout the {number} (flipped) to position {position} and show {cards} ({positions})"
    ),
}
"""By whether the card is flipped, and whether a set is shown."""


def _shown(language: Language, hand: Cards, show: Show) -> dict[str, str]:
    """Both unbroken: in sentences a line could end within a set."""
    cards = upper_numbers(lay(hand, show)[0])
    return {"cards": unbroken(cards), "positions": unbroken(shown_cards(language, show))}
