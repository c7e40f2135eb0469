"""Verifies finished rounds: the deals against their commitments, the moves against the rules."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.storage import models
from bot.storage.models.tables import Status
from bot.tables.core.replay import deal_from, new_game
from bot.text.language import Sentence
from bot.text.names import PlayerName
from bot.text.refusals import refusal_sentence
from engine.actions import parse_action
from engine.cards import Deal
from engine.commitment import Commitment, deal_text, digest_of, is_revealed
from engine.errors import EngineError, Location, RecordError, Refusal
from engine.game import Game
from engine.record import located, parse


class DealCheck(NamedTuple):
    """One round's deal against its commitment; `text` is the committed text.

    Both are None for a deal without a commitment, and the text if the salt was erased.
    """

    commitment: Commitment | None
    text: str | None
    holds: bool


class Verification(NamedTuple):
    """The outcome: `problem` is the first error found, or None.

    `names` are by seat, None where a record has none; `totals` are () with a problem. `table_id` is
    None for a record. `rounds` is the number of finished rounds if the game is not over, else None.
    The salt of the last of them may still be secret (see engine.commitment), for good if the game
    was `closed`; then its deal is not in `deals`.
    """

    table_id: int | None
    names: tuple[PlayerName | None, ...]
    deals: tuple[DealCheck, ...]
    totals: tuple[int, ...]
    problem: Sentence | None
    rounds: int | None = None
    closed: bool = False

    @property
    def proves_all(self) -> bool:
        """Whether every move and every deal was checked and is right."""
        return self.problem is None and all(deal.commitment for deal in self.deals)


def verify_record(content: bytes) -> Verification:
    """Verify a record; call it in a thread."""
    try:
        game, commitments, named = parse(content.decode())
    except UnicodeDecodeError:
        return Verification(None, (), (), (), Sentence("This file is not UTF-8 text."))
    except EngineError as error:
        return Verification(None, (), (), (), refusal_sentence(error))
    names = tuple(PlayerName(name) if name else None for name in named or (None,) * game.players)
    committed = commitments or (None,) * game.length
    deals = [
        deal_check(played.deal, number, *(committed[number - 1] or (None, None)))
        for number, played in enumerate(game.rounds, 1)
    ]
    return Verification(None, names, tuple(deals), game.totals(), None)


def finished_rounds(table: models.Table) -> int:
    """The number of rounds that are over; a running game has one deal more."""
    return len(table.rounds) - (0 if table.status is Status.OVER else bool(table.rounds))


def verify_table(table: models.Table) -> Verification:
    """Verify a game with a finished round; call it in a thread."""
    names = tuple(PlayerName(seat.name, seat.level, seat.instead_of) for seat in table.seats)
    finished = finished_rounds(table)
    deals: list[DealCheck] = []
    totals: tuple[int, ...] = ()
    try:
        for row in table.rounds[:finished]:
            with located(Location(row.number, "deal")):
                deals.append(deal_check(deal_from(row), row.number, row.commitment, row.salt))
        game, problem = replay_checked(table, deals), None
        totals = game.totals()
        deals = [deal for number, deal in enumerate(deals, 1) if is_revealed(game, number)]
    except EngineError as error:
        problem = refusal_sentence(error)
    if table.status is Status.OVER:
        return Verification(table.id, names, tuple(deals), totals, problem)
    if problem is not None:
        # The problem may name cards of a round that is not over.
        deals, problem = [], Sentence("It stays secret until the game is over: verify it then.")
    closed = table.status is Status.CLOSED
    return Verification(table.id, names, tuple(deals), totals, problem, finished, closed)


def replay_checked(table: models.Table, deals: Sequence[DealCheck]) -> Game:
    """The game after its finished rounds; RecordError with the place of the first error.

    `deals` are the checks of these rounds: all if the game is over.
    """
    game, is_over = new_game(table), table.status is Status.OVER
    if is_over and len(deals) != game.length:
        raise RecordError(Refusal.NUMBER_OF_DEALS, rounds=game.length, deals=len(deals))
    dealt = zip(table.rounds[: len(deals)], deals, strict=True)
    for action in table.actions:
        if game.needs_deal:
            if not is_over and len(game.rounds) == len(deals):
                return game
            game = _begin_round(game, *next(dealt))
        with located(_place(game)):
            game = game.play(action.seat, parse_action(action.notation))
    if not game.over and not (game.needs_deal and len(game.rounds) == len(deals)):
        raise RecordError(Refusal.GAME_NOT_PLAYED_TO_END, place=_place(game))
    return game


def _begin_round(game: Game, row: models.Round, deal: DealCheck) -> Game:
    if not deal.holds:
        raise RecordError(Refusal.OTHER_DEAL, place=Location(row.number, "commitment"))
    with located(Location(row.number, "deal")):
        return game.begin_round(deal_from(row))


def _place(game: Game) -> Location:
    """The place of the game's next action."""
    if game.needs_deal or game.current is None:
        return Location(len(game.rounds) + 1)
    number, played = len(game.rounds), game.current
    if None in played.orientation:
        return Location(number, "orientation")
    return Location(number, action=len(played.actions) + 1)


def deal_check(deal: Deal, number: int, digest: str | None, salt: str | None) -> DealCheck:
    """Check the deal of round `number` against its commitment."""
    if digest is None and salt is None:
        return DealCheck(None, None, holds=True)
    text = None if salt is None else deal_text(deal, number, salt)
    holds = salt is not None and digest == digest_of(deal, number, salt)
    return DealCheck(Commitment(digest or "", salt), text, holds)
