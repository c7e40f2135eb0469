"""The table's picture is the same whatever lies in the hands (R15)."""

import random
from dataclasses import replace

import pytest

from bot.pictures.gallery import table_picture
from bot.pictures.picture import picture_cache
from bot.text.language import ENGLISH
from engine.cards import Card, Cards, flip
from engine.game import Game
from engine.view import view
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.engine.rounds import changed
from tests.support.pictures.pixels import pixel_digest
from tests.support.pictures.tables import FACES


def dealt_otherwise(game: Game, rng: random.Random) -> Game:
    """The same game to everybody's eyes, with the hidden cards among other hands."""
    now = game.rounds[-1]
    hidden = [card for hand in now.hands for card in hand]
    rng.shuffle(hidden)
    turned: list[Card] = [card.flipped() if rng.random() < 0.5 else card for card in hidden]
    hands: list[Cards] = []
    for hand in now.hands:
        hands.append(tuple(turned[: len(hand)]))
        turned = turned[len(hand) :]
    orientation = tuple(choice if choice is None else not choice for choice in now.orientation)
    deal = replace(now.deal, hands=tuple(map(flip, now.deal.hands)))
    other = changed(now, hands=tuple(hands), orientation=orientation, deal=deal)
    return game._replace(rounds=(*game.rounds[:-1], other))


@pytest.mark.parametrize("players", PLAYERS)
def test_hidden_cards_change_no_pixel_and_no_word(players: int) -> None:
    rng = random.Random(players)
    compared = 0
    for game in list(positions(players, seed=7))[1::9]:
        if game.rounds[-1].ended is not None:
            continue
        other = dealt_otherwise(game, rng)
        assert other != game
        picture = table_picture(ENGLISH, view(game, None), FACES[:players])
        picture_cache.cache_clear()
        again = table_picture(ENGLISH, view(other, None), FACES[:players])
        assert again is not picture
        assert pixel_digest(again.png) == pixel_digest(picture.png)
        assert again.alt == picture.alt
        compared += 1
    assert compared > 3


@pytest.mark.parametrize("players", PLAYERS)
def test_no_seats_own_view_is_drawn_for_everybody(players: int) -> None:
    game = next(positions(players, seed=1))
    with pytest.raises(ValueError, match="everybody's view"):
        table_picture(ENGLISH, view(game, 0), FACES[:players])
