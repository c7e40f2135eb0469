"""The cards of a member and of a server: a picture, or the same as text."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import discord

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import stats_picture
from bot.pictures.layouts.charts import MOST
from bot.pictures.layouts.standings import (
    BestShape,
    Head,
    PersonalBest,
    RatingHistory,
    Section,
    StatsCard,
    Tile,
    Tiles,
)
from bot.tables.core.state import MAX_SEATS, MIN_SEATS
from bot.tables.standings.statistics import (
    MemberStanding,
    MemberStatistics,
    OwnSums,
    ServerBest,
    ServerStatistics,
    ServerTotals,
)
from bot.text.language import Language, Sentence, gettext_noop
from bot.text.words import capitalised, cards_counted, counting, games_counted, joined, labelled
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import escape_markdown, new_embed, unwritten
from bot.ui.views.standings.leaderboard import mean_points, member_face, member_number, spread
from engine.players import Level

SERVER = "server"
"""The detail of a press that posts the server's card; a member's has the member's id."""
NO_GAMES = gettext_noop(
    "No game in this server has a result yet. `/scout play` leads you to a table."
)
_FOOTER = gettext_noop("Games with hints do not count.")
_LEVELS = {
    # Translators: the label of a member's average against such computers, at most 25 letters,
    # as the next three.
    Level.BEGINNER: gettext_noop("beginner computers"),
    Level.EASY: gettext_noop("easy computers"),
    Level.MEDIUM: gettext_noop("medium computers"),
    Level.HARD: gettext_noop("hard computers"),
}


def member_message(
    language: Language,
    found: MemberStatistics,
    *,
    asker: str = "",
    avatar: bytes | None = None,
    pictures: bool = False,
    private: bool = True,
    alone: Sequence[Tiles] = (),
) -> Message:
    """The card, compared with the `asker` if there is a comparison; `alone` was played alone."""
    face = member_face(language, found.user_id, found.name, 0, avatar)
    other = SeatFace(asker, 1, instead=member_number(language, 1))
    sections = *_sections(language, found, face, _shown_name(other, pictures=pictures)), *alone
    head = _head(language, found, face)
    card = StatsCard(face.label, language.gettext("this server"), head, sections)
    faces = [face] if found.against is None else [face, other]
    detail = str(found.user_id)
    return card_message(language, card, faces, detail, pictures=pictures, private=private)


def card_message(
    language: Language,
    card: StatsCard,
    faces: Sequence[SeatFace],
    detail: str,
    *,
    pictures: bool,
    private: bool,
    footer: str | None = _FOOTER,
) -> Message:
    """The card as a picture or as text; a private one has a button that posts it."""
    below = footer and language.gettext(footer)
    post = Button(language.gettext("Post here"), ComponentId(Verb.POST_STATS, 0, 0, detail))
    rows = [[post]] if private else []
    if not pictures:
        return Message(_card_embed(language, card, below), rows)
    # A message needs some text beside its picture.
    title = None if below else f"📊 {card.of}"
    embed = new_embed("\n".join(unwritten(language, faces)), title=title, footer=below)
    return Message(embed, rows, draw=partial(stats_picture, language, card))


def _card_embed(language: Language, card: StatsCard, footer: str | None) -> discord.Embed:
    """All that the card shows; names in its tiles and records are escaped already."""
    name = card.title if card.head is None else card.head.face.name
    return new_embed(
        None if card.head is None else _head_text(language, card.head),
        title=f"📊 {escape_markdown(name) or escape_markdown(card.title)}",
        footer=footer,
        fields=dict(map(partial(_field, language), card.sections)),
    )


def _shown_name(face: SeatFace, *, pictures: bool) -> str:
    """A name for a card: for a picture as it can be drawn, for a text without formatting."""
    return face.label if pictures else escape_markdown(face.spoken)


def no_games(name: str, *, own: bool) -> Sentence:
    if own:
        return Sentence(
            "You have no game with a result here yet; games with hints have none. "
            "`/scout play` leads you to a table."
        )
    if named := escape_markdown(name):
        return Sentence("{name} has no game with a result here yet.", name=named)
    return Sentence("This member has no game with a result here yet.")


def _average_tiles(
    language: Language,
    averages: Sequence[MemberStanding],
    counted: Callable[[Language, int], str] = games_counted,
) -> Tiles:
    """A tile for each number of players, dim without a game; `counted` makes the note."""
    tiles, rows = list[Tile](), {row.players: row for row in averages}
    for players in range(MIN_SEATS, MAX_SEATS + 1):
        average, note = None, language.gettext("no games")
        if row := rows.get(players):
            average, note = row.average, counted(language, row.games)
        label = language.ngettext("{number} player", "{number} players", players)
        tiles.append(Tile(label, mean_points(language, average), note, dim=average is None))
    return Tiles((*tiles,), language.gettext("Points a round by number of players"))


def _head(language: Language, found: MemberStatistics, face: SeatFace) -> Head:
    own = found.standing
    if own is None or own.rating is None:
        return Head(face)
    rank = language.ordinal(own.rank)
    # Translators: a place on the leaderboard: "3rd of 24".
    place = language.gettext("{rank} of {members}", rank=rank, members=found.members)
    return Head(face, str(own.rating), spread(language, own), own.provisional, place)


def _sections(
    language: Language, found: MemberStatistics, face: SeatFace, asker: str
) -> Iterator[Section]:
    if found.total.games:
        games = language.pgettext("heading", "Games")
        yield Tiles(tuple(_sums(language, found)), games, untitled=True)
    if len(found.rating_history) > 1:
        yield RatingHistory(_thinned(found.rating_history), face)
    if found.averages:
        yield _average_tiles(language, found.averages)
    if found.levels:
        label = language.gettext("Points a round against computers alone")
        yield Tiles(tuple(_level_tile(language, record) for record in found.levels), label)
    own = found.own
    if own.longest_set or own.biggest_capture:
        yield (
            PersonalBest(language.gettext("Longest set"), "fan", own.longest_set or 0),
            PersonalBest(language.gettext("Biggest capture"), "pile", own.biggest_capture or 0),
        )
    habits = (*_round_ends(language, own), *_habits(language, found, asker))
    yield Tiles(habits, language.gettext("At the table"), untitled=True)


def _level_tile(language: Language, record: MemberStanding) -> Tile:
    won = language.ngettext(
        # Translators: below an average: "5 of 7 games won". {number} is of the games.
        "{wins} of {number} game won",
        "{wins} of {number} games won",
        record.games,
        wins=record.wins,
    )
    label = language.gettext(_LEVELS[Level(record.category)])
    return Tile(label, mean_points(language, record.average), won)


def _sums(language: Language, found: MemberStatistics) -> Iterator[Tile]:
    # Translators: labels above a number each, at most 20 letters.
    games, wins = found.total.games, found.total.wins
    yield Tile(language.pgettext("above a number", "games"), language.number(games))
    yield Tile(language.pgettext("above a number", "wins"), language.number(wins))
    # Translators: above a member's share of won games, as "46%", at most 20 letters.
    yield Tile(language.pgettext("share", "won"), language.percent(wins / games))
    if found.own.unfinished:
        # Translators: above the number of games that a member left, at most 20 letters.
        label = language.pgettext("above a number", "left early")
        yield Tile(label, language.number(found.own.unfinished))


def _round_ends(language: Language, sums: OwnSums | ServerTotals) -> Iterator[Tile]:
    ends = {
        # Translators: above how many rounds ended so, at most 22 letters.
        language.gettext("Hand emptied"): sums.emptied,
        # Translators: above how many rounds ended so, at most 22 letters.
        language.gettext("Set unbeaten"): sums.unbeaten,
    }
    for label, rounds in ends.items():
        # Translators: below the number.
        note = language.npgettext("below a number", "round", "rounds", rounds)
        yield Tile(label, language.number(rounds), note, dim=not rounds)


def _habits(language: Language, found: MemberStatistics, asker: str) -> Iterator[Tile]:
    own = found.own
    if own.reviewed:
        yield Tile(
            # Translators: above a share, at most 22 letters.
            language.gettext("Good moves"),
            language.percent(own.agreed / own.reviewed),
            # Translators: below the share of good moves: of so many that were reviewed.
            language.gettext("of {number} reviewed", number=own.reviewed),
        )
    if (record := found.against) is not None:
        games = [games_counted(language, record.games)]
        if record.ties:
            games.append(language.ngettext("{number} tie", "{number} ties", record.ties))
        yield Tile(
            # Translators: above how often each of two members did better, as "7 : 4".
            language.gettext("Against {name}", name=asker),
            f"{language.number(record.better)} : {language.number(record.worse)}",
            joined(language, games),
        )


def _thinned(history: Sequence[int]) -> tuple[int, ...]:
    """As many ratings as the chart holds, evenly spaced, with the last one."""
    shown, last = min(len(history), MOST), len(history) - 1
    return tuple(history[last * at // (shown - 1)] for at in range(shown))


def _head_text(language: Language, head: Head) -> str:
    if not head.rating:
        return language.gettext(
            "No rating yet. It comes with a game that you finish with other people."
        )
    facts = (
        # Translators: "Rating 1312 ± 62".
        language.gettext("Rating **{rating}** {spread}", rating=head.rating, spread=head.spread),
        language.pgettext("rating", "provisional") if head.provisional else "",
        head.standing,
    )
    return joined(language, filter(None, facts))


def _field(language: Language, section: Section) -> tuple[str, str]:
    match section:
        case RatingHistory():
            return language.gettext("Rating, game by game"), " → ".join(map(str, section.ratings))
        case Tiles():
            return section.label, "\n".join(map(partial(_tile_text, language), section.tiles))
    return language.gettext("Records"), "\n".join(map(partial(_record_text, language), section))


def _tile_text(language: Language, tile: Tile) -> str:
    return labelled(language, capitalised(tile.label), tile.noted(language, f"**{tile.figure}**"))


def _record_text(language: Language, record: PersonalBest) -> str:
    cards = f"**{cards_counted(language, record.cards)}**"
    return labelled(language, record.label, joined(language, filter(None, (cards, record.by))))


def server_message(
    language: Language, found: ServerStatistics, *, pictures: bool = False, private: bool = True
) -> Message:
    """What the server has played; it has to have finished a game."""
    bests = (found.longest_set, found.biggest_capture, found.busiest)
    faces = [
        None if best is None else SeatFace(best.name, index, instead=member_number(language, index))
        for index, best in enumerate(bests)
    ]
    names = ["" if face is None else _shown_name(face, pictures=pictures) for face in faces]
    title, of = language.gettext("This server"), language.gettext("all time")
    card = StatsCard(title, of, None, tuple(_server_sections(language, found, names)))
    known = [*filter(None, faces)]
    return card_message(language, card, known, SERVER, pictures=pictures, private=private)


def _server_sections(
    language: Language, found: ServerStatistics, names: Sequence[str]
) -> Iterator[Section]:
    yield Tiles(_server_sums(language, found), language.pgettext("heading", "Games"), untitled=True)
    if found.averages:
        yield _average_tiles(language, found.averages, _results_counted)
    if found.longest_set or found.biggest_capture:
        longest, biggest = language.gettext("Longest set"), language.gettext("Biggest capture")
        yield (
            _record(language, longest, "fan", found.longest_set, names[0]),
            _record(language, biggest, "pile", found.biggest_capture, names[1]),
        )
    habits = [*_round_ends(language, found.totals)]
    if found.busiest is not None:
        games = games_counted(language, found.busiest.value)
        # Translators: above the name of a member, at most 22 letters.
        habits.append(Tile(language.gettext("Most games"), names[2], games))
    yield Tiles(tuple(habits), language.gettext("At the table"), untitled=True)


def _server_sums(language: Language, found: ServerStatistics) -> tuple[Tile, ...]:
    sums = {
        # Translators: labels above a number each, at most 20 letters.
        language.pgettext("above a number", "games"): found.totals.games,
        language.pgettext("above a number", "rounds"): found.totals.rounds,
        language.pgettext("above a number", "moves"): found.totals.moves,
        language.pgettext("above a number", "members"): found.members,
    }
    return tuple(Tile(label, language.number(number)) for label, number in sums.items())


# Translators: results of members: a game of three has three.
_results_counted = counting("{number} result", "{number} results")


def _record(
    language: Language, label: str, shape: BestShape, best: ServerBest | None, name: str
) -> PersonalBest:
    # Translators: below a record of a server: the member who did it.
    holder = language.pgettext("whose record", "by {name}", name=name)
    return PersonalBest(label, shape, best.value, holder) if best else PersonalBest(label, shape, 0)
