"""Rebuilds a game from its rows, and its positions at earlier decisions."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bot.storage import models
from bot.tables.core.errors import TableError
from engine.actions import Action, Orient, parse_action
from engine.cards import DECK_SIZE, Cards, Deal, parse_card
from engine.commitment import Commitment, digest_of, is_revealed
from engine.errors import Location, ScoutError
from engine.game import Game
from engine.record import items, items_of
from engine.round import Event, Round
from engine.rules import RULES


def new_game(table: models.Table) -> Game:
    """The table's game before its first deal."""
    return Game.new(len(table.seats), table.options.length)


def replay_game(table: models.Table, actions: Iterable[models.Action]) -> Game:
    """The position after the table's deals and `actions`, in their order."""
    *_, game = positions(table, actions)
    return game


def positions(table: models.Table, actions: Iterable[models.Action]) -> Iterator[Game]:
    """The game before each of `actions`, and last the game after all of them and any later deal."""
    deals = iter(table.rounds)
    game = new_game(table)
    for action in actions:
        if game.needs_deal:
            game = game.begin_round(deal_from(next(deals)))
        yield game
        game = game.play(action.seat, parse_action(action.notation))
    for deal in deals:
        game = game.begin_round(deal_from(deal))
    yield game


def deal_from(row: models.Round) -> Deal:
    """The deal in the row. Raises ScoutError if its cards are damaged."""
    hands = tuple(_cards(hand) for hand in items(row.hands, Location(field="hands"), max(RULES)))
    return Deal(hands=hands, set_aside=_cards(row.set_aside), start=row.start)


@contextmanager
def readable_rows(table_id: int) -> Iterator[None]:
    """Raise TableError for rows of this table with values that no version stores."""
    try:
        yield
    except ScoutError:
        raise
    # SQLAlchemy's column types raise these: invalid JSON, status or time.
    except (ValueError, LookupError, TypeError) as error:
        raise TableError(
            "Game {game} cannot be read: its rows in the database are damaged.", game=str(table_id)
        ) from error


def round_row(table_id: int, number: int, deal: Deal, salt: str) -> models.Round:
    """The row of a new deal, with a commitment made with this salt."""
    return models.Round(
        table_id=table_id,
        number=number,
        start=deal.start,
        hands=[[str(card) for card in hand] for hand in deal.hands],
        set_aside=[str(card) for card in deal.set_aside],
        commitment=digest_of(deal, number, salt),
        salt=salt,
    )


def commitment_of(row: models.Round, game: Game) -> Commitment | None:
    """The commitment to the deal, with its salt once that is public."""
    if row.commitment is None:
        return None
    return Commitment(row.commitment, row.salt if is_revealed(game, row.number) else None)


def _cards(texts: object) -> Cards:
    return tuple(map(parse_card, items_of(texts, str, Location(field="cards"), DECK_SIZE)))


def first_decision(game: Game, number: int) -> int:
    """The number of the choice under R6 in the round of this number, counted from 1."""
    return 1 + sum(_decisions(played) for played in game.rounds[: number - 1])


def last_decision(game: Game) -> int:
    """The number of the end of the last round."""
    return sum(map(_decisions, game.rounds))


def position_at(game: Game, decision: int) -> Game | None:
    """A finished game at this decision, or at a round's end; None if there is no such decision.

    Decisions are numbered as in buttons (see `decision_number`). The end of a round has a number
    of its own, so the numbers of a game run from 1 to `last_decision` without a gap.
    """
    index, made = _find(game, decision)
    if index is None:
        return None
    played = game.rounds[index]
    now = game.after(index).begin_round(played.deal)
    if made == 0:
        return now
    for seat, flipped in enumerate(played.orientation):
        now = now.play(seat, Orient(bool(flipped)))
    for event, action in zip(played.log[: made - 1], played.actions, strict=False):
        now = now.play(event.seat, action)
    return now


def recorded_action(game: Game, decision: int, seat: int) -> Action | None:
    """The seat's action at this decision number; None if there is none."""
    index, made = _find(game, decision)
    if index is None:
        return None
    played = game.rounds[index]
    if made == 0:
        flipped = played.orientation[seat]
        return None if flipped is None else Orient(flipped)
    if made > len(played.actions) or played.log[made - 1].seat != seat:
        return None
    return played.actions[made - 1]


def log_until(game: Game, decision: int) -> tuple[Event, ...]:
    """The public log of the round up to and including the turn at this decision number."""
    index, made = _find(game, decision)
    assert index is not None
    assert made > 0
    return game.rounds[index].log[:made]


def _find(game: Game, decision: int) -> tuple[int | None, int]:
    """The index of the decision's round, and how many decisions of that round come before it.

    In each round the choice under R6 is the first. The index is None if there is no such decision.
    """
    made = decision - 1
    for index, played in enumerate(game.rounds):
        if 0 <= made < _decisions(played):
            return index, made
        made -= _decisions(played)
    return None, 0


def _decisions(played: Round) -> int:
    """The number of decisions in a round: the choice under R6, every turn, and the end."""
    return 2 + len(played.actions)
