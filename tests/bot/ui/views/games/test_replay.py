"""A replay shows what its view knew then (R15), fits, and offers few controls."""

import random
import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.tables.core.replay import last_decision
from bot.text.language import ENGLISH
from bot.text.words import shown_cards, unbroken
from bot.ui.kit.message import Message, Select
from bot.ui.views.games.replay import (
    move_words,
    posted_replay,
    replay_message,
    shown_hands,
    title_of,
)
from bot.ui.views.replay_step import ALL, ReplayStep, step_at
from engine.actions import Action, Orient, parts
from engine.players import Level
from engine.view import view
from tests.support.discord.limits import message_violations
from tests.support.engine.hidden_cards import with_other_hands
from tests.support.engine.random_games import PLAYERS, finished
from tests.support.ui.awkward_names import NAMES, STAND_INS
from tests.support.ui.rendering import as_sent, look_of
from tests.support.ui.table_states import in_text, state_of

MOST_CONTROLS = 10


def with_other_secrets(one: ReplayStep, rng: random.Random) -> ReplayStep:
    """The same step with everything changed that its view did not know then."""
    return one._replace(game=with_other_hands(one.game, one.seat, rng))


@pytest.mark.long
@pytest.mark.slow  # draws every step of whole games twice
@pytest.mark.parametrize("players", PLAYERS)
def test_a_seats_view_depends_on_nothing_that_it_did_not_know_then(players: int) -> None:
    rng = random.Random(players)
    state = state_of(finished(players, seed=players, length=2))
    assert state.game is not None
    differ = 0
    for decision in range(1, last_decision(state.game) + 1):
        seat = rng.randrange(players)
        known = step_at(state, decision, str(seat + 1))
        other = with_other_secrets(known, rng)
        for own in (state, in_text(state)):
            assert look_of(replay_message(ENGLISH, own, known)) == look_of(
                replay_message(ENGLISH, own, other)
            )
        # All hands are of another game, so that the comparison would see a leak.
        everything = [one._replace(seat=None) for one in (known, other)]
        shown, changed = (
            look_of(replay_message(ENGLISH, in_text(state), one)) for one in everything
        )
        differ += shown != changed
    assert differ > last_decision(state.game) // 2


@pytest.mark.long  # reads every step of whole games
@pytest.mark.parametrize("players", PLAYERS)
def test_the_hands_are_those_of_the_engines_views(players: int) -> None:
    state = state_of(finished(players, seed=3, length=2))
    assert state.game is not None
    for decision in range(1, last_decision(state.game) + 1):
        game = step_at(state, decision, ALL).game
        for seat in range(players):
            (hand,) = shown_hands(step_at(state, decision, str(seat + 1)))
            assert (hand.seat, hand.cards) == (seat, view(game, seat).hand)
        everything = shown_hands(step_at(state, decision, ALL))
        assert [hand.cards for hand in everything] == list(game.rounds[-1].hands)


def test_the_positions_of_a_move_are_shown_to_those_who_know_them() -> None:
    """Positions, and whether a scouted card was flipped, are the hand's owner's (R15)."""
    state = state_of(finished(3, seed=3, length=1))
    assert state.game is not None
    (played,) = state.game.rounds
    for turn, (event, action) in enumerate(zip(played.log, played.actions, strict=True), 3):
        visible = {
            name: positions(action) in move_words(ENGLISH, state, step_at(state, turn, name))
            for name in (ALL, "1", "2", "3")
        }
        owner = str(event.seat + 1)
        assert visible == {ALL: True, "1": False, "2": False, "3": False} | {owner: True}
    for seat, flipped in enumerate(played.orientation):
        name = state.seats[seat].name
        line = f"Flipped: .*{name}" if flipped else f"Kept as dealt: .*{name}"
        visible = {
            view_name: bool(
                re.search(line, move_words(ENGLISH, state, step_at(state, 2, view_name)))
            )
            for view_name in (ALL, "1", "2", "3")
        }
        assert visible == {ALL: True, "1": False, "2": False, "3": False} | {str(seat + 1): True}


def positions(action: Action) -> str:
    assert not isinstance(action, Orient)
    scout, show = parts(action)
    put = scout and f"to position {scout.position}{', flipped' if scout.flipped else ''}"
    shown = show and shown_cards(ENGLISH, show)
    return " · ".join(unbroken(words) for words in (put, shown) if words)


def test_no_step_has_the_notation_of_records() -> None:
    state = state_of(finished(3, seed=3, length=1))
    assert state.game is not None
    for decision in range(1, last_decision(state.game) + 1):
        assert "`" not in move_words(ENGLISH, state, step_at(state, decision, ALL))


def test_titles_say_where_a_step_is() -> None:
    state = state_of(finished(3, seed=3, length=2))
    assert state.game is not None
    turns = len(state.game.rounds[0].actions)
    titles = [title_of(ENGLISH, step_at(state, decision, ALL)) for decision in range(1, turns + 4)]
    assert titles == [
        "Round 1 of 2 · the deal",
        "Round 1 of 2 · hands chosen",
        *(f"Round 1 of 2 · turn {turn}" for turn in range(1, turns)),
        f"Round 1 of 2 · turn {turns}, the last",
        "Round 2 of 2 · the deal",
    ]


@pytest.mark.long
@pytest.mark.slow  # reads every step of whole games
@pytest.mark.parametrize("names", [NAMES, STAND_INS])
@pytest.mark.parametrize("players", [2, 5])
async def test_every_step_fits(names: list[str], players: int) -> None:
    state = state_of(finished(players, seed=1, length=10), names)
    assert state.game is not None
    for decision in range(1, last_decision(state.game) + 1, 3):
        for view_name in (ALL, "2"):
            here = step_at(state, decision, view_name)
            shown = replay_message(ENGLISH, in_text(state), here, reader=state.seats[0])
            for message in (shown, posted_replay(ENGLISH, in_text(state), here)):
                assert list(message_violations(await as_sent(message))) == []
            assert controls(shown) <= MOST_CONTROLS


def controls(message: Message) -> int:
    return sum(1 if isinstance(row, Select) else len(row) for row in message.rows)


@pytest.mark.long
@pytest.mark.slow  # draws every step of whole games
@pytest.mark.parametrize("players", PLAYERS)
def test_a_picture_says_in_words_what_it_shows(players: int) -> None:
    """Also of the longest hands the words are not cut short."""
    state = state_of(finished(players, seed=2, length=2))
    assert state.game is not None
    for decision in range(1, last_decision(state.game) + 1):
        for view_name in (ALL, "1"):
            shown = replay_message(ENGLISH, state, step_at(state, decision, view_name))
            assert shown.draw is not None
            assert not shown.draw().alt.endswith("…")


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_pictures_of_all_steps_are_equally_high(players: int) -> None:
    """Also those of the ends of rounds, so that no button moves from step to step."""
    state = state_of(finished(players, seed=2, length=2))
    assert state.game is not None
    last = last_decision(state.game)
    ends = [at for at in range(1, last + 1) if step_at(state, at, ALL).played.ended is not None]
    assert len(ends) == 2
    heights = {height_of(replay_message(ENGLISH, state, step_at(state, at, ALL))) for at in ends}
    before = height_of(replay_message(ENGLISH, state, step_at(state, last - 1, ALL)))
    assert heights == {before}


def height_of(message: Message) -> int:
    assert message.draw is not None
    return Image.open(BytesIO(message.draw().png)).height


def test_no_step_has_the_whole_commitment_or_the_salt() -> None:
    state = state_of(finished(3, seed=1, length=1))
    assert state.game is not None
    committed = state.commitments[0]
    assert committed is not None
    assert committed.salt is not None
    for decision in range(1, last_decision(state.game) + 1):
        shown = replay_message(ENGLISH, in_text(state), step_at(state, decision, ALL)).embed
        assert shown.footer.text == "Game #1 · All hands"
        said = str(shown.to_dict())
        assert committed.digest not in said
        assert committed.salt not in said


def test_members_who_are_away_now_are_not_shown_as_away_then() -> None:
    state = state_of(finished(3, seed=1, length=1))
    left = replace(state, seats=tuple(replace(seat, away=True) for seat in state.seats))
    for decision in (1, 4, last_decision(finished(3, seed=1, length=1))):
        shown = [
            replay_message(ENGLISH, in_text(one), step_at(one, decision, ALL)).embed.to_dict()
            for one in (state, left)
        ]
        assert shown[0] == shown[1]
        assert "away" not in str(shown[1])


def test_what_is_said_of_a_hand_in_columns_is_below_them() -> None:
    """The local page showed it as a part of the block."""
    state = state_of(finished(3, seed=3, length=1))
    assert state.game is not None
    found = []
    for decision in range(1, last_decision(state.game)):
        shown = replay_message(ENGLISH, in_text(state), step_at(state, decision, "1"))
        hand = shown.embed.fields[-1].value or ""
        found += re.findall(r"(.*)New: card", hand)
    assert found
    assert set(found) == {""}


def test_hands_are_chosen_in_short_lines() -> None:
    """A computer's level is in the list of seats; with it a phone breaks the line."""
    state = state_of(finished(2, seed=3, length=1))
    seats = [
        replace(seat, user_id=None, name=name, level=Level.MEDIUM)
        for seat, name in zip(state.seats, ("Juggler", "Drummer"), strict=True)
    ]
    computers = replace(state, seats=tuple(seats))
    for at in (1, 2):
        words = move_words(ENGLISH, computers, step_at(computers, at, ALL))
        assert "Juggler" in words or "Drummer" in words
        assert "(" not in words
