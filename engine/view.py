"""What one seat, or everyone, knows of a game (R15): the only input of computers and messages."""

from dataclasses import dataclass

from engine.actions import Action
from engine.cards import Cards, unpack
from engine.errors import EngineError, Refusal, is_whole, quoted
from engine.game import Game
from engine.legal_actions import KEEP_OR_FLIP, NO_ACTIONS, LegalActions
from engine.round import Ending, Event, Round, Score
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class View:
    """The current round as one seat sees it, or as everyone does if `seat` is None (R15).

    `hand` and `orientation` are the seat's own, () and None for everyone. `counts` are the sizes of
    the hands. `chosen` is true for a seat that has kept or flipped its hand (R6). `turn` is None
    while hands are chosen and after the end. `number` counts rounds from 1. The other names are
    those of Round and Game.
    """

    seat: int | None
    rules: Rules
    number: int
    length: int
    start: int
    totals: tuple[int, ...]
    dealt_before: Cards
    hand: Cards
    orientation: bool | None
    chosen: tuple[bool, ...]
    counts: tuple[int, ...]
    piles: tuple[int, ...]
    chips: tuple[int, ...]
    tokens: tuple[bool, ...]
    active: Cards
    owner: int | None
    turn: int | None
    scouts_in_row: int
    log: tuple[Event, ...]
    ended: Ending | None

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.rules.players

    @property
    def legal(self) -> LegalActions:
        """The legal actions of this seat; none when it is not to move."""
        if self.seat is None or (self.orientation is not None and self.turn != self.seat):
            return NO_ACTIONS
        if self.orientation is None:
            return KEEP_OR_FLIP
        chips, token = self.chips[self.seat], self.tokens[self.seat]
        return LegalActions.of_turn(self.rules, self.hand, self.active, chips, token)

    def legal_actions(self) -> list[Action]:
        """As in Round.legal_actions, for this seat."""
        return self.legal.actions()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round that is over, which is public; `hands` are those at its end."""

    number: int
    hands: tuple[Cards, ...]
    scores: tuple[Score, ...]
    ending: Ending
    owner: int | None
    active: Cards
    log: tuple[Event, ...]


def view(game: Game, seat: int | None) -> View:
    """What this seat, or everyone, knows of the current round (R15).

    EngineError before the first deal, or if there is no such seat.
    """
    now = game.current
    if now is None:
        raise EngineError(Refusal.HANDS_NOT_DEALT, "R3")
    if seat is not None and not (is_whole(seat) and 0 <= seat < game.players):
        raise EngineError(Refusal.NO_SUCH_SEAT, "R13")
    at = now.position()
    choosing = None in at.orientation
    return View(
        seat=seat,
        rules=at.rules,
        number=len(game.rounds),
        length=game.length,
        start=now.deal.start,
        totals=game.totals(),
        dealt_before=game.dealt_before,
        hand=() if seat is None else unpack(at.hands[seat]),
        orientation=None if seat is None else at.orientation[seat],
        chosen=tuple([flipped is not None for flipped in at.orientation]),
        counts=tuple(map(len, at.hands)),
        piles=tuple(at.piles),
        chips=tuple(at.chips),
        tokens=tuple(at.tokens),
        active=unpack(at.active),
        owner=at.owner,
        turn=None if choosing or at.ended else at.turn,
        scouts_in_row=at.scouts_in_row,
        log=now.log,
        ended=at.ended,
    )


def result(game: Game, number: int) -> RoundResult:
    """The result of the round of this number, from 1; EngineError until it is over (R15)."""
    begun = is_whole(number) and 1 <= number <= len(game.rounds)
    played: Round | None = game.rounds[number - 1] if begun else None
    if played is None or played.ended is None:
        raise EngineError(Refusal.RESULT_BEFORE_ROUND_END, number=quoted(number))
    return RoundResult(
        number=number,
        hands=played.hands,
        scores=played.scores(),
        ending=played.ended,
        owner=played.owner,
        active=played.active,
        log=played.log,
    )
