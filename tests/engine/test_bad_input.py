"""Whatever comes in is refused with a short sentence, and before there is work to do."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parse_action
from engine.cards import Card, Deal, deck, parse_card, parse_cards, shuffled_deal
from engine.commitment import deal_text, digest_of, is_hex
from engine.errors import IllegalAction, NotationError, RecordError, ScoutError
from engine.game import Game
from engine.record import dumps, loads, parse, read, to_record
from engine.round import Round
from engine.view import result, view
from tests.support.engine.random_games import finished
from tests.support.engine.record_documents import commitments_to
from tests.support.engine.rounds import dealt, facing

MANY = 2_000_000
LONGEST = 200
"""Characters of a refusal: 80 of what was refused, and the sentence around it."""

NO_NUMBERS: list[Any] = [2.5, 3.0, True, False, "3", None, [3], float("nan"), 10**5000, "3" * MANY]
NO_TEXTS: list[Any] = [None, 3, 2.5, b"S1", ["S1"], object()]


def refused(error: type[ScoutError], call: Callable[..., object], *given: Any) -> None:
    with pytest.raises(error) as refusal:
        call(*given)
    assert len(str(refusal.value)) <= LONGEST


@pytest.mark.parametrize("number", NO_NUMBERS, ids=lambda number: type(number).__name__)
def test_what_is_no_whole_number_is_no_number_of_players_rounds_or_seats(number: Any) -> None:
    refused(ScoutError, Game.new, number)
    refused(ScoutError, Game.new, number, 1)
    refused(ScoutError, deck, number)
    refused(ScoutError, shuffled_deal, number, random.Random(1))
    if number is not None:
        game = Game.new(3)
        refused(ScoutError, Game.new, 3, number)
        refused(ScoutError, view, game.begin_round(game.next_deal(random.Random(1))), number)
    refused(ScoutError, result, finished(3, seed=1), number)


@pytest.mark.parametrize("text", NO_TEXTS, ids=lambda text: type(text).__name__)
def test_what_is_no_text_is_no_notation_and_no_record(text: Any) -> None:
    refused(NotationError, parse_action, text)
    refused(NotationError, parse_card, text)
    refused(NotationError, parse_cards, text)
    refused(RecordError, loads, text)


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["S", "S1+", "x", "\n", "[", "3/7", "٣"])
def test_a_long_text_is_refused_and_not_repeated(piece: str) -> None:
    refused(NotationError, parse_action, piece * MANY)
    refused(NotationError, parse_card, piece * MANY)
    refused(NotationError, parse_cards, f"{piece} 3/7 " * MANY)
    refused(RecordError, loads, piece * MANY)


def test_a_text_is_quoted_to_80_characters() -> None:
    for reading in (parse_action, parse_card):
        with pytest.raises(NotationError) as refusal:
            reading("x" * 81)
        assert "x" * 81 not in str(refusal.value)
        assert len(str(refusal.value.parameters["text"])) <= 80
        with pytest.raises(NotationError, match="'" + "x" * 70 + "'"):
            reading("x" * 70)


class Untouched(list[Any]):
    """A long list that fails a test as soon as something looks through it."""

    def __len__(self) -> int:
        return MANY

    def __iter__(self) -> Any:
        raise AssertionError("looked through")

    def __getitem__(self, index: Any) -> Any:
        raise AssertionError("looked through")


PLACES: list[Callable[[dict[str, Any]], object]] = [
    lambda r: r.update(rounds=Untouched()),
    lambda r: r.update(totals=Untouched()),
    lambda r: r["rounds"][0].update(hands=Untouched()),
    lambda r: r["rounds"][0]["hands"].__setitem__(1, Untouched()),
    lambda r: r["rounds"][0].update(set_aside=Untouched()),
    lambda r: r["rounds"][0].update(actions=Untouched()),
    lambda r: r["rounds"][0].update(points=Untouched()),
]


@pytest.mark.parametrize("place", PLACES)
def test_a_list_that_is_too_long_is_not_looked_through(
    place: Callable[[dict[str, Any]], object],
) -> None:
    document = copy.deepcopy(to_record(finished(3, seed=1)))
    place(document)
    refused(RecordError, read, document)


@pytest.mark.parametrize("value", [10**4000, "x" * MANY, {"x": 1}, None, 3.0])
def test_a_record_is_refused_in_few_words(value: Any) -> None:
    original = to_record(finished(3, seed=1))
    for key in original:
        refused(RecordError, read, {**original, key: value})
    for key in original["rounds"][0]:
        changed = {**original["rounds"][0], key: value}
        refused(RecordError, read, {**original, "rounds": [changed, *original["rounds"][1:]]})


def test_the_longest_record_is_read() -> None:
    game = finished(5, seed=1, length=10)
    assert loads(dumps(game)) == game
    assert loads(json.dumps(to_record(game), indent=8)) == game


def test_more_cards_than_there_are_make_no_round() -> None:
    game = Game.new(3)
    deal = game.next_deal(random.Random(1))
    for many in (
        Deal(deal.hands, deal.hands[0] * 100_000, deal.start),
        Deal((*deal.hands[:2], deal.hands[2] * 100_000), (), deal.start),
    ):
        refused(ScoutError, game.begin_round, many)
    for start in (float(deal.start), True, None, "0", 3, -1):
        refused(ScoutError, game.begin_round, Deal(deal.hands, (), start))  # type: ignore[arg-type]
    refused(ScoutError, game.begin_round, Deal((*deal.hands[:2], (Card(1, 20),) * 12), (), 0))


@pytest.mark.parametrize("action", [None, "S1", 3, Scout("X", 1, False), Scout("", 1, False)])  # type: ignore[arg-type]
def test_what_is_no_action_is_not_played(action: Action) -> None:
    now = facing("4 5", "3", "1", "1")
    refused(IllegalAction, now.play, 0, action)
    begun = Round.begin(now.deal)
    refused(IllegalAction, begun.play, 0, action)


NO_VALUES: list[Any] = [
    Scout("L", True, False),
    Scout("L", 1, 2),  # type: ignore[arg-type]
    Scout("L", 1, 0),  # type: ignore[arg-type]
    Scout("L", 1.0, False),  # type: ignore[arg-type]
    Show(1.0, 1.0),  # type: ignore[arg-type]
    Show(True, True),
    Show("1", "1"),  # type: ignore[arg-type]
    ScoutAndShow(Scout("L", 1, False), Show(1.0, 1.0)),  # type: ignore[arg-type]
    ScoutAndShow(Scout("L", True, False), Show(1, 1)),
    ScoutAndShow(Show(1, 1), Scout("L", 1, False)),  # type: ignore[arg-type]
    ScoutAndShow(None, None),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("action", NO_VALUES, ids=repr)
def test_an_action_of_values_of_other_types_is_not_played(action: Action) -> None:
    refused(IllegalAction, facing("1 2", "3 3", "1", "1").play, 0, action)


@pytest.mark.parametrize("flip", [0, 1, 2, None, "K"])
def test_r6_a_hand_is_kept_or_flipped_by_true_or_false_alone(flip: Any) -> None:
    refused(IllegalAction, dealt("3 3", "1", "1").play, 0, Orient(flip))


@pytest.mark.parametrize("seat", [False, 0.0, None, "0", 3, -1])
def test_what_is_no_seat_plays_nothing(seat: Any) -> None:
    refused(IllegalAction, facing("1", "3 3", "1", "1").play, seat, Show(1, 1))
    refused(IllegalAction, dealt("3 3", "1", "1").play, seat, Orient(True))


@pytest.mark.parametrize("salt", [None, 3, b"00", "ü" * 64, "\ud800", ["0"]])
def test_what_is_no_salt_makes_no_commitment(salt: Any) -> None:
    deal = finished(3, seed=1).rounds[0].deal
    refused(ScoutError, deal_text, deal, 1, salt)
    refused(ScoutError, digest_of, deal, 1, salt)
    assert not is_hex(salt)


@pytest.mark.slow
@pytest.mark.parametrize("start", [None, "1", 1.0, True, 5, -1])
def test_what_is_no_start_player_makes_no_commitment(start: Any) -> None:
    deal = finished(3, seed=1).rounds[0].deal
    refused(ScoutError, digest_of, Deal(deal.hands, (), start), 1, "0" * 64)


@pytest.mark.parametrize("name", ["\ud800", "Mia\udfff"])
def test_a_name_that_cannot_be_written_makes_no_record(name: str) -> None:
    game = finished(3, seed=1)
    document = dumps(game, names=[name, None, None])
    refused(RecordError, loads, document)
    assert parse(dumps(game, names=["Mia \U0001f921", None, None])).names[0] == "Mia \U0001f921"


def test_a_committed_record_whose_start_player_has_no_hand_is_refused() -> None:
    game = finished(3, seed=1)
    document = to_record(game, commitments_to(game, "0" * 64))
    for played in document["rounds"]:
        if played["start"] == 2:
            played["hands"] = played["hands"][:2]
    refused(RecordError, loads, json.dumps(document))
