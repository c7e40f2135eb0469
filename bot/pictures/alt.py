"""What each picture shows, in words for people who cannot see it: all of it, nothing else."""

from collections.abc import Collection, Iterable, Sequence

from bot.pictures.faces import SeatFace
from bot.pictures.layouts.final import ranked
from bot.pictures.layouts.positions import Placing, makes_set
from bot.pictures.layouts.settings import SAMPLE, NewTables, own_choice, server_choices
from bot.text.moves import BestShow
from bot.text.words import (
    account,
    counted,
    figure,
    holding,
    kind,
    longest_shows,
    points,
    reason,
    shown_cards,
)
from engine.actions import Show
from engine.cards import Card, Cards, flip
from engine.view import Result

ALT_LIMIT = 1024
"""Characters that Discord takes as an attachment's description."""

_READING = "upper over lower number"


def hand_alt(
    cards: Cards,
    shows: Sequence[Show] = (),
    scouted: int | None = None,
    to_beat: Cards = (),
    owner: SeatFace | None = None,
) -> str:
    by = "" if owner is None else f" by {owner.spoken}"
    parts = [f"To beat: {kind(to_beat)}{by}, {spoken(to_beat)}."] if to_beat else []
    if cards:
        positions = (f"{position}: {_over(card)}" for position, card in enumerate(cards, start=1))
        parts.append(f"Hand of {counted(len(cards), 'card')}, {_READING}: {', '.join(positions)}.")
    else:
        parts.append("No cards left.")
    if shows:
        parts.append(f"You can show {shown_cards(longest_shows(shows))}.")
    if scouted is not None:
        parts.append(f"New: card {scouted}.")
    return within_limit(parts)


def positions_alt(placing: Placing) -> str:
    """The hand, and at which positions the scouted card makes a set."""
    cards, card = placing.cards, placing.card
    parts = [f"Where does {_over(card)} go, {_READING}?"]
    if cards:
        held = (f"{position}: {_over(one)}" for position, one in enumerate(cards, start=1))
        parts.append(f"Hand of {counted(len(cards), 'card')}: {', '.join(held)}.")
    sets = [at for at in sorted(placing.allowed) if makes_set(cards, card, at)]
    others = [at for at in sorted(placing.allowed) if at not in sets]
    if sets:
        parts.append(f"It makes a set at position {_listed(sets)}.")
    if others:
        parts.append(f"It makes no set at position {_listed(others)}.")
    return within_limit(parts)


def orientation_alt(cards: Cards) -> str:
    flipped = flip(cards)
    return within_limit(
        [
            f"{counted(len(cards), 'card')}, {_READING}.",
            f"Keep ({holding(cards)}): {spoken(cards)}.",
            f"Flip ({holding(flipped)}): {spoken(flipped)}.",
        ]
    )


def set_alt(active: Cards, owner: SeatFace | None) -> str:
    if not active:
        return "Active Set: none, the table is empty."
    by = "" if owner is None else f" by {owner.spoken}"
    return within_limit([f"Active Set: {kind(active)}{by}, {_READING}: {spoken(active)}."])


def result_alt(over: Result, length: int, totals: Sequence[int], faces: Sequence[SeatFace]) -> str:
    parts = [f"Round {over.number} of {length} is over. {reason(over, _spoken_faces(faces))}."]
    for index, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        total = f", total {figure(totals[index])}" if totals else ""
        brought = f"{account(score)} = {points(score.points)}{total}"
        parts.append(f"{faces[index].spoken}: {brought}; {spoken(hand) or 'no cards left'}.")
    return within_limit(parts)


def final_alt(
    course: Sequence[Sequence[int]], faces: Sequence[SeatFace], best: BestShow | None
) -> str:
    parts = [f"Final scores after {counted(len(course), 'round')}."]
    for rank, seat, total in ranked(course[-1]):
        parts.append(f"{rank}. {faces[seat].spoken}: {counted(total, 'point')}.")
    if best is not None:
        what = f"{kind(best.cards)}, {spoken(best.cards)}, in round {best.number}"
        parts.append(f"Best Show: {faces[best.seat].spoken}, {what}.")
    return within_limit([*parts, course_alt(course, None, faces)])


def course_alt(totals: Sequence[Sequence[int]], own: int | None, faces: Sequence[SeatFace]) -> str:
    lines = (
        f"{faces[index].spoken}{' (you)' if index == own else ''}: {', '.join(map(figure, line))}."
        for index, line in enumerate(zip(*totals, strict=True))
    )
    return within_limit(["Points after each round.", *lines])


def lobby_alt(size: int, faces: Sequence[SeatFace], host: int | None) -> str:
    seats = [
        f"{face.spoken}{' (host)' if index == host else ''}" for index, face in enumerate(faces)
    ]
    seats += ["free"] * (size - len(faces))
    numbered = (f"Seat {number}: {who}." for number, who in enumerate(seats, start=1))
    return within_limit(["A table for SCOUT.", *numbered])


def settings_alt(confirm: bool, new: NewTables) -> str:
    own = own_choice(confirm)
    tables = ", ".join(f"{setting}: {value}" for _, setting, value in server_choices(new))
    return within_limit(
        [
            f"Settings. For you: a hand with a picture, {own.setting}: {own.value}.",
            f"New tables in this server: {tables}.",
            f"Sample: {hand_alt(SAMPLE.cards, SAMPLE.shows)}",
        ]
    )


def spoken(cards: Iterable[Card]) -> str:
    """`3 over 7, 4 over 1`."""
    return ", ".join(map(_over, cards))


def within_limit(parts: Sequence[str]) -> str:
    """The parts in one line, cards as 3/7 where there are too many for words."""
    text = " ".join(parts)
    if len(text) <= ALT_LIMIT:
        return text
    shorter = text.replace(" over ", "/")
    return shorter if len(shorter) <= ALT_LIMIT else f"{shorter[: ALT_LIMIT - 1]}…"


def _over(card: Card) -> str:
    """For screen readers, which read 3/7 as a fraction or a date."""
    return f"{card.up} over {card.down}"


def _listed(positions: Collection[int]) -> str:
    """`2`, `1, 3 or 4`."""
    *others, last = map(str, positions)
    return f"{', '.join(others)} or {last}" if others else last


def _spoken_faces(faces: Sequence[SeatFace]) -> tuple[str, ...]:
    return tuple(face.spoken for face in faces)
