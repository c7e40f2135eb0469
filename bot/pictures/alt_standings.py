"""Leaderboards and cards of statistics in words, for members that cannot see them."""

from collections.abc import Iterator, Sequence

from bot.pictures.alt_text import within_limit
from bot.pictures.layouts.charts import rating_words
from bot.pictures.layouts.standings import (
    Board,
    Head,
    PersonalBest,
    RatingHistory,
    Section,
    Standing,
    StatsCard,
    Tile,
    Tiles,
    board_title,
)
from bot.text.language import Language
from bot.text.words import (
    cards_counted,
    days_counted,
    games_counted,
    joined,
    points_counted,
    wins_counted,
)


@within_limit
def leaderboard_alt(
    language: Language, board: Board, standings: Sequence[Standing], own: Standing | None
) -> Iterator[str]:
    """The lines of a page, best first, and the asking member's from elsewhere."""
    title = joined(language, (board_title(language, board), board.of, board.counted))
    if not standings:
        yield language.gettext("{leaderboard}: no finished games yet.", leaderboard=title)
        return
    yield f"{title}."
    for standing in standings:
        yield _standing(language, board, standing)
    if own is not None:
        # Translators: the line of the member who asked, from another page
        yield language.gettext("Further: {line}", line=_standing(language, board, own))


def measured(language: Language, board: Board, standing: Standing) -> str:
    """The value and what it comes from: `rating 1312 ± 62, 41 games`, `12 wins, 41 games`."""
    games, wins = games_counted(language, standing.games), wins_counted(language, standing.wins)
    match board.measure:
        case "day":
            return points_counted(language, standing.points)
        case "points":
            points = points_counted(language, standing.points)
            return f"{points}, {days_counted(language, standing.games)}"
        case "wins":
            return f"{wins}, {games}"
        case "games":
            return f"{games}, {wins}"
        case "win-share":
            # Translators: a member's share of won games: "46 % win share"
            value = language.gettext("{share} win share", share=standing.value)
            return f"{value}, {games}, {wins}"
        case "average":
            # Translators: a member's average, a number with a decimal: "+1.4 points a round"
            value = language.gettext("{points} points a round", points=standing.value)
            return f"{value}, {games}, {wins}"
        case _:
            return f"{_rating(language, standing)}, {games}"


def _rating(language: Language, standing: Standing) -> str:
    rating = f"{standing.value} {standing.spread}"
    if standing.provisional:
        return language.gettext("rating {rating} (provisional)", rating=rating)
    # Translators: "rating 1312 ± 62"
    return language.gettext("rating {rating}", rating=rating)


@within_limit
def stats_alt(language: Language, card: StatsCard) -> Iterator[str]:
    """The head and all sections."""
    yield f"{card.title}, {card.of}."
    if card.head is not None:
        yield _head(language, card.head)
    for section in card.sections:
        yield from _section(language, section)


def _standing(language: Language, board: Board, standing: Standing) -> str:
    rank, name = standing.rank, standing.face.spoken
    facts = measured(language, board, standing)
    if standing.asked:
        return language.gettext(
            "{rank}. {name} (who asked): {facts}.", rank=rank, name=name, facts=facts
        )
    return language.gettext("{rank}. {name}: {facts}.", rank=rank, name=name, facts=facts)


def _head(language: Language, head: Head) -> str:
    if not head.rating:
        return language.gettext("No rating yet.")
    rating = f"{head.rating} {head.spread}"
    if head.provisional:
        return language.gettext(
            "Rating {rating}, provisional, {place}.", rating=rating, place=head.standing
        )
    # Translators: "Rating 1312 ± 62, 3rd of 24."
    return language.gettext("Rating {rating}, {place}.", rating=rating, place=head.standing)


def _section(language: Language, section: Section) -> Iterator[str]:
    if isinstance(section, RatingHistory):
        ratings = joined(language, map(rating_words, section.ratings))
        yield language.gettext("Rating, game by game: {ratings}.", ratings=ratings)
    elif isinstance(section, Tiles):
        tiles = joined(language, map(_tile, section.tiles))
        yield f"{tiles}." if section.untitled else f"{section.label}: {tiles}."
    else:
        for record in section:
            yield _best(language, record)


def _tile(tile: Tile) -> str:
    note = f" ({tile.note})" if tile.note else ""
    return f"{tile.label} {tile.figure}{note}"


def _best(language: Language, record: PersonalBest) -> str:
    cards = cards_counted(language, record.cards)
    return f"{record.label}: {cards}, {record.by}." if record.by else f"{record.label}: {cards}."
