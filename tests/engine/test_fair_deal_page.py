"""The example in docs/fair-deal.md is a real one, computed again."""

import hashlib
import re
from pathlib import Path

from engine.cards import Deal, parse_cards
from engine.commitment import deal_text, digest_of
from engine.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "fair-deal.md"


def test_the_example_of_the_page_has_the_commitment_that_it_says() -> None:
    text, commitment = re.findall(r"```\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert hashlib.sha256(text.encode()).hexdigest() == commitment.strip()
    values = dict(line.split(": ") for line in text.splitlines()[1:])
    hands = tuple(parse_cards(values[f"seat {seat}"]) for seat in (1, 2, 3))
    deal = Deal(hands, (), int(values["start"].removeprefix("seat ")) - 1)
    assert deal_text(deal, 1, values["salt"]) == text
    assert digest_of(deal, 1, values["salt"]) == commitment.strip()
    assert Game.new(3).begin_round(deal).rounds[0].deal == deal
