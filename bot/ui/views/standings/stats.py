"""The cards of a member and of a server: a picture, or the same as text."""

from collections.abc import Iterator, Sequence
from functools import partial

import discord

from bot.pictures.faces import SeatFace, home_colour
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
    MemberStatistics,
    PlayersAverage,
    ServerBest,
    ServerStatistics,
)
from bot.text.language import Language, Sentence
from bot.text.words import counted
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message
from bot.ui.views.elements import escape_markdown, new_embed, unwritten
from bot.ui.views.standings.leaderboard import share

SERVER = "server"
"""The detail of a press that posts the server's card; a member's has the member's id."""
NO_GAMES = "Nobody has finished a game in this server yet. `/scout new` opens a table."
_FOOTER = "Games with hints do not count."
_HABITS = "At the table"


def member_message(
    language: Language,
    found: MemberStatistics,
    *,
    asker: str = "",
    avatar: bytes | None = None,
    pictures: bool = False,
    private: bool = True,
) -> Message:
    """The card, compared with the member `asker` if there is a comparison."""
    colour = home_colour(found.user_id)
    face = SeatFace(found.name, 0, avatar=avatar, noun="Member", colour=colour)
    other = SeatFace(asker, 1, noun="Member")
    sections = tuple(_sections(language, found, face, shown_name(other, pictures=pictures)))
    card = StatsCard(face.label, "this server", _head(language, found, face), sections)
    faces = [face] if found.against is None else [face, other]
    return card_message(
        language, card, faces, str(found.user_id), pictures=pictures, private=private
    )


def card_message(
    language: Language,
    card: StatsCard,
    faces: Sequence[SeatFace],
    detail: str,
    *,
    pictures: bool,
    private: bool,
) -> Message:
    """The card as a picture or as text; a private one has a button that posts it."""
    rows = [[Button("Post here", ComponentId(Verb.POST_STATS, 0, 0, detail))]] if private else []
    if not pictures:
        return Message(_card_embed(language, card), rows)
    embed = new_embed("\n".join(unwritten(language, faces)), footer=_FOOTER)
    return Message(embed, rows, draw=partial(stats_picture, language, card))


def shown_name(face: SeatFace, *, pictures: bool) -> str:
    """A name as a card has it: what a picture can write, or fit for a message."""
    return face.label if pictures else escape_markdown(face.spoken)


def no_games(name: str, *, own: bool) -> Sentence:
    """The sentence about a member without a finished game."""
    if own:
        return Sentence("You have not finished a game here yet. `/scout new` opens a table.")
    if named := escape_markdown(name):
        return Sentence("{name} has not finished a game here yet.", name=named)
    return Sentence("This member has not finished a game here yet.")


def average_tiles(
    language: Language, averages: Sequence[PlayersAverage], noun: str = "game"
) -> Tiles:
    """A tile for each number of players, dim without a game.

    `noun` is what was averaged: a member's games, or the results of a server's members.
    """
    tiles = {
        players: Tile(f"{players} players", "–", "no games", dim=True)
        for players in range(MIN_SEATS, MAX_SEATS + 1)
    }
    for found in averages:
        average, games = (
            language.number(found.average, decimals=1, signed=True),
            counted(language, found.games, noun),
        )
        tiles[found.players] = Tile(f"{found.players} players", average, games)
    return Tiles(tuple(tiles.values()), "Points a round by number of players")


def _head(language: Language, found: MemberStatistics, face: SeatFace) -> Head:
    own = found.standing
    if own is None or own.rating is None:
        return Head(face)
    place = f"{language.ordinal(own.rank)} of {found.members}"
    return Head(face, language.number(own.rating), f"± {own.uncertainty}", own.provisional, place)


def _sections(
    language: Language, found: MemberStatistics, face: SeatFace, asker: str
) -> Iterator[Section]:
    if found.games:
        yield Tiles(tuple(_sums(language, found)), "Games", untitled=True)
    if len(found.rating_history) > 1:
        yield RatingHistory(_thinned(found.rating_history), face)
    if found.averages:
        yield average_tiles(language, found.averages)
    if found.levels:
        tiles = (
            Tile(
                f"{record.level} computers",
                language.number(record.average, decimals=1, signed=True),
                f"{record.wins} of {counted(language, record.games, 'game')} won",
            )
            for record in found.levels
        )
        yield Tiles(tuple(tiles), "Points a round against computers alone")
    if found.longest_set or found.biggest_capture:
        yield (
            PersonalBest("Longest set", "fan", found.longest_set or 0),
            PersonalBest("Biggest capture", "pile", found.biggest_capture or 0),
        )
    yield Tiles(
        (*_round_ends(language, found), *_habits(language, found, asker)), _HABITS, untitled=True
    )


def _sums(language: Language, found: MemberStatistics) -> Iterator[Tile]:
    yield Tile("games", str(found.games))
    yield Tile("wins", str(found.wins))
    yield Tile("won", share(found.wins / found.games))
    if found.unfinished:
        yield Tile("left early", str(found.unfinished))


def _round_ends(language: Language, found: MemberStatistics | ServerStatistics) -> list[Tile]:
    """How often rounds ended by an empty hand or an unbeaten set."""
    ends = {"Hand emptied": found.emptied, "Set unbeaten": found.unbeaten}
    return [
        Tile(label, str(rounds), "round" if rounds == 1 else "rounds", dim=not rounds)
        for label, rounds in ends.items()
    ]


def _habits(language: Language, found: MemberStatistics, asker: str) -> Iterator[Tile]:
    """The share of good moves in reviews, and the games with the asking member."""
    if found.reviewed:
        agreed = share(found.agreed / found.reviewed)
        yield Tile("Good moves", agreed, f"of {language.number(found.reviewed)} reviewed")
    if found.against is not None:
        with_ties = (
            f", {counted(language, found.against.ties, 'tie')}" if found.against.ties else ""
        )
        yield Tile(
            f"Against {asker}",
            f"{found.against.better} : {found.against.worse}",
            f"{counted(language, found.against.games, 'game')}{with_ties}",
        )


def _thinned(history: Sequence[int]) -> tuple[int, ...]:
    """At most as many ratings as the chart has room for, evenly apart, the last one always."""
    shown = min(len(history), MOST)
    last = len(history) - 1
    return tuple(history[last * at // (shown - 1)] for at in range(shown))


def _card_embed(language: Language, card: StatsCard) -> discord.Embed:
    """All that the card shows; names in its tiles and records are fit for a message already."""
    name = card.title if card.head is None else card.head.face.name
    return new_embed(
        None if card.head is None else _head_text(language, card.head),
        title=f"📊 {escape_markdown(name) or escape_markdown(card.title)}",
        footer=_FOOTER,
        fields=dict(map(partial(_field, language), card.sections)),
    )


def _head_text(language: Language, head: Head) -> str:
    if not head.rating:
        return "No rating yet. It comes with the first game with other people."
    provisional = ", provisional" if head.provisional else ""
    standing = f", {head.standing}" if head.standing else ""
    return f"Rating **{head.rating}** {head.spread}{provisional}{standing}"


def _field(language: Language, section: Section) -> tuple[str, str]:
    if isinstance(section, RatingHistory):
        return "Rating, game by game", " → ".join(map(language.number, section.ratings))
    if isinstance(section, Tiles):
        return section.label, "\n".join(map(_tile_text, section.tiles))
    return "Records", "\n".join(map(partial(_record_text, language), section))


def _tile_text(tile: Tile) -> str:
    note = f" ({tile.note})" if tile.note else ""
    return f"{tile.label[:1].upper()}{tile.label[1:]}: **{tile.figure}**{note}"


def _record_text(language: Language, record: PersonalBest) -> str:
    by = f", {record.by}" if record.by else ""
    return f"{record.label}: **{counted(language, record.cards, 'card')}**{by}"


def server_message(
    language: Language, found: ServerStatistics, *, pictures: bool = False, private: bool = True
) -> Message:
    """What the server has played; it has to have finished a game."""
    bests = (found.longest_set, found.biggest_capture, found.busiest)
    faces = [
        None if best is None else SeatFace(best.name, index, noun="Member")
        for index, best in enumerate(bests)
    ]
    names = ["" if face is None else shown_name(face, pictures=pictures) for face in faces]
    card = StatsCard(
        "This server", "all time", None, tuple(_server_sections(language, found, names))
    )
    known = [face for face in faces if face is not None]
    return card_message(language, card, known, SERVER, pictures=pictures, private=private)


def _server_sections(
    language: Language, found: ServerStatistics, names: Sequence[str]
) -> Iterator[Section]:
    sums = {
        "games": found.games,
        "rounds": found.rounds,
        "moves": found.moves,
        "members": found.members,
    }
    tiles = tuple(Tile(label, str(number)) for label, number in sums.items())
    yield Tiles(tiles, "Games", untitled=True)
    if found.averages:
        yield average_tiles(language, found.averages, "result")
    if found.longest_set or found.biggest_capture:
        yield (
            _record(language, "Longest set", "fan", found.longest_set, names[0]),
            _record(language, "Biggest capture", "pile", found.biggest_capture, names[1]),
        )
    habits = _round_ends(language, found)
    if found.busiest is not None:
        habits.append(Tile("Most games", names[2], counted(language, found.busiest.value, "game")))
    yield Tiles(tuple(habits), _HABITS, untitled=True)


def _record(
    language: Language, label: str, shape: BestShape, best: ServerBest | None, name: str
) -> PersonalBest:
    if best is None:
        return PersonalBest(label, shape, 0)
    return PersonalBest(label, shape, best.value, f"by {name}")
