"""What every computer player keeps to, and what the stronger ones find."""

import random

import pytest

from engine.actions import Action, Scout, Show
from engine.cards import Card
from engine.game import Game
from engine.players import Comparison, Player
from engine.players.hard import Hard
from engine.players.medium import Medium
from engine.round import Ending, Event, Round
from engine.view import View, view
from tests.support.engine.hidden_cards import with_other_secrets
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.engine.rounds import cards, facing
from tests.support.marks import with_long
from tests.tools.competitors import COMPETITORS

pytestmark = pytest.mark.slow  # the hard player searches in every position

QUICK = Hard(turns=60)
EACH = [*(make() for name, make in COMPETITORS.items() if name not in ("hard", "quick")), QUICK]
STRONG = [Medium(), Hard()]

each = pytest.mark.parametrize("player", EACH, ids=lambda player: type(player).__name__)
strong = pytest.mark.parametrize("player", STRONG, ids=lambda player: type(player).__name__)
tables = pytest.mark.parametrize("players", PLAYERS)


def on_move(players: int, seed: int) -> list[tuple[Game, View]]:
    """The positions of a random game, each seen by a seat that is to move."""
    seen = []
    for game in positions(players, seed, length=2):
        if not game.over and not game.needs_deal:
            assert game.current is not None
            seen.append((game, view(game, game.current.to_move[0])))
    return seen


def seen_by_first(now: Round) -> View:
    return view(Game(now.players, now.players, (now,)), 0)


def chosen(player: Player, now: Round) -> Action:
    return player.choose(seen_by_first(now), random.Random(1))


def ended(player: Player, now: Round) -> Ending | None:
    return now.play(0, chosen(player, now)).ended


@each
@pytest.mark.parametrize("players", with_long([2, 3], [4, 5]))
def test_r13_what_a_player_chooses_is_legal(player: Player, players: int) -> None:
    rng = random.Random(players)
    for seed in range(2 if player is QUICK else 20):
        for _, seen in on_move(players, seed):
            assert player.choose(seen, rng) in seen.legal_actions()


@each
@tables
def test_r15_what_is_hidden_changes_nothing(player: Player, players: int) -> None:
    rng = random.Random(players)
    for game, seen in rng.sample(on_move(players, seed=3), 12):
        rounds = tuple(with_other_secrets(now, seen.seat, rng) for now in game.rounds)
        other = view(game._replace(rounds=rounds), seen.seat)
        seed = rng.random()
        assert player.choose(seen, random.Random(seed)) == player.choose(other, random.Random(seed))


@strong
@pytest.mark.parametrize(("active", "hand"), [("2/5 3/8", "4/9 5/1"), ("7/1 8/2", "9/3 10/4")])
def test_r19_finishes_with_a_show(player: Player, active: str, hand: str) -> None:
    assert ended(player, facing(active, hand, "1/6 8/2 10/7", "9/3 6/2 1/3")) is Ending.EMPTY


@strong
@pytest.mark.parametrize(("active", "hand"), [("7/1 8/2", "6/3"), ("5/1", "4/2 3/9")])
def test_r12_finishes_with_the_token(player: Player, active: str, hand: str) -> None:
    now = facing(active, hand, "1/6 3/2 10/7 6/5", "5/3 6/2 1/3 2/9")
    assert ended(player, now) is Ending.EMPTY


@strong
def test_r12_keeps_the_token_for_the_finish(player: Player) -> None:
    now = facing("4/1 4/2", "5/3 5/6 9/8", "1/6 3/2 10/7 6/1 7/2 8/4", "6/3 6/2 1/3 2/9 7/9")
    assert chosen(player, now) == Show(1, 2)


@strong
def test_r10_takes_the_big_set(player: Player) -> None:
    hand = "7/1 7/2 7/3 7/4 1/5 9/8"
    now = facing("2/5 2/7 2/8 2/6", hand, "1/6 3/2 8/10 6/5", "5/3 6/4 1/3 9/2")
    assert chosen(player, now) == Show(1, 4)


def test_r15_r19_hard_keeps_a_known_card_from_ending_the_round() -> None:
    log = (
        Event(seat=2, scouted=None, end=None, paid=None, shown=cards("9/10")),
        Event(seat=1, scouted=Card(9, 10), end="L", paid=2, shown=()),
        Event(seat=2, scouted=None, end=None, paid=None, shown=cards("5/1")),
    )
    now = facing(
        "5/1",
        "6/2 8/3 8/4 6/1 3/2 4/9",
        "10/9",
        "1/6 3/7 10/7 6/5 2/9",
        tokens=(True, False, True),
        log=log,
    )
    after = now.play(0, chosen(Hard(), now))
    assert len(after.active) != 1 or after.active[0].up == 10


@strong
def test_what_actions_are_worth_agrees_with_the_choice(player: Medium | Hard) -> None:
    now = facing("2/5 3/8", "4/9 5/1 7/2", "1/6 8/2 10/7", "9/3 6/2 1/3")
    worth = player.evaluate(seen_by_first(now), random.Random(1))
    assert set(worth) <= set(now.legal_actions(0))
    assert max(worth, key=worth.__getitem__) == chosen(player, now)


@pytest.mark.long
@pytest.mark.parametrize("players", with_long([2, 3], [4, 5]))
def test_a_comparison_says_what_an_action_costs_and_how_surely(players: int) -> None:
    rng = random.Random(players)
    for _, seen in on_move(players, seed=5)[::5]:
        action = rng.choice(seen.legal_actions())
        found = QUICK.compare(seen, action, random.Random(1))
        assert found == QUICK.compare(seen, action, random.Random(1))
        assert found.best in seen.legal_actions()
        assert found.margin >= 0
        if action == found.best:
            assert found == Comparison(action, 0.0, 0.0)


def test_r22_a_show_that_ends_the_round_is_compared_with_a_worse_one() -> None:
    now = facing("2/5 3/8", "4/9 5/1", "1/6 8/2 10/7", "9/3 6/2 1/3", piles=(4, 1, 2))
    found = Hard().compare(seen_by_first(now), Scout("L", 1, False), random.Random(1))
    assert found.best == Show(1, 2)
    assert found.cost > found.margin > 0


@tables
def test_hard_chooses_what_it_finds_best(players: int) -> None:
    for _, seen in on_move(players, seed=4)[::9]:
        worth = QUICK.evaluate(seen, random.Random(1))
        assert worth[QUICK.choose(seen, random.Random(1))] == pytest.approx(max(worth.values()))


@strong
def test_r22_the_worth_of_an_action_that_ends_the_round_is_exact(player: Medium | Hard) -> None:
    now = facing("2/5 3/8", "4/9 5/1", "1/6 8/2 10/7", "9/3 6/2 1/3", piles=(4, 1, 2))
    points = [score.points for score in now.play(0, Show(1, 2)).scores()]
    worth = player.evaluate(seen_by_first(now), random.Random(1))
    assert worth[Show(1, 2)] == pytest.approx(points[0] - (points[1] + points[2]) / 2)
