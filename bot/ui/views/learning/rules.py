"""The rules in short pages: the text is complete, and a picture shows its example.

The engine plays the examples, so their words follow from the cards.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import hand_picture, orientation_picture, result_picture, set_picture
from bot.pictures.picture import Picture
from bot.text.language import ENGLISH, Language
from bot.text.words import account, longest_shows, unbroken, upper_numbers
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message, page_buttons
from bot.ui.views.elements import new_embed
from engine.actions import Scout, ScoutAndShow, Show
from engine.cards import Cards, flip, parse_cards
from engine.legal_actions import lay, put, take
from engine.round import Ending, Score
from engine.sets import shows
from engine.view import Result


class Beat(NamedTuple):
    """Why the first of two sets beats the second (R9)."""

    why: str
    shown: Cards
    beaten: Cards


# The hand and the Active Set of most pages.
HAND = parse_cards("3/7 4/1 5/9 2/8 6/10 6/2 9/3 1/5 8/4")
ACTIVE = parse_cards("4/8 5/6")

MATCH = parse_cards("6/10 6/2")
RUN_UP = parse_cards("3/7 4/1 5/9")
RUN_DOWN = parse_cards("9/3 8/4")

BEATS = (
    Beat("More cards win", RUN_UP, parse_cards("9/1 9/6")),
    Beat(
        "With equally many cards, a match (same numbers) beats a run (consecutive)",
        MATCH,
        parse_cards("9/4 10/3"),
    ),
    Beat(
        "With equally many cards of the same kind, the higher lowest number wins",
        parse_cards("9/5 8/3 7/2"),
        parse_cards("6/1 7/4 8/9"),
    ),
)
EQUALS = (parse_cards("8/3 7/2"), parse_cards("7/4 8/5"))
"""Two sets of which neither beats the other."""

SHOW = Show(5, 6)
SHOWN, LEFT = lay(HAND, SHOW)

BOTH = ScoutAndShow(Scout("R", 4, flipped=True), Show(1, 4))
"""One page explains the Scout alone; the next one shows the Show that follows."""
TAKEN, REST = take(ACTIVE, BOTH.scout.end)
SCOUTED = put(HAND, TAKEN, BOTH.scout)
SHOWN_AFTER, LEFT_AFTER = lay(SCOUTED, BOTH.show)

UNBEATEN = Result(
    number=1,
    hands=(
        parse_cards("2/8 6/3"),
        parse_cards("7/1 4/9 4/2 8/5"),
        parse_cards("3/5 1/9 6/8 2/7 9/3 4/6"),
    ),
    scores=(Score(5, 3, 2, True), Score(6, 1, 4, False), Score(2, 1, 6, False)),
    ending=Ending.UNBEATEN,
    owner=0,
    active=parse_cards("5/6 5/7"),
    log=(),
)

FACES = tuple(
    SeatFace(name, index, computer=name)
    for index, name in enumerate(("Clown", "Juggler", "Ringmaster"))
)
"""The seats of UNBEATEN."""

STUCK, STUCK_AGAINST = parse_cards("3/7 4/1 2/8"), parse_cards("8/5 8/6")
"""With two players, a hand that is stuck against this set once its chips are spent."""


class Page(NamedTuple):
    title: str
    text: str
    draw: Callable[[Language], Picture]


def _set(cards: Cards) -> str:
    """A set or a hand in one piece: broken at the end of a line it looks like two."""
    return f"**{unbroken(upper_numbers(cards))}**"


def _sets(language: Language, hand: Cards, found: list[Show]) -> str:
    """The sets that the picture brackets."""
    return language.listed([_set(lay(hand, show)[0]) for show in longest_shows(found)])


def _beats(language: Language) -> str:
    return "\n".join(
        f"- {beat.why}: {_set(beat.shown)} beats {_set(beat.beaten)}." for beat in BEATS
    )


def _sums(language: Language) -> str:
    return "\n".join(
        f"- {face.name}: {account(language, score)} = "
        f"**{language.number(score.points, signed=True)}**"
        for face, score in zip(FACES, UNBEATEN.scores, strict=True)
    )


_SETS = [show for show in shows(HAND, ()) if show.last > show.first]
_WINNING = shows(HAND, ACTIVE)
_WINNING_AFTER = shows(SCOUTED, REST)

PAGES = (
    Page(
        "Your hand",
        "Each round you are dealt 9 to 12 cards. You cannot rearrange them. "
        f"A card has two numbers, and the upper one counts: **{HAND[0]}** is a "
        f"{HAND[0].up}.\n"
        "At the start of a round you keep your hand as dealt, or flip all of it: "
        "the cards stay in their order, and their lower numbers come up. "
        f"Flipped, the hand {_set(HAND)} is {_set(flip(HAND))}.",
        lambda language: orientation_picture(language, HAND),
    ),
    Page(
        "Sets: matches and runs",
        "A set is a single card, or neighbouring cards of your hand that form a match or a run. "
        f"A **match** has the same numbers, like {_set(MATCH)}. "
        f"A **run** has consecutive numbers, up or down, like {_set(RUN_UP)} or "
        f"{_set(RUN_DOWN)}. 10 and 1 are not consecutive.\n"
        f"In the hand {_set(HAND)} the longest sets are {_sets(ENGLISH, HAND, _SETS)}.",
        lambda language: hand_picture(language, HAND, brackets=_SETS),
    ),
    Page(
        "What beats what",
        f"{_beats(ENGLISH)}\n\n"
        f"Equal sets do not beat each other: {' and '.join(map(_set, EQUALS))} are equal.\n"
        f"So from the hand {_set(HAND)}, {_sets(ENGLISH, HAND, _WINNING)} beat {_set(ACTIVE)}.",
        lambda language: hand_picture(language, HAND, brackets=_WINNING, to_beat=ACTIVE),
    ),
    Page(
        "Your turn: show",
        "On your turn you show or scout; you cannot pass. "
        "To **show**, play a set that beats the Active Set, the set on the table. "
        "The beaten cards go to your pile, and your set is the new Active Set. "
        "On an empty table you have to show, and any set is fine.\n"
        f"Say you show {_set(SHOWN)} from {_set(HAND)} to beat {_set(ACTIVE)}: two "
        f"cards go to your pile, and {_set(LEFT)} is left in your hand.",
        lambda language: set_picture(language, SHOWN),
    ),
    Page(
        "Your turn: scout",
        "To **scout**, take a card from either end of another player's Active Set. "
        "Put it at any position in your hand, flipped if you like. "
        "The owner of the set gets a Scout chip.\n"
        f"Say you take the **{TAKEN}** from {_set(ACTIVE)} and flip it to a "
        f"{TAKEN.down}. At position {BOTH.scout.position} it makes a longer run, and your "
        f"hand is {_set(SCOUTED)}.",
        lambda language: hand_picture(language, SCOUTED, scouted=BOTH.scout.position),
    ),
    Page(
        "Your turn: Scout & Show",
        "Once a round you can **Scout & Show**: scout, then show in the same turn. "
        "It uses your Scout & Show token for the round. "
        "You can only do it if you can then beat what is left of the Active Set.\n"
        f"In the example of the last page, {_set(REST)} is left. "
        f"From your new hand, {_sets(ENGLISH, SCOUTED, _WINNING_AFTER)} beat it, "
        "and so do some parts "
        f"of them. Say you show {_set(SHOWN_AFTER)}: you keep {_set(LEFT_AFTER)}.",
        lambda language: hand_picture(
            language, SCOUTED, brackets=_WINNING_AFTER, scouted=BOTH.scout.position, to_beat=REST
        ),
    ),
    Page(
        "The end of a round, and points",
        "A round ends when a player shows their last card. With three or more players it also "
        "ends when nobody beats a set, and everyone else has scouted in turn. "
        "You score +1 for each card in your pile, +1 for each chip and −1 for each card in your "
        "hand. The owner of the unbeaten set loses nothing for cards in hand.\n"
        f"{_sums(ENGLISH)}\n\n"
        "A game usually has as many rounds as players. "
        "The highest total wins; equal totals share the victory.",
        lambda language: result_picture(language, UNBEATEN, length=3, totals=(), faces=FACES),
    ),
    Page(
        "With two players",
        "There is no Scout & Show: you both start a round with 3 Scout chips instead. "
        "Scouting costs one chip, which goes to nobody, and your turn goes on until you show. "
        "Each chip you keep scores +1. "
        "Every second round is played with the cards left over from the round before.\n"
        "The round also ends when you can neither show nor scout: without a chip, "
        f"{_set(STUCK)} can do nothing against {_set(STUCK_AGAINST)}.\n\n"
        "Type `/scout tutorial` to try the game on your own.",
        lambda language: hand_picture(language, STUCK, to_beat=STUCK_AGAINST),
    ),
)


def rules_message(language: Language, page: int, *, pictures: bool) -> Message:
    """Page `page`, counted from 0, or the last one if there are fewer."""
    page = min(page, len(PAGES) - 1)
    title, text, draw = PAGES[page]
    embed = new_embed(text, title=f"📖 {title}", footer=f"Page {page + 1} of {len(PAGES)}")
    buttons = page_buttons(language, page, len(PAGES), lambda to: ComponentId(Verb.RULES, 0, to))
    return Message(embed, [buttons], draw=partial(draw, language) if pictures else None)
