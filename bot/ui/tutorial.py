"""The tutorial: the lesson's script in messages like a real hand, of which nothing is stored."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import NamedTuple

from discord import ButtonStyle

from bot.storage.models import Status
from bot.tables.errors import TableError
from bot.tables.state import SeatState, TableState
from bot.tables.wishes import Wishes
from bot.ui.board import round_draft
from bot.ui.custom_id import Press
from bot.ui.draft import Button, Draft
from bot.ui.hand import hand_draft
from bot.ui.keys import Keys
from bot.ui.lesson import COMPUTERS, END, LEARNER, LESSON, game_after
from bot.ui.steps import Choice, Path, parse_path, step
from bot.ui.words import event_words
from engine.actions import Action, parse_action
from engine.view import View, view

_NO_TABLE = 0
_PLAY, _LOOK = "learn", "lesson"
_BEGINNING = Path()
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class Learner(NamedTuple):
    """Whom the lesson is shown to, and whether with pictures."""

    name: str
    pictures: bool = True


def lesson_draft(decisions: int, learner: Learner, path: Path = _BEGINNING) -> Draft:
    """The lesson after so many decisions, at this step of the next one."""
    state = _state(decisions, learner)
    if decisions == len(LESSON):
        again = Button("Start again", Press(_LOOK, _NO_TABLE), ButtonStyle.primary)
        content = f"{END} `/scout new` opens a table for a real game."
        return replace(round_draft(state, number=1), rows=[[again]], content=content)
    keys = Keys(_NO_TABLE, decisions, play=_PLAY, look=_LOOK)
    hand = hand_draft(state, state.seats[LEARNER], path, wishes=Wishes(), keys=keys)
    sentence = f"**Step {decisions + 1} of {len(LESSON)}.** {LESSON[decisions].says}"
    return replace(hand, content="\n".join([sentence, *_moves(state)]))


def follow(press: Press, learner: Learner) -> tuple[Draft, str | None]:
    """What a press in the lesson leads to, and what there is to say about it.

    ScoutError for a press that no message of the lesson offers.
    """
    decisions = press.turn
    if decisions > len(LESSON):
        raise TableError("This lesson is out of date. `/scout tutorial` begins a new one.")
    if decisions == len(LESSON):
        return lesson_draft(decisions, learner), None
    pressed = parse_action(press.detail) if press.verb == _PLAY else parse_path(press.detail)
    way = way_on(decisions)
    if pressed == parse_action(LESSON[decisions].action):
        return lesson_draft(decisions + 1, learner), None
    if pressed in way:
        return lesson_draft(decisions, learner, parse_path(press.detail)), None
    if not isinstance(pressed, Path):
        # Refuses what is not legal.
        game_after(decisions).play(LEARNER, pressed)
    here = _stayed_at(decisions, pressed)
    note = f"That is legal too. In this lesson, press **{way[here].label}**."
    return lesson_draft(decisions, learner, here), note


@cache
def way_on(decisions: int) -> dict[Path, Choice]:
    """The steps to the next action of the script, and what to press at each."""
    return _way(_seen(decisions), _BEGINNING, parse_action(LESSON[decisions].action))


def _way(seen: View, path: Path, wanted: Action) -> dict[Path, Choice]:
    for choice in _choices(seen, path):
        if choice.leads_to == wanted:
            return {path: choice}
        if isinstance(choice.leads_to, Path):
            onward = _way(seen, choice.leads_to, wanted)
            if onward:
                return {path: choice, **onward}
    return {}


def _choices(seen: View, path: Path) -> list[Choice]:
    now = step(seen, path)
    return [*now.choices, *now.more]


def _stayed_at(decisions: int, pressed: Action | Path) -> Path:
    """The step of the way where this was pressed."""
    seen = _seen(decisions)
    offering = [
        path
        for path in way_on(decisions)
        if pressed in [choice.leads_to for choice in _choices(seen, path)]
    ]
    return offering[-1] if offering else _BEGINNING


def _seen(decisions: int) -> View:
    return view(game_after(decisions), LEARNER)


def _moves(state: TableState) -> list[str]:
    """The learner's last move, and what the computers did since."""
    assert state.game is not None
    log = state.game.rounds[-1].log
    own = [number for number, event in enumerate(log) if event.seat == LEARNER]
    return [
        f"{event_words(state, event, you=event.seat == LEARNER)}."
        for event in log[own[-1] if own else len(log) :]
    ]


def _state(decisions: int, learner: Learner) -> TableState:
    """A table like any other, but that it is nowhere."""
    return TableState(
        id=_NO_TABLE,
        guild_id=0,
        channel_id=0,
        host_id=0,
        status=Status.PLAYING,
        size=1 + len(COMPUTERS),
        chosen_length=1,
        turn_limit=None,
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
        turn_since=_NEVER,
        pinged=False,
        posted_anew=0,
        pictures=learner.pictures,
        wants_thread=False,
        parent_id=None,
        hints=False,
        lost_at=None,
        closed_because="",
    )
