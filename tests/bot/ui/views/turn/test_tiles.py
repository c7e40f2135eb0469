"""The tile of what is pressed: the number that the label begins with; and all of it fits."""

import re
from dataclasses import replace

import pytest

from bot.tables.core.state import TableOptions, TableState
from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.ui.delivery.expected_messages import expected_messages
from bot.ui.views.table.table import table_message
from bot.ui.views.turn.action_menu import TOKEN, action_menu, confirmation, emoji_for, with_emojis
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.menu import MenuItem, MenuPath
from engine.actions import Orient, Scout, ScoutAndShow, Show
from engine.cards import parse_cards
from engine.view import View, view
from tests.support.discord.limits import Json, message_violations
from tests.support.engine.random_games import positions
from tests.support.engine.rounds import changed
from tests.support.ui.awkward_names import NAMES
from tests.support.ui.rendering import as_sent, texts_of
from tests.support.ui.table_states import crowded, hoard, in_text, state_of
from tests.support.ui.uploaded_emojis import uploaded

pytestmark = pytest.mark.slow  # follows the menu to every legal action of whole games


def items(seen: View, path: MenuPath) -> list[MenuItem]:
    menu = with_emojis(seen, action_menu(ENGLISH, seen, path))
    return [*menu.choices, *menu.more]


def everything(seen: View) -> list[MenuItem]:
    """All that can be pressed on the way to any action."""
    found, ahead = [], [MenuPath()]
    for path in ahead:
        here = items(seen, path)
        found += here
        ahead += [
            item.leads_to
            for item in here
            if isinstance(item.leads_to, MenuPath) and item.leads_to not in ahead
        ]
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_tile_is_the_number_that_the_label_names(players: int) -> None:
    seen_kinds = set()
    for game in positions(players, seed=players, length=1):
        turn = view(game, None).turn
        if turn is None:
            continue
        for item in everything(view(game, turn)):
            seen_kinds.add(type(item.leads_to))
            if item.label == "Scout & Show":
                assert item.emoji == TOKEN
            elif item.label.endswith("…") or item.label.partition(":")[0].isdecimal():
                assert item.emoji is None
            else:
                named = re.search(r"\d+", item.label)
                assert named is not None
                assert item.emoji == named[0]
    assert seen_kinds >= {Show, Scout, MenuPath}
    assert (ScoutAndShow in seen_kinds) is (players > 2)


def test_keeping_the_hand_has_no_tile() -> None:
    seen = view(next(iter(positions(3, seed=1))), 0)
    assert [item.emoji for item in items(seen, MenuPath())] == [None, None]
    assert emoji_for(seen, Orient(flip=True)) is None


def test_a_question_has_the_emoji_for_its_action() -> None:
    seen = view(hoard(12), 0)
    show = seen.legal.shows()[0]
    question = confirmation(ENGLISH, seen, show)
    assert question is not None
    (item,) = with_emojis(seen, question).more
    assert item.emoji == str(seen.hand[show.first - 1].up)


def test_a_scout_and_show_has_the_emoji_for_the_set_in_the_hand_after_the_scout() -> None:
    seen = view(crowded(11, parse_cards("5/2 6/1")), None)
    assert seen.turn is not None
    seen = replace(
        view(crowded(11, parse_cards("5/2 6/1")), seen.turn), hand=parse_cards("7/1 9/3")
    )
    assert emoji_for(seen, ScoutAndShow(Scout("R", 1, False), Show(1, 2))) == "6"
    assert emoji_for(seen, ScoutAndShow(Scout("R", 1, True), Show(1, 1))) == "1"
    assert emoji_for(seen, ScoutAndShow(Scout("L", 3, False), Show(2, 2))) == "9"
    assert emoji_for(seen, MenuPath(True, "L", None, True)) == "2"
    assert emoji_for(seen, MenuPath(page=2)) is None


async def sent_by(state: TableState) -> list[Json]:
    pinged = tuple(replace(seat, pinged=True) for seat in state.seats)
    drafts = [draft for _, draft in expected_messages(replace(state, seats=pinged))]
    drafts += [
        hand_message(ENGLISH, state, seat, preferences=Preferences()) for seat in state.seats
    ]
    return [await as_sent(draft) for draft in drafts]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_the_longest_messages_fit_with_emojis(players: int) -> None:
    for game in [*positions(players, seed=players, length=2)][::3]:
        with uploaded():
            for message in await sent_by(state_of(game, NAMES)):
                assert list(message_violations(message)) == []


async def test_the_longest_hand_and_active_set_fit_with_emojis() -> None:
    run = parse_cards("1/9 2/8 3/5 4/7 5/6 6/2 7/1 8/3 9/4 10/5")
    game = crowded(30, run)
    with uploaded():
        messages = await sent_by(in_text(state_of(game, NAMES)))
    assert any("scout_1_" in str(message["components"]) for message in messages)
    for message in messages:
        assert list(message_violations(message)) == []


async def test_long_shows_are_written_without_emojis() -> None:
    game = crowded(5, parse_cards("1/9 2/8"))
    played = game.rounds[-1]
    event = next(event for event in played.log if event.shown)._replace(
        scouted=None, shown=parse_cards("1/9 2/8 3/5 4/7 5/6 6/2 7/1 8/3 9/4 10/5")
    )
    long = game._replace(rounds=(changed(played, log=(event,) * 4),))
    with uploaded():
        table = await as_sent(table_message(ENGLISH, in_text(state_of(long, NAMES))))
    (moves,) = [
        field["value"] for field in table["embeds"][0]["fields"] if field["name"] == "Last moves"
    ]
    assert moves.count("1 2 3 4 5 6 7 8 9 10") == 3
    assert list(message_violations(table)) == []


def test_the_same_messages_have_the_same_digests_with_emojis() -> None:
    for game in [*positions(3, seed=3, length=1)][::4]:
        state = state_of(game, NAMES)
        plain = [draft.digest for _, draft in expected_messages(state)]
        with uploaded():
            assert [draft.digest for _, draft in expected_messages(state)] == plain


def test_columns_of_cards_stay_plain() -> None:
    """In a block of code Discord draws no emoji."""
    state = state_of(hoard(12), NAMES)
    state = replace(state, options=TableOptions(size=4, length=1, pictures=False))
    with uploaded():
        for seat in state.seats:
            hand = hand_message(ENGLISH, state, seat, preferences=Preferences())
            blocks = re.findall(r"```.*?```", "\n".join(texts_of(hand)), re.DOTALL)
            assert blocks
            assert not any("scout_" in block for block in blocks)
