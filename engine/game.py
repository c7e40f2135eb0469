"""A game: its rounds, their start players, the totals and the ranking (R5, R23)."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from engine.actions import Action
from engine.cards import (
    DECK_SIZE,
    Cards,
    Deal,
    deal_hands,
    deck,
    first_start,
    low_end_up,
    low_ends_up,
    pack,
    shuffled_deal,
)
from engine.errors import EngineError, IllegalAction, Refusal, is_whole, quoted
from engine.round import Round
from engine.rules import RULES, Rules, rules_for

MAX_LENGTH = 10
"""The most rounds that a table can choose (R5)."""


def ranked(totals: Sequence[int]) -> list[tuple[int, int, int]]:
    """(rank, seat, total), best first; equal totals share a rank: 1, 1, 3 (R23)."""
    seats = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    ordered = sorted(totals, reverse=True)
    return [(ordered.index(totals[seat]) + 1, seat, totals[seat]) for seat in seats]


class Game(NamedTuple):
    """A game of `length` rounds; the last of `rounds` is the current one. `new` makes it."""

    players: int
    length: int
    rounds: tuple[Round, ...] = ()

    @classmethod
    def new(cls, players: int, length: int | None = None) -> "Game":
        """A game before its first deal, with as many rounds as players by default (R5).

        EngineError unless 2-5 players and 1-10 rounds.
        """
        rules_for(players)
        length = players if length is None else length
        if not is_whole(length) or not 1 <= length <= MAX_LENGTH:
            raise EngineError(Refusal.NUMBER_OF_ROUNDS, most=MAX_LENGTH, rounds=quoted(length))
        return cls(players, length)

    @property
    def rules(self) -> Rules:
        """The rules of the table, which `view`, rounds and positions share."""
        return RULES[self.players]

    @property
    def current(self) -> Round | None:
        """The latest round, over or not; None before the first deal."""
        return self.rounds[-1] if self.rounds else None

    @property
    def needs_deal(self) -> bool:
        """Checks if a round has to be dealt before the next action."""
        rounds = self.rounds
        return not rounds or (rounds[-1].ended is not None and len(rounds) < self.length)

    @property
    def over(self) -> bool:
        """Checks if the last round has ended (R23)."""
        rounds = self.rounds
        return len(rounds) == self.length and rounds[-1].ended is not None

    def next_deal(self, rng: random.Random) -> Deal:
        """The deal of the next round (R3-R5); EngineError if no deal is due."""
        self._check_needs_deal()
        start, set_aside = self._next_start(), self._set_aside()
        if start is None:
            return shuffled_deal(self.players, rng)
        if set_aside:
            return Deal(*deal_hands(set_aside, self.players), start)
        return replace(shuffled_deal(self.players, rng), start=start)

    def begin_round(self, deal: Deal) -> "Game":
        """The game with this round begun; EngineError if R2-R5 do not allow the deal."""
        self._check_needs_deal()
        self._check_cards(deal)
        self._check_start(deal)
        return self._replace(rounds=(*self.rounds, Round.begin(deal, self.rules)))

    def play(self, seat: int, action: Action) -> "Game":
        """The game after this action; IllegalAction if the rules forbid it."""
        rounds = self.rounds
        if not rounds:
            raise IllegalAction(Refusal.HANDS_NOT_DEALT, "R3")
        now = rounds[-1]
        if now.ended is not None and len(rounds) == self.length:
            raise IllegalAction(Refusal.GAME_OVER, "R23")
        return self._replace(rounds=(*rounds[:-1], now.play(seat, action)))

    def totals(self) -> tuple[int, ...]:
        """The sum of each seat's points in the rounds that have ended (R22)."""
        over = [played.scores() for played in self.rounds if played.ended]
        return tuple([sum([scores[at].points for scores in over]) for at in range(self.players)])

    @property
    def dealt_before(self) -> Cards:
        """The cards of the last hands if this deal reuses the cards set aside then (R4), else ().

        They are public since the end of that round. Low end up and sorted.
        """
        before = self.rounds[-2].deal if len(self.rounds) > 1 else None
        if before is None or not before.set_aside:
            return ()
        return tuple(sorted(map(low_end_up, chain(*before.hands))))

    def after(self, number: int) -> "Game":
        """The game as it was at the end of the round of this number, counted from 1."""
        return self._replace(rounds=self.rounds[:number])

    def ranking(self) -> list[tuple[int, int, int]]:
        """The seats ranked by their totals: see `ranked`."""
        return ranked(self.totals())

    def _check_needs_deal(self) -> None:
        if not self.needs_deal:
            over = self.over
            raise EngineError(Refusal.NO_DEAL_AFTER_GAME if over else Refusal.NO_DEAL_DURING_ROUND)

    def _check_cards(self, deal: Deal) -> None:
        if sum(map(len, deal.hands)) + len(deal.set_aside) > DECK_SIZE:
            raise EngineError(Refusal.MORE_CARDS_THAN_EXIST, "R1")
        everything = (*chain(*deal.hands), *deal.set_aside)
        if set_aside := self._set_aside():
            if (deal.hands, deal.set_aside) != deal_hands(set_aside, self.players):
                raise EngineError(Refusal.CARDS_NOT_SET_ASIDE, "R4")
        elif (deal.hands, deal.set_aside) != deal_hands(everything, self.players):
            raise EngineError(Refusal.SIZE_OF_HANDS, "R3")
        elif bytes(sorted(low_ends_up(pack(everything)))) != pack(deck(self.players)):
            raise EngineError(Refusal.CARDS_OF_OTHER_TABLE, "R2")

    def _check_start(self, deal: Deal) -> None:
        start = self._next_start()
        start = first_start(deal.hands) if start is None else start
        if (
            not is_whole(deal.start)
            or deal.start not in range(self.players)
            or start not in (None, deal.start)
        ):
            raise EngineError(Refusal.OTHER_START_PLAYER, "R5")

    def _next_start(self) -> int | None:
        """The seat to the left of the last start player (R5); None before the first round."""
        return None if self.current is None else (self.current.deal.start + 1) % self.players

    def _set_aside(self) -> Cards:
        """The cards set aside in the current round if the next one deals them (R4), else ()."""
        if self.current is None or not self.rules.deals_set_aside:
            return ()
        return self.current.deal.set_aside
