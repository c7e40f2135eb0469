"""The tutorial: one scripted round of three players, in messages like a real hand.

It stores nothing: a press contains the number of decisions so far.
"""

import re
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from discord import ButtonStyle

from bot.tables.core.errors import TableError
from bot.tables.core.state import TableState
from bot.tables.preferences import Preferences
from bot.text.language import Language, gettext_noop
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, page_buttons
from bot.ui.views.elements import new_embed
from bot.ui.views.solo import NO_TABLE, Solo, solo_state
from bot.ui.views.table.table import round_message
from bot.ui.views.turn.action_buttons import ActionIds
from bot.ui.views.turn.action_menu import action_menu
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.hint import way_to
from bot.ui.views.turn.menu import FIRST, MenuItem, MenuPath, OpenMenu, parse_menu_path
from engine.actions import Action, parse_action
from engine.cards import Deal, parse_cards
from engine.game import Game
from engine.view import View, view

LEARNER = 0
"""The seat of the member; the others are those of COMPUTERS."""
COMPUTERS = ("Juggler", "Acrobat")
DEAL = Deal(
    hands=(
        parse_cards("9/3 9/5 8/7 1/8 2/7 6/9 4/9 7/9 3/1 1/2 8/9 3/8"),
        parse_cards("3/6 5/4 1/7 6/2 8/2 6/1 8/6 4/6 7/6 9/2 7/5 2/4"),
        parse_cards("5/3 2/5 1/4 3/2 7/3 8/4 5/6 1/9 4/3 7/4 8/5 1/5"),
    ),
    set_aside=(),
    start=LEARNER,
)


class TutorialDecision(NamedTuple):
    """The task and its reason, the member's action, and the computers' actions after it.

    `task` has places for the labels of the buttons to press, in their order.
    """

    task: str
    action: str
    then: str


GOAL = gettext_noop(
    "**Your goal** is to score the most points. Each card you beat is a point, and so is each chip "
    "you get when somebody scouts from your set. Each card left in your hand costs you a point."
)
SCRIPT = (
    TutorialDecision(
        # Translators: {button1} is the label of a button, like "Flip hand". So it is below.
        gettext_noop(
            "Press **{button1}**: only neighbouring cards form a set, and flipped you have a match "
            "of three, 9 9 9, but as dealt no set has more than two cards."
        ),
        "F",
        "F F",
    ),
    TutorialDecision(
        # Translators: {button1} is "Show 1 2".
        gettext_noop(
            "Press **{button1}**: the table is empty, so you can show any set, and without 1 and 2 "
            "all four of your 9s are neighbours."
        ),
        "S9-10",
        "S7-9 L2+S5-7",
    ),
    TutorialDecision(
        # Translators: {button1} is "Show 9 9 9 (cards 7–9)".
        gettext_noop(
            "Press **{button1}**: with equally many cards, a match beats a run, so they beat "
            "2 3 4, and you keep the first 9 for later."
        ),
        "S7-9",
        "L2f S7-9",
    ),
    TutorialDecision(
        # Translators: {button1} is "Scout 8", {button2} is "6".
        gettext_noop(
            "Press **{button1}** and then position **{button2}**: nothing in your hand beats "
            "3 4 5, but its 5 on the right becomes an 8 when flipped, and between your 7 and 9 it "
            "makes a run of three."
        ),
        "R6f",
        "S2-3 S2-4",
    ),
    TutorialDecision(
        # Translators: {button1} is "Show 7 8 9".
        gettext_noop(
            "Press **{button1}**: of two runs of three, the one with the higher lowest number "
            "wins, so your 7 beats the 4 of 6 5 4, and the three cards you beat are three points."
        ),
        "S5-7",
        "R7f+S3-4 L2f",
    ),
    TutorialDecision(
        # Translators: {button1} is "Show 8 (card 4)".
        gettext_noop(
            "Press **{button1}**: a higher single card beats the 2, and you keep 7 8 for your next "
            "turn."
        ),
        "S4",
        "S3-4 S2-3",
    ),
    TutorialDecision(
        # Translators: the buttons are "Scout & Show", "Scout 6 left", "3" and "Show 5 6 7 8".
        gettext_noop(
            "Press **{button1}**, **{button2}**, position **{button3}** and **{button4}**: nothing "
            "in your hand beats 6 6, but once a round you can scout and then show in the same "
            "turn, and four cards beat the 6 that is left."
        ),
        "L3+S2-5",
        "R3 L3",
    ),
)
END = gettext_noop(
    "**You win!** The others could only scout, so the round is over and your 5 6 7 8 is unbeaten. "
    "You score 12 points: 8 cards in your pile and 4 chips. The last card in your hand costs you "
    "nothing, because nobody beat your set. `/scout play` leads you to a table for a real game."
)


@cache
def game_after(decisions: int) -> Game:
    """The position after this many decisions of the script, when the next one is due."""
    if decisions == 0:
        return Game.new(len(DEAL.hands), length=1).begin_round(DEAL)
    game, decision = game_after(decisions - 1), SCRIPT[decisions - 1]
    for notation in (decision.action, *decision.then.split()):
        game = game.play(game.rounds[-1].to_move[0], parse_action(notation))
    return game


TABLE_WAITS = gettext_noop(
    "The table waits above. To come back, scroll up, or post it here again with `/scout table`."
)
"""For members in a lobby."""
_ANOTHER_MOVE = gettext_noop("That move is fine too, but in this lesson press **{button}**.")
_PLAY, _CHOOSE = Verb.TUTORIAL_PLAY, Verb.TUTORIAL_CHOOSE
_SET_SPACE = re.compile(r"(?<=\d) (?=\d)")
"""A space within a set: a line break there would make it look like two sets."""


def tutorial_message(
    language: Language, decisions: int, learner: Solo, path: MenuPath = FIRST
) -> Message:
    """The lesson after this many decisions, at this step of the next one.

    The instruction is the last text, directly above the buttons.
    """
    state = solo_state(game_after(decisions), learner, LEARNER, COMPUTERS, hints=True)
    if decisions == len(SCRIPT):
        return _end(language, state, pictures=learner.pictures)
    hand = hand_message(
        language,
        state,
        state.seats[LEARNER],
        # The lesson's buttons are marked like those of a hint.
        OpenMenu(path, hint=parse_action(SCRIPT[decisions].action)),
        preferences=Preferences(),
        ids=ActionIds(NO_TABLE, decisions, play=_PLAY, choose=_CHOOSE, pick=_CHOOSE),
        lesson=_in_one_piece(_lesson(language, decisions)),
    )
    return replace(hand, rows=[*hand.rows, _steps(language, decisions)])


def _end(language: Language, state: TableState, *, pictures: bool) -> Message:
    over = round_message(language, state, number=1, you=LEARNER)
    words, press = _in_one_piece(language.gettext(END)), ComponentId(_CHOOSE, NO_TABLE)
    again = Button(language.gettext("Start again"), press, ButtonStyle.primary)
    rows = [[*_steps(language, len(SCRIPT)), again]]
    if pictures:
        return replace(over, embed=new_embed(words), rows=rows, content=None)
    return replace(over, rows=rows, content=f"{over.content}\n{words}")


def _steps(language: Language, decisions: int) -> list[Button]:
    """The buttons to the steps before and after."""
    pages = len(SCRIPT) + 1
    return page_buttons(
        language, decisions, pages, lambda to: ComponentId(_CHOOSE, NO_TABLE, to), steps=True
    )


def _lesson(language: Language, decisions: int) -> str:
    """The goal of the game before the first decision, and what to do at this one."""
    instruction = language.gettext(
        "**Step {step} of {steps}.** {task}",
        step=decisions + 1,
        steps=len(SCRIPT),
        task=task_words(language, decisions),
    )
    return instruction if decisions else f"{language.gettext(GOAL)}\n{instruction}"


def task_words(language: Language, decisions: int) -> str:
    """What to do at the decision after so many others, with the labels of the buttons."""
    labels = [item.name for item in way_on(language, decisions).values()]
    buttons = {f"button{number}": label for number, label in enumerate(labels, 1)}
    return language.gettext(SCRIPT[decisions].task, **buttons)


def _in_one_piece(words: str) -> str:
    """The words with each set on one line."""
    return _SET_SPACE.sub("\N{NO-BREAK SPACE}", words)


def follow(
    language: Language, component_id: ComponentId, learner: Solo
) -> tuple[Message, str | None]:
    """The message after a press in the lesson, with a note if it was not the lesson's move.

    Raises ScoutError for a press that no message of the lesson offers.
    """
    decisions = component_id.number
    if decisions > len(SCRIPT):
        raise TableError("This lesson is out of date. `/scout tutorial` starts a new one.")
    if decisions == len(SCRIPT):
        return tutorial_message(language, decisions, learner), None
    parse = parse_action if component_id.verb == _PLAY else parse_menu_path
    pressed, way = parse(component_id.detail), way_on(language, decisions)
    if pressed == parse_action(SCRIPT[decisions].action):
        return tutorial_message(language, decisions + 1, learner), None
    if not isinstance(pressed, MenuPath):
        # Raises EngineError for an illegal action.
        game_after(decisions).play(LEARNER, pressed)
    elif pressed in way:
        return tutorial_message(language, decisions, learner, pressed), None
    here = _stayed_at(language, decisions, pressed)
    note = language.gettext(_ANOTHER_MOVE, button=way[here].label)
    return tutorial_message(language, decisions, learner, here), note


@cache
def way_on(language: Language, decisions: int) -> dict[MenuPath, MenuItem]:
    """The steps to the next action of the script, and what to press at each."""
    return dict(way_to(language, _seen(decisions), parse_action(SCRIPT[decisions].action)))


def _stayed_at(language: Language, decisions: int, pressed: Action | MenuPath) -> MenuPath:
    """The step of the lesson at which this button was pressed."""
    seen, action = _seen(decisions), parse_action(SCRIPT[decisions].action)
    offering = [
        path
        for path in way_on(language, decisions)
        if pressed in [item.leads_to for item in action_menu(language, seen, path, action).items]
    ]
    return offering[-1] if offering else FIRST


def _seen(decisions: int) -> View:
    return view(game_after(decisions), LEARNER)
