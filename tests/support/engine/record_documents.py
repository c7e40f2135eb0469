"""JSON documents for the tests of records: generated values, and edits in one place."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from engine.commitment import Commitment, digest_of
from engine.errors import RecordError
from engine.game import Game
from engine.record import read, to_record
from tests.support.engine.random_games import PLAYERS, finished

Path = tuple[int | str, ...]
seeds = st.integers(0, 2**32)
tables = st.sampled_from(PLAYERS)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**400, -1, 0, 1, 2, 5, 6, 11]),
    st.floats(),
    st.text(),
    st.sampled_from(["K", "KKK", "L1", "S1", "R1f+S1-2", "1/2", "9/10", "empty", "unbeaten"]),
)
any_json = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=12,
)


@cache
def some_record(players: int, seed: int) -> str:
    """Of two rounds: by turns no deal, the second one, or both were committed to; or with names."""
    game = finished(players, seed, length=2)
    first, second = commitments_to(game, f"{seed:064x}")
    names = ["Mia", *[None] * (players - 1)] if seed % 2 else ()
    return json.dumps(to_record(game, [(), (None, second), (first, second)][seed % 3], names))


def commitments_to(game: Game, salt: str) -> list[Commitment | None]:
    """Those to its deals, all with this salt."""
    deals = [played.deal for played in game.rounds]
    return [Commitment(digest_of(deal, number, salt), salt) for number, deal in enumerate(deals, 1)]


def canonical(document: object) -> str:
    """The document as text, since Python holds 1, 1.0 and True for equal."""
    return json.dumps(document, sort_keys=True)


def assert_refused_or_exact(document: object) -> None:
    """A document that is accepted is exactly the record of the game that it describes."""
    before = copy.deepcopy(document)
    try:
        record = read(document)
    except RecordError:
        record = None
    if record is not None:
        assert canonical(to_record(*record)) == canonical(document)
    assert repr(document) == repr(before)


def paths(document: Any, here: Path = ()) -> Iterator[Path]:
    yield here
    if isinstance(document, dict | list):
        keys = document if isinstance(document, dict) else range(len(document))
        for key in keys:
            yield from paths(document[key], (*here, key))


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def replaced(document: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    at(document, path[:-1])[path[-1]] = value
    return document
