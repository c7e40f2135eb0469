"""The pictures of leaderboards and statistics; as those of `gallery`, pure and for any thread."""

from collections.abc import Sequence

from bot.pictures.alt_standings import leaderboard_alt, stats_alt
from bot.pictures.draw import png
from bot.pictures.layouts.leaderboard import Board, Standing, leaderboard_scene
from bot.pictures.layouts.stats import StatsCard, stats_scene
from bot.pictures.picture import Picture, remembered


def leaderboard_picture(
    board: Board, standings: Sequence[Standing], own: Standing | None = None
) -> Picture:
    """A page of the leaderboard, of ten lines at most, and the asking member's from elsewhere."""
    return remembered(_leaderboard, board, tuple(standings), own)


def stats_picture(card: StatsCard) -> Picture:
    """The card of a member or of a server."""
    return remembered(_stats, card)


def _leaderboard(board: Board, standings: tuple[Standing, ...], own: Standing | None) -> Picture:
    return Picture(
        lambda: png(leaderboard_scene(board, standings, own)),
        leaderboard_alt(board, standings, own),
        "leaderboard",
    )


def _stats(card: StatsCard) -> Picture:
    return Picture(lambda: png(stats_scene(card)), stats_alt(card), "stats")
