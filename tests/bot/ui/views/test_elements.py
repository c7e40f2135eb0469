"""Names are shown as they are written, whatever Discord could read into them; moves in words."""

import re
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from bot.storage.models.personal_columns import FORMER_PLAYER
from bot.storage.models.tables import Reason, Status
from bot.tables.core.state import TableState
from bot.text.language import ENGLISH, LANGUAGES, PSEUDO, Language
from bot.text.moves import Move
from bot.text.names import PlayerName, full_name, readable_name, short_name
from bot.ui.views.elements import (
    closed_words,
    escape_markdown,
    event_words,
    leading_rank,
    seat_lines,
)
from engine.actions import parse_action
from engine.cards import parse_cards
from engine.game import Game
from engine.players import Level
from engine.view import view
from tests.support.engine.rounds import facing
from tests.support.ui.table_states import state_of

_MARKS = frozenset("\\*_~`|[]<>#-:/@")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_a_rank_at_the_beginning_of_a_line_begins_no_list(language: Language) -> None:
    for rank in (1, 2, 3, 4):
        shown = leading_rank(language, rank)
        assert not re.match(r"\d+\. ", f"{shown} Mia")
        assert shown.replace("\\", "") == language.ordinal(rank)


@pytest.mark.parametrize(
    "name", ["Mia", "Noa Müller", "Juggler (medium) for Mia", "O'Neil, Jr.", "日本 🎪", ""]
)
def test_an_ordinary_name_stays(name: str) -> None:
    assert escape_markdown(name) == name


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
        ("[Mia](http://y.z)", r"\[Mia\](http \/\/y\.z)"),
        ("<https://y.z>", r"\<https \/\/y\.z\>"),
        (":smile:", r"\:smile\:"),
        ("<t:1:R>", r"\<t\:1\:R\>"),
        ("discord.gg/x", r"discord\.gg\/x"),
        ("Mia\n# big\u2028Noa", r"Mia \# big Noa"),
        ("Mia\u202e\u200b\u2066\ufeff", "Mia"),
        ("\u3164\u200d", ""),
        ("\ufe0f \U000e0100", ""),
        ("\u0301\u0301", ""),
        ("\U0001d159\u2065", ""),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("Zoe\u0308", "Zoe\u0308"),
    ],
)
def test_formatting_and_links_are_escaped(name: str, shown: str) -> None:
    assert escape_markdown(name) == shown


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
    shown = escape_markdown(name)
    assert not re.search(r"@(everyone|here|[!&]?\d)|<#\d|(?<!\\)<", shown)
    assert shown.replace("\\", "").replace("\uff20", "@") == name


@pytest.mark.parametrize("name", ["שרה", "Mia 12 سارة"])
def test_numbers_keep_their_side_of_a_name_from_right_to_left(name: str) -> None:
    assert escape_markdown(f"*{name}") == f"\u2068\\*{name}\u2069"


@pytest.mark.slow
@given(st.text(alphabet=st.sampled_from([*sorted(_MARKS), *"a1 .()"]) | st.characters()))
def test_every_mark_is_escaped_and_every_visible_character_kept(name: str) -> None:
    shown = escape_markdown(name).strip("\u2068\u2069")
    pieces = re.findall(r"\\.|.", shown, re.DOTALL)
    assert not any(piece in _MARKS for piece in pieces)
    kept = "".join(piece[-1] for piece in pieces).replace("\uff20", "@")
    assert kept == readable_name(name).replace("\uff20", "@")
    # Or what fits for names of 32 letters would not.
    assert len(kept) <= len(name)
    assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp") for letter in shown)


def scouted(active: str, notation: str) -> tuple[TableState, Move]:
    """A table right after this Scout from this Active Set, and the Scout as everybody saw it."""
    now = facing(active, "1 3", "9 9", "7 2")
    game = Game.new(now.players)._replace(rounds=(now,)).play(0, parse_action(notation))
    return state_of(game), Move(game.rounds[-1].log[-1], parse_cards(active))


@pytest.mark.parametrize(
    ("you", "words"),
    [
        (None, "**Mia** scouts 5/6 from the right (Kim gets a chip)"),
        (0, "You scout 5/6 from the right (Kim gets a chip)"),
        (2, "**Mia** scouts 5/6 from the right (you get a chip)"),
        (1, "**Mia** scouts 5/6 from the right (Kim gets a chip)"),
    ],
)
def test_the_reader_is_called_you(you: int | None, words: str) -> None:
    state, move = scouted("4/8 5/6", "R1")
    assert event_words(ENGLISH, state, move, you=you) == words


def test_no_seat_is_on_turn_in_a_game_that_ended_early() -> None:
    state, _ = scouted("4/8 5/9 6/10", "L1")
    assert state.game is not None
    seats = tuple(replace(seat, away=True) for seat in state.seats)
    running, closed = (
        [*seat_lines(ENGLISH, replace(state, seats=seats, status=status), view(state.game, None))]
        for status in (Status.PLAYING, Status.CLOSED)
    )
    assert sum("→" in line for line in running) == 1
    assert all("(away, a computer plays)" in line for line in running)
    assert not any("→" in line or "away" in line for line in closed)


def test_the_only_card_of_a_set_is_scouted_from_no_side() -> None:
    state, move = scouted("5/6", "L1")
    assert event_words(ENGLISH, state, move) == "**Mia** scouts 5/6 (Kim gets a chip)"


def test_no_points_have_no_sign() -> None:
    assert [ENGLISH.number(number, signed=True) for number in (12, 0, -4)] == ["+12", "0", "−4"]


def test_computers_scout_without_their_levels() -> None:
    state, move = scouted("4/8 5/6", "R1")
    called = [
        PlayerName("Mime", Level.EASY, "Mia"),
        PlayerName("Noa"),
        PlayerName("Juggler", Level.MEDIUM),
    ]
    seats = [
        replace(seat, user_id=None, name=one.name, level=one.level, instead_of=one.instead_of)
        for seat, one in zip(state.seats, called, strict=True)
    ]
    words = "**Mime for Mia** scouts 5/6 from the right (Juggler gets a chip)"
    assert event_words(ENGLISH, replace(state, seats=tuple(seats)), move) == words
    member = replace(state.seats[0], name="Mime (easy)")
    text = event_words(ENGLISH, replace(state, seats=(member, *state.seats[1:])), move)
    assert text.startswith("**Mime (easy)** ")


@pytest.mark.parametrize(
    ("reason", "detail", "said"),
    [
        (None, None, ""),
        (Reason.ENDED, "*Mia*", r"\*Mia\* closed the table."),
        (Reason.ENDED, FORMER_PLAYER, "A former player closed the table."),
        (Reason.EMPTY, None, "Everyone has left."),
        (Reason.AGREED, None, "Everyone agreed to close it."),
        (Reason.SILENCE, "Mia", "Mia asked to close it, and nobody chose to play on."),
        (Reason.SILENCE, None, "A moderator asked to close it, and nobody chose to play on."),
        (Reason.QUIET, "14", "Nobody pressed anything here for 14 days."),
        (Reason.IDLE, None, "Nothing happened here for an hour."),
        (Reason.LOST, None, "I could not reach its channel for a day."),
        (Reason.STORED, "A meteor fell.", "A meteor fell."),
    ],
)
def test_each_reason_for_closing_is_a_sentence(
    reason: Reason | None, detail: str | None, said: str
) -> None:
    state, _ = scouted("4/8 5/6", "R1")
    closed = replace(state, closed_reason=reason, closed_detail=detail)
    assert closed_words(ENGLISH, closed) == said
    if said and reason is not Reason.STORED:
        assert closed_words(PSEUDO, closed).startswith("[")


@pytest.mark.parametrize(
    ("player", "full", "short"),
    [
        (PlayerName("Mia"), "Mia", "Mia"),
        (PlayerName(FORMER_PLAYER), "a former player", "a former player"),
        (PlayerName("Juggler", Level.MEDIUM), "Juggler (medium)", "Juggler"),
        (
            PlayerName("Juggler", Level.HARD, "{Mia}"),
            "Juggler (hard) for {Mia}",
            "Juggler for {Mia}",
        ),
        (
            PlayerName("Juggler", Level.HARD, FORMER_PLAYER),
            "Juggler (hard) for a former player",
            "Juggler for a former player",
        ),
        # Of an earlier version.
        (PlayerName("Robot", Level.EASY), "Robot (easy)", "Robot"),
    ],
)
def test_names_are_said_whole(player: PlayerName, full: str, short: str) -> None:
    assert (full_name(ENGLISH, player), short_name(ENGLISH, player)) == (full, short)
    assert full_name(PSEUDO, player) != full or player == PlayerName("Mia")
