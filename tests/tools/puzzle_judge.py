"""Judges the actions of a position: is one so much better that the position is a puzzle?

It is if one action is better than every other by at least LEAD points and by at least twice the
margin of that difference, and medium would not play it. For this each legal action is played on
from the same SAMPLES determinizations, as the hard computer would with more time.
"""

import random
from collections.abc import Collection, Iterable, Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from bot.puzzles import Puzzle
from engine.actions import Action, Orient, Show, parts
from engine.cards import values
from engine.game import Game
from engine.players.belief import Belief
from engine.players.medium import Medium
from engine.players.search import Search
from engine.position import Position
from engine.view import View

LEAD = 2.0
"""The best action is ahead of every other by at least so many points."""
MARGINS = 2
"""It is also ahead of every other by so many margins."""
SAMPLES = 512
"""Every action is judged from so many common determinizations."""
FEWEST_ACTIONS = 4
"""A position has at least so many different actions."""


def kind_of(action: Action) -> str:
    """The kind of an action after R6: `show`, `scout` or `both`."""
    assert not isinstance(action, Orient)
    scout, show = parts(action)
    return "both" if scout and show else "show" if isinstance(show, Show) else "scout"


def position_of(puzzle: Puzzle) -> Position:
    """The puzzle's position, which the caller can change."""
    return puzzle.state().rounds[-1].position()


class Lead(NamedTuple):
    """The points by which one action is ahead; `margin` is half of the 95 % confidence interval."""

    points: float
    margin: float

    @property
    def is_clear(self) -> bool:
        """Whether the lead is enough for a puzzle."""
        return self.points >= LEAD and self.points >= MARGINS * self.margin

    @property
    def is_steady(self) -> bool:
        """Whether the lead is clear, and most likely stays so by other determinizations."""
        return self.is_clear and self.points >= LEAD + MARGINS * self.margin

    @property
    def is_possible(self) -> bool:
        """Whether more determinizations may show that the lead is clear."""
        return self.points + self.margin >= LEAD


class Trial:
    """Actions of the seat of a view, each played on from the same determinizations."""

    def __init__(self, view: View, actions: Iterable[Action], seed: str) -> None:
        self.points: dict[Action, list[float]] = {action: [] for action in actions}
        priors = dict.fromkeys(self.points, 0.0)
        self._search = Search(Belief(view), priors, random.Random(seed))

    def play(self, samples: int) -> None:
        """Play each action on until there are so many determinizations."""
        actions = list(self.points)
        while len(self.points[actions[0]]) < samples:
            found, _ = self._search.play_each(actions)
            for action, points in zip(actions, found, strict=True):
                self.points[action].append(points)

    def ranking(self) -> list[Action]:
        """The actions, best first."""
        return sorted(self.points, key=lambda action: fmean(self.points[action]), reverse=True)

    def lead(self, action: Action, other: Action) -> Lead:
        """The lead of one action over another."""
        pairs = zip(self.points[action], self.points[other], strict=True)
        ahead = [one - two for one, two in pairs]
        return Lead(fmean(ahead), 1.96 * stdev(ahead) / sqrt(len(ahead)))

    def leads(self, action: Action) -> Iterator[Lead]:
        """The leads of an action over each other action."""
        return (self.lead(action, other) for other in self.points if other != action)

    def is_clear(self, action: Action) -> bool:
        """Whether an action is clearly ahead of every other."""
        return all(lead.is_clear for lead in self.leads(action))

    def narrow(self, stages: Iterable[int], obvious: Collection[Action]) -> Action | None:
        """The action that may be the answer after so many determinizations; None once none can."""
        best = None
        for samples in stages:
            self.play(samples)
            best = next((action for action in self.ranking() if action not in obvious), None)
            if best is None or not all(lead.is_possible for lead in self.leads(best)):
                return None
        return best


def medium_actions(view: View) -> list[Action]:
    """The actions that medium could play: among those of equal value chance decides."""
    worth = Medium().evaluate(view)
    most = max(worth.values())
    return [action for action, value in worth.items() if value == most]


def different_actions(now: Position) -> list[Action]:
    """The legal actions without those that lead to the same position as another."""
    found: dict[object, Action] = {}
    for action in now.actions():
        found.setdefault(_outcome(now, action, by_values=False), action)
    return list(found.values())


def is_unique(now: Position, action: Action) -> bool:
    """Whether no other legal action leaves the same numbers in the hand and in the Active Set."""
    outcome = _outcome(now, action, by_values=True)
    return all(
        other == action or _outcome(now, other, by_values=True) != outcome
        for other in now.actions()
    )


def _outcome(now: Position, action: Action, *, by_values: bool) -> tuple[object, ...]:
    """What a mover's action changes."""
    after, seat = now.copy(), now.turn
    after.make(seat, action)
    cards = after.hands[seat], after.active
    seen = tuple(map(values, cards)) if by_values else cards
    return *seen, after.owner, after.tokens[seat], *after.chips, *after.piles, after.ended


def trial_of(view: View, now: Position, seed: str) -> Trial:
    """A trial of all different actions of a position."""
    return Trial(view, different_actions(now), seed)


def seed_of(seed: int, now: Game) -> str:
    """The seed of a position's determinizations: the same at every check with this number."""
    played = now.rounds[-1]
    return f"{seed} {' '.join(map(str, played.deal.hands[played.turn]))} {len(played.actions)}"


def fault(puzzle: Puzzle, seed: int) -> str | None:
    """What is wrong with a puzzle by the determinizations of this seed; None if it holds."""
    game, seen = puzzle.state(), puzzle.view()
    now = position_of(puzzle)
    if now.mover != puzzle.seat or puzzle.best not in now.actions():
        return "the answer is not legal"
    if puzzle.best in medium_actions(seen):
        return "medium finds it"
    trial = trial_of(seen, now, seed_of(seed, game))
    if puzzle.best not in trial.points or not is_unique(now, puzzle.best):
        return "another action is the same"
    trial.play(SAMPLES)
    worst = min(trial.leads(puzzle.best), key=lambda lead: (lead.is_clear, lead.points))
    return None if worst.is_clear else f"ahead by {worst.points:.2f} ± {worst.margin:.2f} only"
