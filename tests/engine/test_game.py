"""Rounds, start player, totals and ranking (R2-R5, R23)."""

import random
from dataclasses import replace

import pytest

from engine.actions import parse_action
from engine.cards import Card, Cards, Deal, deck
from engine.errors import IllegalAction, ScoutError
from engine.game import Game
from engine.rules import Rules
from tests.support.engine.random_games import finished
from tests.support.engine.rounds import changed, facing, played


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)


def with_points(*points: int) -> Game:
    """A game of one round that ended with these points, all of them chips."""
    over = played(facing("4 5", *("6 6" for _ in points)), "S1-2")
    chips = tuple(
        point + score.cards - score.pile for point, score in zip(points, over.scores(), strict=True)
    )
    return Game(len(points), 1, (changed(over, chips=chips),))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r5_as_many_rounds_as_players(players: int) -> None:
    assert Game.new(players).length == players


def test_r5_the_table_can_choose_1_to_10_rounds() -> None:
    assert (Game.new(4, 1).length, Game.new(4, 10).length) == (1, 10)
    for length in (0, 11):
        with pytest.raises(ScoutError, match="number of rounds, most 10"):
            Game.new(4, length)


@pytest.mark.parametrize("players", [1, 6])
def test_scout_is_for_2_to_5_players(players: int) -> None:
    with pytest.raises(ScoutError, match="number of players, least 2, most 5"):
        Game.new(players)


def test_a_new_game_waits_for_its_deal(rng: random.Random) -> None:
    game = Game.new(3)
    assert game.needs_deal
    assert game.current is None
    with pytest.raises(IllegalAction):
        game.play(0, parse_action("K"))
    game = game.begin_round(game.next_deal(rng))
    assert not game.needs_deal
    with pytest.raises(ScoutError, match="no deal during round"):
        game.next_deal(rng)


def test_r5_the_start_passes_to_the_left() -> None:
    starts = [played.deal.start for played in finished(3, seed=4, length=5).rounds]
    assert starts == [(starts[0] + number) % 3 for number in range(5)]


class WithoutScoutAndShow(Game):
    """A game with a rule of its own."""

    @property
    def rules(self) -> Rules:
        return replace(super().rules, scout_and_show=False)


def test_a_deal_and_an_action_change_nothing_but_the_rounds(rng: random.Random) -> None:
    """Otherwise an option of a game would hold for its first deal alone."""
    game: Game = WithoutScoutAndShow.new(3)
    game = game.begin_round(game.next_deal(rng)).play(0, parse_action("K"))
    assert isinstance(game, WithoutScoutAndShow)


def test_r4_two_players_even_rounds_are_dealt_from_what_was_set_aside() -> None:
    deals = [played.deal for played in finished(2, seed=4, length=4).rounds]
    for odd, even in ((deals[0], deals[1]), (deals[2], deals[3])):
        assert even.hands == (odd.set_aside[:11], odd.set_aside[11:])
        assert even.set_aside == ()
    assert deals[2].hands != deals[0].hands


def test_r2_a_deal_of_another_deck_is_refused(rng: random.Random) -> None:
    deal = Game.new(4).next_deal(rng)
    doubled: Cards = (deal.hands[0][1], *deal.hands[0][1:])
    with pytest.raises(ScoutError, match="R2"):
        Game.new(4).begin_round(replace(deal, hands=(doubled, *deal.hands[1:])))


def test_r3_hands_of_other_sizes_are_refused(rng: random.Random) -> None:
    deal = Game.new(4).next_deal(rng)
    first, second, *others = deal.hands
    with pytest.raises(ScoutError, match="R3"):
        Game.new(4).begin_round(replace(deal, hands=(first[1:], (first[0], *second), *others)))
    with pytest.raises(ScoutError, match="R3"):
        Game.new(4).begin_round(Deal((), (), 0))


def test_r4_another_even_round_is_refused(rng: random.Random) -> None:
    ended = finished(2, seed=1, length=1)._replace(length=2)
    deal = ended.next_deal(rng)
    ended.begin_round(deal)
    with pytest.raises(ScoutError, match="R4"):
        ended.begin_round(replace(deal, hands=deal.hands[::-1]))


def test_r5_another_start_is_refused(rng: random.Random) -> None:
    deal = Game.new(4).next_deal(rng)
    for start in ((deal.start + 1) % 4, 4, -1):
        with pytest.raises(ScoutError, match="R5"):
            Game.new(4).begin_round(replace(deal, start=start))


def test_r5_two_players_can_start_anywhere_with_the_1_2_set_aside() -> None:
    aside = sorted(deck(2), key=lambda card: card == Card(1, 2))
    hands = (tuple(aside[:11]), tuple(aside[11:22]))
    for start in (0, 1):
        Game.new(2).begin_round(Deal(hands, tuple(aside[22:]), start))


def test_r22_totals_sum_the_ended_rounds() -> None:
    game = finished(4, seed=2)
    points = [[score.points for score in ended.scores()] for ended in game.rounds]
    assert game.totals() == tuple(map(sum, zip(*points, strict=True)))
    assert Game.new(4).totals() == (0, 0, 0, 0)


def test_r23_the_highest_total_wins() -> None:
    assert with_points(3, 9, -1).ranking() == [(1, 1, 9), (2, 0, 3), (3, 2, -1)]


def test_r23_equal_totals_share_the_place() -> None:
    assert with_points(2, 8, 8).ranking() == [(1, 1, 8), (1, 2, 8), (3, 0, 2)]


def test_r23_a_game_that_is_over_takes_no_action_and_no_deal(rng: random.Random) -> None:
    game = finished(3, seed=1)
    assert game.over
    assert not game.needs_deal
    with pytest.raises(IllegalAction, match="over") as refusal:
        game.play(0, parse_action("S1"))
    assert refusal.value.rule == "R23"
    with pytest.raises(ScoutError, match="no deal after game"):
        game.next_deal(rng)
