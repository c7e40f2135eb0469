"""What the pictures of leaderboards and statistics show, in words."""

from collections.abc import Sequence

from bot.pictures.alt import within_limit
from bot.pictures.layouts.leaderboard import Board, Standing
from bot.pictures.layouts.stats import Head, RatingHistory, Section, StatsCard, Tiles
from bot.text.words import counted, figure


def leaderboard_alt(board: Board, standings: Sequence[Standing], own: Standing | None) -> str:
    title = f"{board.title}, {board.of}"
    if not standings:
        return f"{title}: no finished games yet."
    lines = [_standing(board, standing) for standing in standings]
    if own is not None:
        lines.append(f"Further: {_standing(board, own)}")
    return within_limit([f"{title}.", *lines])


def measured(board: Board, standing: Standing) -> str:
    """The value and what it comes from: `rating 1312 ± 62, 41 games`, `12 wins, 41 games`."""
    games, wins = counted(standing.games, "game"), counted(standing.wins, "win")
    if board.measure == "rating":
        provisional = " (provisional)" if standing.provisional else ""
        return f"rating {standing.value} {standing.spread}{provisional}, {games}"
    if board.measure == "wins":
        return f"{wins}, {games}"
    if board.measure == "games":
        return f"{games}, {wins}"
    value = f"{standing.value} {board.measure}"
    return f"{value}, {games}, {wins}"


def stats_alt(card: StatsCard) -> str:
    parts = [f"{card.title}, {card.of}."]
    if card.head is not None:
        parts.append(_head(card.head))
    return within_limit([*parts, *(_section(section) for section in card.sections)])


def _standing(board: Board, standing: Standing) -> str:
    asked = " (who asked)" if standing.asked else ""
    return f"{standing.rank}. {standing.face.spoken}{asked}: {measured(board, standing)}."


def _head(head: Head) -> str:
    if not head.rating:
        return "No rating yet."
    provisional = ", provisional" if head.provisional else ""
    return f"Rating {head.rating} {head.spread}{provisional}, {head.standing}."


def _section(section: Section) -> str:
    if isinstance(section, RatingHistory):
        return f"Rating, game by game: {', '.join(map(figure, section.ratings))}."
    if isinstance(section, Tiles):
        label = "" if section.told else f"{section.label}: "
        tiles = (
            f"{tile.label} {tile.figure}{f' ({tile.note})' if tile.note else ''}"
            for tile in section.tiles
        )
        return f"{label}{', '.join(tiles)}."
    return " ".join(
        f"{record.label}: {counted(record.cards, 'card')}{f', {record.by}' if record.by else ''}."
        for record in section
    )
