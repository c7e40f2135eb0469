"""The commands that read a record: `python -m bot verify` and `python -m bot replay`."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from bot.command_line.command import Command, Refused, say
from bot.text.language import ENGLISH
from bot.text.names import readable_name
from bot.text.refusals import refusal_sentence
from bot.text.words import ending_reason, points_account, seat_name, short_numbers, shown_cards
from engine.actions import Action, Orient, parts
from engine.cards import Cards
from engine.errors import RecordError
from engine.game import Game
from engine.legal_actions import lay, put, take
from engine.record import Record, parse
from engine.round import Event, Round
from engine.view import result

STDIN = "-"
MAX_BYTES = 10_000_000
"""The most bytes of a file to read; ten rounds with five players have about ten thousand."""
UNPROVEN = 3
_UNCHECKED = "cannot be checked: it was not committed to, or its commitment was erased"


class Verify(Command):
    """Replay a record by the rules of the game, and compute the commitments to its deals, which it
    prints, to be compared with those that were shown at the table. Exit status 0 if it is valid, 1
    if it is not, with the first thing that is wrong, 2 if it cannot be read, 3 if all is valid but
    for a deal that cannot be checked, because it has no commitment."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the record; - for standard input")

    def run(self, options: argparse.Namespace) -> int:
        record = load(options.file)
        commitments = record.commitments or (None,) * record.game.length
        is_proven = all(commitments)
        verdict = "valid" if is_proven else "valid, but not every deal can be checked"
        say(f"{verdict}: {summary(record)}")
        for number, committed in enumerate(commitments, 1):
            say(f"round {number}: {committed.digest if committed else _UNCHECKED}")
        return 0 if is_proven else UNPROVEN


class Replay(Command):
    """Print the game of a record in words and in notation, move by move, with all cards. Exit
    status 0 if it is valid, also with a deal that has no commitment; 1 if it is not, with the first
    thing that is wrong; 2 if it cannot be read."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the record; - for standard input")
        parser.add_argument(
            "--round",
            type=int,
            metavar="N",
            dest="number",
            help="the only round to tell, counted from 1",
        )

    def run(self, options: argparse.Namespace) -> int:
        record, number = load(options.file), options.number
        game = record.game
        numbers = range(1, game.length + 1)
        if number is not None and number not in numbers:
            raise Refused(f"There is no round {number}: the game has {game.length}.")
        say(f"A game of {summary(record)}.")
        for index, name in enumerate(record.names):
            if name is not None:
                say(f"{seat_name(ENGLISH, index)} is {readable_name(name)}.")
        for one in numbers if number is None else [number]:
            say()
            for line in _round(game, one):
                say(line)
        return 0


def load(file: str) -> Record:
    """The record in a file, STDIN for standard input.

    Raises Refused with the exit status 1 if it is not the record of a game played by the rules, 2
    if it cannot be read.
    """
    try:
        with nullcontext(sys.stdin.buffer) if file == STDIN else Path(file).open("rb") as opened:
            # At most to one byte past the limit.
            content = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}.", 2) from error
    if len(content) > MAX_BYTES:
        raise Refused(f"{file} is too large: a record has at most {MAX_BYTES:,} bytes.", 2)
    try:
        return parse(content.decode())
    except UnicodeDecodeError as error:
        raise Refused(f"{file} is not UTF-8 text.", 2) from error
    except RecordError as error:
        raise Refused(f"invalid: {ENGLISH.say(refusal_sentence(error))}") from error


def summary(record: Record) -> str:
    """`3 players, 2 rounds, totals 4, -2, 7; 2 of 2 deals as committed`."""
    game, held = record.game, sum(one is not None for one in record.commitments)
    rounds = f"{game.length} round{'s' if game.length > 1 else ''}"
    totals = f"totals {', '.join(map(str, game.totals()))}"
    deals = f"{held} of {game.length} deals as committed" if held else "no deal was committed to"
    return f"{game.players} players, {rounds}, {totals}; {deals}"


def _round(game: Game, number: int) -> Iterator[str]:
    played = game.rounds[number - 1]
    yield f"Round {number} of {game.length}. {seat_name(ENGLISH, played.deal.start)} starts."
    for index, (hand, flipped) in enumerate(
        zip(played.deal.hands, played.orientation, strict=True)
    ):
        choice = "flips  [F]" if flipped else "keeps  [K]"
        yield f"{seat_name(ENGLISH, index)}: {_cards(hand)}, {choice}"
    yield from _turns(played)
    names = [seat_name(ENGLISH, index) for index in range(game.players)]
    over = result(game, number)
    yield f"{ending_reason(ENGLISH, over, names)}."
    for index, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        left = f"; left: {_cards(hand)}" if hand else ""
        yield (
            f"{seat_name(ENGLISH, index)}: {points_account(ENGLISH, score)} "
            f"= {ENGLISH.number(score.points, signed=True)}{left}"
        )
    totals = ", ".join(map(ENGLISH.number, game.after(number).totals()))
    yield f"Totals: {totals}"


def _turns(played: Round) -> Iterator[str]:
    """Every turn of the round with its number, in words, and in notation."""
    so_far = Round.begin(played.deal, played.rules)
    for index, flipped in enumerate(played.orientation):
        so_far = so_far.play(index, Orient(bool(flipped)))
    for turn, (event, action) in enumerate(zip(played.log, played.actions, strict=True), 1):
        yield (
            f"{turn:>3}. {seat_name(ENGLISH, event.seat)} "
            f"{_move(so_far.hands[event.seat], so_far.active, event, action)}  [{action}]"
        )
        so_far = so_far.play(event.seat, action)


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
        said.append(
            f"shows {short_numbers(ENGLISH, lay(hand, show)[0])} ({shown_cards(ENGLISH, show)})"
        )
    return " and ".join(said)


def _cards(cards: Cards) -> str:
    return " ".join(map(str, cards))
