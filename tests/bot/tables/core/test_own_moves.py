"""What a member did in a game, against a count from position to position."""

from functools import partial
from itertools import pairwise

import pytest

from bot.tables.core.results import OwnMoves, moved_until, own_moves, owns_round, round_ends
from engine.actions import Orient, parts
from engine.game import Game
from engine.round import Ending, Round
from tests.support.engine.random_games import PLAYERS, finished, positions


def played_between(before: Game, after: Game) -> tuple[Round, Round] | None:
    """The round before and after a turn; None where hands were dealt or chosen (R6)."""
    old, new = before.current, after.current
    assert new is not None
    if old is None or len(before.rounds) < len(after.rounds) or len(old.log) == len(new.log):
        return None
    return old, new


def counted(players: int, seed: int, seat: int) -> OwnMoves:
    """The same by hands, piles and actions, without the log."""
    moves, sets, captures = 0, [0], [0]
    ends = {Ending.EMPTY: 0, Ending.UNBEATEN: 0}
    for before, after in pairwise([Game.new(players), *positions(players, seed)]):
        found = played_between(before, after)
        if found is None:
            continue
        old, new = found
        if new.ended is Ending.UNBEATEN and new.owner == seat:
            ends[Ending.UNBEATEN] += 1
        if old.turn != seat:
            continue
        moves += 1
        move = new.actions[-1]
        assert not isinstance(move, Orient)
        _, show = parts(move)
        sets.append(show.last - show.first + 1 if show else 0)
        captures.append(new.piles[seat] - old.piles[seat])
        ends[Ending.EMPTY] += new.ended is Ending.EMPTY
    emptied, unbeaten = ends[Ending.EMPTY], ends[Ending.UNBEATEN]
    return OwnMoves(moves, emptied, unbeaten, max(sets), max(captures))


@pytest.mark.long  # plays whole games
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", PLAYERS)
def test_moves_sets_captures_and_endings(players: int, seed: int) -> None:
    """R10 to R13, and R19 to R21."""
    game = finished(players, seed)
    for seat in range(players):
        assert own_moves(game, seat, lambda *_: True) == counted(players, seed, seat)


@pytest.mark.parametrize("players", PLAYERS)
def test_each_round_is_ended_by_one_seat(players: int) -> None:
    game = finished(players, seed=9)
    found = [own_moves(game, seat, lambda *_: True) for seat in range(players)]
    assert sum(own.emptied + own.unbeaten for own in found) == game.length
    actions = sum(len(played.log) + players for played in game.rounds)
    assert round_ends(game)[-1] == actions
    assert sum(own.moves for own in found) == actions - players * game.length


@pytest.mark.parametrize("players", PLAYERS)
def test_moves_of_a_computer_are_not_the_members(players: int) -> None:
    """As if a computer had moved from the end of the first round on."""
    game = finished(players, seed=3)
    end = round_ends(game)[0]
    for seat in range(players):
        early = own_moves(game, seat, lambda number, _: number <= end)
        assert early == own_moves(game.after(1), seat, lambda *_: True)
        assert own_moves(game, seat, lambda *_: False) == OwnMoves()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_computer_has_taken_over_at_the_first_turn_that_was_missed_for_good(players: int) -> None:
    """The round before was the member's to its end, whichever seat ended it (R19 to R21)."""
    game = finished(players, seed=3)
    ends = round_ends(game)
    for seat in range(players):
        until = moved_until(game, seat, lambda number, _: number <= ends[0])
        assert ends[0] + players <= until < ends[1]
        assert moved_until(game, seat, lambda number, _: number > ends[0]) == ends[-1]
        assert moved_until(game, seat, lambda *_: False) < ends[0]


def test_a_game_that_everybody_left_counts_as_far_as_it_went() -> None:
    middle = next(game for game in positions(3, seed=5) if len(game.rounds) == 2)
    assert own_moves(middle, 0, lambda *_: True) == own_moves(middle.after(1), 0, lambda *_: True)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_round_is_owned_by_all_its_turns_or_not_at_all(players: int) -> None:
    game = finished(players, seed=3)
    end = round_ends(game)[0]
    for seat in range(players):
        turns = [number for number in range(1, end + 1) if _is_turn(game, number, seat)]
        assert owns_round(game, seat, lambda number, _: number <= end) == bool(turns)
        for turn in turns:
            assert not owns_round(game, seat, partial(_is_among, {*turns} - {turn}))
        assert not owns_round(game, seat, lambda *_: False)
    unfinished = [*positions(players, seed=3)][players + 1]
    assert unfinished.rounds[0].log
    assert unfinished.rounds[0].ended is None
    assert not any(owns_round(unfinished, seat, lambda *_: True) for seat in range(players))


def _is_among(numbers: set[int], number: int, _: int) -> bool:
    return number in numbers


def _is_turn(game: Game, number: int, seat: int) -> bool:
    """Whether this action of the first round is a turn of the seat; R6 comes before the turns."""
    turn = number - game.players - 1
    return turn >= 0 and game.rounds[0].log[turn].seat == seat
