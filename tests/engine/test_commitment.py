"""What is committed to: one text for each deal, and a salt that waits until no card is secret."""

import dataclasses
import hashlib
import random
from itertools import chain

import pytest
from hypothesis import given, settings, strategies as st

from engine.cards import Deal, parse_cards, shuffled_deal
from engine.commitment import deal_text, digest_of, is_hex, is_revealed, revealed_after
from tests.support.engine.random_games import PLAYERS, finished, positions

SALT = "0123456789abcdef" * 4
seeds = st.integers(0, 2**32)
tables = st.sampled_from(PLAYERS)


def test_the_text_is_the_one_that_is_written_down() -> None:
    deal = Deal((parse_cards("3/7 10/2"), parse_cards("1/2 4/9")), parse_cards("8/5"), start=1)
    assert deal_text(deal, 3, SALT) == (
        "scout-deal/1\n"
        "round: 3\n"
        "start: seat 2\n"
        "seat 1: 3/7 10/2\n"
        "seat 2: 1/2 4/9\n"
        "set aside: 8/5\n"
        f"salt: {SALT}\n"
    )
    nothing = dataclasses.replace(deal, set_aside=())
    assert "\nset aside: none\n" in deal_text(nothing, 3, SALT)


def test_the_commitment_is_the_sha_256_of_the_text() -> None:
    deal = shuffled_deal(4, random.Random(1))
    digest = digest_of(deal, 1, SALT)
    assert digest == hashlib.sha256(deal_text(deal, 1, SALT).encode()).hexdigest()
    assert is_hex(digest)


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "A" * 64, "٣" * 64, "0" * 63 + "\n"])
def test_what_is_no_commitment_and_no_salt(text: str) -> None:
    assert not is_hex(text)


@pytest.mark.slow
@settings(deadline=None)
@given(tables, seeds, st.data())
def test_another_deal_number_or_salt_has_another_commitment(
    players: int, seed: int, data: st.DataObject
) -> None:
    """Order, orientation, seat, start player (R3-R5), round and salt: all of it is committed to."""
    deal = shuffled_deal(players, random.Random(seed))
    seat = data.draw(st.integers(0, players - 1), label="seat")
    at = data.draw(st.integers(0, len(deal.hands[seat]) - 2), label="card")
    hands = list(deal.hands)
    hand = list(hands[seat])
    flipped = hands.copy()
    flipped[seat] = (*hand[:at], hand[at].flipped(), *hand[at + 1 :])
    swapped = hands.copy()
    swapped[seat] = (*hand[:at], hand[at + 1], hand[at], *hand[at + 2 :])
    others = [
        (dataclasses.replace(deal, hands=tuple(flipped)), 1, SALT),
        (dataclasses.replace(deal, hands=tuple(swapped)), 1, SALT),
        (dataclasses.replace(deal, hands=deal.hands[1:] + deal.hands[:1]), 1, SALT),
        (dataclasses.replace(deal, start=(deal.start + 1) % players), 1, SALT),
        (deal, 2, SALT),
        (deal, 1, SALT[::-1]),
    ]
    if deal.set_aside:
        others.append((dataclasses.replace(deal, set_aside=deal.set_aside[::-1]), 1, SALT))
    digests = {digest_of(*other) for other in [(deal, 1, SALT), *others]}
    assert len(digests) == 1 + len(others)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_with_three_or_more_players_each_round_reveals_its_own_salt(players: int) -> None:
    game = finished(players, seed=1)
    assert [revealed_after(game, n) for n in range(1, players + 1)] == [*range(1, players + 1)]


@pytest.mark.parametrize(("length", "after"), [(1, [1]), (2, [2, 2]), (5, [2, 2, 4, 4, 5])])
def test_r4_two_players_odd_rounds_wait_for_the_cards_that_were_set_aside(
    length: int, after: list[int]
) -> None:
    """The last round does not wait: what it set aside is never dealt."""
    game = finished(2, seed=1, length=length)
    assert [revealed_after(game, number) for number in range(1, length + 1)] == after


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(tables, seeds, st.integers(1, 5))
def test_r15_no_salt_is_revealed_while_a_card_of_its_deal_is_secret(
    players: int, seed: int, length: int
) -> None:
    for game in positions(players, seed, length):
        current = game.rounds[-1]
        secret = [] if current.ended else list(chain(*current.deal.hands))
        revealed = [n for n in range(1, len(game.rounds) + 1) if is_revealed(game, n)]
        for number in revealed:
            assert game.rounds[number - 1].ended is not None
            assert not secret or list(game.rounds[number - 1].deal.set_aside) != secret
        if game.over:
            assert revealed == [*range(1, length + 1)]


def test_r4_the_salt_of_two_players_first_deal_is_a_secret_in_their_second_round() -> None:
    second = [game for game in positions(2, 1, length=2) if len(game.rounds) == 2]
    assert [is_revealed(game, 1) for game in second] == [False] * (len(second) - 1) + [True]
    assert not is_revealed(next(positions(2, 1, length=2)), 1)
