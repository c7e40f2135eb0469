"""Which of Discord's failures the sender hears of at once, to repeat the request."""

import pytest
from discord.http import Route
from yarl import URL

from bot.ui.delivery.requests import is_repeated

TOKEN = "aW50ZXJhY3Rpb246MTIz"  # noqa: S105 - of no interaction


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/channels/7/messages"),
        ("PATCH", "/channels/7/messages/8"),
        ("DELETE", "/channels/7/messages/8"),
        ("POST", "/channels/7/messages/8/threads"),
        ("GET", "/channels/7"),
        ("POST", f"/webhooks/4/{TOKEN}?wait=true"),
        ("PATCH", f"/webhooks/4/{TOKEN}/messages/8"),
        ("POST", f"/interactions/4/{TOKEN}/callback"),
        ("PATCH", f"/webhooks/4/{TOKEN}/messages/@original"),
    ],
)
def test_what_is_repeated_fails_at_once(method: str, path: str) -> None:
    assert is_repeated(method, URL(f"{Route.BASE}{path}"))


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("DELETE", f"/webhooks/4/{TOKEN}/messages/8"),
        ("PUT", "/applications/4/commands"),
        ("POST", "/applications/4/emojis"),
    ],
)
def test_what_nobody_repeats_is_left_to_discord_py(method: str, path: str) -> None:
    assert not is_repeated(method, URL(f"{Route.BASE}{path}"))


def test_other_addresses_are_not_discords() -> None:
    assert not is_repeated("GET", URL("https://cdn.example/channels/7"))
