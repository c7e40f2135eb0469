"""The alt text of a picture and the embed below it say the same."""

import re
from collections import Counter

import discord
import pytest

from bot.tables.core.state import TableState
from bot.tables.preferences import Preferences
from bot.ui.kit.message import Message
from bot.ui.views.hand import hand_message, newest
from bot.ui.views.table import final_message, round_message, table_message
from engine.game import Game
from tests.support.engine.random_games import finished, positions
from tests.support.ui.table_states import state_of

_CARD = re.compile(r"\b(\d+)(?: over |/)(\d+)\b")
_SPANS = re.compile(r"Can be shown: ([^.]*)\.")
_NEW = re.compile(r"New: card (\d+)\.")
_SCORE = re.compile(r"pile (\d+) \+ (?:chips )?(\d+).*? = \**([+−]\d+)")
_PLACE = re.compile(r"(\d+)\. (?:.*\(s|S)eat (\d+)\)?: \**([+−]?\d+) point")


def alt(draft: Message) -> str:
    assert draft.draw is not None
    return draft.draw().alt


def described(embed: discord.Embed) -> str:
    return embed.description or ""


def field(embed: discord.Embed, name: str) -> str:
    return next((field.value or "" for field in embed.fields if name in (field.name or "")), "")


def cards(text: str) -> Counter[tuple[str, ...]]:
    return Counter(_CARD.findall(text))


def assert_the_hand_is_told(state: TableState, seat: int) -> None:
    draft = hand_message(state, state.seats[seat], preferences=Preferences())
    told, shown = described(draft.embed), alt(draft)
    to_beat = field(draft.embed, "To beat")
    assert cards(told) + cards(to_beat) == cards(shown)
    assert _SPANS.findall(told) == _SPANS.findall(shown)
    assert _NEW.findall(told) == _NEW.findall(shown)


def assert_the_result_is_told(state: TableState, number: int) -> None:
    draft = round_message(state, number)
    shown = alt(draft)
    assert cards(field(draft.embed, "Hands")) == cards(shown)
    assert _SCORE.findall(field(draft.embed, "Points")) == _SCORE.findall(shown)
    totals = re.findall(r" ([−]?\d+)(?:,|$)", field(draft.embed, "Totals"))
    assert Counter(totals) == Counter(re.findall(r"total ([−]?\d+)", shown))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hands_and_tables_are_told_in_words(players: int) -> None:
    for game in positions(players, seed=players, length=1):
        state = state_of(game)
        if game.over:
            assert_the_result_is_told(state, 1)
            continue
        board = table_message(state)
        assert cards(described(board.embed)) == cards(alt(board))
        for seat in range(players):
            assert_the_hand_is_told(state, seat)


@pytest.mark.parametrize("players", [2, 3])
def test_results_and_rankings_are_told_in_words(players: int) -> None:
    state = state_of(finished(players, seed=players, length=3))
    for number in (1, 2, 3):
        assert_the_result_is_told(state, number)
    final = final_message(state)
    places = _PLACE.findall(described(final.embed))
    assert len(places) == players
    assert places == _PLACE.findall(alt(final).replace("scores after", ""))


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
