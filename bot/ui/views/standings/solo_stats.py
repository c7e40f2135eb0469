"""What a member's card says of puzzles and daily deals, which are played alone."""

from bot.pictures.faces import SeatFace
from bot.pictures.layouts.standings import StatsCard, Tile, Tiles
from bot.tables.core.actor import Actor
from bot.tables.daily.boards import DailyNumbers
from bot.tables.puzzles import PuzzleMember, rating_of
from bot.text.language import Language
from bot.ui.kit.message import Message
from bot.ui.views.standings.leaderboard import member_number
from bot.ui.views.standings.stats import card_message


def solo_tiles(
    language: Language, puzzles: PuzzleMember | None, daily: DailyNumbers | None
) -> list[Tiles]:
    sections = (
        daily and _daily_tiles(language, daily),
        _puzzle_tiles(language, puzzles) if puzzles else None,
    )
    return [section for section in sections if section is not None]


def solo_message(
    language: Language,
    member: Actor,
    sections: list[Tiles],
    *,
    pictures: bool = False,
    private: bool = True,
) -> Message:
    """A member's own card without a finished game here: these sections, and no rating of games."""
    face = SeatFace(member.name, 0, instead=member_number(language, 0))
    first, *others = sections
    name = face.label if pictures else face.spoken
    card = StatsCard(name, first.label, None, (first._replace(untitled=not others), *others))
    detail = str(member.user_id)
    return card_message(
        language, card, [face], detail, pictures=pictures, private=private, footer=None
    )


def puzzle_spread(language: Language, numbers: PuzzleMember) -> str:
    """`± 120`, the uncertainty of the rating."""
    return f"±\N{NO-BREAK SPACE}{language.number(rating_of(numbers).uncertainty)}"


def _daily_tiles(language: Language, numbers: DailyNumbers) -> Tiles:
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


def _puzzle_tiles(language: Language, numbers: PuzzleMember) -> Tiles:
    longest = language.gettext("longest {number}", number=numbers.longest_streak)
    # Translators: below the number of solved puzzles: of so many that were answered.
    answered = language.gettext("of {number}", number=numbers.answers)
    # Translators: above a member's rating in puzzles, at most 20 letters.
    rating = language.pgettext("above a number", "puzzle rating")
    tiles = (
        # Translators: above a number of puzzles, at most 20 letters.
        Tile(language.pgettext("puzzles", "solved"), language.number(numbers.solved), answered),
        Tile(language.gettext("in a row"), language.number(numbers.streak), longest),
        # A rating is no quantity: it has no thousands separator.
        Tile(rating, str(rating_of(numbers).number), puzzle_spread(language, numbers)),
    )
    return Tiles(tiles, language.pgettext("heading", "Puzzles"))
