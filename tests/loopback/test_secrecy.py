"""The search for hidden cards finds planted leaks, and finds nothing where none are."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from discord import Embed
from PIL import Image

from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Option, Select
from bot.ui.views.table.table import round_message, table_message
from bot.ui.views.turn.hand import hand_message
from engine.actions import Show
from engine.cards import Card, Cards
from engine.game import Game
from tests.loopback.chaos.history import History, Step
from tests.loopback.chaos.pictures import PublicPictures
from tests.loopback.chaos.secrecy import Secrecy, read_requests
from tests.loopback.server.request_log import Entry, RequestLog
from tests.support.engine.random_games import positions
from tests.support.engine.rounds import changed
from tests.support.ui.table_states import state_of

pytestmark = pytest.mark.slow  # plays a whole game each time

Leaks = Callable[..., list[str]]
SALT = "5a" * 32


@pytest.fixture
def table() -> History:
    """A game of three members after some moves, where all hands are long."""
    games = list(positions(3, seed=7))[:6]
    assert all(len(hand) > 7 for hand in games[-1].rounds[-1].hands)
    return history_of(games)


def history_of(games: list[Game]) -> History:
    steps = [
        Step(before, after, 0, None, False, "", datetime.now(UTC))
        for before, after in pairwise(games)
    ]
    return History(state_of(games[-1]), steps, frozenset(), [SALT, "5b" * 32])


@pytest.fixture
def leaks(table: History, tmp_path: Path) -> Leaks:
    """The leaks in a message to a reader, None for everybody."""
    return partial(found, table, tmp_path)


def found(table: History, folder: Path, message: Message, reader: int | None) -> list[str]:
    """The leaks in this message after it went through the request log."""
    log = RequestLog(folder)
    entry = Entry("", "", audience=reader, channel_id=table.state.channel_id)
    entry.body, entry.files = as_sent(message)
    log.end(entry)
    *_, sent = read_requests(folder)
    return list(Secrecy([table], PublicPictures([table], 1, folder)).leaks(sent))


def as_sent(message: Message) -> tuple[dict[str, Any], dict[str, bytes]]:
    parts = message.parts()
    body: dict[str, Any] = {
        "content": parts["content"],
        "embeds": [embed.to_dict() for embed in parts["embeds"]],
        "components": parts["view"].to_components(),
    }
    if message.draw is None:
        return body, {}
    picture = message.draw()
    name = f"{picture.name}-{hashlib.sha256(picture.png).hexdigest()[:12]}.png"
    body["attachments"] = [{"id": 0, "filename": name, "description": picture.alt}]
    return body, {name: picture.png}


def hand_of(table: History, seat: int, *, pictures: bool) -> Message:
    state = table.state
    return hand_message(
        ENGLISH, state, state.seats[seat], preferences=Preferences(pictures=pictures)
    )


@pytest.mark.parametrize("pictures", [True, False])
def test_what_is_sent_as_it_should_be_is_no_leak(
    table: History, leaks: Leaks, pictures: bool
) -> None:
    assert leaks(table_message(ENGLISH, table.state), None) == []
    for seat in table.state.seats:
        assert leaks(hand_of(table, seat.index, pictures=pictures), seat.user_id) == []


def test_the_result_of_a_round_shows_its_hands_to_everybody(tmp_path: Path) -> None:
    games = list(positions(3, seed=7))
    end = next(at for at, game in enumerate(games) if game.rounds[-1].ended is not None)
    table = history_of(games[: end + 1])
    for pictures in (True, False):
        state = replace(table.state, options=replace(table.state.options, pictures=pictures))
        assert found(table, tmp_path, round_message(ENGLISH, state, 1), None) == []


def with_hand(hand: Cards) -> tuple[Game, Game]:
    """A game after the choices of R6, and the same game with that hand for the player on turn."""
    start = next(
        game
        for game in positions(3, seed=7)
        if game.current is not None and None not in game.current.orientation
    )
    assert start.current is not None
    seat = start.current.turn
    hands = tuple(hand if at == seat else other for at, other in enumerate(start.current.hands))
    return start, start._replace(rounds=(changed(start.current, hands=hands),))


def listed(cards: Cards) -> str:
    return ", ".join(f"{card.up} over {card.down}" for card in cards)


def test_a_hand_that_is_shown_whole_is_a_leak_until_then(tmp_path: Path) -> None:
    run = (Card(10, 8), Card(9, 6), Card(8, 5), Card(7, 9), Card(6, 3))
    start, before = with_hand(run)
    assert before.current is not None
    after = before.play(before.current.turn, Show(1, len(run)))
    result = Message(Embed(description=listed(run)))
    assert found(history_of([start, before]), tmp_path, result, None) != []
    assert found(history_of([start, before, after]), tmp_path, result, None) == []


def test_points_beside_cards_are_not_read_as_a_card(tmp_path: Path) -> None:
    """Five cards are left of a hand that began with 5 over 3."""
    hand = (Card(5, 3), Card(4, 1), Card(1, 7), Card(3, 9), Card(1, 8), Card(6, 3))
    table = history_of([*with_hand(hand)])
    for account in ("cards 5 = +3", "cards 5 = **+3**", "cards 4 = +1, total 53"):
        result = Message(Embed(description=f"pile 7 + chips 1 − {account}; {listed(hand[1:])}"))
        assert found(table, tmp_path, result, None) == []
        leak = Message(Embed(description=f"pile 7 + chips 1 − {account}; {listed(hand)}"))
        assert found(table, tmp_path, leak, None) != []


def test_the_number_of_cards_is_not_read_as_a_card(tmp_path: Path) -> None:
    """Four cards are the Active Set, and the fifth of the hand that showed them is 9 over 1."""
    run = (Card(6, 7), Card(5, 1), Card(4, 5), Card(3, 7))
    start, before = with_hand((*run, Card(9, 1)))
    assert before.current is not None
    after = before.play(before.current.turn, Show(1, len(run)))
    table = history_of([start, before, after])
    hand = Message(Embed(description=f"To beat: {listed(run)}. Hand of 9 cards: 1: 2 over 4"))
    assert found(table, tmp_path, hand, None) == []
    leak = Message(Embed(description=f"To beat: {listed(run)}, 9 over 1. Hand of 9 cards"))
    assert found(table, tmp_path, leak, None) != []


def test_positions_between_cards_are_not_read_as_a_line_of_another_hand(tmp_path: Path) -> None:
    """The lower numbers of the hand stand in the description of another one by chance."""
    numbers = (5, 2), (7, 6), (7, 4), (4, 8), (5, 4), (7, 5), (8, 1), (1, 4), (1, 3)
    table = history_of([*with_hand(tuple(Card(up, down) for up, down in numbers))])
    other = "3: 2 over 6, 4: 8 over 4, 5: 1 over 4, 6: 8 over 2, 7: 6 over 7."
    assert found(table, tmp_path, Message(Embed(description=other)), None) == []
    leak = Message(Embed(description=f"2 6 4 8 4 5 1 4\n{other}"))
    assert found(table, tmp_path, leak, None) != []


@pytest.mark.parametrize("reader", [None, 100, 999])
def test_a_salt_before_the_end_of_its_round_is_found(
    table: History, leaks: Leaks, reader: int | None
) -> None:
    """No reader may know it yet, not even a player who holds cards of that deal."""
    for message in (footer_with(SALT), Message(Embed(description=f"||{SALT}||"))):
        assert leaks(message, reader) == ["the salt of round 1 of table 1"]
    assert "the salt of round 1 of table 1" in leaks(button_with(SALT), reader)
    (committed,) = table.state.commitments
    assert committed is not None
    assert leaks(footer_with(committed.digest), reader) == []


def test_a_salt_after_the_end_of_its_round_is_no_leak(tmp_path: Path) -> None:
    games = list(positions(3, seed=7))
    end = next(at for at, game in enumerate(games) if game.rounds[-1].ended is not None)
    assert found(history_of(games[: end + 1]), tmp_path, footer_with(SALT), None) == []


def test_r4_the_first_salt_of_two_players_is_a_leak_until_the_second_round_ends(
    tmp_path: Path,
) -> None:
    games = list(positions(2, seed=7, length=2))
    during = next(at for at, game in enumerate(games) if len(game.rounds) == 2)
    assert found(history_of(games[: during + 1]), tmp_path, footer_with(SALT), None)
    assert found(history_of(games), tmp_path, footer_with(SALT), None) == []


def footer_with(salt: str) -> Message:
    return Message(Embed().set_footer(text=f"Salt: {salt}"))


def button_with(salt: str) -> Message:
    press = ComponentId(Verb.SHOW_HAND, 1, 0, salt)
    return Message(Embed(description="The table"), [[Button("My hand", press)]])


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("reader", [None, 101, 999])
def test_a_hand_before_another_reader_is_found(
    table: History, leaks: Leaks, reader: int | None, pictures: bool
) -> None:
    assert leaks(hand_of(table, 0, pictures=pictures), reader)


def test_a_hand_in_an_alt_text_is_found(table: History, leaks: Leaks) -> None:
    hand = hand_of(table, 0, pictures=True)
    alone = Message(table_message(ENGLISH, table.state).embed, draw=hand.draw)
    assert any("the hand of seat 0" in leak for leak in leaks(alone, None))


def test_a_picture_of_hidden_cards_is_found_by_its_pixels(table: History, leaks: Leaks) -> None:
    public, hand = table_message(ENGLISH, table.state), hand_of(table, 0, pictures=True)
    assert public.draw is not None
    assert hand.draw is not None
    picture, drawn = public.draw(), hand.draw()
    # Nothing but the pixels tells: its name and its words are those of the table.
    forged = type(picture)(drawn.lay_out, picture.alt, picture.name)
    assert len(leaks(Message(public.embed, draw=lambda: forged), None)) == 1


def test_another_file_of_the_same_pixels_is_no_leak(table: History, leaks: Leaks) -> None:
    public = table_message(ENGLISH, table.state)
    assert public.draw is not None
    picture, file = public.draw(), BytesIO()
    Image.open(BytesIO(picture.png)).save(file, "png")
    assert file.getvalue() != picture.png
    again = type(picture)(picture.lay_out, picture.alt, picture.name)
    again.png = file.getvalue()
    assert leaks(Message(public.embed, draw=lambda: again), None) == []


def test_what_discord_refused_is_read_by_nobody(tmp_path: Path) -> None:
    log = RequestLog(tmp_path)
    for code in (0, 10015):
        log.end(Entry("", "", code=code))
    assert len(list(read_requests(tmp_path))) == 1


def test_a_button_of_a_turn_before_everybody_is_found(table: History, leaks: Leaks) -> None:
    press = ComponentId(Verb.PLAY, table.state.id, table.state.decision_number, "S2-4")
    embed = table_message(ENGLISH, table.state).embed
    assert leaks(Message(embed, [[Button("Show", press)]]), None)


def test_an_option_that_only_another_hand_has_is_found(table: History, leaks: Leaks) -> None:
    decision = table.state.decision_number
    pick = ComponentId(Verb.PICK, table.state.id, decision, "+1")
    embed = table_message(ENGLISH, table.state).embed
    played = table.state.game
    assert played is not None
    assert played.current is not None
    turn = played.current.turn
    legal = [str(action) for action in played.current.legal_actions(turn)]
    offered = Message(embed, [Select("", pick, [Option("one", f"play {legal[0]}")])])
    assert leaks(offered, table.state.seats[turn].user_id) == []
    # The same option in the hands of the next player.
    assert leaks(offered, table.state.seats[(turn + 1) % 3].user_id)


def test_a_game_without_an_action_so_far_is_known() -> None:
    begun = next(iter(positions(3, seed=1)))
    assert history_of([begun]).games == [begun]
