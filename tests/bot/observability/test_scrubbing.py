import json

import pytest

from bot.observability.scrubbing import Scrubber
from engine.cards import Card

TOKEN = "aW50-ZXJh_Y3Q.x"  # noqa: S105 - nobody's


@pytest.mark.parametrize(
    "text",
    [
        "3/7",
        "10/9 is shown",
        "hand: 3/7, 10/2",
        "['3/7', '1/2']",
        "KeyError: '8/10'",
        repr("3/7\n10/2\t5/6"),
        repr(KeyError((Card(3, 7), Card(10, 2)))),
    ],
)
def test_cards_are_taken_out(text: str) -> None:
    scrubbed = Scrubber().text(text)
    assert "[card]" in scrubbed
    assert not any(character.isdigit() for character in scrubbed)


@pytest.mark.parametrize(
    "text",
    [
        "HTTP/1.1 503",
        "/channels/7/9",
        "2026/11/22",
        "S2-4 of table 12",
        "11/12 of them",
        "2/3/4",
        "about 1/100",
        "deadbeef",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert Scrubber().text(text) == text


def test_salts_and_commitments_are_taken_out() -> None:
    assert Scrubber().text(f"salt {'a1' * 32}.") == "salt [hash]."


@pytest.mark.parametrize("password", ["hush", "hu/sh", "hu%40sh", "hu:sh?x#y", "/"])
def test_passwords_of_databases_are_taken_out(password: str) -> None:
    scrubbed = Scrubber().text(
        f"cannot open postgresql+asyncpg://scout:{password}@db.example/scout"
    )
    assert scrubbed == "cannot open postgresql+asyncpg://scout:[token]@db.example/scout"


def test_passwords_in_the_query_of_an_address_are_taken_out() -> None:
    scrubbed = Scrubber().text("postgresql+asyncpg:///scout?host=db&password=hush&user=mia")
    assert scrubbed == "postgresql+asyncpg:///scout?host=db&password=[token]&user=mia"


def test_tokens_in_json_within_json_are_taken_out() -> None:
    inner = json.dumps({"token": TOKEN})
    assert TOKEN not in Scrubber().text(json.dumps({"event": inner}))


def test_values_are_searched_however_deep_and_keep_their_form() -> None:
    value = {"a": [1, None, ("3/7", {"hush-hush": True})], "b": 2.5}
    scrubbed = {"a": [1, None, ["[card]", {"[token]": True}]], "b": 2.5}
    assert Scrubber("hush-hush").value(value) == scrubbed
