"""The rules in short pages: the text is complete, and a picture shows its example.

The engine plays the examples, so their words follow from the cards.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import hand_picture, orientation_picture, result_picture, set_picture
from bot.pictures.layouts.hand import Hand
from bot.pictures.picture import Picture
from bot.text.language import Language, Sentence, gettext_noop
from bot.text.words import account_line, held_shows, longest_shows, unbroken, upper_numbers
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message, page_buttons
from bot.ui.views.elements import new_embed
from engine.actions import Scout, ScoutAndShow, Show
from engine.cards import Card, Cards, flip, parse_cards
from engine.legal_actions import lay, put, take
from engine.round import Ending, Event, Score
from engine.sets import shows
from engine.view import RoundResult

# The hand and the Active Set of most pages.
HAND = parse_cards("3/7 4/1 5/9 2/8 6/10 6/2 9/3 1/5 8/4")
ACTIVE = parse_cards("4/8 5/6")

MATCH = parse_cards("6/10 6/2")
RUN_UP = parse_cards("3/7 4/1 5/9")
RUN_DOWN = parse_cards("9/3 8/4")

BEATS = (
    (gettext_noop("More cards win: {shown} beats {beaten}."), RUN_UP, parse_cards("9/1 9/6")),
    (
        gettext_noop(
            "With equally many cards, a match (same numbers) beats a run (consecutive): {shown} "
            "beats {beaten}."
        ),
        MATCH,
        parse_cards("9/4 10/3"),
    ),
    (
        gettext_noop(
            "With equally many cards of the same kind, the higher lowest number wins: {shown} "
            "beats {beaten}."
        ),
        parse_cards("9/5 8/3 7/2"),
        parse_cards("6/1 7/4 8/9"),
    ),
)
"""Why the first of two sets beats the second (R9), with places for both sets, and the sets."""
EQUALS = (parse_cards("8/3 7/2"), parse_cards("7/4 8/5"))
"""Two sets of which neither beats the other."""

SHOW = Show(5, 6)
SHOWN, LEFT = lay(HAND, SHOW)

BOTH = ScoutAndShow(Scout("R", 4, flipped=True), Show(1, 4))
"""One page explains the Scout alone; the next one shows the Show that follows."""
TAKEN, REST = take(ACTIVE, BOTH.scout.end)
SCOUTED = put(HAND, TAKEN, BOTH.scout)
SHOWN_AFTER, LEFT_AFTER = lay(SCOUTED, BOTH.show)

UNBEATEN = RoundResult(
    number=1,
    hands=(
        parse_cards("2/8 6/3"),
        parse_cards("7/1 4/9 4/2 8/5"),
        parse_cards("3/5 1/9 6/8 2/7 9/3 4/6"),
    ),
    scores=(Score(9, 3, 2, True), Score(11, 1, 4, False), Score(2, 1, 6, False)),
    ending=Ending.UNBEATEN,
    owner=0,
    active=parse_cards("5/6 5/7"),
    log=(
        Event(0, None, None, None, parse_cards("5/8 5/6 5/7 5/3")),
        Event(1, Card(5, 8), "L", 0, ()),
        Event(2, Card(5, 3), "R", 0, ()),
    ),
)
"""The end of a round with 36 cards: 22 are in piles. Each of the others has scouted a 5."""

_COMPUTERS = ("Clown", "Juggler", "Ringmaster")
"""At the seats of UNBEATEN."""

STUCK, STUCK_AGAINST = parse_cards("3/7 4/1 2/8"), parse_cards("8/5 8/6")
"""With two players, a hand that is stuck against this set once its chips are spent."""


class Page(NamedTuple):
    """A page of the rules: its text and its picture are made in the language of the reader."""

    title: str
    text: Callable[[Language], str]
    draw: Callable[[Language], Picture]


_SETS = tuple(held_shows(HAND))
_WINNING = tuple(shows(HAND, ACTIVE))
_WINNING_AFTER = tuple(shows(SCOUTED, REST))


def _set(cards: Cards) -> str:
    """A set or a hand without line breaks: a break would make it look like two sets."""
    return f"**{unbroken(upper_numbers(cards))}**"


def _sets(hand: Cards, found: Sequence[Show]) -> tuple[str, ...]:
    """The sets that the picture brackets."""
    return tuple(_set(lay(hand, show)[0]) for show in longest_shows(found))


def _lines(*sentences: Sentence | None) -> Callable[[Language], str]:
    """A text of these sentences, a line each; None is an empty line."""
    return lambda language: "\n".join("" if one is None else language.say(one) for one in sentences)


def _what_beats_what(language: Language) -> str:
    points = [
        language.gettext(why, shown=_set(shown), beaten=_set(beaten))
        for why, shown, beaten in BEATS
    ]
    one, other = map(_set, EQUALS)
    equal = language.gettext(
        "Equal sets do not beat each other: {one} and {other} are equal.", one=one, other=other
    )
    winning = language.gettext(
        "So from the hand {hand}, {sets} beat {active_set}.",
        hand=_set(HAND),
        sets=_sets(HAND, _WINNING),
        active_set=_set(ACTIVE),
    )
    return f"{_listed(points)}\n\n{equal}\n{winning}"


def _end_and_points(language: Language) -> str:
    end = language.gettext(
        "A round ends when a player shows their last card. With three or more players it also "
        "ends when nobody beats a set, and everyone else has scouted in turn. You score +1 for "
        "each card in your pile, +1 for each chip and −1 for each card in your hand. The owner of "
        "the unbeaten set loses nothing for cards in hand."
    )
    sums = [
        account_line(language, face.name, score)
        for face, score in zip(_faces(language), UNBEATEN.scores, strict=True)
    ]
    game = language.gettext(
        "A game usually has as many rounds as players. The highest total wins; equal totals share "
        "the victory."
    )
    return f"{end}\n{_listed(sums)}\n\n{game}"


def _faces(language: Language) -> list[SeatFace]:
    """The computers at the table of UNBEATEN, by their names in this language."""
    return [
        SeatFace(language.pgettext("computer", name), index, computer=name)
        for index, name in enumerate(_COMPUTERS)
    ]


def _listed(points: Iterable[str]) -> str:
    return "\n".join(f"- {point}" for point in points)


PAGES = (
    Page(
        gettext_noop("Your hand"),
        _lines(
            Sentence(
                "Each round you are dealt 9 to 12 cards. You cannot rearrange them. A card has two "
                "numbers, and the upper one counts: **{card}** is a {number}.",
                card=str(HAND[0]),
                number=HAND[0].up,
            ),
            Sentence(
                "At the start of a round you keep your hand as dealt, or flip all of it: the cards "
                "stay in their order, and their lower numbers come up. Flipped, the hand {hand} is "
                "{flipped}.",
                hand=_set(HAND),
                flipped=_set(flip(HAND)),
            ),
        ),
        lambda language: orientation_picture(language, HAND),
    ),
    Page(
        gettext_noop("Sets: matches and runs"),
        _lines(
            Sentence(
                "A set is a single card, or neighbouring cards of your hand that form a match or a "
                "run. A **match** has the same numbers, like {match}. A **run** has consecutive "
                "numbers, up or down, like {run} or {other_run}. 10 and 1 are not consecutive.",
                match=_set(MATCH),
                run=_set(RUN_UP),
                other_run=_set(RUN_DOWN),
            ),
            Sentence(
                "In the hand {hand} the longest sets are {sets}.",
                hand=_set(HAND),
                sets=_sets(HAND, _SETS),
            ),
        ),
        lambda language: hand_picture(language, Hand(HAND, _SETS)),
    ),
    Page(
        gettext_noop("What beats what"),
        _what_beats_what,
        lambda language: hand_picture(language, Hand(HAND, _WINNING), ACTIVE),
    ),
    Page(
        gettext_noop("Your turn: show"),
        _lines(
            Sentence(
                "On your turn you show or scout; you cannot pass. To **show**, play a set that "
                "beats the Active Set, the set on the table. The beaten cards go to your pile, and "
                "your set is the new Active Set. On an empty table you have to show, and any set "
                "is fine."
            ),
            Sentence(
                "Say you show {set} from {hand} to beat {active_set}: two cards go to your pile, "
                "and {left} is left in your hand.",
                set=_set(SHOWN),
                hand=_set(HAND),
                active_set=_set(ACTIVE),
                left=_set(LEFT),
            ),
        ),
        lambda language: set_picture(language, SHOWN),
    ),
    Page(
        gettext_noop("Your turn: scout"),
        _lines(
            Sentence(
                "To **scout**, take a card from either end of another player's Active Set. Put it "
                "at any position in your hand, flipped if you like. The owner of the set gets a "
                "Scout chip."
            ),
            Sentence(
                "Say you take the **{card}** from {active_set} and flip it to a {number}. At "
                "position {position} it makes a longer run, and your hand is {hand}.",
                card=str(TAKEN),
                active_set=_set(ACTIVE),
                number=TAKEN.down,
                position=BOTH.scout.position,
                hand=_set(SCOUTED),
            ),
        ),
        lambda language: hand_picture(language, Hand(SCOUTED, (), BOTH.scout.position)),
    ),
    Page(
        gettext_noop("Your turn: Scout & Show"),
        _lines(
            Sentence(
                "Once a round you can **Scout & Show**: scout, then show in the same turn. It uses "
                "your Scout & Show token for the round. You can only do it if you can then beat "
                "what is left of the Active Set."
            ),
            Sentence(
                "In the example on the page before, {left} is left. From your new hand, {sets} "
                "beat it, and so do some parts of them. Say you show {set}: you keep {kept}.",
                left=_set(REST),
                sets=_sets(SCOUTED, _WINNING_AFTER),
                set=_set(SHOWN_AFTER),
                kept=_set(LEFT_AFTER),
            ),
        ),
        lambda language: hand_picture(
            language, Hand(SCOUTED, _WINNING_AFTER, BOTH.scout.position), REST
        ),
    ),
    Page(
        gettext_noop("The end of a round, and points"),
        _end_and_points,
        lambda language: result_picture(
            language, UNBEATEN, length=3, totals=(), faces=_faces(language)
        ),
    ),
    Page(
        gettext_noop("With two players"),
        _lines(
            Sentence(
                "There is no Scout & Show: you both start a round with 3 Scout chips instead. "
                "Scouting costs one chip, which goes to nobody, and your turn goes on until you "
                "show. Each chip you keep scores +1. Every second round is played with the cards "
                "left over from the round before."
            ),
            Sentence(
                "The round also ends when you can neither show nor scout: without a chip, {hand} "
                "can do nothing against {active_set}.",
                hand=_set(STUCK),
                active_set=_set(STUCK_AGAINST),
            ),
            None,
            Sentence("Type `/scout tutorial` to try the game on your own."),
        ),
        lambda language: hand_picture(language, Hand(STUCK), STUCK_AGAINST),
    ),
)


def rules_message(language: Language, page: int, *, pictures: bool) -> Message:
    """Page `page`, counted from 0, or the last one if there are fewer."""
    page = min(page, len(PAGES) - 1)
    title, text, draw = PAGES[page]
    footer = language.gettext("Page {page} of {pages}", page=page + 1, pages=len(PAGES))
    embed = new_embed(text(language), title=f"📖 {language.gettext(title)}", footer=footer)
    buttons = page_buttons(language, page, len(PAGES), lambda to: ComponentId(Verb.RULES, 0, to))
    return Message(embed, [buttons], draw=partial(draw, language) if pictures else None)
