"""Names in a message: shown as they are written, whatever Discord could read into them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.views.text import plain

_MARKS = frozenset("\\*_~`|[]<>#-:@")


@pytest.mark.parametrize(
    "name", ["Mia", "Noa Müller", "Juggler (medium) for Mia", "O'Neil, Jr.", "日本 🎪", ""]
)
def test_an_ordinary_name_stays(name: str) -> None:
    assert plain(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**Mia**", r"\*\*Mia\*\*"),
        ("__Mia__", r"\_\_Mia\_\_"),
        ("~~Mia~~", r"\~\~Mia\~\~"),
        ("||Mia||", r"\|\|Mia\|\|"),
        ("`Mia`", r"\`Mia\`"),
        ("# Mia", r"\# Mia"),
        ("-# Mia", r"\-\# Mia"),
        ("> Mia", r"\> Mia"),
        (r"\*Mia*", r"\\\*Mia\*"),
        ("[Mia](http://y.z)", r"\[Mia\](http\://y.z)"),
        ("<https://y.z>", r"\<https\://y.z\>"),
        (":smile:", r"\:smile\:"),
        ("<t:1:R>", r"\<t\:1\:R\>"),
    ],
)
def test_formatting_and_links_are_escaped(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "@everyone",
        "@here",
        "<@12345678901234567>",
        "<@!12345678901234567>",
        "<@&12345678901234567>",
        "<#12345678901234567>",
        "</scout new:12345678901234567>",
        "<:scout:12345678901234567>",
    ],
)
def test_a_mention_stays_words(name: str) -> None:
    shown = plain(name)
    assert not re.search(r"@(everyone|here|[!&]?\d)|<#\d|(?<!\\)<", shown)
    assert shown.replace("\\", "").replace("\u200b", "") == name


@given(st.text(alphabet=st.sampled_from([*sorted(_MARKS), *"a1 ./()"]) | st.characters()))
def test_every_mark_is_escaped_and_every_character_kept(name: str) -> None:
    shown = plain(name)
    pieces = re.findall(r"\\.|@\u200b|.", shown, re.DOTALL)
    assert not any(piece in _MARKS for piece in pieces)
    assert "".join(piece[-1] if piece[0] == "\\" else piece[0] for piece in pieces) == name
