"""The pages of a review: the whole game, the most costly moves, then every move by rounds."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bot.pictures.gallery import move_picture, review_picture
from bot.tables.review import MoveReview, Review, sum_of_costs
from bot.text.language import Language
from bot.text.moves import action_words
from bot.text.words import counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Select, page_buttons
from bot.ui.views.elements import NO_AVATARS, name_of, names, new_embed, seat_faces
from bot.ui.views.replay_step import replay_press
from bot.ui.views.turn.hand import hand_lines, to_beat_field
from bot.ui.views.turn.hint import explain
from engine.actions import Action
from engine.game import ranked

_LINES_A_PAGE = 20
_LEAST_MARGIN = 0.05
_MARGIN = "These are estimates: ± is how far chance can shift them."
_COSTLY = {
    1: "Your most costly move",
    2: "Your second most costly move",
    3: "Your third most costly move",
}


def review_message(
    language: Language, review: Review, page: int, *, pictures: bool, decision: int | None = None
) -> Message:
    """Page `page`, counted from 0, or the last one; the progress until all moves are judged.

    With a `decision` of the game instead the member's newest move before it.
    """
    if not review.done:
        return _progress(language, review, page, decision)
    if decision is not None:
        move = review.move_before(decision)
        message = _one_move(language, review, "Your move", move, columns=not pictures)
        buttons = [Button("All your moves", _press(review, 0))]
    else:
        pages = list(_pages(language, review, pictures=pictures))
        page = min(page, len(pages) - 1)
        message = pages[page]()
        message.embed.set_footer(text=f"Page {page + 1} of {len(pages)}")
        buttons = page_buttons(language, page, len(pages), partial(_press, review))
    for row in message.rows:
        assert not isinstance(row, Select)
        buttons += row
    return Message(message.embed, [buttons], draw=message.draw if pictures else None)


def _press(review: Review, page: int, decision: int | None = None) -> ComponentId:
    detail = "" if decision is None else str(decision)
    return ComponentId(Verb.REVIEW, review.state.id, page, detail)


def _progress(language: Language, review: Review, page: int, decision: int | None) -> Message:
    """The state of the work; the button serves expired tokens and restarts."""
    words = [f"Looking at your moves: {len(review.moves)} of {len(review.decisions)} done."]
    judged = review.judged
    if judged:
        good = sum(move.is_good for move in judged)
        words.append(f"As good as the hard computer's so far: {good} of {len(judged)}.")
    refresh = Button("Refresh", _press(review, page, decision))
    return Message(new_embed("\n".join(words), title=_title(language, review)), [[refresh]])


def _title(language: Language, review: Review) -> str:
    return f"🔎 Your moves in game #{review.state.id}"


def _pages(
    language: Language, review: Review, *, pictures: bool
) -> Iterator[Callable[[], Message]]:
    yield partial(_summary, language, review)
    for rank, move in enumerate(review.costly, 1):
        yield partial(_one_move, language, review, _COSTLY[rank], move, columns=not pictures)
    for number in range(1, review.state.length + 1):
        moves = review.of_round(number)
        for begin in range(0, len(moves), _LINES_A_PAGE):
            yield partial(_moves, language, number, moves[begin : begin + _LINES_A_PAGE])


def _summary(language: Language, review: Review) -> Message:
    rounds = [_round_line(language, review, number) for number in range(1, review.state.length + 1)]
    fields = {"Your moves": "\n".join(rounds), "Points after each round": _totals(language, review)}
    losses = [list(map(_loss, review.of_round(at))) for at in range(1, review.state.length + 1)]
    faces = seat_faces(language, review.state, NO_AVATARS)
    return Message(
        new_embed(
            "\n".join(_sums(language, review)), title=_title(language, review), fields=fields
        ),
        draw=partial(review_picture, language, review.totals, review.seat, losses, faces),
    )


def _loss(move: MoveReview) -> float | None:
    """The points that a move lost; None if it could not be judged."""
    return None if not move.judged else 0.0 if move.is_good else move.cost


def _sums(language: Language, review: Review) -> Iterator[str]:
    judged = review.judged
    if judged:
        good = sum(move.is_good for move in judged)
        yield f"{_comparison(language, good, len(judged))}, which saw only what you saw."
        if good < len(judged):
            yield f"{_rest(language, good, len(judged))} gave away {_worth(language, judged)}."
        if any(_shown(move.margin) for move in judged if not move.is_good):
            yield _MARGIN
    if review.unjudged:
        left = counted(language, review.unjudged, "move")
        yield f"{left} could not be judged. Use `/scout record review` to try again."


def _comparison(language: Language, good: int, judged: int) -> str:
    """`4 of your 15 moves were as good as the hard computer's`."""
    if judged == 1:
        return f"**Your move** was {'' if good else 'not '}as good as the hard computer's"
    which = f"{good or 'None'} of your {judged} moves"
    if good == judged:
        which = f"{'Both' if judged == 2 else f'All {judged}'} of your moves"
    return f"**{which}** {'was' if good < 2 else 'were'} as good as the hard computer's"


def _rest(language: Language, good: int, judged: int) -> str:
    """The moves that were not as good, as the subject of a sentence."""
    if good == 0:
        return "Your moves" if judged > 1 else "It"
    rest = judged - good
    return "The other move" if rest == 1 else f"The other {rest} moves"


def _round_line(language: Language, review: Review, number: int) -> str:
    moves = review.of_round(number)
    judged = [move for move in moves if move.judged]
    good = sum(move.is_good for move in judged)
    words = [f"Round {number}: {counted(language, len(moves), 'move') if moves else 'no moves'}"]
    if judged:
        words.append(f"{good or 'none'} as good")
    if len(judged) < len(moves):
        words.append(f"{len(moves) - len(judged)} not judged")
    if good < len(judged):
        words.append(f"{_worth(language, judged)} given away")
    return ", ".join(words)


def _worth(language: Language, moves: Sequence[MoveReview]) -> str:
    """`about 2.4 ± 0.8 points`, which those of the moves lost that are not good."""
    cost, margin = sum_of_costs(move for move in moves if not move.is_good)
    return f"about {cost:.1f}{_shown(margin)} points"


def _shown(margin: float) -> str:
    """` ± 0.8`, or nothing if it would be 0.0."""
    return f"\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{margin:.1f}" if margin >= _LEAST_MARGIN else ""


def _totals(language: Language, review: Review) -> str:
    """The best seat first, since a list of points reads as a ranking."""
    courses = list(zip(*review.totals, strict=True))
    return "\n".join(
        (
            f"{name_of(language, review.state.seats[seat])}: "
            f"{', '.join(map(language.number, courses[seat]))}"
        )
        for _, seat, _ in ranked(review.totals[-1])
    )


def _one_move(
    language: Language, review: Review, title: str, move: MoveReview, *, columns: bool
) -> Message:
    """A move beside the hard computer's, and a button to its step in the replay."""
    seen, action = move.decision.view, move.decision.action
    lines = [
        f"Your move: **{action_words(language, seen, action)}**.",
        *_compared(language, review, move),
    ]
    lines += hand_lines(language, seen, seen.legal.shows(), columns=columns)
    when = f"turn {move.decision.turn}" if move.decision.turn else "keep or flip"
    better = None if move.best is None or move.is_good else move.best
    faces = seat_faces(language, review.state, NO_AVATARS)
    embed = new_embed(
        "\n".join(lines),
        title=f"{title}: round {seen.number}, {when}",
        fields=to_beat_field(language, review.state, seen, columns=columns),
    )
    # The step before the move, as the member knew it then.
    there = replay_press(review.state.id, review.asked_at(move), str(review.seat + 1))
    draw = partial(
        move_picture, language, seen, action, better, f"round {seen.number}, {when}", faces
    )
    return Message(embed, [[Button("Replay", there)]], draw=draw)


def _compared(language: Language, review: Review, move: MoveReview) -> list[str]:
    if move.best is None:
        return ["It could not be judged. Use `/scout record review` to try again."]
    if move.is_good:
        return [_equal(language, move, move.best)]
    seen = move.decision.view
    why = explain(language, seen, move.best, names(language, review.state))
    return [
        f"The hard computer's move: **{action_words(language, seen, move.best)}**. {why}",
        f"You gave away {_worth(language, [move])}.",
    ]


def _equal(language: Language, move: MoveReview, best: Action) -> str:
    seen, action = move.decision.view, move.decision.action
    if best == action:
        return "The hard computer would have played it too."
    return (
        f"It was as good as the hard computer's move, **{action_words(language, seen, best)}**: "
        "the difference is within chance."
    )


def _moves(language: Language, number: int, moves: Sequence[MoveReview]) -> Message:
    return Message(
        new_embed(
            "\n".join(map(partial(_line, language), moves)), title=f"Your moves in round {number}"
        )
    )


def _line(language: Language, move: MoveReview) -> str:
    seen, action = move.decision.view, move.decision.action
    when = f"Turn {move.decision.turn}" if move.decision.turn else "Before turn 1"
    did = f"{when}: {action_words(language, seen, action)}"
    if move.best is None:
        return f"{did} (not judged)"
    if move.is_good:
        return f"{did} ✅"
    better = action_words(language, seen, move.best)
    return (
        f"{did}. Better: {better} "
        f"(**{language.number(-move.cost, decimals=1, signed=True)}**{_shown(move.margin)})"
    )
