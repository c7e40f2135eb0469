"""No name, hand or score makes a message that Discord would refuse; and the check of that works."""

from dataclasses import replace
from datetime import timedelta

import pytest
from simcord.types import HttpLogEntry

from bot.storage.models.tables import Status
from bot.tables.core.state import Listed, TableState
from bot.tables.preferences import Preferences
from bot.tables.scheduled import MAX_SIGN_UPS
from bot.text.language import ENGLISH, Language
from bot.ui.delivery.expected_messages import expected_messages
from bot.ui.views.table.lobby import opening_message, roll_call_message
from bot.ui.views.table.results import final_message
from bot.ui.views.table.table import spectator_message
from bot.ui.views.turn.hand import hand_message
from engine.game import Game
from engine.round import Ending
from tests.support.discord.limits import Json, message_violations, violations
from tests.support.engine.random_games import finished, positions
from tests.support.engine.rounds import changed
from tests.support.languages import IN_TURN
from tests.support.ui.awkward_names import NAMES, STAND_INS
from tests.support.ui.rendering import as_sent
from tests.support.ui.table_states import in_text, state_of
from tests.support.ui.uploaded_emojis import uploaded

pytestmark = pytest.mark.slow  # builds every message of whole games


async def all_messages(state: TableState) -> list[Json]:
    pinged = tuple(replace(seat, pinged=True) for seat in state.seats)
    drafts = [draft for _, draft in expected_messages(replace(state, seats=pinged))]
    drafts += [
        hand_message(
            state.language, state, seat, preferences=Preferences(pictures=state.options.pictures)
        )
        for seat in state.seats
    ]
    return [
        await as_sent(draft)
        for draft in [*drafts, spectator_message(state.language, state, state.opened_at)]
    ]


@pytest.mark.parametrize("names", [NAMES, STAND_INS])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_the_most_awkward_names_fit(players: int, names: list[str]) -> None:
    for game in positions(players, seed=players, length=2):
        for message in await all_messages(state_of(game, names)):
            assert list(message_violations(message)) == []


@pytest.mark.parametrize("language", IN_TURN, ids=lambda language: language.code)
async def test_the_most_awkward_names_fit_in_every_language(language: Language) -> None:
    with uploaded():
        for game in list(positions(5, seed=5, length=2))[::6]:
            state = in_text(replace(state_of(game, NAMES), language=language))
            for message in await all_messages(state):
                assert list(message_violations(message)) == []


@pytest.mark.parametrize("mentioned", [True, False])
@pytest.mark.parametrize("language", IN_TURN, ids=lambda language: language.code)
async def test_the_longest_list_of_a_scheduled_table_fits(
    language: Language, mentioned: bool
) -> None:
    """Each name is of 32 characters, and of 65 with its escapes and its direction."""
    everybody = [
        Listed(10**18 + number, "*" * 31 + "א", here=True, mentioned=mentioned)
        for number in range(MAX_SIGN_UPS)
    ]
    state = replace(
        state_of(Game.new(5)), status=Status.SCHEDULED, seats=(), sign_ups=(*everybody,)
    )
    for ahead in (timedelta(0), timedelta(hours=1)):
        starts_at = state.opened_at + ahead
        gathering = replace(state, starts_at=starts_at, host_id=everybody[-1].user_id)
        called = replace(gathering, roll_call_at=state.opened_at)
        for draft in (opening_message(language, gathering), roll_call_message(language, called)):
            assert list(message_violations(await as_sent(draft))) == []


async def test_a_victory_shared_by_all_fits() -> None:
    (played,) = finished(5, seed=1, length=1).rounds
    even = changed(played, piles=(0,) * 5, chips=(0,) * 5, hands=((),) * 5, ended=Ending.EMPTY)
    game = Game(5, 1, (even,))
    assert {place for place, _, _ in game.ranking()} == {1}
    assert (
        list(message_violations(await as_sent(final_message(ENGLISH, state_of(game, NAMES))))) == []
    )


def button(custom_id: str) -> Json:
    return {"type": 2, "label": "Press", "custom_id": custom_id}


def row(*items: Json) -> Json:
    return {"type": 1, "components": list(items)}


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"content": "x" * 2001},
        {"embeds": [{"title": "x" * 257}]},
        {"embeds": [{"description": "x" * 4000, "fields": [{"name": "a", "value": "y" * 1025}]}]},
        {"embeds": [{"fields": [{"name": "a", "value": ""}]}]},
        {"embeds": [{"description": "x" * 4000}] * 2},
        {"content": "x", "components": [row(*map(button, "abcdef"))]},
        {"content": "x", "components": [row(button("a"))] * 2},
        {"content": "x", "components": [row(button(letter)) for letter in "abcdef"]},
        {"content": "x", "components": [row(button("a" * 101))]},
        {"content": "x", "components": [row({"type": 3, "custom_id": "a", "options": []})]},
    ],
)
def test_what_discord_refuses_is_noticed(message: Json) -> None:
    assert list(message_violations(message))


@pytest.mark.parametrize("name", ["", " ", "x" * 101])
def test_a_name_that_no_thread_can_have_is_noticed(name: str) -> None:
    request = HttpLogEntry("POST", "/channels/1/messages/2/threads", {}, {"name": name}, None)
    assert list(violations(request))


@pytest.mark.parametrize("allowed", [None, {"parse": ["everyone"]}, {"parse": [], "roles": [1]}])
def test_a_ping_for_everybody_is_noticed(allowed: Json | None) -> None:
    body = {"content": "Hey!"} | ({} if allowed is None else {"allowed_mentions": allowed})
    request = HttpLogEntry("POST", "/channels/1/messages", {}, body, None)
    assert list(violations(request))
