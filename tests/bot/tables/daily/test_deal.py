"""What a day's secret determines, and that nothing of it shows what is still secret."""

import hashlib
import re
import shutil
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

import engine
from bot.storage.models.daily import SEATS
from bot.tables.daily.deal import (
    FIRST_DAY,
    DailyDeal,
    bar_of,
    closes,
    daily_deal,
    day_of,
    digest_of,
    fingerprint,
    number_of,
)
from engine.cards import Deal, parse_cards
from engine.game import Game

KEY, OTHER = "ab" * 32, "cd" * 32
DAY = date(2026, 12, 24)

_PLAYED_BY_COMPUTERS = f"""
from datetime import date
from bot.tables.daily.deal import daily_deal
daily = daily_deal({KEY!r}, date(2026, 12, 24))
game = daily.begin()
for _ in range(9):
    seat = game.rounds[-1].to_move[-1]
    game = game.play(seat, daily.computers_action(game, seat))
print(*game.rounds[-1].actions)
"""


def played_by_computers(turns: int) -> Game:
    daily = daily_deal(KEY, DAY)
    game = daily.begin()
    for _ in range(turns):
        seat = game.rounds[-1].to_move[-1]
        game = game.play(seat, daily.computers_action(game, seat))
    return game


def test_a_day_and_a_secret_determine_deal_seat_salt_and_chance() -> None:
    assert daily_deal(KEY, DAY) == daily_deal(KEY, DAY)
    others = [daily_deal(OTHER, DAY), daily_deal(KEY, DAY + timedelta(days=1))]
    for other in others:
        mine = daily_deal(KEY, DAY)
        assert mine.deal != other.deal
        assert len({mine.salt, other.salt, mine.chance.hex(), other.chance.hex()}) == 4


def test_every_seat_is_the_members_on_some_day() -> None:
    days = [DAY + timedelta(days=count) for count in range(40)]
    assert {daily_deal(KEY, day).seat for day in days} == set(range(SEATS))


def test_the_commitment_is_to_day_seat_deal_and_salt() -> None:
    daily = daily_deal(KEY, DAY)
    text = daily.committed_text
    assert text.startswith(f"scout-daily/1\nday: 2026-12-24\nmember: seat {daily.seat + 1}\n")
    assert text.endswith(f"salt: {daily.salt}\n")
    assert daily.commitment == hashlib.sha256(text.encode()).hexdigest()


def test_a_deal_says_none_of_its_secrets_when_it_is_printed() -> None:
    daily = daily_deal(KEY, DAY)
    assert "Card" in repr(daily.deal)
    assert "Card" not in repr(daily)
    assert "seat" not in repr(daily)
    assert daily.salt not in repr(daily)
    assert repr(daily.chance) not in repr(daily)


@pytest.mark.long
@pytest.mark.slow  # starts a program
def test_computers_answer_the_same_moves_with_the_same_moves_in_another_process() -> None:
    other = subprocess.run(
        [sys.executable, "-c", _PLAYED_BY_COMPUTERS], capture_output=True, text=True, check=True
    )
    assert other.stdout.split() == [*map(str, played_by_computers(9).rounds[-1].actions)]


@pytest.mark.slow
def test_a_choice_of_the_hand_depends_on_no_other_seats() -> None:
    daily = daily_deal(KEY, DAY)
    begun = daily.begin()
    alone = {seat: daily.computers_action(begun, seat) for seat in range(SEATS)}
    for first in range(SEATS):
        after = begun.play(first, alone[first])
        for seat in set(range(SEATS)) - {first}:
            assert daily.computers_action(after, seat) == alone[seat]


def test_a_day_is_utcs_and_closes_at_its_midnight() -> None:
    closing = closes(DAY)
    assert closing == datetime(2026, 12, 25, tzinfo=UTC)
    assert day_of(closing - timedelta(seconds=1)) == DAY
    assert day_of(closing) == DAY + timedelta(days=1)
    assert number_of(FIRST_DAY) == 1


def test_a_bar_names_no_member_and_belongs_to_one_day_and_secret() -> None:
    bars = {bar_of(key, day, 100) for key in (KEY, OTHER) for day in (DAY, FIRST_DAY)}
    assert len(bars | {bar_of(KEY, DAY, 101)}) == 5


def test_the_fingerprint_covers_the_weights_and_the_search_but_no_docstring(tmp_path: Path) -> None:
    copy = tmp_path / "engine"
    shutil.copytree(Path(engine.__file__).parent, copy)
    assert digest_of(copy) == fingerprint()
    search = copy / "players" / "search.py"
    code = search.read_text(encoding="utf-8")
    search.write_text(f'"""Another text."""\n\n# and a comment\n{code}', encoding="utf-8")
    assert digest_of(copy) == fingerprint()
    search.write_text(f"{code}\n_ANOTHER = 1\n", encoding="utf-8")
    assert digest_of(copy) != fingerprint()
    search.write_text(code, encoding="utf-8")
    weights = next(copy.rglob("*.json"))
    weights.write_text(f"{weights.read_text(encoding='utf-8')} ", encoding="utf-8")
    assert digest_of(copy) != fingerprint()


def test_the_example_of_docs_fair_deal_has_the_commitment_that_it_says() -> None:
    page = (Path(__file__).parents[4] / "docs" / "fair-deal.md").read_text(encoding="utf-8")
    *_, text, commitment = re.findall(r"(?<=\n\n)```\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    values = dict(line.split(": ") for line in text.splitlines() if ": " in line)
    hands = tuple(parse_cards(values[f"seat {seat}"]) for seat in (1, 2, 3, 4))
    deal = Deal(hands, (), int(values["start"].removeprefix("seat ")) - 1)
    seat = int(values["member"].removeprefix("seat ")) - 1
    daily = DailyDeal(date.fromisoformat(values["day"]), deal, seat, values["salt"], b"")
    assert daily.committed_text == text
    assert daily.commitment == commitment.strip()
    assert f"`sha256sum daily-{values['day']}.txt`" in page
