"""The result of a round in words, and the final scores."""

from collections.abc import Iterator, Sequence
from functools import partial

from discord import ButtonStyle

from bot.pictures.gallery import final_picture
from bot.tables.core.state import TableState
from bot.text.language import Language
from bot.text.words import (
    BestShow,
    best_show,
    best_show_words,
    chips_counted,
    joined,
    labelled,
    points_by_round,
    points_counted,
    rounds_counted,
    unbeaten,
    unbroken,
    upper_numbers,
)
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import (
    NO_AVATARS,
    Avatars,
    both_ends,
    leading_rank,
    name_of,
    new_embed,
    seat_faces,
    short_name_of,
    unwritten,
)
from bot.ui.views.replay_step import replay_press
from engine.game import Game
from engine.round import Ending, Score
from engine.view import RoundResult, result


def result_lines(
    language: Language, state: TableState, over: RoundResult, so_far: Game | None, you: int | None
) -> Iterator[str]:
    """The lines with a finished round's facts that a picture shows, one for each."""
    ended = language.gettext(
        "**Round {number} of {rounds} is over.**", number=over.number, rounds=state.length
    )
    yield f"{ended} {ending_words(language, state, over, you)}"
    for seat, score in zip(state.seats, over.scores, strict=True):
        line = labelled(language, name_of(language, seat), _sum(language, score))
        yield f"{seat.index + 1}. {line}"
    if so_far is not None:
        totals = ((name_of(language, state.seats[at]), total) for _, at, total in so_far.ranking())
        listed = joined(language, (f"{name} {language.number(total)}" for name, total in totals))
        yield language.gettext("**Totals:** {totals}", totals=listed)


def ending_words(language: Language, state: TableState, over: RoundResult, you: int | None) -> str:
    """The reason why the round is over; the seat `you` is addressed."""
    if over.ending is Ending.EMPTY:
        out = state.seats[over.hands.index(())]
        if out.index == you:
            return language.gettext("You have no cards left.")
        return language.gettext("**{name}** has no cards left.", name=short_name_of(language, out))
    assert over.owner is not None
    cards = unbroken(upper_numbers(unbeaten(over)))
    if over.owner == you:
        return language.gettext("Nobody beat your **{cards}**.", cards=cards)
    name = short_name_of(language, state.seats[over.owner])
    return language.gettext("Nobody beat **{name}**'s **{cards}**.", name=name, cards=cards)


def _sum(language: Language, score: Score) -> str:
    """The parts of a round's points (R22)."""
    pile = language.gettext("pile {number}", number=score.pile)
    won = f"{pile} + {chips_counted(language, score.chips)}"
    if score.exempt:
        left = language.ngettext(
            "{number} card in hand not counted", "{number} cards in hand not counted", score.cards
        )
        parts = joined(language, (won, left))
    else:
        left = language.ngettext("{number} card in hand", "{number} cards in hand", score.cards)
        parts = f"{won} − {left}"
    return f"{parts} = **{language.number(score.points, signed=True)}**"


def hands_left(language: Language, state: TableState, over: RoundResult) -> str:
    # Translators: in place of the cards in a player's hand.
    empty = language.gettext("no cards")
    return "\n".join(
        labelled(language, name_of(language, seat), both_ends(hand) or empty)
        for seat, hand in zip(state.seats, over.hands, strict=True)
    )


def final_message(
    language: Language, state: TableState, avatars: Avatars = NO_AVATARS, *, is_public: bool = True
) -> Message:
    """The ranking, shared victories included (R23), the best Show and the course of the game.

    If it `is_public`, it says what the button for reviews is for.
    """
    game = state.begun_game
    numbers = range(1, state.length + 1)
    totals = [game.after(number).totals() for number in numbers]
    best = best_show([result(game, number) for number in numbers])
    draw, below = None, list[str]()
    if state.options.pictures:
        faces = seat_faces(language, state, avatars)
        draw = partial(final_picture, language, totals, faces, best)
        words = unwritten(language, faces)
    else:
        words = [*_ranking(language, state)]
        below = [*_course(language, state, totals, best)]
    rematch = ComponentId(Verb.REMATCH, state.id)
    row = [
        # Translators: a button, at most 20 letters, as are the next two: to see the game again, and
        # how good your moves were.
        Button(language.gettext("Rematch"), rematch, ButtonStyle.primary),
        Button(language.gettext("Replay"), replay_press(state.id)),
        Button(language.gettext("Review"), ComponentId(Verb.REVIEW, state.id)),
    ]
    below += _without_result(language, state)
    if is_public:
        below.append(language.gettext("**Review** shows how good your moves were."))
    return Message(new_embed("\n".join(below)), [row], "\n".join(words) or None, draw=draw)


def _without_result(language: Language, state: TableState) -> Iterator[str]:
    """Why the game counts for no member, or not for all who finished it."""
    if state.options.hints:
        yield language.gettext("This game does not count, because hints were allowed.")
    elif state.unranked is None:
        yield language.gettext("This game does not count, because too few players made a move.")
    elif found := [seat for seat in state.seats if seat.index in state.unranked and not seat.away]:
        yield language.gettext(
            "For {names} this game counts on no leaderboard, because no other player made five "
            "moves or played a whole round.",
            names=tuple(name_of(language, seat) for seat in found),
        )


def _course(
    language: Language, state: TableState, totals: Sequence[Sequence[int]], best: BestShow | None
) -> Iterator[str]:
    """The facts that a picture shows besides the ranking: the best Show, and points by round."""
    names = [short_name_of(language, seat) for seat in state.seats]
    if best is not None:
        # Without emojis: browsers break a line beside any picture.
        cards = unbroken(" ".join(map(str, best.cards)))
        yield best_show_words(language, best, names[best.seat], cards)
    if state.length > 1:
        yield from points_by_round(language, totals, None, names)


def _ranking(language: Language, state: TableState) -> Iterator[str]:
    ranking = state.begun_game.ranking()
    winners = [name_of(language, state.seats[index]) for rank, index, _ in ranking if rank == 1]
    # Translators: the number is that of the names.
    won = language.ngettext(
        "🏆 **{names} wins**", "🏆 **{names} share the victory**", len(winners), names=(*winners,)
    )
    yield f"{won} · {rounds_counted(language, state.length)}"
    for rank, index, total in ranking:
        name, points = name_of(language, state.seats[index]), points_counted(language, total)
        yield f"{leading_rank(language, rank)} {labelled(language, name, f'**{points}**')}"
