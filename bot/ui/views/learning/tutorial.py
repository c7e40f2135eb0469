"""The tutorial: the lesson's script in messages like a real hand, of which nothing is stored."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

from discord import ButtonStyle

from bot.tables.core.errors import TableError
from bot.tables.core.state import SeatState, Status, TableOptions, TableState
from bot.tables.preferences import Preferences
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.learning.tutorial_script import COMPUTERS, END, GOAL, LEARNER, SCRIPT, game_after
from bot.ui.views.table.table import round_message
from bot.ui.views.text import event_words
from bot.ui.views.turn.action_buttons import ActionButtons
from bot.ui.views.turn.action_menu import action_menu
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.hint import menu_steps_to
from bot.ui.views.turn.menu import MenuItem
from bot.ui.views.turn.menu_path import FIRST, MenuPath, parse_menu_path
from engine.actions import Action, parse_action
from engine.view import View, view

TABLE_WAITS = (
    "The table waits above. To come back, scroll up, or post it here again with `/scout table`."
)
"""For members who ask for the lesson at a lobby."""
_NO_TABLE = 0
_PLAY, _CHOOSE = Verb.TUTORIAL_PLAY, Verb.TUTORIAL_CHOOSE
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class Learner(NamedTuple):
    """The member who takes the lesson, and whether it has pictures."""

    name: str
    pictures: bool = True


def tutorial_message(decisions: int, learner: Learner, path: MenuPath = FIRST) -> Message:
    """The lesson after so many decisions, at this step of the next one."""
    state = _state(decisions, learner)
    if decisions == len(SCRIPT):
        again = Button("Start again", ComponentId(_CHOOSE, _NO_TABLE), ButtonStyle.primary)
        content = f"{END} `/scout new` opens a table for a real game."
        over = round_message(state, number=1, you=LEARNER)
        return replace(over, rows=[[again]], content=content)
    hand = hand_message(
        state,
        state.seats[LEARNER],
        path,
        preferences=Preferences(),
        # The lesson's buttons are marked like those of a hint.
        hint=parse_action(SCRIPT[decisions].action),
        keys=ActionButtons(_NO_TABLE, decisions, play=_PLAY, choose=_CHOOSE, pick=_CHOOSE),
    )
    sentence = f"**Step {decisions + 1} of {len(SCRIPT)}.** {SCRIPT[decisions].says}"
    goal = [GOAL] if decisions == 0 else []
    moves = _moves(state)
    before = ["", "Last moves:", *moves] if moves else []
    return replace(hand, content="\n".join([*goal, sentence, *before]))


def follow(component_id: ComponentId, learner: Learner) -> tuple[Message, str | None]:
    """What a press in the lesson leads to, and a sentence about it if one is needed.

    Raises ScoutError for a press that no message of the lesson offers.
    """
    decisions = component_id.number
    if decisions > len(SCRIPT):
        raise TableError("This lesson is out of date. `/scout tutorial` starts a new one.")
    if decisions == len(SCRIPT):
        return tutorial_message(decisions, learner), None
    pressed = (
        parse_action(component_id.detail)
        if component_id.verb == _PLAY
        else parse_menu_path(component_id.detail)
    )
    way = way_on(decisions)
    if pressed == parse_action(SCRIPT[decisions].action):
        return tutorial_message(decisions + 1, learner), None
    if pressed in way:
        return tutorial_message(decisions, learner, parse_menu_path(component_id.detail)), None
    if not isinstance(pressed, MenuPath):
        # Refuses what is not legal.
        game_after(decisions).play(LEARNER, pressed)
    here = _stayed_at(decisions, pressed)
    note = f"That move is fine too, but in this lesson press **{way[here].label}**."
    return tutorial_message(decisions, learner, here), note


@cache
def way_on(decisions: int) -> dict[MenuPath, MenuItem]:
    """The steps to the next action of the script, and what to press at each."""
    targets = menu_steps_to(_seen(decisions), parse_action(SCRIPT[decisions].action))
    paths = [FIRST, *(target for target in targets if isinstance(target, MenuPath))]
    return {
        path: next(item for item in _offered(decisions, path) if item.leads_to == target)
        for path, target in zip(paths, targets, strict=True)
    }


def _stayed_at(decisions: int, pressed: Action | MenuPath) -> MenuPath:
    """The step of the lesson at which this was pressed."""
    offering = [
        path
        for path in way_on(decisions)
        if pressed in [item.leads_to for item in _offered(decisions, path)]
    ]
    return offering[-1] if offering else FIRST


def _offered(decisions: int, path: MenuPath) -> list[MenuItem]:
    action = parse_action(SCRIPT[decisions].action)
    return action_menu(_seen(decisions), path, action).items


def _seen(decisions: int) -> View:
    return view(game_after(decisions), LEARNER)


def _moves(state: TableState) -> list[str]:
    """The learner's last move, and what the computers did since."""
    assert state.game is not None
    log = state.game.rounds[-1].log
    own = [number for number, event in enumerate(log) if event.seat == LEARNER]
    return [
        f"{event_words(state, event, you=LEARNER)}."
        for event in log[own[-1] if own else len(log) :]
    ]


def _state(decisions: int, learner: Learner) -> TableState:
    """The state of a table that exists in the lesson only."""
    return TableState(
        id=_NO_TABLE,
        guild_id=0,
        channel_id=0,
        host_id=0,
        status=Status.PLAYING,
        options=TableOptions(
            size=1 + len(COMPUTERS), length=1, pictures=learner.pictures, hints=True
        ),
        revision=0,
        seats=(
            SeatState(LEARNER, user_id=0, name=learner.name, away=False),
            *(
                SeatState(position, user_id=None, name=computer, away=False)
                for position, computer in enumerate(COMPUTERS, LEARNER + 1)
            ),
        ),
        game=game_after(decisions),
        opened_at=_NEVER,
        decision_since=_NEVER,
        pinged=False,
        reposts=0,
        parent_id=None,
        lost_at=None,
        closed_because="",
    )
