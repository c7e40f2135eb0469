"""A hand with the table in it, for a member who has no public table above."""

import random
from collections.abc import Iterator

import pytest

from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.text.words import seat_facts, upper_numbers
from bot.ui.kit.message import Message
from bot.ui.views.turn.hand import hand_message
from engine.game import Game
from engine.round import Event
from engine.view import view
from tests.support.discord.limits import message_violations
from tests.support.engine.hidden_cards import with_other_hands
from tests.support.engine.random_games import positions
from tests.support.ui.rendering import as_sent, look_of, texts_of
from tests.support.ui.table_states import NAMES, state_of


def shown(game: Game, seat: int, *, pictures: bool) -> Message:
    state, preferences = state_of(game), Preferences(pictures=pictures)
    return hand_message(
        ENGLISH, state, state.seats[seat], preferences=preferences, headline="Daily 214"
    )


def said(message: Message) -> str:
    """What a member reads, or what a screen reader reads to them."""
    alt = [message.picture.alt] if message.picture else []
    return "\n".join([*texts_of(message), *alt]).replace("*", "").replace("\N{NO-BREAK SPACE}", " ")


def turns() -> Iterator[tuple[Game, int]]:
    """Every turn of a round of four, with the seat on turn."""
    for game in positions(4, seed=3, length=1):
        if not game.over and None not in game.rounds[-1].orientation:
            yield game, game.rounds[-1].turn


@pytest.mark.parametrize("pictures", [False, True])
async def test_picture_and_text_say_what_each_seat_has(pictures: bool) -> None:
    for game, seat in turns():
        message, seen = shown(game, seat, pictures=pictures), view(game, seat)
        words = said(message)
        for other in range(4):
            assert ", ".join(seat_facts(ENGLISH, seen, other)) in words
            assert NAMES[other] in words
        assert words.count("Daily 214") == 1
        assert [*message_violations(await as_sent(message))] == []


def since(game: Game, seat: int) -> list[Event]:
    """What the others did since the seat's last move."""
    log = game.rounds[-1].log
    own = max((turn for turn, event in enumerate(log) if event.seat == seat), default=-1)
    return [*log[own + 1 :]]


def test_the_moves_since_the_own_last_one_are_said_and_no_others() -> None:
    for game, seat in turns():
        content = said(shown(game, seat, pictures=False)).splitlines()
        told = [line for line in content if " shows " in line or " scouts " in line]
        assert [line.split()[0] for line in told] == [NAMES[one.seat] for one in since(game, seat)]


def test_above_a_picture_the_moves_are_a_paragraph_of_short_sentences() -> None:
    """So that a phone shows the whole turn."""
    some = [(game, seat) for game, seat in turns() if since(game, seat)]
    for game, seat in some:
        content = shown(game, seat, pictures=True).content or ""
        moves, prompt = content.replace("*", "").replace("\N{NO-BREAK SPACE}", " ").split("\n")
        assert moves == " ".join(map(short_sentence, since(game, seat)))
        assert prompt.startswith("Your turn.")
    assert len(some) > 5


def short_sentence(event: Event) -> str:
    """All that is said of it: neither the end of a Scout nor its chip, nor an emoji."""
    said = [NAMES[event.seat]]
    if event.scouted is not None:
        said += ["scouts", f"{event.scouted.up}/{event.scouted.down}"]
    if event.shown:
        said += [*(["and"] if event.scouted else []), "shows", upper_numbers(event.shown)]
    return f"{' '.join(said)}."


def test_before_the_first_turn_it_is_said_who_starts() -> None:
    game = next(iter(positions(4, seed=3, length=1)))
    start = game.rounds[-1].deal.start
    assert "You start the round." in said(shown(game, start, pictures=True))
    other = said(shown(game, (start + 1) % 4, pictures=False))
    assert f"{NAMES[start]} starts the round." in other


@pytest.mark.parametrize("pictures", [False, True])
def test_hidden_cards_change_nothing_of_it(pictures: bool) -> None:
    rng = random.Random(1)
    for game, seat in list(turns())[::3]:
        other = with_other_hands(game, seat, rng)
        assert other != game
        assert look_of(shown(game, seat, pictures=pictures)) == look_of(
            shown(other, seat, pictures=pictures)
        )
