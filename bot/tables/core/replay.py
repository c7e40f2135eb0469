"""Rebuilds a game from its rows."""

from collections.abc import Iterable, Iterator, Sequence

from bot.storage import models
from engine.actions import parse_action
from engine.cards import Cards, Deal, parse_card
from engine.commitment import Commitment, digest_of, is_revealed
from engine.game import Game


def replay_game(table: models.Table, actions: Iterable[models.Action]) -> Game:
    """The position after the table's deals and `actions`, in their order."""
    *_, game = positions(table, actions)
    return game


def positions(table: models.Table, actions: Iterable[models.Action]) -> Iterator[Game]:
    """The game before each of `actions`, and last the game after all of them and any later deal."""
    deals = iter(table.rounds)
    game = Game.new(len(table.seats), table.options.length)
    for action in actions:
        if game.needs_deal:
            game = game.begin_round(deal_from(next(deals)))
        yield game
        game = game.play(action.seat, parse_action(action.notation))
    for deal in deals:
        game = game.begin_round(deal_from(deal))
    yield game


def deal_from(row: models.Round) -> Deal:
    hands = tuple(_cards(hand) for hand in row.hands)
    return Deal(hands=hands, set_aside=_cards(row.set_aside), start=row.start)


def round_row(table_id: int, number: int, deal: Deal, salt: str) -> models.Round:
    """The row of a new deal, which is committed to with this salt."""
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
    """What was told of the deal, with the salt if it may be told at this point of the game."""
    if row.commitment is None:
        return None
    return Commitment(row.commitment, row.salt if is_revealed(game, row.number) else None)


def _cards(texts: Sequence[str]) -> Cards:
    return tuple(parse_card(text) for text in texts)
