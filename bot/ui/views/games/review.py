"""The pages of a review: the whole game, the most costly moves, then every move by rounds."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from bot.pictures.gallery import move_picture, review_picture
from bot.tables.review import MoveReview, Review, sum_of_costs
from bot.text.language import Language, gettext_noop
from bot.text.moves import action_words
from bot.text.words import in_a_row, joined, labelled
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Select, page_buttons
from bot.ui.views.elements import NO_AVATARS, Avatars, name_of, names, new_embed, seat_faces
from bot.ui.views.replay_step import replay_press
from bot.ui.views.turn.hand import hand_lines, to_beat_field
from bot.ui.views.turn.hint import explain
from engine.game import ranked

_LINES_A_PAGE = 20
_LEAST_MARGIN = 0.05
# Translators: these name a move in a title, behind a colon follows which: "round 2, turn 5".
_YOUR_MOVE = gettext_noop("Your move")
# Translators: a button, at most 35 letters.
_ALL_MOVES = gettext_noop("All your moves")
_WHEN = {
    # Translators: when a move was made, in a title behind a colon: before turn 1.
    (False, False): gettext_noop("keep or flip"),
    # Translators: when a move was made, in a title behind a colon.
    (True, True): gettext_noop("round {number}, turn {turn}"),
    (True, False): gettext_noop("round {number}, keep or flip"),
}
"""By whether a game has several rounds, and whether it was a turn."""
COSTLY = {
    1: gettext_noop("Your most costly move"),
    2: gettext_noop("Your second most costly move"),
    3: gettext_noop("Your third most costly move"),
}


def review_message(
    language: Language,
    review: Review,
    page: int,
    *,
    pictures: bool,
    decision: int | None = None,
    avatars: Avatars = NO_AVATARS,
) -> Message:
    """The progress until all is judged; then page `page`, from 0, or the move before `decision`."""
    if not review.done:
        return _progress(language, review, page, decision)
    if decision is not None:
        move = review.move_before(decision)
        message = _one_move(language, review, _YOUR_MOVE, move, avatars, in_words=not pictures)
        buttons = [Button(language.gettext(_ALL_MOVES), _press(review, 0))]
    else:
        pages = list(_pages(language, review, avatars, in_words=not pictures))
        page = min(page, len(pages) - 1)
        message = _numbered(language, pages[page](), page, len(pages))
        buttons = page_buttons(language, page, len(pages), partial(_press, review))
    for row in message.rows:
        assert not isinstance(row, Select)
        buttons += row
    return Message(message.embed, [buttons], draw=message.draw if pictures else None)


def _numbered(language: Language, message: Message, page: int, pages: int) -> Message:
    shown = language.gettext("Page {page} of {pages}", page=page + 1, pages=pages)
    message.embed.set_footer(text=shown)
    return message


def _press(review: Review, page: int, decision: int | None = None) -> ComponentId:
    detail = "" if decision is None else str(decision)
    return ComponentId(Verb.REVIEW, review.state.id, page, detail)


def _progress(language: Language, review: Review, page: int, decision: int | None) -> Message:
    """The progress, with a button for the time after a restart or the token's end."""
    # Translators: a button, at most 35 letters.
    refresh = Button(language.gettext("Refresh"), _press(review, page, decision))
    embed = new_embed(progress_words(language, review), title=_title(language, review))
    return Message(embed, [[refresh]])


def progress_words(language: Language, review: Review) -> str:
    words = language.gettext(
        "Looking at your moves: {done} of {number} done.",
        done=len(review.moves),
        number=len(review.decisions),
    )
    if not (judged := review.judged):
        return words
    so_far = language.gettext(
        "As good as the hard computer's so far: {good} of {number}.",
        good=sum(move.is_good for move in judged),
        number=len(judged),
    )
    return f"{words}\n{so_far}"


def _title(language: Language, review: Review) -> str:
    return language.gettext("🔎 Your moves in game #{game}", game=str(review.state.id))


def _pages(
    language: Language, review: Review, avatars: Avatars, *, in_words: bool
) -> Iterator[Callable[[], Message]]:
    yield partial(_summary, language, review, avatars, in_words=in_words)
    for rank, move in enumerate(review.costly, 1):
        yield partial(_one_move, language, review, COSTLY[rank], move, avatars, in_words=in_words)
    for number in range(1, review.state.length + 1):
        moves = review.of_round(number)
        for begin in range(0, len(moves), _LINES_A_PAGE):
            yield partial(_moves, language, number, moves[begin : begin + _LINES_A_PAGE])


def _summary(language: Language, review: Review, avatars: Avatars, *, in_words: bool) -> Message:
    """The moves of each round; `in_words` also the points that the picture shows."""
    rounds = [review.of_round(number) for number in range(1, review.state.length + 1)]
    lines = [_round_line(language, number, moves) for number, moves in enumerate(rounds, 1)]
    fields = {language.gettext("Your moves"): "\n".join(lines)}
    if in_words:
        fields[language.gettext("Points after each round")] = "\n".join(_totals(language, review))
    faces = seat_faces(language, review.state, avatars)
    words = "\n".join(_sums(language, review))
    losses = [
        # None for a move that could not be judged.
        [None if not move.judged else 0.0 if move.is_good else move.cost for move in moves]
        for moves in rounds
    ]
    return Message(
        new_embed(words, title=_title(language, review), fields=fields),
        draw=partial(review_picture, language, review.totals, review.seat, losses, faces),
    )


def _sums(language: Language, review: Review) -> Iterator[str]:
    if judged := review.judged:
        good = sum(move.is_good for move in judged)
        yield comparison(language, good, len(judged))
        if good < len(judged):
            yield _cost(language, good, judged)
        if any(move.margin >= _LEAST_MARGIN for move in judged if not move.is_good):
            yield language.gettext("These are estimates: ± is how far chance can shift them.")
    if review.unjudged:
        yield language.ngettext(
            "{number} move could not be judged. Use `/scout record review` to try again.",
            "{number} moves could not be judged. Use `/scout record review` to try again.",
            review.unjudged,
        )


_ONLY_MOVE = {
    # Translators: these compare the reader's moves with those of the computer of the level "hard",
    # which was given the same view of the game.
    False: gettext_noop(
        "**Your move** was not as good as the hard computer's, which saw only what you saw."
    ),
    True: gettext_noop(
        "**Your move** was as good as the hard computer's, which saw only what you saw."
    ),
}
"""Sentences about a single judged move, by whether it was as good."""


def comparison(language: Language, good: int, judged: int) -> str:
    """`4 of your 15 moves were as good as the hard computer's, which saw only what you saw.`"""
    if judged == 1:
        return language.gettext(_ONLY_MOVE[good == judged])
    if good == 0:
        # Translators: {number} is 2 or more.
        return language.ngettext(
            "**None of your {number} moves** was as good as the hard computer's, which saw only "
            "what you saw.",
            "**None of your {number} moves** was as good as the hard computer's, which saw only "
            "what you saw.",
            judged,
        )
    if good == judged:
        return _all_good(language, good)
    # Translators: {moves} is 2 or more.
    return language.ngettext(
        "**{number} of your {moves} moves** was as good as the hard computer's, which saw only "
        "what you saw.",
        "**{number} of your {moves} moves** were as good as the hard computer's, which saw only "
        "what you saw.",
        good,
        moves=judged,
    )


def _all_good(language: Language, judged: int) -> str:
    if judged == 2:
        return language.gettext(
            "**Both of your moves** were as good as the hard computer's, which saw only what you "
            "saw."
        )
    # Translators: {number} is 3 or more.
    return language.ngettext(
        "**All {number} of your moves** were as good as the hard computer's, which saw only what "
        "you saw.",
        "**All {number} of your moves** were as good as the hard computer's, which saw only what "
        "you saw.",
        judged,
    )


def _cost(language: Language, good: int, judged: Sequence[MoveReview]) -> str:
    """The points lost by the moves that were not as good."""
    points = _worth(language, judged)
    # Translators: {points} is a number with one decimal: "2.4" or "2.4 ± 0.8".
    if len(judged) == 1:
        # Translators: follows "Your move was not as good …".
        return language.gettext("It gave away about {points} points.", points=points)
    if good == 0:
        return language.gettext("Your moves gave away about {points} points.", points=points)
    others = len(judged) - good
    if others == 1:
        return language.gettext("The other move gave away about {points} points.", points=points)
    # Translators: {number} is 2 or more.
    return language.ngettext(
        "The other {number} moves gave away about {points} points.",
        "The other {number} moves gave away about {points} points.",
        others,
        points=points,
    )


def _round_line(language: Language, number: int, moves: Sequence[MoveReview]) -> str:
    facts = joined(language, _round_facts(language, moves))
    # Translators: "Round 2: 5 moves, 3 as good, about 2.4 points given away".
    return language.gettext("Round {number}: {facts}", number=number, facts=facts)


def _round_facts(language: Language, moves: Sequence[MoveReview]) -> Iterator[str]:
    judged = [move for move in moves if move.judged]
    good = sum(move.is_good for move in judged)
    # Translators: these count a member's moves in a round, and stand behind each other.
    yield (
        language.ngettext("{number} move", "{number} moves", len(moves))
        if moves
        else language.gettext("no moves")
    )
    if judged and not good:
        yield language.gettext("none as good")
    elif judged:
        # Translators: as good as the hard computer's.
        yield language.ngettext("{number} as good", "{number} as good", good)
    if left := len(moves) - len(judged):
        yield language.ngettext("{number} not judged", "{number} not judged", left)
    if good < len(judged):
        yield language.gettext("about {points} points given away", points=_worth(language, judged))


def _worth(language: Language, moves: Sequence[MoveReview]) -> str:
    """`2.4 ± 0.8`: the points that the worse moves have lost."""
    return estimated(language, *sum_of_costs(move for move in moves if not move.is_good))


def estimated(language: Language, points: float, margin: float) -> str:
    """`2.4 ± 0.8`: points with their margin of chance."""
    return language.number(points, decimals=1) + _shown(language, margin)


def _shown(language: Language, margin: float) -> str:
    """` ± 0.8`, or nothing if it would be 0.0."""
    if margin < _LEAST_MARGIN:
        return ""
    return f"\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{language.number(margin, decimals=1)}"


def _totals(language: Language, review: Review) -> Iterator[str]:
    """The best seat first, since a list of points reads as a ranking."""
    courses = list(zip(*review.totals, strict=True))
    for _, seat, _ in ranked(review.totals[-1]):
        course = joined(language, map(language.number, courses[seat]))
        yield labelled(language, name_of(language, review.state.seats[seat]), course)


def _one_move(
    language: Language,
    review: Review,
    title: str,
    move: MoveReview,
    avatars: Avatars,
    *,
    in_words: bool,
) -> Message:
    """A move, and a button to its step in the replay."""
    message = move_message(language, review, title, move, avatars, in_words=in_words)
    # To the step before the move, as the member knew it then.
    there = replay_press(review.state.id, review.asked_at(move), str(review.seat + 1))
    return replace(message, rows=[[Button(language.gettext("Replay"), there)]])


def move_message(
    language: Language,
    review: Review,
    title: str,
    move: MoveReview,
    avatars: Avatars = NO_AVATARS,
    *,
    in_words: bool,
) -> Message:
    """A move beside the hard computer's, from the view of its seat.

    `in_words`: with the hand and the set to beat, which the picture shows.
    """
    seen, action = move.decision.view, move.decision.action
    did = action_words(language, seen, action)
    your_move = language.gettext("Your move: **{move}**.", move=did)
    lines, fields = [your_move, *_compared(language, review, move)], None
    if in_words:
        lines += hand_lines(language, seen, seen.legal.shows())
        fields = to_beat_field(language, review.state, seen, columns=True)
    when = _when(language, review, move)
    better = None if move.is_good else move.best
    faces = seat_faces(language, review.state, avatars)
    embed = new_embed(
        "\n".join(lines),
        # Translators: {title} is "Your move" or "Your most costly move", {when} "round 2, turn 5".
        title=language.gettext("{title}: {when}", title=language.gettext(title), when=when),
        fields=fields,
    )
    draw = partial(move_picture, language, seen, action, better, when, faces)
    return Message(embed, draw=draw)


def _when(language: Language, review: Review, move: MoveReview) -> str:
    """The turn of the move, and its round unless it is the only one."""
    number, turn = move.decision.view.number, move.decision.turn
    if review.state.length == 1 and turn:
        return language.gettext("turn {number}", number=turn)
    return language.gettext(_WHEN[review.state.length > 1, turn > 0], number=number, turn=turn)


def _compared(language: Language, review: Review, move: MoveReview) -> Iterator[str]:
    seen = move.decision.view
    if move.best is None:
        yield language.gettext("It could not be judged. Use `/scout record review` to try again.")
    elif move.is_good and move.best == move.decision.action:
        yield language.gettext("The hard computer would have played it too.")
    elif move.is_good:
        yield language.gettext(
            "It was as good as the hard computer's move: **{move}**. The difference is within "
            "chance.",
            move=action_words(language, seen, move.best),
        )
    else:
        best = language.gettext(
            "The hard computer's move: **{move}**.", move=action_words(language, seen, move.best)
        )
        yield in_a_row([best, explain(language, seen, move.best, names(language, review.state))])
        points = _worth(language, [move])
        yield language.gettext("You gave away about {points} points.", points=points)


def _moves(language: Language, number: int, moves: Sequence[MoveReview]) -> Message:
    title = language.gettext("Your moves in round {number}", number=number)
    return Message(new_embed("\n".join(map(partial(_line, language), moves)), title=title))


def _line(language: Language, move: MoveReview) -> str:
    seen, turn = move.decision.view, move.decision.turn
    did = action_words(language, seen, move.decision.action)
    when = gettext_noop("Turn {number}: {move}") if turn else gettext_noop("Before turn 1: {move}")
    did = language.gettext(when, number=turn, move=did)
    if move.best is None:
        return language.gettext("{move} (not judged)", move=did)
    if move.is_good:
        return f"{did} ✅"
    points = language.number(-move.cost, decimals=1, signed=True)
    return language.gettext(
        # Translators: {move} is "Turn 5: show 3 4", {better} another move, {points} what it loses.
        "{move}. Better: {better} ({points})",
        move=did,
        better=action_words(language, seen, move.best),
        points=f"**{points}**{_shown(language, move.margin)}",
    )
