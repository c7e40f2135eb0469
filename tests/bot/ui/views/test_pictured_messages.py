"""Beside a picture stands only what it does not say, in few lines; without it the text says all.

What matters for a turn is in the content, which is seen if embeds are switched off.
"""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import ceil

import pytest
from discord import ButtonStyle

from bot.tables.core.state import Status, TableState
from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.text.names import PlayerName
from bot.text.words import short_numbers, unbeaten, unbroken, upper_numbers
from bot.ui.kit.message import Message, Select
from bot.ui.views.elements import card_block
from bot.ui.views.table.lobby import lobby_message
from bot.ui.views.table.results import final_message
from bot.ui.views.table.table import round_message, table_message
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.menu import MenuPath, OpenMenu
from engine.game import Game
from engine.players import Level
from engine.round import Ending
from engine.view import result, view
from tests.support.engine.random_games import finished, positions
from tests.support.engine.rounds import on_turn, played
from tests.support.ui.rendering import texts_of
from tests.support.ui.table_states import hoard, in_text, state_of

_LINE = 41
"""Characters of an embed's line on a phone."""
_ARTISTS = (
    PlayerName("Strongwoman", Level.HARD),
    PlayerName("Stilt Walker", Level.MEDIUM),
    PlayerName("Illusionist", Level.HARD),
    PlayerName("Lion Tamer", Level.HARD),
    PlayerName("Ringmaster", Level.HARD),
)
_UNWRITTEN = "አበበ"


def read(message: Message) -> list[str]:
    """The lines of the content and the embed, as they are read."""
    return [line.replace("**", "") for text in texts_of(message) for line in text.splitlines()]


def by_artists(state: TableState) -> TableState:
    """The same table with computers of the longest names."""
    seats = [
        replace(seat, user_id=None, name=artist.name, level=artist.level)
        for seat, artist in zip(state.seats, _ARTISTS, strict=False)
    ]
    return replace(state, seats=tuple(seats))


def lobby(taken: int) -> TableState:
    state = state_of(next(positions(5, seed=1, length=1)))
    return replace(state, status=Status.LOBBY, game=None, seats=state.seats[:taken])


@pytest.mark.slow
def test_six_lines_at_most_stand_below_a_tables_picture_and_one_of_small_print() -> None:
    heights = set()
    for players in (3, 5):
        for game in positions(players, seed=players, length=1):
            if not game.over:
                *lines, fingerprint = read(table_message(ENGLISH, by_artists(state_of(game))))
                assert height([fingerprint]) == 1
                heights.add(height(lines))
    assert max(heights) == 6


def height(lines: list[str]) -> int:
    return sum(ceil(len(line) / _LINE) for line in lines)


def test_the_deadline_names_the_member_on_turn_once() -> None:
    game = list(positions(3, seed=3, length=1))[6]
    state = state_of(game)
    state = replace(
        state,
        options=replace(state.options, turn_limit=300),
        decision_since=datetime.now(UTC) - timedelta(seconds=1),
    )
    (name,) = (seat.name for seat in state.to_move)
    below, twin = (
        read(table_message(ENGLISH, state)),
        read(table_message(ENGLISH, in_text(state))),
    )
    assert below[0].startswith(f"A computer moves for {name}")
    assert f"Turn: {name}" not in below
    assert f"Turn: {name}" in twin


def test_a_moment_is_said_for_one_move_with_pictures_and_without() -> None:
    now = played(on_turn("3 4 5 6 7 9", "2 2", "1 8"), "S1-5")
    for round_, moment in ((now, True), (played(now, "L1"), False)):
        state = state_of(Game(3, 1, (round_,)))
        sentence = "🎪 **Mia** shows a run of 5!"
        assert (sentence in (table_message(ENGLISH, in_text(state)).content or "")) is moment
        pictured = table_message(ENGLISH, state)
        assert sentence not in (pictured.content or "")
        assert pictured.draw is not None
        assert ("That is a run of 5!" in pictured.draw().alt) is moment


def test_a_lobbys_picture_has_its_title() -> None:
    assert read(lobby_message(ENGLISH, lobby(1)))[0].startswith("Press Join")
    title, *lines = read(lobby_message(ENGLISH, in_text(lobby(1))))
    assert title == "🎪 A table for SCOUT"
    assert lines[0].startswith("Press Join")
    assert [line[:2] for line in lines[1:6]] == ["1.", "2.", "3.", "4.", "5."]


def test_a_results_picture_says_how_the_round_ended() -> None:
    state = state_of(finished(3, seed=3, length=3))
    assert read(round_message(ENGLISH, state, 2))[0] == "Last moves"
    first, *_ = read(round_message(ENGLISH, in_text(state), 2))
    assert re.match(r"Round 2 of 3 is over\. .*(Nobody beat|has no cards left)", first)


def test_no_line_breaks_within_a_set_that_nobody_beat() -> None:
    sets = 0
    for seed in range(10):
        game = finished(3, seed=seed, length=1)
        if (over := result(game, 1)).ending is Ending.UNBEATEN:
            message = round_message(ENGLISH, in_text(state_of(game)), 1)
            cards = unbroken(upper_numbers(unbeaten(over)))
            assert f"**{cards}**." in (message.content or "")
            sets += len(unbeaten(over)) > 1
    assert sets


def test_a_final_picture_has_the_ranking() -> None:
    state = state_of(finished(3, seed=3, length=3))
    review = "Review shows how good your moves were."
    assert read(final_message(ENGLISH, state)) == [review]
    title, *lines, note = read(final_message(ENGLISH, in_text(state)))
    assert re.fullmatch("🏆 .* (wins|share the victory) · 3 rounds", title)
    assert [line[:3] for line in lines[:3]] == ["1st", "2nd", "3rd"]
    assert note == review
    unwritten = replace(state, seats=(*state.seats[:2], replace(state.seats[2], name=_UNWRITTEN)))
    assert read(final_message(ENGLISH, unwritten)) == [f"Seat 3 is {_UNWRITTEN}.", review]


@pytest.mark.parametrize("pictures", [True, False])
def test_final_scores_that_count_for_nobody_say_why(pictures: bool) -> None:
    state = state_of(finished(3, seed=3, length=1))
    state = replace(state, options=replace(state.options, pictures=pictures))
    assert not any("count" in line for line in read(final_message(ENGLISH, state)))
    hinted = replace(state, options=replace(state.options, hints=True))
    *_, note, _ = read(final_message(ENGLISH, hinted))
    assert note == "This game does not count, because hints were allowed."
    computers = [replace(seat, user_id=None, level=Level.EASY) for seat in state.seats[1:]]
    alone = replace(state, seats=(state.seats[0], *computers))
    assert not any("count" in line for line in read(final_message(ENGLISH, alone)))
    *_, note, _ = read(final_message(ENGLISH, replace(alone, unranked=None)))
    assert note == "This game does not count, because too few players made a move."
    *_, note, _ = read(final_message(ENGLISH, replace(state, unranked=frozenset({1}))))
    assert note.startswith(f"For {state.seats[1].name} this game counts on no leaderboard, ")


@pytest.mark.parametrize("pictures", [True, False])
def test_whose_name_a_picture_cannot_write_is_said_below_it(pictures: bool) -> None:
    begun, over = next(positions(3, seed=3, length=1)), finished(3, seed=3, length=1)
    for game, stage in ((begun, Status.LOBBY), (begun, Status.PLAYING), (over, Status.OVER)):
        state = replace(state_of(game, ["Mia", _UNWRITTEN, "\ufe0f"]), status=stage)
        state = replace(state, options=replace(state.options, pictures=pictures))
        draft = lobby_message(ENGLISH, state)
        if stage is not Status.LOBBY:
            draft = round_message(ENGLISH, state, 1)
        said = [line for line in read(draft) if re.match("Seat [0-9] is", line)]
        assert said == ([f"Seat 2 is {_UNWRITTEN}."] if pictures else [])


def test_where_a_card_goes_is_asked_once() -> None:
    state = state_of(hoard(12))
    for scout, said in (
        (view(hoard(12), 0).legal.scouts()[0], "Scout: choose a position."),
        (view(hoard(12), 0).legal.scouts_before_show()[0], "Scout & Show: choose a position."),
    ):
        path = MenuPath(said.startswith("Scout &"), scout.end, None, scout.flipped)
        for pictures in (True, False):
            shown = hand_message(
                ENGLISH,
                state,
                state.seats[0],
                OpenMenu(path),
                preferences=Preferences(pictures=pictures),
            )
            assert (said in read(shown)) is pictures
            asked = any(line.startswith("Where in your hand does the") for line in read(shown))
            assert asked is not pictures


@pytest.mark.parametrize(
    ("taken", "coloured"), [(0, "Join"), (1, "Join"), (2, "Start"), (5, "Start")]
)
def test_one_button_of_a_lobby_is_the_next_to_press(taken: int, coloured: str) -> None:
    grey_or_red = {ButtonStyle.secondary, ButtonStyle.danger}
    buttons = [
        button
        for row in lobby_message(ENGLISH, lobby(taken)).rows
        if not isinstance(row, Select)
        for button in row
    ]
    assert [one.label for one in buttons if one.style not in grey_or_red] == [coloured]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_without_embeds_a_turn_can_be_played(players: int) -> None:
    """With embeds switched off a member sees only the content."""
    preferences = Preferences(pictures=False)
    for game in positions(players, seed=players, length=1):
        if game.over:
            continue
        state = in_text(state_of(game))
        seen = view(game, None)
        table = table_message(ENGLISH, state).content or ""
        if seen.turn is not None:
            assert f"**Turn:** {state.seats[seen.turn].name}" in table
            assert "**Active Set:** " + (upper_numbers(seen.active) or "none") in table
        for seat in state.seats:
            own = hand_message(ENGLISH, state, seat, preferences=preferences)
            said = own.content or ""
            hand = view(game, seat.index).hand
            assert (
                card_block(ENGLISH, hand, positions=view(game, seat.index).orientation is not None)
                in said
            )
            the = "the " * (len(seen.active) == 1)
            beaten = the + short_numbers(ENGLISH, seen.active)
            assert seat.index != seen.turn or beaten in said.replace("\xa0", " ")


async def test_a_name_in_the_content_notifies_nobody() -> None:
    game = list(positions(3, seed=3, length=1))[6]
    state = state_of(game, ["@everyone", "<@77>", "<@&5>"])
    (late,) = state.to_move
    pinged = tuple(replace(seat, pinged=seat is late) for seat in state.seats)
    for seats, mentioned in ((state.seats, []), (pinged, [late.user_id])):
        draft = table_message(ENGLISH, in_text(replace(state, seats=seats)))
        allowed = draft.parts()["allowed_mentions"].to_dict()
        assert re.findall("<@|@everyone", draft.content or "") == ["<@"] * len(mentioned)
        assert allowed.get("parse", []) == []
        assert len(allowed.get("users", [])) == len(mentioned)


def test_a_game_that_pauses_calls_no_member_to_move() -> None:
    state = state_of(list(positions(3, seed=3, length=1))[6], ["Mia", "Noa", "Kim"])
    seats = tuple(replace(seat, pinged=True) for seat in state.seats)
    pinged = replace(state, seats=seats)
    at = state.decision_since
    paused = replace(pinged, paused_at=at, paused_until=at + timedelta(days=3))
    assert "it is your move" in (table_message(ENGLISH, pinged).content or "")
    draft = table_message(ENGLISH, paused)
    assert "it is your move" not in (draft.content or "")
    assert draft.mentions == []
