"""What the table's picture shows, in words."""

from collections.abc import Iterator, Sequence

from bot.pictures.alt import set_alt, spoken, within_limit
from bot.pictures.faces import SeatFace
from bot.text.moves import last_move
from bot.text.words import counted, figure
from engine.view import View


def table_alt(seen: View, faces: Sequence[SeatFace], *, closed: bool = False) -> str:
    """Round, Active Set, last move, whose turn it is, and all that each seat has (R15).

    `closed` is a game that ended early: nobody is on turn or chooses any more.
    """
    owner = None if seen.owner is None else faces[seen.owner]
    parts = [f"Round {seen.number} of {seen.length}.", set_alt(seen.active, owner)]
    choosing = not closed and not all(seen.chosen)
    if closed:
        parts.append("The game ended early.")
    else:
        parts += _now(seen, faces)
    parts += [_seat(seen, faces[index], index, choosing=choosing) for index in range(seen.players)]
    return within_limit(parts)


def _now(seen: View, faces: Sequence[SeatFace]) -> Iterator[str]:
    if not all(seen.chosen):
        yield f"Choosing hands: {sum(seen.chosen)} of {seen.players} ready."
    yield from _move(seen, faces)
    if seen.turn is not None:
        yield f"Turn: {faces[seen.turn].spoken}."


def _move(seen: View, faces: Sequence[SeatFace]) -> Iterator[str]:
    if (move := last_move(seen)) is not None:
        yield f"Last move: {faces[move.event.seat].spoken} {move.sentence}."
        if move.beaten:
            yield f"To the pile: {spoken(move.beaten)}."


def _seat(seen: View, face: SeatFace, at: int, *, choosing: bool) -> str:
    facts = [counted(seen.counts[at], "card"), f"pile {seen.piles[at]}"]
    facts.append(counted(seen.chips[at], "chip"))
    if choosing:
        facts.append("ready" if seen.chosen[at] else "choosing")
    elif seen.rules.scout_and_show:
        facts.append("Scout & Show ready" if seen.tokens[at] else "Scout & Show used")
    if seen.number > 1:
        facts.append(f"total {figure(seen.totals[at])}")
    starts = " (start player)" if at == seen.start else ""
    return f"{face.spoken}{starts}: {', '.join(facts)}."
