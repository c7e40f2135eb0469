"""The alt text of a picture and the message without one say the same."""

import re
from collections import Counter
from dataclasses import replace

import discord
import pytest

from bot.storage.models.tables import Reason
from bot.tables.core.state import Status, TableState
from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.text.words import upper_numbers
from bot.ui.kit.message import Message
from bot.ui.views.table.results import final_message
from bot.ui.views.table.table import round_message, table_message
from bot.ui.views.turn.hand import hand_message, newest
from engine.game import Game
from engine.view import view
from tests.support.engine.random_games import finished, positions
from tests.support.ui.rendering import texts_of
from tests.support.ui.table_states import in_text, state_of
from tests.support.ui.uploaded_emojis import uploaded

pytestmark = pytest.mark.slow  # reads every position of whole games

_CARD = re.compile(r"\b(\d+)(?: over |/)(\d+)\b")
_SPANS = re.compile(r"You can show cards? ([^.]*)\.")
_CAN_SHOW = re.compile(r"You can show cards? ([^.]*)\.")
_STARTS = re.compile(r"(\w+) \(start player\): ")
_CHOICE = re.compile(r"chips?, (ready|choosing)")
_NEW = re.compile(r"New: card (\d+)\.")
_SCORE = re.compile(r"pile (\d+) \+ (?:chips )?(\d+).*? = \**([+−]?\d+)")
_RANK = re.compile(r"(\d+)(?:\.|st|nd|rd|th) (.*?):? \**([+−]?\d+) point")


def alt(draft: Message) -> str:
    assert draft.draw is not None
    return draft.draw().alt


def field(embed: discord.Embed, name: str) -> str:
    return next((field.value or "" for field in embed.fields if name in (field.name or "")), "")


def cards(text: str) -> Counter[tuple[str, ...]]:
    return Counter(_CARD.findall(text))


def assert_the_hand_is_told(state: TableState, seat: int) -> None:
    """By the picture's words as by the text for members without pictures."""
    pictured, twin = (
        hand_message(ENGLISH, state, state.seats[seat], preferences=Preferences(pictures=pictures))
        for pictures in (True, False)
    )
    text, shown = twin.content or "", alt(pictured)
    block = columns(text) + columns(field(twin.embed, "To beat"))
    assert Counter(block) == cards(shown)
    assert spans(_CAN_SHOW.findall(text)) == spans(_SPANS.findall(shown))
    assert _NEW.findall(text) == _NEW.findall(shown)


def columns(text: str) -> list[tuple[str, str]]:
    """The cards of blocks with a line for the upper and one for the lower numbers."""
    ups, downs = (
        re.findall(rf"^{which} +([\d ]+)$", text, re.MULTILINE) for which in ("up", "down")
    )
    return [
        pair
        for up, down in zip(ups, downs, strict=True)
        for pair in zip(up.split(), down.split(), strict=True)
    ]


def spans(said: list[str]) -> list[list[str]]:
    """The positions of each list, whatever stands between them."""
    return [re.findall(r"\d+", one) for one in said]


def assert_the_result_is_told(state: TableState, number: int) -> None:
    draft = round_message(ENGLISH, in_text(state), number)
    shown = alt(round_message(ENGLISH, state, number))
    assert cards(field(draft.embed, "Hands")) == cards(shown)
    said, _, sums = (draft.content or "").partition("**Totals:**")
    assert len(_SCORE.findall(said)) == len(state.seats)
    assert _SCORE.findall(said) == _SCORE.findall(shown)
    totals = re.findall(r" ([−]?\d+)(?:,|$)", sums)
    assert Counter(totals) == Counter(re.findall(r"total ([−]?\d+)", shown))
    # In a game of one round they are the points.
    assert len(totals) == (len(state.seats) if state.length > 1 else 0)


def assert_the_table_is_told(state: TableState) -> None:
    """Every number of cards in hands and piles, every chip, and the Active Set by its values."""
    twin, shown = (table_message(ENGLISH, in_text(state)), alt(table_message(ENGLISH, state)))
    seen = view(state.game, None) if state.game else None
    assert seen is not None
    assert upper_numbers(seen.active) in (twin.content or "")
    assert columns(field(twin.embed, "Active Set")) == [
        (str(card.up), str(card.down)) for card in seen.active
    ]
    facts = [r"(\d+) cards?", r"pile (\d+)", r"(\d+) chips?", r"Scout & Show (\w+)"]
    _, turn, of_seats = shown.partition("Turn:")
    seats = field(twin.embed, "Seats")
    for fact in facts if turn else facts[:1]:
        assert re.findall(fact, seats) == re.findall(fact, of_seats if turn else shown)
    assert _STARTS.findall(seats.replace("**", "")) == _STARTS.findall(shown)
    assert len(_STARTS.findall(shown)) == 1
    assert _CHOICE.findall(seats) == _CHOICE.findall(shown)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hands_and_tables_are_described_in_words(players: int) -> None:
    for game in positions(players, seed=players, length=1):
        state = state_of(game)
        if game.over:
            assert_the_result_is_told(state, 1)
            continue
        assert_the_table_is_told(state)
        for seat in range(players):
            assert_the_hand_is_told(state, seat)


@pytest.mark.parametrize("pictures", [True, False])
def test_a_table_says_for_whom_a_computer_plays(pictures: bool) -> None:
    state = state_of(list(positions(3, seed=3, length=1))[8])
    for away in ([], [1], [0, 2]):
        seats = tuple(replace(seat, away=seat.index in away) for seat in state.seats)
        options = replace(state.options, pictures=pictures)
        draft = table_message(ENGLISH, replace(state, seats=seats, options=options))
        said = "\n".join(texts_of(draft)).replace("**", "")
        named = re.findall(r"plays for (\w+) until|(\w+) \(away,", said)
        assert ["".join(names) for names in named] == [seats[index].name for index in away]


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_that_ended_early_looks_so(players: int) -> None:
    for game in list(positions(players, seed=players, length=1))[:12]:
        closed = replace(
            state_of(game), status=Status.CLOSED, closed_reason=Reason.ENDED, closed_detail="Mia"
        )
        shown = alt(table_message(ENGLISH, closed))
        assert "The game ended early." in shown
        assert "Turn:" not in shown
        assert "Choosing" not in shown


@pytest.mark.parametrize("players", [2, 3])
def test_results_and_rankings_are_described_in_words(players: int) -> None:
    state = state_of(finished(players, seed=players, length=3))
    for number in (1, 2, 3):
        assert_the_result_is_told(state, number)
    ranks = _RANK.findall(final_message(ENGLISH, in_text(state)).content or "")
    assert len(ranks) == players
    shown = alt(final_message(ENGLISH, state))
    assert sorted(ranks) == sorted(_RANK.findall(shown))
    assert_the_course_is_told(final_message(ENGLISH, in_text(state)), shown)


def assert_the_course_is_told(message: Message, shown: str) -> None:
    """The best Show, and each seat's points after each round."""
    said = re.sub(r"(\d+)/(\d+)", r"\1 over \2", message.embed.description or "")
    said, read = (re.sub(r"[,\s]+", " ", text) for text in (said, shown))
    for sentence in (r"Best Show: (.*?) in round (\d)\.", r"(\w+): ([−\d ]+)\."):
        assert re.findall(sentence, said)
        assert re.findall(sentence, said) == re.findall(sentence, read)


def test_the_best_show_cannot_be_broken_over_two_lines() -> None:
    with uploaded():
        embed = final_message(ENGLISH, in_text(state_of(finished(3, seed=3)))).embed
    (cards,) = re.findall(r"Best Show: .*, (.*), in round", embed.description or "")
    assert re.fullmatch(r"\d+/\d+(\xa0\d+/\d+)+", cards)


def test_the_card_just_scouted_is_marked_until_the_next_move() -> None:
    marked = 0
    for game in positions(4, seed=4, length=1):
        for seat in range(4):
            marked += assert_marked_rightly(game, seat)
    assert marked


def assert_marked_rightly(game: Game, seat: int) -> bool:
    played = game.rounds[-1]
    place = newest(played, seat)
    mine = [event for event in played.log if event.seat == seat]
    if place is None:
        return False
    scouted = mine[-1].scouted
    assert scouted is not None
    assert played.hands[seat][place - 1] in (scouted, scouted.flipped())
    return True
