"""A hand with the table in it, for a member who has no public table above."""

import random
from collections.abc import Iterator

import pytest

from bot.tables.daily.deal import LEVEL
from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.text.names import COMPUTERS
from bot.text.words import seat_facts, upper_numbers
from bot.ui.kit.message import Message
from bot.ui.views.solo import Solo, solo_state
from bot.ui.views.turn.hand import hand_message
from engine.actions import parse_action
from engine.game import Game
from engine.round import Event
from engine.view import view
from tests.support.discord.limits import message_violations
from tests.support.engine.hidden_cards import with_other_hands
from tests.support.engine.random_games import positions
from tests.support.engine.rounds import facing
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


@pytest.mark.slow
@pytest.mark.parametrize("pictures", [False, True])
async def test_picture_and_text_say_what_each_seat_has(pictures: bool) -> None:
    for game, seat in turns():
        message, seen = shown(game, seat, pictures=pictures), view(game, seat)
        words = said(message)
        for other in range(4):
            facts = ", ".join(seat_facts(ENGLISH, seen, other, with_token=pictures))
            assert f"{NAMES[other]}: {facts}" in words or (pictures and facts in words)
            assert NAMES[other] in words
        assert words.count("Daily 214") == 1
        assert [*message_violations(await as_sent(message))] == []


@pytest.mark.slow
def test_in_words_all_tokens_are_in_one_line() -> None:
    """So that each seat's line fits a phone."""
    ends = set()
    for game, seat in turns():
        *seats, tokens = said(shown(game, seat, pictures=False)).splitlines()[-5:]
        assert [line.split(". ")[0] for line in seats] == ["1", "2", "3", "4"]
        assert not any("Scout & Show" in line for line in seats)
        ready = [str(at) for at, token in enumerate(view(game, seat).tokens, 1) if token]
        title = "ready" if ready else "used"
        assert tokens == f"Scout & Show {title}: {ENGLISH.listed(ready or '1234')}"
        ends.add(len(ready))
    assert len(ends) > 2


def test_in_words_no_level_is_among_the_seats() -> None:
    """The long names of computers would take a second line each."""
    game, _ = next(turns())
    state = solo_state(game, Solo("Mia", 1), game.rounds[-1].turn, COMPUTERS[LEVEL], level=LEVEL)
    (seat,) = state.to_move
    message = hand_message(
        ENGLISH, state, seat, preferences=Preferences(pictures=False), headline="Daily 214"
    )
    seats = message.embed.description or ""
    assert all(name in seats for name in COMPUTERS[LEVEL][:3])
    assert "hard" not in seats


@pytest.mark.slow
def test_in_words_nothing_is_said_twice() -> None:
    """What can be shown is on the buttons, and the set to beat above its own cards."""
    offered = 0
    for game, seat in turns():
        words, seen = said(shown(game, seat, pictures=False)), view(game, seat)
        assert "You can show" not in words
        assert words.count("To beat: ") == bool(seen.active)
        is_choice = seen.active and seen.legal.shows() and seen.legal.scouts()
        assert (f"Beat {upper_numbers(seen.active)}, or scout." in words) is bool(is_choice)
        offered += bool(is_choice)
    assert offered


@pytest.mark.slow
def test_in_words_the_content_names_the_set_to_beat() -> None:
    """Embeds can be switched off. The last move that is named may have been a Scout from it."""
    scouted = 0
    for game, seat in turns():
        active, log = view(game, seat).active, game.rounds[-1].log
        prompt = (shown(game, seat, pictures=False).content or "").split("Your turn.")[1]
        words = prompt.split("```")[0].replace("*", "").replace("\N{NO-BREAK SPACE}", " ")
        assert upper_numbers(active) in words
        scouted += bool(active) and not log[-1].shown
    assert scouted


def test_in_words_the_set_to_beat_is_named_without_a_level() -> None:
    game, seat = next((game, seat) for game, seat in turns() if view(game, seat).active)
    state = solo_state(game, Solo("Mia", 1), seat, COMPUTERS[LEVEL], level=LEVEL)
    message = hand_message(
        ENGLISH,
        state,
        state.seats[seat],
        preferences=Preferences(pictures=False),
        headline="Daily 214",
    )
    title = (message.embed.description or "").splitlines()[0]
    assert title.startswith("**To beat: ")
    assert title.endswith(tuple(f" by {name}**" for name in COMPUTERS[LEVEL]))


@pytest.mark.parametrize("pictures", [False, True])
@pytest.mark.parametrize("hand", ["6 7 8 1", "5 7 1"], ids=["can show", "can only scout"])
@pytest.mark.parametrize("scouts", [0, 1, 2])
def test_a_turn_warns_of_a_scout_that_ends_the_round(
    scouts: int, hand: str, pictures: bool
) -> None:
    """The last moves at the table do not show it, if there are more than three players."""
    now = facing("3 4 5", hand, "1 4 8", "1 4 8", "1 4 8", scouts_in_row=scouts)
    game = Game.new(4, length=1)._replace(rounds=(now,))
    words = said(shown(game, 0, pictures=pictures))
    after = now.play(0, parse_action("L1"))
    assert ("A Scout ends the round." in words) is (after.ended is not None) is (scouts == 2)


def since(game: Game, seat: int) -> list[Event]:
    """What the others did since the seat's last move."""
    log = game.rounds[-1].log
    own = max((turn for turn, event in enumerate(log) if event.seat == seat), default=-1)
    return [*log[own + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize("pictures", [False, True])
def test_the_moves_since_the_own_last_one_are_a_paragraph_of_short_sentences(
    pictures: bool,
) -> None:
    """No others are in it. So a phone shows the whole turn."""
    some = [(game, seat) for game, seat in turns() if since(game, seat)]
    for game, seat in some:
        content = shown(game, seat, pictures=pictures).content or ""
        lines = content.replace("*", "").replace("\N{NO-BREAK SPACE}", " ").split("\n")
        if not pictures:
            assert lines.pop(0) == "Daily 214"
        moves, prompt = lines[:2]
        assert moves == " ".join(map(short_sentence, since(game, seat)))
        assert prompt.startswith("Your turn.")
        assert len(lines) == 2 or not pictures
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


@pytest.mark.slow
@pytest.mark.parametrize("pictures", [False, True])
def test_hidden_cards_change_nothing_of_it(pictures: bool) -> None:
    rng = random.Random(1)
    for game, seat in list(turns())[::3]:
        other = with_other_hands(game, seat, rng)
        assert other != game
        assert look_of(shown(game, seat, pictures=pictures)) == look_of(
            shown(other, seat, pictures=pictures)
        )
