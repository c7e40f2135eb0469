"""The lists of finished and of running games fit, whatever the names."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.tables.core.state import Status
from bot.tables.games.history import PAGE_LENGTH, HistoryPage, PastGame
from bot.text.language import ENGLISH, LANGUAGES, Language
from bot.text.names import PlayerName, readable_name
from bot.ui.views.games.lists import (
    CHANNEL,
    OWN,
    TABLES_A_PAGE,
    RunningGame,
    history_message,
    label_of,
    running_message,
    tables_message,
)
from engine.game import Game
from tests.support.discord.limits import message_violations
from tests.support.engine.random_games import positions
from tests.support.ui.awkward_names import NAMES, STAND_INS
from tests.support.ui.rendering import as_sent
from tests.support.ui.table_states import state_of

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
LINK = "https://discord.com/channels/1456074443980800003/1456074443980800006/1456074456563712001"


@pytest.mark.parametrize("names", [NAMES, STAND_INS])
@pytest.mark.parametrize("whose", [OWN, CHANNEL])
async def test_a_full_page_of_finished_games_fits(names: list[str], whose: str) -> None:
    games = [
        PastGame(
            2**31 - at,
            NOON,
            tuple(map(PlayerName, names[:5])),
            0 if whose == OWN else None,
            5,
            -100,
        )
        for at in range(PAGE_LENGTH)
    ]
    message = await as_sent(history_message(ENGLISH, HistoryPage(games, 7, 9), whose))
    assert list(message_violations(message)) == []
    assert all(len(label_of(ENGLISH, game)) <= 100 for game in games)


def test_a_label_says_when_with_whom_and_how_it_went() -> None:
    game = PastGame(123, NOON, tuple(map(PlayerName, ("Mia", "Ada", "Ben"))), 0, 2, 14)
    assert label_of(ENGLISH, game) == "#123 · 21 Nov (UTC) · with Ada, Ben · 2nd"
    game = game._replace(finished_at=NOON.astimezone(ZoneInfo("Pacific/Auckland")))
    assert label_of(ENGLISH, game) == "#123 · 22 Nov · with Ada, Ben · 2nd"
    assert label_of(ENGLISH, game._replace(seat=None, rank=None)) == "#123 · 22 Nov · Mia, Ada, Ben"
    many = (PlayerName("Mia"), *([PlayerName("Hubert Blaine")] * 9))
    long = label_of(ENGLISH, game._replace(names=many))
    assert len(long) == 98
    assert long.endswith("… · 2nd")
    from_right = label_of(ENGLISH, game._replace(names=(PlayerName("Mia"), PlayerName("שרה"))))
    assert from_right.endswith(" · with \u2068שרה\u2069 · 2nd")


@pytest.mark.parametrize("names", [NAMES, STAND_INS])
async def test_many_running_games_fit(names: list[str]) -> None:
    state = state_of(list(positions(5, seed=1, length=3))[7], names)
    limited = replace(state, options=replace(state.options, turn_limit=60), channel_id=10**18)
    games = [RunningGame(limited, LINK)] * 30
    user_id = state.to_move[0].user_id
    assert user_id is not None
    message = running_message(ENGLISH, games, user_id)
    assert list(message_violations(await as_sent(message))) == []
    *lines, rest = (message.embed.description or "").splitlines()
    assert rest == f"And {30 - len(lines)} more."
    assert len(lines) >= 5


@pytest.mark.parametrize("names", [NAMES, ["W" * 32] * 5, [readable_name("://" * 10 + "__")] * 5])
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
async def test_a_full_page_of_a_servers_tables_fits(language: Language, names: list[str]) -> None:
    """Their options and names are as long as they can be."""
    lobby = replace(state_of(Game.new(5), names), status=Status.LOBBY, game=None, channel_id=10**18)
    options = replace(
        lobby.options, turn_limit=300, ping_after=1800, thread=True, hints=True, length=None
    )
    tables = [RunningGame(replace(lobby, options=options), LINK)] * TABLES_A_PAGE
    message = tables_message(language, tables, 100, 1, 3)
    assert list(message_violations(await as_sent(message))) == []


def test_a_game_that_waits_for_the_member_says_until_when() -> None:
    state = state_of(list(positions(3, seed=1, length=1))[7])
    limited = replace(state, options=replace(state.options, turn_limit=60))
    (seat,) = state.to_move
    due = int((state.decision_since + timedelta(seconds=60)).timestamp())
    others = [other.user_id or 0 for other in state.seats if other is not seat]
    own = running_message(
        ENGLISH, [RunningGame(limited, LINK)], seat.user_id or 0
    ).embed.description
    waiting = running_message(ENGLISH, [RunningGame(limited, LINK)], others[0]).embed.description
    assert own is not None
    assert own.startswith("**Your turn** · [round 1 of 1](")
    assert own.endswith(f" · a computer moves <t:{due}:R>")
    assert waiting is not None
    assert waiting.startswith(f"Waiting for {seat.name} · ")
    assert "<t:" not in waiting
    lobby = replace(state, status=Status.LOBBY, game=None)
    listed = running_message(ENGLISH, [RunningGame(lobby, LINK)], others[0]).embed.description
    assert listed is not None
    assert listed.startswith("Not started yet · [the lobby](")


def test_a_game_that_pauses_waits_for_nobody() -> None:
    state = state_of(list(positions(3, seed=1, length=1))[7])
    (seat,) = state.to_move
    user_id = seat.user_id or 0
    paused = replace(state, paused_at=NOON, paused_until=NOON + timedelta(days=3))
    games = [RunningGame(paused, LINK), RunningGame(state, LINK)]
    shown = running_message(ENGLISH, games, user_id).embed.description
    until = int((NOON + timedelta(days=3)).timestamp())
    assert shown is not None
    first, second = shown.splitlines()
    assert first.startswith("**Your turn** · ")
    assert second.startswith(f"Paused until <t:{until}:f> · [round 1 of 1](")
