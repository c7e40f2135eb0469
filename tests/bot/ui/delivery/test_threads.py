"""The names of threads."""

import pytest

from bot.text.language import ENGLISH, language_of
from bot.ui.delivery.threads import thread_name


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (["Mia", "Noa", "Juggler"], "SCOUT: Mia, Noa, Juggler"),
        (["a" * 32, "b" * 32, "c" * 32], f"SCOUT: {'a' * 32}, {'b' * 32} and 1 more"),
        (["a" * 32] * 5, f"SCOUT: {'a' * 32}, {'a' * 32} and 3 more"),
        (["a" * 46, "b" * 45], f"SCOUT: {'a' * 46}, {'b' * 45}"),
        (["a" * 100, "b"], "SCOUT: 2 players"),
    ],
)
def test_a_name_has_room_for_whole_names(players: list[str], name: str) -> None:
    assert thread_name(ENGLISH, players) == name
    assert len(name) <= 100


def test_names_are_listed_as_in_the_language() -> None:
    assert thread_name(language_of("ja"), ["Mia", "田中"]) == "SCOUT：Mia、田中"
