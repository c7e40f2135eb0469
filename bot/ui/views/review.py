"""The pages of a review: the whole game, the most costly moves, then every move by rounds."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import discord

from bot.pictures.gallery import score_chart_picture, seat_picture
from bot.pictures.words import counted, figure
from bot.tables.review.review import MoveReview, Review
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, page_buttons
from bot.ui.views.explanations import explain
from bot.ui.views.hand import add_to_beat, held
from bot.ui.views.lobby import COLOUR
from bot.ui.views.text import action_words, name_of, points_exactly

_LINES_A_PAGE = 20
_PLACES = {1: "The most costly move", 2: "The second most costly", 3: "The third most costly"}


def review_message(review: Review, page: int, *, pictures: bool) -> Message:
    """Page `page`, counted from 0, or the last one; until all is done how far it has come."""
    if not review.done:
        return _progress(review, page)
    pages = list(_pages(review, pictures=pictures))
    page = min(page, len(pages) - 1)
    message = pages[page]()
    message.embed.set_footer(text=f"Page {page + 1} of {len(pages)}")
    buttons = page_buttons(page, len(pages), partial(_press, review))
    return Message(message.embed, [buttons], draw=message.draw if pictures else None)


def _press(review: Review, page: int) -> ComponentId:
    return ComponentId(Verb.REVIEW, review.state.id, page)


def _progress(review: Review, page: int) -> Message:
    """What its button is pressed for: this note's token has died, or the bot was restarted."""
    words = f"Looking at your {counted(len(review.decisions), 'move')}…"
    embed = discord.Embed(
        title="🔎 Your last game",
        description=f"{words} {len(review.moves)} of {len(review.decisions)}",
        colour=COLOUR,
    )
    return Message(embed, [[Button("Refresh", _press(review, page))]])


def _pages(review: Review, *, pictures: bool) -> Iterator[Callable[[], Message]]:
    yield partial(_summary, review)
    for place, move in enumerate(review.costly, 1):
        yield partial(_costly_move, review, place, move, columns=not pictures)
    for number in range(1, review.state.length + 1):
        moves = review.of_round(number)
        for begin in range(0, len(moves), _LINES_A_PAGE):
            yield partial(_moves, number, moves[begin : begin + _LINES_A_PAGE])


def _summary(review: Review) -> Message:
    embed = discord.Embed(
        title="🔎 Your last game",
        description="\n".join(_sums(review)),
        colour=COLOUR,
    )
    rounds = [_round_line(review, number) for number in range(1, review.state.length + 1)]
    embed.add_field(name="Your moves", value="\n".join(rounds), inline=False)
    embed.add_field(name="Points after each round", value=_totals(review), inline=False)
    return Message(embed, draw=partial(score_chart_picture, review.totals, review.seat))


def _sums(review: Review) -> Iterator[str]:
    judged = review.judged
    if judged:
        good = sum(move.is_good for move in judged)
        yield f"**{good} of {counted(len(judged), 'move')}** were as good as hard's."
        if good < len(judged):
            yield f"The others gave away {_worth(judged)} in all."
        yield "Hard was told what you knew at that decision, and no more."
    if review.unjudged:
        left = counted(review.unjudged, "move")
        yield f"{left} could not be judged. `/scout review` tries that again."


def _round_line(review: Review, number: int) -> str:
    moves = review.of_round(number)
    judged = [move for move in moves if move.judged]
    good = sum(move.is_good for move in judged)
    words = [f"{number}. {counted(len(moves), 'move')}"]
    if moves:
        words.append(f"{good} as good as hard's")
    if len(judged) < len(moves):
        words.append(f"{len(moves) - len(judged)} not judged")
    if good < len(judged):
        words.append(f"{_worth(judged)} given away")
    return ", ".join(words)


def _worth(moves: Sequence[MoveReview]) -> str:
    """`about 2.4 points`."""
    return f"about {sum(move.cost for move in moves):.1f} points"


def _totals(review: Review) -> str:
    courses = zip(*review.totals, strict=True)
    return "\n".join(
        f"{seat.index + 1}. {name_of(seat)}: {', '.join(map(figure, course))}"
        for seat, course in zip(review.state.seats, courses, strict=True)
    )


def _costly_move(review: Review, place: int, move: MoveReview, *, columns: bool) -> Message:
    seen, action = move.decision.view, move.decision.action
    assert move.best is not None
    lines = [
        f"You: **{action_words(seen, action)}**.",
        f"Hard: **{action_words(seen, move.best)}**. It {explain(seen, move.best)}.",
        f"The difference is worth {_worth([move])}.",
        *held(seen, columns=columns),
    ]
    embed = discord.Embed(
        title=f"{_PLACES[place]}: round {seen.number}, {_when(move)}",
        description="\n".join(lines),
        colour=COLOUR,
    )
    add_to_beat(embed, review.state, seen, columns=columns)
    return Message(embed, draw=partial(seat_picture, seen))


def _when(move: MoveReview) -> str:
    turn = move.decision.turn
    return f"turn {turn}" if turn else "the choice of the hand"


def _moves(number: int, moves: Sequence[MoveReview]) -> Message:
    embed = discord.Embed(
        title=f"Your moves in round {number}",
        description="\n".join(map(_line, moves)),
        colour=COLOUR,
    )
    return Message(embed)


def _line(move: MoveReview) -> str:
    seen, action = move.decision.view, move.decision.action
    when = f"Turn {move.decision.turn}" if move.decision.turn else "Before turn 1"
    did = f"{when}: {action_words(seen, action)}"
    if move.best is None:
        return f"{did} (not judged)"
    if move.is_good:
        return f"{did} ✅"
    better = action_words(seen, move.best)
    return f"{did}; hard: {better}; **{points_exactly(-move.cost)}**"
