"""A finished game as a JSON document, and its replay by the rules."""

import json
from typing import Any

from engine.actions import Orient, parse_action
from engine.cards import DECK_SIZE, Deal, parse_card
from engine.errors import RecordError, is_text
from engine.game import MAX_LENGTH, Game
from engine.json_values import (
    check_equal,
    integer,
    integers,
    items,
    located,
    mapping,
    text,
    texts,
)
from engine.round import Round
from engine.rules import RULES

FORMAT = "scout-game/1"
MAX_ACTIONS = 10_000
"""The most actions of a round that are replayed; the rules know no limit."""
MAX_CHARACTERS = 2_000_000
"""The longest text that is read: ten rounds of so many actions."""

_KEYS = {"format", "players", "rounds", "totals"}
_ROUND_KEYS = {"start", "hands", "set_aside", "orientation", "actions", "ended_by", "points"}


def to_record(game: Game) -> dict[str, Any]:
    """The game as plain JSON values; RecordError before it is over: it has secrets (R15)."""
    if not game.over:
        raise RecordError("Only a finished game has a record: until then it has secrets.")
    return {
        "format": FORMAT,
        "players": game.players,
        "rounds": [_round_record(played) for played in game.rounds],
        "totals": list(game.totals()),
    }


def dumps(game: Game) -> str:
    """The record as JSON text, always the same for the same game; RecordError as in to_record."""
    return json.dumps(to_record(game))


def loads(document: str) -> Game:
    """The game of a record's JSON text; RecordError as in replay."""
    if not is_text(document) or len(document) > MAX_CHARACTERS:
        raise RecordError(f"A record is a text of at most {MAX_CHARACTERS} characters.")
    try:
        parsed = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise RecordError("This text is not JSON.") from error
    return replay(parsed)


def replay(document: object) -> Game:
    """The game of a record, played again by the rules.

    RecordError, with the round and the action, if the document is not a record, breaks a rule or
    stops too early, or if its endings, points or totals are not what the rules give.
    """
    record = mapping(document, _KEYS, "record")
    check_equal(record["format"], FORMAT, "format")
    rounds = items(record["rounds"], "rounds", MAX_LENGTH)
    with located("record"):
        game = Game.new(integer(record["players"], "players"), len(rounds))
    for number, played in enumerate(rounds, 1):
        game = _replay_round(game, played, f"round {number}")
    check_equal(integers(record["totals"], "totals", game.players), list(game.totals()), "totals")
    return game


def _points(played: Round) -> list[int]:
    return [score.points for score in played.scores()]


def _round_record(played: Round) -> dict[str, Any]:
    return {
        "start": played.deal.start,
        "hands": [list(map(str, hand)) for hand in played.deal.hands],
        "set_aside": list(map(str, played.deal.set_aside)),
        "orientation": "".join(str(Orient(bool(flipped))) for flipped in played.orientation),
        "actions": list(map(str, played.actions)),
        "ended_by": str(played.ended),
        "points": _points(played),
    }


def _replay_round(game: Game, document: object, where: str) -> Game:
    record = mapping(document, _ROUND_KEYS, where)
    deal = _deal(record, where)
    with located(where):
        game = game.begin_round(deal)
    game = _replay_orientation(game, record["orientation"], f"{where}, orientation")
    for number, action in enumerate(texts(record["actions"], f"{where}, actions", MAX_ACTIONS), 1):
        game = _replay_action(game, action, f"{where}, action {number}")
    played = game.rounds[-1]
    if played.ended is None:
        raise RecordError(f"{where}: the actions end before the round is over.")
    check_equal(record["ended_by"], played.ended, f"{where}, ended_by")
    points = integers(record["points"], f"{where}, points", game.players)
    check_equal(points, _points(played), f"{where}, points")
    return game


def _deal(record: dict[str, object], where: str) -> Deal:
    hands = [
        texts(hand, f"{where}, hands", DECK_SIZE)
        for hand in items(record["hands"], f"{where}, hands", max(RULES))
    ]
    set_aside = texts(record["set_aside"], f"{where}, set_aside", DECK_SIZE)
    start = integer(record["start"], f"{where}, start")
    with located(where):
        cards = tuple(tuple(map(parse_card, hand)) for hand in hands)
        return Deal(cards, tuple(map(parse_card, set_aside)), start)


def _replay_orientation(game: Game, document: object, where: str) -> Game:
    letters = text(document, where)
    if len(letters) != game.players or not set(letters) <= {"K", "F"}:
        raise RecordError(f"{where}: this should be one letter, K or F, for every seat.")
    for seat, letter in enumerate(letters):
        game = game.play(seat, Orient(letter == "F"))
    return game


def _replay_action(game: Game, notation: str, where: str) -> Game:
    with located(where):
        return game.play(game.rounds[-1].turn, parse_action(notation))
