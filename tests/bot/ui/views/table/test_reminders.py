"""Reminders by direct message: of which server they are."""

import pytest

from bot.text.language import ENGLISH
from bot.ui.views.table.reminders import direct_reminder
from engine.game import Game
from tests.support.ui.table_states import state_of


@pytest.mark.parametrize(
    ("server", "heading"),
    [
        ("Circus", "**Circus**\n"),
        ("**Circus** <@1>\n@everyone", "**\\*\\*Circus\\*\\* \\<＠1\\> ＠everyone**\n"),
        ("x" * 100, f"**{'x' * 59}…**\n"),
        ("\u200b", ""),
        ("", ""),
    ],
)
def test_a_direct_reminder_names_the_server_of_its_channels(server: str, heading: str) -> None:
    state = state_of(Game.new(3))
    message = direct_reminder(ENGLISH, state, state.seats[0], server)
    assert message.content == f"{heading}SCOUT: it is your move in <#{state.channel_id}>."
