"""Leaderboards and cards of statistics in words, for members who cannot see them."""

from collections.abc import Iterator, Sequence

from bot.pictures.layouts.charts import rating_words
from bot.pictures.layouts.standings import (
    BoardSubject,
    Head,
    RatingHistory,
    Section,
    StandingRow,
    StatsCard,
    Tiles,
    board_title,
    counted,
)
from bot.text.language import Language, gettext_noop
from bot.text.words import (
    FACTS,
    capitalised,
    cards_counted,
    games_counted,
    joined,
    points_counted,
    wins_counted,
    with_full_stop,
)


def leaderboard_alt(
    language: Language,
    board: BoardSubject,
    standings: Sequence[StandingRow],
    own: StandingRow | None = None,
) -> Iterator[str]:
    """The lines of a page, best first, and the asking member's from elsewhere."""
    title = joined(language, (board_title(language, board), board.of, board.counted))
    yield with_full_stop(language, title)
    for standing in standings:
        yield _standing(language, board, standing)
    if own is not None:
        # Translators: the line of the member who asked, from another page
        yield language.gettext("Further: {line}", line=_standing(language, board, own))


def measured(language: Language, board: BoardSubject, standing: StandingRow) -> str:
    """The value and its basis: `rating 1312 ± 62, 41 games`, `12 wins, 41 games`."""
    # Translators: a member's share of won games: "46% win share"
    share = language.gettext("{share} win share", share=standing.value)
    # Translators: a member's average, a number with a decimal: "+1.4 points a round"
    average = language.gettext("{points} points a round", points=standing.value)
    # Translators: "rating 1312 ± 62"
    rating = gettext_noop("rating {rating}")
    if standing.provisional:
        rating = gettext_noop("rating {rating} (provisional)")
    values = {
        "day": points_counted(language, standing.points),
        "points": points_counted(language, standing.points),
        "wins": wins_counted(language, standing.wins),
        "games": games_counted(language, standing.games),
        "win-share": share,
        "average": average,
        "rating": language.gettext(rating, rating=f"{standing.value} {standing.spread}"),
    }
    return joined(language, [values[board.measure], *counted(language, board, standing)])


def stats_alt(language: Language, card: StatsCard) -> Iterator[str]:
    """The head and all sections."""
    yield with_full_stop(language, joined(language, (card.title, card.of)))
    if card.head is not None:
        yield _head(language, card.head)
    for section in card.sections:
        yield from _section(language, section)


def _standing(language: Language, board: BoardSubject, standing: StandingRow) -> str:
    text = gettext_noop("{rank}. {name}: {facts}.")
    if standing.asked:
        text = gettext_noop("{rank}. {name} (who asked): {facts}.")
    facts = measured(language, board, standing)
    return language.gettext(text, rank=standing.rank, name=standing.face.spoken, facts=facts)


def _head(language: Language, head: Head) -> str:
    if not head.rating:
        return language.gettext("No rating yet.")
    # Translators: "Rating 1312 ± 62, 3rd of 24."
    text = gettext_noop("Rating {rating}, {place}.")
    if head.provisional:
        text = gettext_noop("Rating {rating}, provisional, {place}.")
    return language.gettext(text, rating=f"{head.rating} {head.spread}", place=head.standing)


def _section(language: Language, section: Section) -> Iterator[str]:
    if isinstance(section, RatingHistory):
        ratings = joined(language, map(rating_words, section.ratings))
        yield language.gettext("Rating, game by game: {ratings}.", ratings=ratings)
    elif isinstance(section, Tiles):
        figures = (tile.noted(language, f"{tile.label} {tile.figure}") for tile in section.tiles)
        tiles = joined(language, figures)
        if section.untitled:
            yield with_full_stop(language, capitalised(tiles))
        else:
            yield language.gettext(FACTS, name=section.label, facts=tiles)
    else:
        for best in section:
            cards = cards_counted(language, best.cards)
            facts = joined(language, filter(None, (cards, best.by)))
            yield language.gettext(FACTS, name=best.label, facts=facts)
