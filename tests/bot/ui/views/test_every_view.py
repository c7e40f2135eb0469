"""Every view in every language: Discord takes it, its picture is whole, and no place is left open.

In the pseudo-language nothing is English.
"""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import bot.ui.views
from bot.pictures.alt import ALT_LIMIT
from bot.pictures.colours import NUMBERS
from bot.pictures.picture import Picture
from bot.tables.core.state import Status
from bot.text.language import LANGUAGES, PSEUDO, Language
from bot.ui.kit.message import Message, Select
from bot.ui.views.calls import zone_form
from bot.ui.views.servers.moderation import report_form
from bot.ui.views.table.lobby import options_form
from engine.game import Game
from tests.support.discord.limits import message_violations
from tests.support.languages import IN_TURN
from tests.support.pictures.layout_checks import assert_sound, cut_short
from tests.support.ui.every_view import (
    boards,
    daily,
    hands,
    learning,
    pauses,
    pictured,
    puzzles,
    tables,
)
from tests.support.ui.pseudo import english, shown
from tests.support.ui.rendering import as_sent
from tests.support.ui.table_states import state_of

VIEWS: dict[str, Callable[[Language], Iterator[Message]]] = {
    f"{room.__name__.rpartition('.')[2]}-{make.__name__}": make
    for room, makes in {
        boards: (boards.boards, boards.panels, boards.of_members, boards.calls, boards.seasons),
        daily: (
            daily.attempts,
            daily.boards,
            daily.ends,
            daily.reviews,
            daily.replays,
            daily.posts,
            daily.verifications,
        ),
        hands: (hands.menus, hands.waiting),
        learning: (learning.lessons, learning.pages, learning.errors),
        pauses: (pauses.panels, pauses.games),
        pictured: (pictured.games, pictured.hands, pictured.standings, pictured.reviews),
        puzzles: (puzzles.riddles,),
        tables: (
            tables.tables,
            tables.reminders,
            tables.lobbies,
            tables.scheduled,
            tables.questions,
            tables.replays,
            tables.lists,
            tables.checks,
            tables.reviews,
        ),
    }.items()
    for make in makes
}
LABEL, OPTION, PLACEHOLDER = 80, 100, 150
_OPEN_PLACE = re.compile("[{}]")
_SPACE_BETWEEN = re.compile("[。、] | （")
_NARROW = re.compile(r"[぀-ヿ一-鿿）」]\*{0,2}(?:[,.:](?: |$)| \()", re.MULTILINE)
"""Punctuation of Latin letters behind a letter of Japanese or Chinese."""
_WRONG = {
    "fr": [re.compile(r" [:;!?»](?! \d)")],  # A line could end before it.
    "ja": [_SPACE_BETWEEN, _NARROW, re.compile(r"\d\dつ")],  # Only one to nine are counted so.
    "zh-CN": [_SPACE_BETWEEN, _NARROW],
}


@pytest.mark.slow  # makes every message
@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("language", IN_TURN, ids=lambda language: language.code)
async def test_every_view_in_every_language(language: Language, name: str) -> None:
    made = list(VIEWS[name](language))
    assert made
    for message in made:
        await assert_taken(message)
    drawn = {message.picture for message in made if message.picture is not None}
    for picture in drawn:
        assert_whole(language, picture)
    texts = {text for message in made for text in shown(message)}
    assert_said(language, texts | {picture.alt for picture in drawn})


def assert_said(language: Language, texts: set[str]) -> None:
    """No place is open, and punctuation is as in the language."""
    assert [text for text in texts if _OPEN_PLACE.search(text)] == []
    for wrong in _WRONG.get(language.code, []):
        assert [text for text in texts if wrong.search(text)] == []
    if language == PSEUDO:
        own_names = {one.own_name for one in LANGUAGES} | {*map(language.weekday, range(7))}
        assert [text for text in texts - own_names if english(text)] == []


async def assert_taken(message: Message) -> None:
    """Discord takes the message, though nothing of it is cut off."""
    assert list(message_violations(await as_sent(message))) == []
    for row in message.rows:
        if isinstance(row, Select):
            assert len(row.placeholder) <= PLACEHOLDER, row.placeholder
            assert [one.label for one in row.options if len(one.label) > OPTION] == []
        else:
            assert [one.label for one in row if len(one.label) > LABEL] == []


def assert_whole(language: Language, picture: Picture) -> None:
    """The picture is sound, nothing in it is cut, and its words have their room."""
    questions = {language.gettext("{card} goes to …", card=number) for number in NUMBERS}
    scene = picture.lay_out()
    assert_sound(scene)
    assert set(cut_short(scene)) <= questions
    assert len(picture.alt) <= ALT_LIMIT
    assert not picture.alt.endswith("…")


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO], ids=lambda language: language.code)
def test_a_form_fits_in_every_language(language: Language) -> None:
    lobby = replace(state_of(Game.new(3)), status=Status.LOBBY, game=None)
    tables = [options_form(language, lobby, offers_thread) for offers_thread in (True, False)]
    zone = zone_form(language, "Asia/Tokyo", datetime(2026, 3, 28, tzinfo=UTC))
    for made in (report_form(language, None), zone, *tables):
        form = made.to_dict()
        assert 0 < len(form["title"]) <= 45
        assert 1 <= len(form["components"]) <= 5
        for label in form["components"]:
            assert 0 < len(label["label"]) <= 45
            assert len(label.get("description") or "") <= 100
            options = label["component"].get("options", [])
            assert len(options) <= 25
            assert all(0 < len(option["label"]) <= 100 for option in options)
            assert sum(option.get("default", False) for option in options) <= 1


INDIRECT = {"card_message", "consent_message", "listing_message", "refusal_message"}
"""Made from what others put into words."""


@pytest.mark.slow
def test_no_view_is_left_out() -> None:
    """Each function of bot/ui/views that makes a message is drawn here."""
    views, drawn = Path(bot.ui.views.__file__).parent, Path(boards.__file__).parent
    named = {
        node.id
        for file in drawn.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name)
    }
    made = {
        node.name
        for file in views.rglob("*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and "Message" in ast.unparse(node.returns or ast.Constant(""))
    }
    assert len(made) > 30
    assert made - named == INDIRECT


def test_english_is_found() -> None:
    assert english("[Ä[b]c] 3 games") == ["games"]
