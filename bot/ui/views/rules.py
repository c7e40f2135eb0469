"""The rules in short pages: the text says everything, a picture of its examples stands above."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import discord

from bot.pictures.brackets import longest
from bot.pictures.gallery import hand_picture, orientation_picture, result_picture, set_picture
from bot.pictures.picture import Picture
from bot.pictures.words import account, points, seat
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Message, page_buttons
from bot.ui.views import rule_examples as of
from bot.ui.views.lobby import COLOUR
from bot.ui.views.text import listed, values
from engine.actions import Show
from engine.cards import Cards, flip
from engine.legal_actions import lay
from engine.sets import shows


class Page(NamedTuple):
    title: str
    text: str
    draw: Callable[[], Picture]


def _bold(cards: Cards) -> str:
    return f"**{values(cards)}**"


def _sets(found: list[Show]) -> str:
    return listed([_bold(lay(of.HAND, show)[0]) for show in longest(found)])


def _beats() -> str:
    return "\n".join(
        f"- {beat.why}: {_bold(beat.shown)} beats {_bold(beat.beaten)}." for beat in of.BEATS
    )


def _sums() -> str:
    return "\n".join(
        f"- {seat(index)}: {account(score)} = **{points(score.points)}**"
        for index, score in enumerate(of.UNBEATEN.scores)
    )


_SETS = [show for show in shows(of.HAND, ()) if show.last > show.first]
_WINNING = shows(of.HAND, of.ACTIVE)

PAGES = (
    Page(
        "Your hand",
        "Each round you are dealt 9 to 12 cards. You never sort them: they stay in their order. "
        f"A card has two numbers, and the upper one counts: the **{of.HAND[0]}** is a "
        f"{of.HAND[0].up}.\n"
        "When a round begins you keep your hand as it is, or turn all of its cards over, once. "
        f"Turned over, the hand {_bold(of.HAND)} is {_bold(flip(of.HAND))}.",
        partial(orientation_picture, of.HAND),
    ),
    Page(
        "Sets: matches and runs",
        "A set is one card, or cards side by side in your hand that make a match or a run. "
        f"A **match** is equal numbers, like {_bold(of.MATCH)}. "
        "A **run** goes up or down by one at each step, like "
        f"{_bold(of.RUN_UP)} or {_bold(of.RUN_DOWN)}, but not from 10 to 1.\n"
        f"In the hand {_bold(of.HAND)} the longest are {_sets(_SETS)}.",
        partial(hand_picture, of.HAND, brackets=_SETS),
    ),
    Page(
        "What beats what",
        f"{_beats()}\n"
        f"An equal set does not win: {' and '.join(map(_bold, of.EQUALS))} are the same.\n"
        f"So in the hand {_bold(of.HAND)} {_sets(_WINNING)} beat {_bold(of.ACTIVE)}.",
        partial(hand_picture, of.HAND, brackets=_WINNING, to_beat=of.ACTIVE),
    ),
    Page(
        "Your turn: show",
        "On your turn you show, or you scout; you cannot pass. "
        "To **show**, lay a set from your hand that beats the Active Set, which is the one on the "
        "table. The beaten cards go into your pile, and your set is now the Active Set. "
        "On an empty table you must show, and any set will do.\n"
        f"From {_bold(of.HAND)} you show {_bold(of.SHOWN)} against {_bold(of.ACTIVE)}: two cards "
        f"for your pile, and your hand closes up to {_bold(of.LEFT)}.",
        partial(set_picture, of.SHOWN),
    ),
    Page(
        "Your turn: scout",
        "To **scout**, take the left or the right end of somebody else's Active Set. "
        "Put it anywhere into your hand, either way up. "
        "The set's owner gets a Scout chip for it.\n"
        f"Say you take the **{of.TAKEN}** from {_bold(of.ACTIVE)}, and turn it over to make it "
        f"a {of.TAKEN.down}. As card {of.BOTH.scout.position} of your hand it makes a longer run: "
        f"{_bold(of.SCOUTED)}.",
        partial(hand_picture, of.SCOUTED, scouted=of.BOTH.scout.position),
    ),
    Page(
        "Your turn: Scout & Show",
        "Once a round you may **Scout & Show**: scout, and show in the same turn. "
        "You have one token a round for it, and you must be able to show after that scout. "
        "What you show has to beat what is left of the Active Set.\n"
        f"After the scout of the page before, {_bold(of.REST)} is left. "
        f"You show {_bold(of.SHOWN_AFTER)}, and keep {_bold(of.LEFT_AFTER)}.",
        partial(
            hand_picture,
            of.SCOUTED,
            brackets=(of.BOTH.show,),
            scouted=of.BOTH.scout.position,
            to_beat=of.REST,
        ),
    ),
    Page(
        "The end of a round, and points",
        "A round ends when somebody has shown their last card, or, with three or more players, "
        "when a set is shown and each of the others then only scouts. "
        "Each card in your pile is +1, each chip +1, each card left in your hand −1; "
        "only the owner of the unbeaten set loses nothing for cards in hand.\n"
        f"{_sums()}\n"
        "A game has as many rounds as players, if the table chose no other number. "
        "The highest total wins, and equal totals share the victory.",
        partial(result_picture, of.UNBEATEN, length=3),
    ),
    Page(
        "With two players",
        "There is no Scout & Show. Each of you starts a round with 3 Scout chips; a scout costs "
        "one of them, and the other gets nothing. After a scout you go on until you show, and "
        "chips that you keep are +1 each. "
        "Each second round is dealt from the cards that the first one left over.\n"
        "The round also ends when you can neither show nor scout: with no chip left, "
        f"{_bold(of.STUCK)} can do nothing against {_bold(of.STUCK_AGAINST)}.\n\n"
        "To try all this by yourself, type `/scout tutorial`.",
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
