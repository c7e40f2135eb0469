"""The command `python -m bot replay`: a recorded game in words and notation, move by move."""

import argparse
from collections.abc import Iterator

from bot.command_line.command import Refused
from bot.command_line.record_file import load, summary
from bot.text.names import readable_name
from bot.text.words import account, figure, points, reason, seat_name, short_numbers, shown_cards
from engine.actions import Action, Orient, parts
from engine.cards import Cards
from engine.game import Game
from engine.legal_actions import lay, put, take
from engine.round import Event, Round
from engine.view import result

DESCRIPTION = (
    "Print the game of a record in words and in notation, move by move, with all cards. Exit "
    "status as of verify."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the record; - for standard input")
    parser.add_argument(
        "--round",
        type=int,
        metavar="N",
        dest="number",
        help="the only round to tell, counted from 1",
    )


def run(options: argparse.Namespace) -> int:
    """Print the game, or one round of it."""
    record, number = load(options.file), options.number
    game = record.game
    numbers = range(1, game.length + 1)
    if number is not None and number not in numbers:
        raise Refused(f"There is no round {number}: the game has {game.length}.")
    print(f"A game of {summary(record)}.")
    for index, name in enumerate(record.names):
        if name is not None:
            print(f"{seat_name(index)} is {readable_name(name)}.")
    for one in numbers if number is None else [number]:
        print()
        print("\n".join(_round(game, one)))
    return 0


def _round(game: Game, number: int) -> Iterator[str]:
    played = game.rounds[number - 1]
    yield f"Round {number} of {game.length}. {seat_name(played.deal.start)} starts."
    for index, (hand, flipped) in enumerate(
        zip(played.deal.hands, played.orientation, strict=True)
    ):
        choice = "flips  [F]" if flipped else "keeps  [K]"
        yield f"{seat_name(index)}: {_cards(hand)}, {choice}"
    yield from _turns(game.after(number - 1).begin_round(played.deal), played)
    names = [seat_name(index) for index in range(game.players)]
    over = result(game, number)
    yield f"{reason(over, names)}."
    for index, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        left = f"; left: {_cards(hand)}" if hand else ""
        yield f"{seat_name(index)}: {account(score)} = {points(score.points)}{left}"
    totals = ", ".join(map(figure, game.after(number).totals()))
    yield f"Totals: {totals}"


def _turns(game: Game, played: Round) -> Iterator[str]:
    """Every turn of the round with its number, in words, and in notation."""
    for index, flipped in enumerate(played.orientation):
        game = game.play(index, Orient(bool(flipped)))
    for turn, (event, action) in enumerate(zip(played.log, played.actions, strict=True), 1):
        assert game.current is not None
        hand, active = game.current.hands[event.seat], game.current.active
        yield f"{turn:>3}. {seat_name(event.seat)} {_move(hand, active, event, action)}  [{action}]"
        game = game.play(event.seat, action)


def _move(hand: Cards, active: Cards, event: Event, action: Action) -> str:
    """`scouts 3/7 from the left as card 2, flipped, and shows 4 5 6 (cards 2–4)`."""
    assert not isinstance(action, Orient)
    scout, show = parts(action)
    said = []
    if scout is not None:
        card, _ = take(active, scout.end)
        hand = put(hand, card, scout)
        flipped = ", flipped" if scout.flipped else ""
        side = "left" if scout.end == "L" else "right"
        said.append(f"scouts {event.scouted} from the {side} as card {scout.position}{flipped}")
    if show is not None:
        said.append(f"shows {short_numbers(lay(hand, show)[0])} ({shown_cards([show])})")
    return " and ".join(said)


def _cards(cards: Cards) -> str:
    return " ".join(map(str, cards))
