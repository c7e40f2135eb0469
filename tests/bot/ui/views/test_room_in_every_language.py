"""Labels and hints have their room in every language."""

import pytest

from bot.text.language import LANGUAGES, PSEUDO, Language
from bot.text.words import width
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.views.settings import language_select
from bot.ui.views.turn.hint import explain, hint_words
from bot.ui.views.turn.menu import LABEL_LENGTH
from tests.support.ui.every_view.hands import NAMES, TURNS
from tests.support.ui.menus import steps

pytestmark = pytest.mark.slow  # follows menus through whole games

TWO_LINES = 75
NAME_OF_A_LANGUAGE = 35


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_labels_fit_a_phone_in_every_language(language: Language) -> None:
    labels = {
        item.label
        for _, seen in TURNS[::2]
        for step in steps(language, seen)
        for item in step.items
    }
    assert {label for label in labels if width(label) > LABEL_LENGTH} == set()


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO], ids=lambda language: language.code)
def test_a_hint_has_two_lines_in_every_language(language: Language) -> None:
    """Unless the buttons alone need more."""
    whole = 0
    for _, seen in TURNS[::2]:
        for action in seen.legal_actions()[:10]:
            words = hint_words(language, seen, action, NAMES).replace("*", "")
            reasons = explain(language, seen, action, NAMES)
            whole += words.endswith(reasons)
            if width(words) > TWO_LINES:
                assert reasons[:12] not in words
    assert whole or language == PSEUDO


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_choice_of_a_language_is_not_cut(language: Language) -> None:
    """As wide as its own option: with more before it a phone cut the name of the language."""
    select = language_select(language, ComponentId(Verb.SETTINGS, 0), None, language)
    assert select.placeholder == select.options[0].label
    assert width(select.placeholder) <= NAME_OF_A_LANGUAGE
