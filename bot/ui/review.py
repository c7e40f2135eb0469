"""The pages of a review: the whole game, the most costly moves, then every move by rounds."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import discord

from bot.pictures.gallery import course_picture, seat_picture
from bot.pictures.words import counted, figure
from bot.tables.review import Review, Verdict
from bot.ui.custom_id import Press
from bot.ui.draft import Button, Draft, page_buttons
from bot.ui.hand import add_to_beat, held
from bot.ui.lobby import COLOUR
from bot.ui.reasons import why
from bot.ui.words import action_words, name_of, points_exactly

_LINES_A_PAGE = 20
_PLACES = {1: "The most costly move", 2: "The second most costly", 3: "The third most costly"}


def review_draft(review: Review, page: int, *, pictures: bool) -> Draft:
    """Page `page`, counted from 0, or the last one; until all is done how far it has come."""
    if not review.done:
        return _progress(review, page)
    pages = list(_pages(review, pictures=pictures))
    page = min(page, len(pages) - 1)
    draft = pages[page]()
    draft.embed.set_footer(text=f"Page {page + 1} of {len(pages)}")
    buttons = page_buttons(page, len(pages), partial(_press, review))
    return Draft(draft.embed, [buttons], draw=draft.draw if pictures else None)


def _press(review: Review, page: int) -> Press:
    return Press("review", review.state.id, page)


def _progress(review: Review, page: int) -> Draft:
    """What its button is pressed for: this note's token has died, or the bot was restarted."""
    words = f"Looking at your {counted(len(review.moments), 'move')}…"
    embed = discord.Embed(
        title="🔎 Your last game",
        description=f"{words} {len(review.verdicts)} of {len(review.moments)}",
        colour=COLOUR,
    )
    return Draft(embed, [[Button("Refresh", _press(review, page))]])


def _pages(review: Review, *, pictures: bool) -> Iterator[Callable[[], Draft]]:
    yield partial(_summary, review)
    for place, verdict in enumerate(review.costly, 1):
        yield partial(_costly_move, review, place, verdict, columns=not pictures)
    for number in range(1, review.state.length + 1):
        verdicts = review.of_round(number)
        for begin in range(0, len(verdicts), _LINES_A_PAGE):
            yield partial(_moves, number, verdicts[begin : begin + _LINES_A_PAGE])


def _summary(review: Review) -> Draft:
    embed = discord.Embed(
        title="🔎 Your last game",
        description="\n".join(_sums(review)),
        colour=COLOUR,
    )
    rounds = [_round_line(review, number) for number in range(1, review.state.length + 1)]
    embed.add_field(name="Your moves", value="\n".join(rounds), inline=False)
    embed.add_field(name="Points after each round", value=_totals(review), inline=False)
    return Draft(embed, draw=partial(course_picture, review.totals, review.seat))


def _sums(review: Review) -> Iterator[str]:
    judged = review.judged
    if judged:
        good = sum(verdict.is_good for verdict in judged)
        yield f"**{good} of {counted(len(judged), 'move')}** were as good as hard's."
        if good < len(judged):
            yield f"The others gave away {_worth(judged)} in all."
        yield "Hard was told what you knew at that moment, and no more."
    if review.unjudged:
        left = counted(review.unjudged, "move")
        yield f"{left} could not be judged. `/scout review` tries that again."


def _round_line(review: Review, number: int) -> str:
    verdicts = review.of_round(number)
    judged = [verdict for verdict in verdicts if verdict.judged]
    good = sum(verdict.is_good for verdict in judged)
    words = [f"{number}. {counted(len(verdicts), 'move')}"]
    if verdicts:
        words.append(f"{good} as good as hard's")
    if len(judged) < len(verdicts):
        words.append(f"{len(verdicts) - len(judged)} not judged")
    if good < len(judged):
        words.append(f"{_worth(judged)} given away")
    return ", ".join(words)


def _worth(verdicts: Sequence[Verdict]) -> str:
    """`about 2.4 points`."""
    return f"about {sum(verdict.cost for verdict in verdicts):.1f} points"


def _totals(review: Review) -> str:
    courses = zip(*review.totals, strict=True)
    return "\n".join(
        f"{seat.position + 1}. {name_of(seat)}: {', '.join(map(figure, course))}"
        for seat, course in zip(review.state.seats, courses, strict=True)
    )


def _costly_move(review: Review, place: int, verdict: Verdict, *, columns: bool) -> Draft:
    seen, action = verdict.moment.view, verdict.moment.action
    assert verdict.best is not None
    lines = [
        f"You: **{action_words(seen, action)}**.",
        f"Hard: **{action_words(seen, verdict.best)}**. It {why(seen, verdict.best)}.",
        f"The difference is worth {_worth([verdict])}.",
        *held(seen, columns=columns),
    ]
    embed = discord.Embed(
        title=f"{_PLACES[place]}: round {seen.number}, {_when(verdict)}",
        description="\n".join(lines),
        colour=COLOUR,
    )
    add_to_beat(embed, review.state, seen, columns=columns)
    return Draft(embed, draw=partial(seat_picture, seen))


def _when(verdict: Verdict) -> str:
    turn = verdict.moment.turn
    return f"turn {turn}" if turn else "the choice of the hand"


def _moves(number: int, verdicts: Sequence[Verdict]) -> Draft:
    embed = discord.Embed(
        title=f"Your moves in round {number}",
        description="\n".join(map(_line, verdicts)),
        colour=COLOUR,
    )
    return Draft(embed)


def _line(verdict: Verdict) -> str:
    seen, action = verdict.moment.view, verdict.moment.action
    when = f"Turn {verdict.moment.turn}" if verdict.moment.turn else "Before turn 1"
    did = f"{when}: {action_words(seen, action)}"
    if verdict.best is None:
        return f"{did} (not judged)"
    if verdict.is_good:
        return f"{did} ✅"
    better = action_words(seen, verdict.best)
    return f"{did}; hard: {better}; **{points_exactly(-verdict.cost)}**"
