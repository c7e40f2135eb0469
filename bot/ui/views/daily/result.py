"""A finished daily deal: its result, replay and review, and the verification of a day's deal.

Until the day closes, a result shows no hands, but the numbers of cards, which everybody knew.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from discord import ButtonStyle

from bot.pictures.gallery import stats_picture
from bot.pictures.layouts.standings import StatsCard, Tile, Tiles
from bot.pictures.picture import Picture
from bot.tables.core.state import TableState
from bot.tables.daily.attempts import Attempt
from bot.tables.daily.boards import DailyResult, Span
from bot.tables.daily.days import DailyVerification
from bot.tables.review import Review
from bot.text.language import Language, gettext_noop
from bot.text.words import account_line, joined, points_counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row, Select, page_buttons
from bot.ui.views.daily.attempt import (
    NOT_COUNTED,
    PRACTICE,
    about,
    closing_time,
    deal_label,
    headline_of,
)
from bot.ui.views.daily.boards import board_press, play_button, result_button
from bot.ui.views.elements import (
    NO_AVATARS,
    Avatars,
    escape_markdown,
    name_of,
    new_embed,
    seat_faces,
    short_name_of,
)
from bot.ui.views.games.replay import replay_message
from bot.ui.views.games.review import COSTLY, comparison, move_message, progress_words
from bot.ui.views.replay_step import ReplayStep, replay_press
from bot.ui.views.table.results import ending_words
from bot.ui.views.table.table import last_moves, round_message
from engine.view import RoundResult, result


def day_replay(
    language: Language,
    attempt: Attempt,
    state: TableState,
    step: ReplayStep,
    *,
    avatars: Avatars = NO_AVATARS,
) -> Message:
    """One step of the finished attempt, with all hands or as one seat knew them."""
    message = replay_message(
        language, state, step, avatars=avatars, called=headline_of(language, attempt)
    )
    # The rows that lead to steps, without the one that leaves a table's replay.
    steps = [_of_the_day(row, attempt) for row in message.rows[:2]]
    back = result_button(language, about(Verb.DAILY_RESULT, attempt))
    return replace(message, rows=[*steps, [back]])


def _of_the_day(row: Row, attempt: Attempt) -> Row:
    """A row of a table's replay, with the verb of the daily deal."""
    if isinstance(row, Select):
        return row._replace(component_id=_press(row.component_id, attempt))
    return [one._replace(component_id=_press(one.component_id, attempt)) for one in row]


def _press(there: ComponentId, attempt: Attempt) -> ComponentId:
    detail = f"{there.detail}-{PRACTICE}" if attempt.practice else there.detail
    return ComponentId(Verb.DAILY_REPLAY, attempt.day.toordinal(), there.number, detail)


_VERIFIED = {
    # Translators: {deal} is a day's deal, such as "Daily 213 (21 Nov)".
    None: gettext_noop("⚠️ {deal}: cannot be checked"),
    True: gettext_noop("✅ {deal}: the deal is unchanged"),
    False: gettext_noop("❌ {deal}: the deal was changed"),
}
_A_ROW = 3
"""Figures beside each other on a card."""


def result_message(
    language: Language,
    found: DailyResult,
    state: TableState,
    *,
    is_open: bool,
    avatars: Avatars = NO_AVATARS,
) -> Message:
    """The finished attempt, for its member; with all hands unless its day `is_open`."""
    rows, you = [_buttons(language, found.attempt, is_open=is_open)], found.attempt.seat
    title, lines = f"**{summary(language, found)}**", _lines(language, found, is_open=is_open)
    if not is_open:
        shown = round_message(language, state, 1, avatars, you=you)
        words = "\n".join(filter(None, (title, *lines, shown.content)))
        return replace(shown, content=words, rows=rows)
    # The card, or the title in its place, and below it how the round went.
    over = result(found.attempt.game, 1)
    moves = last_moves(language, state, 1, over.log, you)
    embed = new_embed("\n".join([*_seats(language, found, state, over), *lines]), fields=moves)
    if state.options.pictures:
        return Message(embed, rows, draw=partial(_card, language, found, state))
    return Message(embed, rows, title)


def _buttons(language: Language, attempt: Attempt, *, is_open: bool) -> Row:
    buttons = []
    if not attempt.practice:
        share = about(Verb.DAILY_SHARE, attempt)
        buttons = [
            # Translators: a button, at most 20 letters: to show one's result to others.
            Button(language.gettext("Share"), share, ButtonStyle.primary),
            # Translators: a button, at most 20 letters: who has the most points in this server.
            Button(language.gettext("Board"), board_press(Span.TODAY)),
        ]
    buttons.append(Button(language.gettext("Review"), about(Verb.DAILY_REVIEW, attempt)))
    if not is_open:
        again = ComponentId(Verb.DAILY_PRACTICE, attempt.day.toordinal())
        buttons += [
            # Translators: a button that shows the game again, at most 20 letters.
            Button(language.gettext("Replay"), _press(replay_press(0), attempt)),
            # Translators: a button, at most 20 letters: to play this deal without counting.
            Button(language.gettext("Practise"), again),
        ]
    return buttons


def _lines(language: Language, found: DailyResult, *, is_open: bool) -> Iterator[str]:
    """The comparison with others that the summary lacks, and what is still secret."""
    attempt = found.attempt
    if attempt.practice:
        yield language.gettext("Practice counts on no board.")
        return
    if not attempt.counts:
        yield language.gettext(NOT_COUNTED)
    yield from _among_others(language, found)
    if is_open:
        yield language.gettext(
            # Translators: {when} is a time such as "in 5 hours".
            "All cards stay secret until the day closes {when}; then you can replay it.",
            when=closing_time(attempt.day),
        )
    if digest := found.tomorrow:
        # Translators: a commitment to the deal of the day after this one.
        yield language.gettext("The next deal, as SHA-256: `{digest}`", digest=digest)


def _seats(
    language: Language, found: DailyResult, state: TableState, over: RoundResult
) -> Iterator[str]:
    """Why the round ended, and each seat's points with their parts; hands stay hidden."""
    yield ending_words(language, state, over, found.attempt.seat)
    for _, index, _ in found.attempt.game.ranking():
        name = f"**{short_name_of(language, state.seats[index])}**"
        # A bullet: a number would look like a seat beside the member's rank.
        yield f"• {account_line(language, name, over.scores[index])}"


def _among_others(language: Language, found: DailyResult) -> Iterator[str]:
    best, points = found.best_here, found.attempt.points
    # Practice is on no board, and can have more points than its best.
    if best is not None and best.user_id != found.attempt.user_id and best.points != points:
        yield language.gettext(
            "Best in this server: {name} with {points}.",
            name=escape_markdown(best.name) or language.gettext("A former player"),
            points=points_counted(language, best.points),
        )
    elif best is not None and found.others:
        yield language.gettext("Nobody in this server has more points.")
    if found.longest > found.streak:
        yield language.ngettext(
            "Your longest streak is {number} day.",
            "Your longest streak is {number} days.",
            found.longest,
        )


def summary(language: Language, found: DailyResult) -> str:
    """`Daily 214: 11 points, par 8, 2nd of 4, better than 83 of 100, 6 days in a row`."""
    return language.gettext(
        # Translators: "Daily 214: 11 points, par 8, 2nd of 4".
        "{deal}: {facts}",
        deal=headline_of(language, found.attempt),
        facts=joined(language, _facts(language, found)),
    )


def _facts(language: Language, found: DailyResult) -> Iterator[str]:
    yield points_counted(language, found.attempt.points)
    # Translators: these follow each other: "11 points, par 8, 2nd of 4, better than 83 of 100".
    if found.par is not None:
        yield language.gettext("par {points}", points=round(found.par))
    yield _place(language, found)
    if found.attempt.practice:
        return
    if found.others:
        yield language.gettext(
            "better than {beaten} of {others}", beaten=found.beaten, others=found.others
        )
    if found.streak > 1:
        yield language.ngettext("{number} day in a row", "{number} days in a row", found.streak)


def _place(language: Language, found: DailyResult) -> str:
    rank = language.ordinal(found.attempt.rank)
    # Translators: {rank} is "2nd".
    return language.gettext("{rank} of {number}", rank=rank, number=found.attempt.game.players)


def _card(language: Language, found: DailyResult, state: TableState) -> Picture:
    face = seat_faces(language, state)[found.attempt.seat]
    tiles = tuple(_tiles(language, found))
    rows = (tiles[:_A_ROW], tiles[_A_ROW:]) if len(tiles) > _A_ROW + 1 else (tiles,)
    sections = tuple(Tiles(row, "", untitled=True) for row in rows)
    card = StatsCard(headline_of(language, found.attempt), face.label, None, sections)
    return stats_picture(language, card)


def _tiles(language: Language, found: DailyResult) -> Iterator[Tile]:
    # Translators: labels above figures on a picture, at most 12 letters each
    yield Tile(language.pgettext("figure", "points"), language.number(found.attempt.points))
    if found.par is not None:
        # Translators: what the hard computer gets on average; at most 12 letters
        yield Tile(language.pgettext("figure", "par"), language.number(round(found.par)))
    # Translators: the rank among the four seats; at most 12 letters
    yield Tile(language.pgettext("figure", "place"), _place(language, found))
    if found.attempt.practice:
        return
    if found.others:
        figure = language.gettext("{beaten} of {others}", beaten=found.beaten, others=found.others)
        # Translators: above "83 of 100"; at most 12 letters
        yield Tile(language.pgettext("figure", "better than"), figure)
    if found.streak:
        # Translators: above a number of days; at most 12 letters
        yield Tile(language.pgettext("figure", "days running"), language.number(found.streak))


def own_share(
    language: Language, found: DailyResult, state: TableState, *, is_posted: bool = False
) -> Message:
    """A preview of the post for its member, with the button that posts it unless `is_posted`."""
    press = about(Verb.DAILY_POST, found.attempt)
    # Translators: a button, at most 20 letters.
    post = Button(language.gettext("Post here"), press, ButtonStyle.primary)
    back = Button(language.pgettext("page", "Back"), about(Verb.DAILY_RESULT, found.attempt))
    return replace(_shared(language, found, state), rows=[[back] if is_posted else [post, back]])


def shared_result(language: Language, found: DailyResult, state: TableState) -> Message:
    """The result for everybody in the channel, with a button to play the deal too."""
    play = play_button(language, ButtonStyle.secondary)
    return replace(_shared(language, found, state), rows=[[play]])


def _shared(language: Language, found: DailyResult, state: TableState) -> Message:
    name = name_of(language, state.seats[found.attempt.seat])
    draw = partial(_card, language, found, state) if state.options.pictures else None
    # Translators: {result} is "Daily 214: 11 points, par 8, 2nd of 4".
    said = language.gettext("**{name}** · {result}.", name=name, result=summary(language, found))
    return Message(new_embed(), content=said, draw=draw)


def day_review(
    language: Language, attempt: Attempt, review: Review, page: int, *, pictures: bool
) -> Message:
    """The progress until all moves are judged, then the costly moves, one a page from 0."""
    back = result_button(language, about(Verb.DAILY_RESULT, attempt))
    if not review.done:
        # Translators: a button, at most 35 letters.
        refresh = Button(language.gettext("Refresh"), about(Verb.DAILY_REVIEW, attempt))
        return Message(new_embed(progress_words(language, review)), [[refresh, back]])
    said = language.gettext("Your moves could not be judged. Please try again later.")
    if judged := review.judged:
        said = comparison(language, sum(move.is_good for move in judged), len(judged))
    costly = review.costly
    if not costly:
        return Message(new_embed(said), [[back]])
    page = min(page, len(costly) - 1)
    message = move_message(language, review, COSTLY[page + 1], costly[page], in_words=not pictures)
    buttons = page_buttons(
        language, page, len(costly), lambda to: about(Verb.DAILY_REVIEW, attempt, to)
    )
    return replace(
        message, rows=[[*buttons, back]], content=said, draw=message.draw if pictures else None
    )


def day_verification_message(language: Language, found: DailyVerification) -> Message:
    """Whether the deal matches its commitment, and how to check that by hand."""
    name = f"daily-{found.daily.day.isoformat()}.txt"
    text = _VERIFIED[None if found.commitment is None else found.holds]
    title = language.gettext(text, deal=deal_label(language, found.daily.day))
    if found.commitment is None:
        words = language.gettext(
            "Nobody played this deal while its day was open, and its SHA-256 was never shown. "
            "So there is nothing to check."
        )
        return Message(new_embed(words, title=title))
    words = language.gettext(
        "Compare this SHA-256 with the one for the next deal in your result of the day before. "
        "To compute it yourself, run `sha256sum {file}`: the file has the seat, the deal and its "
        "salt.",
        file=name,
    )
    shown = new_embed(f"`{found.commitment}`\n{words}", title=title)
    return Message(shown, files={name: found.daily.committed_text})
