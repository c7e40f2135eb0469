"""The coach: a member's most costly moves in a deal of the day, each from their own view."""

from bot.tables.daily.attempts import Attempt
from bot.tables.review import Review
from bot.text.language import Language
from bot.ui.kit.component_id import Verb
from bot.ui.kit.message import Button, Message, page_buttons
from bot.ui.views.daily.attempt import about
from bot.ui.views.elements import new_embed
from bot.ui.views.games.review import COSTLY, comparison, move_message, progress_words


def coach_message(
    language: Language, attempt: Attempt, review: Review, page: int, *, pictures: bool
) -> Message:
    """The progress until all moves are judged, then the costly moves, one a page from 0."""
    # Translators: a button that leads back to the result, at most 20 letters.
    back = Button(language.gettext("Result"), about(Verb.DAILY_RESULT, attempt))
    if not review.done:
        # Translators: a button, at most 35 letters.
        refresh = Button(language.gettext("Refresh"), about(Verb.DAILY_COACH, attempt))
        return Message(new_embed(progress_words(language, review)), [[refresh, back]])
    said = _compared(language, review)
    costly = review.costly
    if not costly:
        return Message(new_embed(said), [[back]])
    page = min(page, len(costly) - 1)
    title, in_words = COSTLY[page + 1], not pictures
    message = move_message(
        language, review, title, costly[page], columns=in_words, in_words=in_words
    )
    buttons = page_buttons(
        language, page, len(costly), lambda to: about(Verb.DAILY_COACH, attempt, to)
    )
    draw = message.draw if pictures else None
    return Message(message.embed, [[*buttons, back]], said, draw=draw)


def _compared(language: Language, review: Review) -> str:
    judged = review.judged
    if not judged:
        return language.gettext("Your moves could not be judged. Please try again later.")
    good = sum(move.is_good for move in judged)
    return comparison(language, good, len(judged))
