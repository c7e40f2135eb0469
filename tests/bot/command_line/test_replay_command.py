"""`python -m bot replay`: the game of a record in words, move by move."""

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from engine.game import Game
from engine.record import dumps
from tests.support.engine.random_games import PLAYERS, finished

pytestmark = pytest.mark.usefixtures("bare_environment")


def replay(
    capsys: pytest.CaptureFixture[str], game: Game, *options: str
) -> tuple[int, list[str], str]:
    """Exit status, the lines of standard output, and standard error."""
    Path("game.json").write_text(dumps(game))
    status = main(["replay", "game.json", *options])
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


@pytest.mark.parametrize("players", PLAYERS)
def test_every_move_is_printed_in_notation_and_all_points(
    players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    game = finished(players, seed=6, length=2)
    status, lines, err = replay(capsys, game)
    assert (status, err) == (0, "")
    moves = [line for line in lines if re.match(r" *\d+\. Seat \d ", line)]
    notation = [re.findall(r"\[(.+)\]$", line) for line in moves]
    assert notation == [[str(action)] for played in game.rounds for action in played.actions]
    who = [int(re.findall(r"Seat (\d) ", line)[0]) - 1 for line in moves]
    assert who == [event.seat for played in game.rounds for event in played.log]
    totals = [line.removeprefix("Totals: ") for line in lines if line.startswith("Totals: ")]
    assert totals[-1] == ", ".join(map(str, game.totals())).replace("-", "−")


def test_a_scout_and_show_is_described_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """What is shown is counted in the hand after the Scout (R12)."""
    game = finished(3, seed=1, length=2)
    _, lines, _ = replay(capsys, game, "--round", "2")
    said = next(line for line in lines if line.endswith("[L5f+S11]"))
    assert said == (
        "  6. Seat 2 scouts 4/7 from the left as card 5, flipped and shows 8 (card 11)  [L5f+S11]"
    )


def test_only_the_chosen_round_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    game = finished(3, seed=6, length=3)
    _, lines, _ = replay(capsys, game, "--round", "2")
    assert [line for line in lines if line.startswith("Round")] == [
        f"Round 2 of 3. Seat {game.rounds[1].deal.start + 1} starts."
    ]


@pytest.mark.parametrize("number", ["0", "4", "-1"])
def test_a_round_that_there_is_not_is_refused(
    number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = replay(capsys, finished(3, seed=6, length=3), f"--round={number}")
    assert outcome == (1, [], f"There is no round {number}: the game has 3.\n")


def test_a_record_that_is_not_valid_is_refused_as_by_verify(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("game.json").write_text("{}")
    assert main(["replay", "game.json"]) == 1
    assert capsys.readouterr().err.startswith("invalid: record: ")
    assert main(["replay", "missing.json"]) == 2
