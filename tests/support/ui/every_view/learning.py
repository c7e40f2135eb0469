"""Rules, the tutorial, the help, reports and what goes wrong."""

from collections.abc import Iterator
from string import Formatter

from bot.storage.engine.errors import DatabaseBusy
from bot.tables.core.errors import sentence_of
from bot.text.language import Language
from bot.text.refusals import refusal_sentence
from bot.ui.kit.message import Message, Select
from bot.ui.views.learning import help as help_pages
from bot.ui.views.learning.help import help_message
from bot.ui.views.learning.rules import PAGES, rules_message
from bot.ui.views.learning.tutorial import SCRIPT, follow, tutorial_message, way_on
from bot.ui.views.solo import Solo
from engine.errors import EngineError, Refusal


def lessons(language: Language) -> Iterator[Message]:
    for pictures in (True, False):
        learner = Solo("Mia", 1, pictures=pictures)
        for number in range(len(SCRIPT)):
            for path in way_on(language, number):
                message = tutorial_message(language, number, learner, path)
                yield message
                yield from _notes(language, message, learner)
        yield tutorial_message(language, len(SCRIPT), learner)


def _notes(language: Language, message: Message, learner: Solo) -> Iterator[Message]:
    """What each button of the lesson is answered with beside the next step."""
    for row in message.rows:
        if not isinstance(row, Select):
            for button in row:
                _, note = follow(language, button.component_id, learner)
                if note is not None:
                    yield Message(content=note)


def pages(language: Language) -> Iterator[Message]:
    for pictures in (True, False):
        for page in range(len(PAGES)):
            yield rules_message(language, page, pictures=pictures)
    for page in range(len(help_pages.PAGES)):
        yield help_message(language, page, language)


def errors(language: Language) -> Iterator[Message]:
    yield Message(content=language.say(sentence_of(DatabaseBusy())))
    for code in Refusal:
        text = refusal_sentence(EngineError(code)).text
        places = {name: "7" for _, name, _, _ in Formatter().parse(text) if name}
        yield Message(content=language.gettext(text, **places))
