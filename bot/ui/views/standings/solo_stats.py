"""What a member has played alone, on their own card: the daily deal and puzzles."""

from bot.pictures.faces import SeatFace
from bot.pictures.layouts.standings import StatsCard, Tile, Tiles
from bot.tables.core.actor import Actor
from bot.tables.daily.boards import DailyNumbers
from bot.tables.puzzles import PuzzleNumbers
from bot.text.language import Language
from bot.ui.kit.message import Message
from bot.ui.views.standings.leaderboard import member_number
from bot.ui.views.standings.stats import card_message


def solo_tiles(
    language: Language, puzzles: PuzzleNumbers | None, daily: DailyNumbers | None
) -> list[Tiles]:
    """A section of each that the member has played."""
    sections = []
    if daily is not None:
        sections.append(_daily_tiles(language, daily))
    if puzzles is not None:
        sections.append(_puzzle_tiles(language, puzzles))
    return sections


def solo_message(
    language: Language,
    member: Actor,
    sections: list[Tiles],
    *,
    pictures: bool = False,
    private: bool = True,
) -> Message:
    """A member's own card without a finished game here: these sections alone.

    It has no rating of games, nor a place for one.
    """
    face = SeatFace(member.name, 0, instead=member_number(language, 0))
    first, *others = sections
    card = StatsCard(face.label, first.label, None, (first._replace(untitled=not others), *others))
    detail = str(member.user_id)
    return card_message(
        language, card, [face], detail, pictures=pictures, private=private, footer=None
    )


def puzzle_spread(language: Language, numbers: PuzzleNumbers) -> str:
    """`± 120`, the uncertainty of the rating."""
    return f"±\N{NO-BREAK SPACE}{language.number(numbers.rating.uncertainty)}"


def _daily_tiles(language: Language, numbers: DailyNumbers) -> Tiles:
    """How many days a member has finished and in a row, and their best result against par."""
    longest = language.gettext("longest {number}", number=numbers.longest)
    tiles = [
        # Translators: above a number of days, at most 20 letters.
        Tile(language.pgettext("above a number", "days played"), language.number(numbers.days)),
        # Translators: above how many puzzles were solved in a row by now, or how many days a daily
        # deal was finished, at most 20 letters.
        Tile(language.gettext("in a row"), language.number(numbers.streak), longest),
    ]
    if numbers.best is not None:
        # Translators: above the most points that a member was above par, at most 20 letters.
        title = language.pgettext("above a number", "best against par")
        tiles.append(Tile(title, language.number(numbers.best, signed=True)))
    return Tiles(tuple(tiles), language.gettext("Daily deal"))


def _puzzle_tiles(language: Language, numbers: PuzzleNumbers) -> Tiles:
    """How many puzzles a member has solved, how many in a row, and their rating in them."""
    solved = Tile(
        # Translators: above a number of puzzles, at most 20 letters.
        language.pgettext("puzzles", "solved"),
        language.number(numbers.solved),
        # Translators: below the number of solved puzzles: of so many that were answered.
        language.gettext("of {number}", number=numbers.answers),
    )
    longest = language.gettext("longest {number}", number=numbers.longest_streak)
    streak = Tile(language.gettext("in a row"), language.number(numbers.streak), longest)
    # Translators: above a member's rating in puzzles, at most 20 letters.
    title = language.pgettext("above a number", "puzzle rating")
    # A rating is no quantity: it has no thousands separator.
    rating = Tile(title, str(numbers.rating.number), puzzle_spread(language, numbers))
    return Tiles((solved, streak, rating), language.pgettext("heading", "Puzzles"))
