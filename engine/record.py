"""A finished game as a JSON document, and its replay by the rules."""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from engine.actions import Orient, parse_action
from engine.cards import DECK_SIZE, Deal, parse_card
from engine.commitment import HEX_DIGITS, Commitment, digest_of, is_hex
from engine.errors import EngineError, Location, RecordError, Refusal, is_text
from engine.game import MAX_LENGTH, Game
from engine.round import Round
from engine.rules import RULES

_T = TypeVar("_T", int, str)

FORMAT = "scout-game/1"
"""The format of a game without names and commitments."""
EXTENDED_FORMAT = "scout-game/2"
"""The format with `names` by seat, null for a seat or for all without; and with `commitment` and
`salt` in every round, both null without a commitment."""
MAX_NAME = 100
"""The most characters of a name."""
MAX_ACTIONS = 10_000
"""The most actions of a round in a record; the rules have no limit."""
MAX_CHARACTERS = 2_000_000
"""The longest record as text: ten rounds of so many actions."""

_RECORD, _NAMES = Location(field="record"), Location(field="names")
_KEYS = {"format", "players", "rounds", "totals"}
_ROUND_KEYS = {"start", "hands", "set_aside", "orientation", "actions", "ended_by", "points"}
_KEYS_OF_GAME: Mapping[str, set[str]] = {FORMAT: _KEYS, EXTENDED_FORMAT: _KEYS | {"names"}}
_KEYS_OF_ROUND: Mapping[str, set[str]] = {
    FORMAT: _ROUND_KEYS,
    EXTENDED_FORMAT: _ROUND_KEYS | {"commitment", "salt"},
}


class Record(NamedTuple):
    """A finished game, its commitments by round and names by seat, () if there are none at all."""

    game: Game
    commitments: tuple[Commitment | None, ...] = ()
    names: tuple[str | None, ...] = ()


def to_record(
    game: Game, commitments: Sequence[Commitment | None] = (), names: Sequence[str | None] = ()
) -> dict[str, Any]:
    """The game as plain JSON values; RecordError before it is over: it has secrets (R15)."""
    if not game.over:
        raise RecordError(Refusal.RECORD_BEFORE_GAME_END)
    record: dict[str, Any] = {
        "format": FORMAT,
        "players": game.players,
        "rounds": [_round_record(played) for played in game.rounds],
        "totals": list(game.totals()),
    }
    if any(commitments) or any(names):
        record |= {"format": EXTENDED_FORMAT, "names": list(names) if any(names) else None}
        each = commitments or [None] * game.length
        for played, committed in zip(record["rounds"], each, strict=True):
            played["commitment"], played["salt"] = committed or (None, None)
    return record


def dumps(
    game: Game, commitments: Sequence[Commitment | None] = (), names: Sequence[str | None] = ()
) -> str:
    """The record as JSON text, always the same for the same game; RecordError as in to_record."""
    return json.dumps(to_record(game, commitments, names))


def loads(document: str) -> Game:
    """The game of a record's JSON text; RecordError as in read."""
    return parse(document).game


def parse(document: str) -> Record:
    """The record in a JSON text; RecordError as in read."""
    if not is_text(document) or len(document) > MAX_CHARACTERS:
        raise RecordError(Refusal.RECORD_TOO_LONG, most=MAX_CHARACTERS)
    try:
        parsed = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise RecordError(Refusal.NOT_JSON) from error
    return read(parsed)


def read(document: object) -> Record:
    """The record in a JSON value; its game is replayed by the rules.

    RecordError, with the round and the action, if the document is not a record, breaks a rule,
    stops too early, or has commitments, endings, points or totals that differ from the replay's.
    """
    extended = isinstance(document, dict) and document.get("format") == EXTENDED_FORMAT
    form = EXTENDED_FORMAT if extended else FORMAT
    record = mapping(document, _KEYS_OF_GAME[form], _RECORD)
    if record["format"] != form:
        place = Location(field="format")
        raise RecordError(
            Refusal.UNKNOWN_FORMAT, place=place, format=FORMAT, extended=EXTENDED_FORMAT
        )
    rounds = items(record["rounds"], Location(field="rounds"), MAX_LENGTH)
    players = typed(record["players"], int, Location(field="players"))
    with located(_RECORD):
        game = Game.new(players, len(rounds))
    names = _names(record.get("names"), game.players)
    commitments: list[Commitment | None] = []
    for number, entry in enumerate(rounds, 1):
        where = Location(number)
        played = mapping(entry, _KEYS_OF_ROUND[form], where)
        deal = _deal(played, where)
        commitments.append(_commitment(played, deal, number))
        game = _replay_round(game, deal, played, where)
    totals = Location(field="totals")
    check_equal(items_of(record["totals"], int, totals, game.players), list(game.totals()), totals)
    if extended and not any(commitments) and not names:
        raise RecordError(Refusal.UNNEEDED_FORMAT, place=Location(field="format"), format=FORMAT)
    return Record(game, tuple(commitments) if any(commitments) else (), names)


def _names(value: object, players: int) -> tuple[str | None, ...]:
    if value is None:
        return ()
    found = [
        None if name is None else typed(name, str, _NAMES) for name in items(value, _NAMES, players)
    ]
    if len(found) != players or not any(found):
        raise RecordError(Refusal.NAMES_NOT_BY_SEAT, place=_NAMES)
    if any(name is not None and not 0 < len(name) <= MAX_NAME for name in found):
        raise RecordError(Refusal.LENGTH_OF_NAME, place=_NAMES, most=MAX_NAME)
    if any("\ud800" <= character <= "\udfff" for name in found for character in name or ""):
        raise RecordError(Refusal.NAME_WITH_HALF_CHARACTER, place=_NAMES)
    return tuple(found)


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


def _commitment(record: dict[str, object], deal: Deal, number: int) -> Commitment | None:
    """The round's commitment, which is one to this deal; None if it had none."""
    where = Location(number, "commitment")
    posted, secret = record.get("commitment"), record.get("salt")
    if posted is None and secret is None:
        return None
    digest, salt = typed(posted, str, where), typed(secret, str, Location(number, "salt"))
    if not is_hex(digest) or not is_hex(salt):
        raise RecordError(Refusal.NO_HEX_DIGITS, place=where, digits=HEX_DIGITS)
    with located(where):
        if digest != digest_of(deal, number, salt):
            raise RecordError(Refusal.OTHER_DEAL)
    return Commitment(digest, salt)


def _replay_round(game: Game, deal: Deal, record: dict[str, object], where: Location) -> Game:
    with located(where):
        game = game.begin_round(deal)
    game = _replay_orientation(game, record["orientation"], where._replace(field="orientation"))
    actions = items_of(record["actions"], str, where._replace(field="actions"), MAX_ACTIONS)
    for number, notation in enumerate(actions, 1):
        with located(where._replace(action=number)):
            game = game.play(game.rounds[-1].turn, parse_action(notation))
    played = game.rounds[-1]
    if played.ended is None:
        raise RecordError(Refusal.ROUND_NOT_PLAYED_TO_END, place=where)
    check_equal(record["ended_by"], played.ended, where._replace(field="ended_by"))
    where = where._replace(field="points")
    points = items_of(record["points"], int, where, game.players)
    check_equal(points, _points(played), where)
    return game


def _deal(record: dict[str, object], where: Location) -> Deal:
    of_hands = where._replace(field="hands")
    hands = [
        items_of(hand, str, of_hands, DECK_SIZE)
        for hand in items(record["hands"], of_hands, max(RULES))
    ]
    set_aside = items_of(record["set_aside"], str, where._replace(field="set_aside"), DECK_SIZE)
    start = typed(record["start"], int, where._replace(field="start"))
    with located(where):
        cards = tuple(tuple(map(parse_card, hand)) for hand in hands)
        return Deal(cards, tuple(map(parse_card, set_aside)), start)


def _replay_orientation(game: Game, document: object, where: Location) -> Game:
    letters = typed(document, str, where)
    if len(letters) != game.players or not set(letters) <= {"K", "F"}:
        raise RecordError(Refusal.NO_LETTERS_BY_SEAT, place=where)
    for seat, letter in enumerate(letters):
        game = game.play(seat, Orient(letter == "F"))
    return game


def typed(value: object, kind: type[_T], where: Location) -> _T:
    """The value as a whole number or a text; True and False are no numbers."""
    if type(value) is kind:
        return value
    raise RecordError(Refusal.NOT_TEXT if kind is str else Refusal.NOT_WHOLE_NUMBER, place=where)


def items(value: object, where: Location, most: int) -> list[object]:
    """The value as a list of any values, at most so many."""
    if isinstance(value, list) and len(value) <= most:
        return value
    raise RecordError(Refusal.NOT_A_LIST, place=where, most=most)


def items_of(value: object, kind: type[_T], where: Location, most: int) -> list[_T]:
    """The value as a list of at most so many whole numbers or texts."""
    return [typed(item, kind, where) for item in items(value, where, most)]


def mapping(value: object, keys: Set[str], where: Location) -> dict[str, object]:
    """The value as an object with exactly these keys."""
    if isinstance(value, dict) and value.keys() == keys:
        return value
    raise RecordError(Refusal.OTHER_KEYS, place=where, keys=", ".join(sorted(keys)))


def check_equal(value: object, expected: object, where: Location) -> None:
    """Raise RecordError unless the value is that of the rules."""
    if value != expected:
        raise RecordError(Refusal.OTHER_VALUE, place=where, expected=str(expected))


@contextmanager
def located(where: Location) -> Iterator[None]:
    """Raise any EngineError inside as a RecordError with its place in the document."""
    try:
        yield
    except EngineError as error:
        place = where.narrowed(error.place)
        raise RecordError(error.code, error.rule, place=place, **error.parameters) from error
