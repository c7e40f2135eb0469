"""The example and the algorithm of docs/fair-deal.md are right."""

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Deal, parse_cards
from engine.commitment import deal_text, digest_of
from engine.game import Game
from engine.record import dumps
from tests.support.engine.random_games import PLAYERS, finished
from tests.support.engine.record_documents import commitments_to

PAGE = (Path(__file__).parents[2] / "docs" / "fair-deal.md").read_text(encoding="utf-8")
SALT = "0f" * 32


def test_the_example_of_the_page_has_the_commitment_that_it_says() -> None:
    # The second example is the daily deal's: tests/bot/tables/daily/test_deal.py.
    text, commitment, _, _ = re.findall(r"(?<=\n\n)```\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert hashlib.sha256(text.encode()).hexdigest() == commitment.strip()
    values = dict(line.split(": ") for line in text.splitlines()[1:])
    hands = tuple(parse_cards(values[f"seat {seat}"]) for seat in (1, 2, 3))
    deal = Deal(hands, (), int(values["start"].removeprefix("seat ")) - 1)
    assert deal_text(deal, 1, values["salt"]) == text
    assert digest_of(deal, 1, values["salt"]) == commitment.strip()
    assert Game.new(3).begin_round(deal).rounds[0].deal == deal


@pytest.fixture(scope="module")
def page() -> dict[str, Callable[..., Any]]:
    """The functions that the page prints."""
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(compile(code, "docs/fair-deal.md", "exec"), names)  # noqa: S102  # our own page
    return names


@pytest.mark.parametrize("players", PLAYERS)
def test_the_algorithm_of_the_page_makes_the_texts_of_a_record(
    page: dict[str, Callable[..., Any]], players: int
) -> None:
    game = finished(players, seed=players)
    commitments = commitments_to(game, SALT)
    record = json.loads(dumps(game, commitments))
    for number, (played, stored) in enumerate(zip(game.rounds, record["rounds"], strict=True), 1):
        assert page["deal_text"](stored, number) == deal_text(played.deal, number, SALT)
    posted = [committed.digest for committed in commitments if committed]
    assert page["wrong_rounds"](record, posted) == []


def test_the_algorithm_of_the_page_finds_what_was_changed(
    page: dict[str, Callable[..., Any]],
) -> None:
    game = finished(3, seed=1)
    commitments = commitments_to(game, SALT)
    posted = [committed.digest for committed in commitments if committed]
    record = json.loads(dumps(game, commitments))
    for name, value in (("start", 5), ("salt", "1" * 64), ("commitment", "1" * 64)):
        second = {**record["rounds"][1], name: value}
        changed = {**record, "rounds": [record["rounds"][0], second, record["rounds"][2]]}
        assert page["wrong_rounds"](changed, posted) == [2]
    others = json.loads(dumps(game, commitments_to(game, "1" * 64)))
    assert page["wrong_rounds"](others, posted) == [1, 2, 3]
