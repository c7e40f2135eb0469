"""What the help does not leave out, and how long its pages are."""

import pytest

from bot.text.language import ENGLISH, LANGUAGES, Language
from bot.ui.views.learning.help import PAGES, help_message


@pytest.mark.parametrize(
    "said",
    [
        "`/scout call` lets tables call you",
        "**Call players** at a table mentions members",
        "`/scout pause` lets your turn limits stand still",
        "how you are reminded of your moves",
    ],
)
def test_calls_pauses_and_reminders_have_a_line_each(said: str) -> None:
    pages = [help_message(ENGLISH, number, ENGLISH).embed for number in range(len(PAGES))]
    lines = [line for page in pages if page for line in (page.description or "").splitlines()]
    assert [line for line in lines if said in line]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_every_page_is_short_enough_for_a_phone(language: Language) -> None:
    pages = [help_message(language, number, language).embed for number in range(len(PAGES))]
    assert [page for page in pages if len(page.description or "") > 800] == []
