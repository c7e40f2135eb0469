"""The rules in short pages: the text is complete, and a picture shows its example."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import discord

from bot.pictures.gallery import hand_picture, orientation_picture, result_picture, set_picture
from bot.pictures.picture import Picture
from bot.text.words import account, listed, longest_shows, points, unbroken, upper_numbers
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message, page_buttons
from bot.ui.views.learning import rule_examples as of
from bot.ui.views.lobby import COLOUR
from engine.actions import Show
from engine.cards import Cards, flip
from engine.legal_actions import lay
from engine.sets import shows


class Page(NamedTuple):
    title: str
    text: str
    draw: Callable[[], Picture]


def _hand(cards: Cards) -> str:
    return f"**{upper_numbers(cards)}**"


def _set(cards: Cards) -> str:
    """In one piece: a set must not be taken for two where a line ends."""
    return f"**{unbroken(upper_numbers(cards))}**"


def _sets(hand: Cards, found: list[Show]) -> str:
    """Those that the picture brackets: the ones that are no part of another."""
    return listed([_set(lay(hand, show)[0]) for show in longest_shows(found)])


def _beats() -> str:
    return "\n".join(
        f"- {beat.why}: {_set(beat.shown)} beats {_set(beat.beaten)}." for beat in of.BEATS
    )


def _sums() -> str:
    return "\n".join(
        f"- {face.name}: {account(score)} = **{points(score.points)}**"
        for face, score in zip(of.FACES, of.UNBEATEN.scores, strict=True)
    )


_SETS = [show for show in shows(of.HAND, ()) if show.last > show.first]
_WINNING = shows(of.HAND, of.ACTIVE)
_WINNING_AFTER = shows(of.SCOUTED, of.REST)

PAGES = (
    Page(
        "Your hand",
        "Each round you are dealt 9 to 12 cards. You cannot rearrange them. "
        f"A card has two numbers, and the upper one counts: **{of.HAND[0]}** is a "
        f"{of.HAND[0].up}.\n"
        "At the start of a round you keep your hand as dealt, or flip all of it: "
        "the cards stay in their order, and their lower numbers come up. "
        f"Flipped, the hand {_hand(of.HAND)} is {_hand(flip(of.HAND))}.",
        partial(orientation_picture, of.HAND),
    ),
    Page(
        "Sets: matches and runs",
        "A set is a single card, or neighbouring cards of your hand that form a match or a run. "
        f"A **match** has the same numbers, like {_set(of.MATCH)}. "
        f"A **run** has consecutive numbers, up or down, like {_set(of.RUN_UP)} or "
        f"{_set(of.RUN_DOWN)}. 10 and 1 are not consecutive.\n"
        f"In the hand {_hand(of.HAND)} the longest sets are {_sets(of.HAND, _SETS)}.",
        partial(hand_picture, of.HAND, brackets=_SETS),
    ),
    Page(
        "What beats what",
        f"{_beats()}\n\n"
        f"Equal sets do not beat each other: {' and '.join(map(_set, of.EQUALS))} are equal.\n"
        f"So from the hand {_hand(of.HAND)}, {_sets(of.HAND, _WINNING)} beat {_set(of.ACTIVE)}.",
        partial(hand_picture, of.HAND, brackets=_WINNING, to_beat=of.ACTIVE),
    ),
    Page(
        "Your turn: show",
        "On your turn you show or scout; you cannot pass. "
        "To **show**, play a set that beats the Active Set, the set on the table. "
        "The beaten cards go to your pile, and your set is the new Active Set. "
        "On an empty table you have to show, and any set is fine.\n"
        f"Say you show {_set(of.SHOWN)} from {_hand(of.HAND)} to beat {_set(of.ACTIVE)}: two "
        f"cards go to your pile, and {_hand(of.LEFT)} is left in your hand.",
        partial(set_picture, of.SHOWN),
    ),
    Page(
        "Your turn: scout",
        "To **scout**, take a card from either end of another player's Active Set. "
        "Put it at any position in your hand, flipped if you like. "
        "The owner of the set gets a Scout chip.\n"
        f"Say you take the **{of.TAKEN}** from {_set(of.ACTIVE)} and flip it to a "
        f"{of.TAKEN.down}. At position {of.BOTH.scout.position} it makes a longer run, and your "
        f"hand is {_hand(of.SCOUTED)}.",
        partial(hand_picture, of.SCOUTED, scouted=of.BOTH.scout.position),
    ),
    Page(
        "Your turn: Scout & Show",
        "Once a round you can **Scout & Show**: scout, then show in the same turn. "
        "It uses your Scout & Show token for the round. "
        "You can only do it if you can then beat what is left of the Active Set.\n"
        f"In the example of the last page, {_set(of.REST)} is left. "
        f"From your new hand, {_sets(of.SCOUTED, _WINNING_AFTER)} beat it, and so do some parts "
        f"of them. Say you show {_set(of.SHOWN_AFTER)}: you keep {_hand(of.LEFT_AFTER)}.",
        partial(
            hand_picture,
            of.SCOUTED,
            brackets=_WINNING_AFTER,
            scouted=of.BOTH.scout.position,
            to_beat=of.REST,
        ),
    ),
    Page(
        "The end of a round, and points",
        "A round ends when a player shows their last card. With three or more players it also "
        "ends when nobody beats a set, and everyone else has scouted in turn. "
        "You score +1 for each card in your pile, +1 for each chip and −1 for each card in your "
        "hand. The owner of the unbeaten set loses nothing for cards in hand.\n"
        f"{_sums()}\n\n"
        "A game usually has as many rounds as players. "
        "The highest total wins; equal totals share the victory.",
        partial(result_picture, of.UNBEATEN, length=3, faces=of.FACES),
    ),
    Page(
        "With two players",
        "There is no Scout & Show: you both start a round with 3 Scout chips instead. "
        "Scouting costs one chip, which goes to nobody, and your turn goes on until you show. "
        "Each chip you keep scores +1. "
        "Every second round is played with the cards left over from the round before.\n"
        "The round also ends when you can neither show nor scout: without a chip, "
        f"{_hand(of.STUCK)} can do nothing against {_set(of.STUCK_AGAINST)}.\n\n"
        "Type `/scout tutorial` to try the game on your own.",
        partial(hand_picture, of.STUCK, to_beat=of.STUCK_AGAINST),
    ),
)


def rules_message(page: int, *, pictures: bool) -> Message:
    """Page `page`, counted from 0, or the last one if there are fewer."""
    page = min(page, len(PAGES) - 1)
    title, text, draw = PAGES[page]
    embed = discord.Embed(title=f"📖 {title}", description=text, colour=COLOUR)
    embed.set_footer(text=f"Page {page + 1} of {len(PAGES)}")
    buttons = page_buttons(page, len(PAGES), lambda to: ComponentId(Verb.RULES, 0, to))
    return Message(embed, [buttons], draw=draw if pictures else None)
