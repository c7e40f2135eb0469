"""What each picture shows, in words for members that cannot see it: all of it, nothing else."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from bot.pictures.faces import SeatFace
from bot.pictures.layouts.hand import Hand, Placing, makes_set
from bot.pictures.layouts.replay import ShownHand
from bot.pictures.layouts.review import Losses, Moves
from bot.pictures.layouts.settings import SAMPLE, NewTables, own_choice, server_choices
from bot.pictures.layouts.standings import (
    Board,
    Head,
    RatingHistory,
    Section,
    Standing,
    StatsCard,
    Tiles,
)
from bot.text.language import Language
from bot.text.moves import action_words, last_cards, last_move, moment
from bot.text.words import (
    NO_CARDS,
    BestShow,
    account,
    choosing_words,
    counted,
    hand_facts,
    holding,
    kind,
    owned_set,
    reason,
    seat_facts,
    shortened,
)
from engine.actions import Orient
from engine.cards import Card, Cards, flip
from engine.game import ranked
from engine.view import Result, View

ALT_LIMIT = 1024
"""Discord's limit of an attachment's description, in characters."""

_READING = "upper over lower number"


def hand_alt(
    language: Language,
    hand: Hand,
    to_beat: Cards = (),
    owner: SeatFace | None = None,
    on_turn: bool = False,
) -> str:
    """The hand by its positions, what can be shown of it, and on its turn what is to beat."""
    parts, cards = [], hand.cards
    if to_beat:
        title = "Active Set" if hand.is_held else "To beat"
        parts.append(
            f"{title}: {owned_set(language, to_beat, _spoken_owner(language, owner))}, "
            f"{spoken(language, to_beat)}."
        )
    if cards:
        parts.append(
            f"Hand of {counted(language, len(cards), 'card')}, "
            f"{_READING}: {_by_position(language, cards)}."
        )
    else:
        parts.append(language.gettext(NO_CARDS))
    return within_limit(
        language, [*parts, *hand_facts(language, hand.shows, hand.scouted, is_held=hand.is_held)]
    )


def positions_alt(language: Language, placing: Placing) -> str:
    """The hand, and at which positions the scouted card makes a set."""
    cards, card = placing.cards, placing.card
    parts = [f"Where does {_over(language, card)} go, {_READING}?"]
    if cards:
        parts.append(
            f"Hand of {counted(language, len(cards), 'card')}: {_by_position(language, cards)}."
        )
    sets = [at for at in sorted(placing.allowed) if makes_set(cards, card, at)]
    others = [at for at in sorted(placing.allowed) if at not in sets]
    if sets:
        parts.append(f"It makes a set at position {language.listed([*map(str, sets)], 'or')}.")
    if others:
        parts.append(f"It makes no set at position {language.listed([*map(str, others)], 'or')}.")
    return within_limit(language, parts)


def orientation_alt(language: Language, cards: Cards) -> str:
    """The hand both ways (R6)."""
    flipped = flip(cards)
    return within_limit(
        language,
        [
            f"{counted(language, len(cards), 'card')}, {_READING}.",
            f"Keep ({holding(language, cards)}): {spoken(language, cards)}.",
            f"Flip ({holding(language, flipped)}): {spoken(language, flipped)}.",
        ],
    )


def set_alt(language: Language, active: Cards, owner: SeatFace | None) -> str:
    """The Active Set with its kind and owner."""
    if not active:
        return "Active Set: none, the table is empty."
    what = owned_set(language, active, _spoken_owner(language, owner))
    return within_limit(language, [f"Active Set: {what}, {_READING}: {spoken(language, active)}."])


def table_alt(
    language: Language, seen: View, faces: Sequence[SeatFace], closed: bool = False
) -> str:
    """Round, Active Set, last move, whose turn it is, and all that each seat has (R15).

    `closed` is a game that ended early: no seat is on turn or chooses any more.
    """
    owner = None if seen.owner is None else faces[seen.owner]
    parts = [f"Round {seen.number} of {seen.length}.", set_alt(language, seen.active, owner)]
    choosing = not closed and not all(seen.chosen)
    parts += ["The game ended early."] if closed else _now(language, seen, faces)
    for at in range(seen.players):
        starts = " (start player)" if at == seen.start else ""
        facts = ", ".join(seat_facts(language, seen, at, choosing=choosing))
        parts.append(f"{faces[at].spoken}{starts}: {facts}.")
    return within_limit(language, parts)


def _now(language: Language, seen: View, faces: Sequence[SeatFace]) -> Iterator[str]:
    if not all(seen.chosen):
        yield choosing_words(language, seen)
    if (move := last_move(seen)) is not None:
        said = move.sentence(language, faces[move.event.seat].spoken)
        yield language.gettext("Last move: {sentence}.", sentence=said)
        if (found := moment(move.event)) is not None:
            # Translators: {cards} as in "a run of 6", "five 1s".
            yield language.gettext("That is {cards}!", cards=found.what(language))
        if move.beaten:
            yield f"To the pile: {spoken(language, move.beaten)}."
    if seen.turn is not None:
        yield f"Turn: {faces[seen.turn].spoken}."


def result_alt(
    language: Language, over: Result, length: int, totals: Sequence[int], faces: Sequence[SeatFace]
) -> str:
    """Why the round ended, and of each seat the points, the total and the cards left."""
    why = reason(language, over, [face.spoken for face in faces])
    parts = [f"Round {over.number} of {length} is over. {why}."]
    if (last := last_cards(over)) is not None:
        found, seat = last
        headline = found.headline(language, faces[seat].spoken)
        # Translators: "Mia shows their last cards: 4 5 6."
        said = language.gettext("{moment}: {cards}.", moment=headline, cards=found.what(language))
        parts.append(said)
    for index, (hand, score) in enumerate(zip(over.hands, over.scores, strict=True)):
        total = f", total {language.number(totals[index])}" if totals else ""
        brought = (
            f"{account(language, score)} = {language.number(score.points, signed=True)}{total}"
        )
        parts.append(
            f"{faces[index].spoken}: {brought}; {spoken(language, hand) or 'no cards left'}."
        )
    return within_limit(language, parts)


def final_alt(
    language: Language,
    course: Sequence[Sequence[int]],
    faces: Sequence[SeatFace],
    best: BestShow | None,
) -> str:
    """The ranking, the best Show and the points after each round."""
    parts = [f"Final scores after {counted(language, len(course), 'round')}."]
    for rank, seat, total in ranked(course[-1]):
        parts.append(f"{rank}. {faces[seat].spoken}: {counted(language, total, 'point')}.")
    if best is not None:
        what = (
            f"{kind(language, best.cards)}, {spoken(language, best.cards)}, in round {best.number}"
        )
        parts.append(f"Best Show: {faces[best.seat].spoken}, {what}.")
    return within_limit(language, [*parts, course_alt(language, course, None, faces)])


def move_alt(
    language: Language, seen: View, moves: Moves, when: str, owner: SeatFace | None
) -> str:
    """The decision, the move that was played, and the better one."""
    hand = orientation_alt(language, seen.hand)
    if not isinstance(moves.own, Orient):
        hand = hand_alt(language, Hand(seen.hand), seen.active, owner)
    played = f"You: {action_words(language, seen, moves.own)}."
    better = (
        [f"Better: {action_words(language, seen, moves.better)}."]
        if moves.better is not None
        else []
    )
    return within_limit(language, [f"Your move, {when}.", hand, played, *better])


def review_alt(
    language: Language,
    totals: Sequence[Sequence[int]],
    own: int,
    losses: Losses,
    faces: Sequence[SeatFace],
) -> str:
    """The points lost by each move, by rounds, and each seat's points after each round."""
    return within_limit(
        language, [*lost_by_move(language, losses), course_alt(language, totals, own, faces)]
    )


def lost_by_move(language: Language, losses: Losses) -> list[str]:
    """`Points lost by move in round 1: 0, 1.2, not judged.`, for each round with moves."""
    return [
        f"Points lost by move in round {number}: {', '.join(map(partial(_lost, language), group))}."
        for number, group in enumerate(losses, 1)
        if group
    ]


def _lost(language: Language, points: float | None) -> str:
    return "not judged" if points is None else f"{points:.1f}" if points else "0"


def course_alt(
    language: Language, totals: Sequence[Sequence[int]], own: int | None, faces: Sequence[SeatFace]
) -> str:
    """Each seat's points after each round; the seat `own` is the reader's."""
    lines = (
        (
            f"{faces[index].spoken}{' (you)' if index == own else ''}: "
            f"{', '.join(map(language.number, line))}."
        )
        for index, line in enumerate(zip(*totals, strict=True))
    )
    return within_limit(language, ["Points after each round.", *lines])


def lobby_alt(language: Language, size: int, faces: Sequence[SeatFace], host: int | None) -> str:
    """The seats, taken and free."""
    seats = [
        f"{face.spoken}{' (host)' if index == host else ''}" for index, face in enumerate(faces)
    ]
    seats += ["free"] * (size - len(faces))
    numbered = (f"Seat {number}: {who}." for number, who in enumerate(seats, start=1))
    return within_limit(language, ["A table for SCOUT.", *numbered])


def settings_alt(language: Language, confirm: bool, new: NewTables) -> str:
    """The member's settings, those of new tables, and the sample of a hand."""
    own = own_choice(language, confirm)
    tables = ", ".join(f"{setting}: {value}" for _, setting, value in server_choices(language, new))
    return within_limit(
        language,
        [
            f"Settings. For you: a hand with a picture, {own.setting}: {own.value}.",
            f"New tables in this server: {tables}.",
            f"Sample: {hand_alt(language, SAMPLE)}",
        ],
    )


def replay_alt(
    language: Language, seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]
) -> str:
    """The table and the hands: a single one by its positions, several without them."""
    parts = [table_alt(language, seen, faces)]
    for hand in hands:
        alone = len(hands) == 1
        words = (
            hand_alt(language, Hand(hand.cards, (), hand.new))
            if alone
            else f"{spoken(language, hand.cards)}."
        )
        parts.append(f"{faces[hand.seat].spoken}: {words}")
    return within_limit(language, parts)


def leaderboard_alt(
    language: Language, board: Board, standings: Sequence[Standing], own: Standing | None
) -> str:
    title = f"{board.title}, {board.of}, {board.counted}"
    if not standings:
        return f"{title}: no finished games yet."
    lines = [_standing(language, board, standing) for standing in standings]
    if own is not None:
        lines.append(f"Further: {_standing(language, board, own)}")
    return within_limit(language, [f"{title}.", *lines])


def measured(language: Language, board: Board, standing: Standing) -> str:
    """The value and what it comes from: `rating 1312 ± 62, 41 games`, `12 wins, 41 games`."""
    games, wins = counted(language, standing.games, "game"), counted(language, standing.wins, "win")
    if board.measure == "rating":
        provisional = " (provisional)" if standing.provisional else ""
        return f"rating {standing.value} {standing.spread}{provisional}, {games}"
    if board.measure == "wins":
        return f"{wins}, {games}"
    if board.measure == "games":
        return f"{games}, {wins}"
    value = f"{standing.value} {board.measure}"
    return f"{value}, {games}, {wins}"


def stats_alt(language: Language, card: StatsCard) -> str:
    parts = [f"{card.title}, {card.of}."]
    if card.head is not None:
        parts.append(_head(language, card.head))
    return within_limit(
        language, [*parts, *(_section(language, section) for section in card.sections)]
    )


def _standing(language: Language, board: Board, standing: Standing) -> str:
    asked = " (who asked)" if standing.asked else ""
    return f"{standing.rank}. {standing.face.spoken}{asked}: {measured(language, board, standing)}."


def _head(language: Language, head: Head) -> str:
    if not head.rating:
        return "No rating yet."
    provisional = ", provisional" if head.provisional else ""
    return f"Rating {head.rating} {head.spread}{provisional}, {head.standing}."


def _section(language: Language, section: Section) -> str:
    if isinstance(section, RatingHistory):
        return f"Rating, game by game: {', '.join(map(language.number, section.ratings))}."
    if isinstance(section, Tiles):
        label = "" if section.untitled else f"{section.label}: "
        tiles = (
            f"{tile.label} {tile.figure}{f' ({tile.note})' if tile.note else ''}"
            for tile in section.tiles
        )
        return f"{label}{', '.join(tiles)}."
    return " ".join(
        (
            f"{record.label}: "
            f"{counted(language, record.cards, 'card')}{f', {record.by}' if record.by else ''}."
        )
        for record in section
    )


def _spoken_owner(language: Language, owner: SeatFace | None) -> str | None:
    return None if owner is None else owner.spoken


def spoken(language: Language, cards: Iterable[Card]) -> str:
    """`3 over 7, 4 over 1`."""
    return ", ".join(map(partial(_over, language), cards))


def within_limit(language: Language, parts: Sequence[str]) -> str:
    """The parts in one line, cards as 3/7 if there are too many for words."""
    text = " ".join(parts)
    if len(text) <= ALT_LIMIT:
        return text
    return shortened(text.replace(" over ", "/"), ALT_LIMIT)


def _over(language: Language, card: Card) -> str:
    """For screen readers, which read 3/7 as a fraction or a date."""
    return f"{card.up} over {card.down}"


def _by_position(language: Language, cards: Cards) -> str:
    return ", ".join(
        f"{position}: {_over(language, card)}" for position, card in enumerate(cards, start=1)
    )
