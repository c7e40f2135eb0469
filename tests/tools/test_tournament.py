"""Duplicate play computes the right figures."""

import json
from pathlib import Path

import pytest

from engine.players.medium import Medium
from tests.tools.duplicate_scoring import Match, Played
from tests.tools.greedy import Greedy
from tests.tools.tournament import main

pytestmark = pytest.mark.slow  # plays a tournament


def test_equal_players_are_exactly_equal() -> None:
    games = Match(Greedy, Greedy, players=3, rounds=2).games(seed=1)
    assert [game.seat for game in games] == [0, 1, 2]
    assert len({game.totals for game in games}) == 1
    assert sum(game.ahead for game in games) == pytest.approx(0)


def test_a_seed_is_the_same_games_again() -> None:
    match = Match(Medium, Greedy, players=4, rounds=1)
    assert match.games(seed=2) == match.games(seed=2) != match.games(seed=3)


def test_r23_equal_totals_share_place_and_victory() -> None:
    game = Played(totals=(4, 9, 9, 1), seat=1)
    assert (game.rank, game.win) == (1.5, 0.5)
    assert game.ahead == pytest.approx(9 - 14 / 3)
    assert Played(totals=(4, 9, 9, 1), seat=0).win == 0


def test_the_command_shows_a_table_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = tmp_path / "figures.json"
    sizes = ["--players", "2", "4", "--seeds", "4", "--processes", "1"]
    main(["medium", "greedy", *sizes, "--json", str(to)])
    output = capsys.readouterr()
    assert "4/4" in output.err
    assert len(output.out.splitlines()) == 4
    two, four = json.loads(to.read_text())
    assert (two["players"], four["players"], four["seeds"]) == (2, 4, 4)
    assert four["ahead"] > 0
    assert 0 <= four["wins"] <= 1 <= four["rank"] <= 4
