"""Elements of several views: the colour, the names and faces of seats, cards and moves."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import discord

from bot.pictures.faces import SeatFace, drawable_name, table_colours
from bot.tables.core.state import Reason, SeatState, Status, TableState
from bot.text.language import Language, gettext_noop
from bot.text.moves import Move, move_words
from bot.text.names import PlayerName, full_name, isolated, readable_name, short_name
from bot.text.words import in_a_row, joined, labelled, seat_facts, seat_name, token_words, width
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.emojis import number_text
from engine.cards import Card, Cards
from engine.view import View

Avatars = Mapping[str, bytes]
"""Image files by their address at Discord; a drawn initial replaces a missing one."""
NO_AVATARS: Avatars = MappingProxyType({})
_COLOUR = discord.Colour(0xD9363E)
_CARDS_A_LINE = 8
"""The number that fits the width of a phone."""

# A colon makes a link of an address and an emoji of a word, and a slash a link of `discord.gg/…`.
# An escaped @ still mentions, so a wide one replaces it.
_ESCAPES = str.maketrans({mark: f"\\{mark}" for mark in "\\*_~`|[]<>#-:/"} | {"@": "\uff20"})
_INNER_DOT = re.compile(r"(?<=\S)\.(?=\S)")


def new_embed(
    description: str | None = None,
    *,
    title: str | None = None,
    footer: str | None = None,
    fields: Mapping[str, str] | None = None,
) -> discord.Embed:
    """An embed in the bot's colour; `fields` are texts by their names, below each other."""
    embed = discord.Embed(title=title, description=description or None, colour=_COLOUR)
    for name, value in (fields or {}).items():
        embed.add_field(name=name, value=value, inline=False)
    return embed.set_footer(text=footer) if footer else embed


def new_form(
    title: str, press: ComponentId, fields: Iterable[discord.ui.Label[discord.ui.Modal]]
) -> discord.ui.Modal:
    """A form with these fields; an answer has the custom_id of `press`, also after a restart."""
    form = discord.ui.Modal(title=title, custom_id=str(press))
    for field in fields:
        form.add_item(field)
    # discord.py does not keep stopped forms in memory; the router needs only the custom_id.
    form.stop()
    return form


def escape_markdown(name: str) -> str:
    """A name in which Discord finds no formatting, mention or link; '' if it is invisible."""
    return escaped(readable_name(name))


def escaped(line: str) -> str:
    """The same for a line that `readable` has returned."""
    return isolated(_INNER_DOT.sub(r"\\.", line.translate(_ESCAPES)))


def leading_rank(language: Language, rank: int) -> str:
    """`1st` at the beginning of a line.

    An unescaped "1." begins a list, which Discord numbers itself, shared ranks too.
    """
    text = language.ordinal(rank)
    return f"{text[:-1]}\\." if text.endswith(".") else text


def name_of(language: Language, seat: SeatState) -> str:
    """The seat's name fit for a message."""
    return player_name(language, seat.called) or seat_name(language, seat.index)


def player_name(language: Language, player: PlayerName) -> str:
    """The whole name fit for a message; '' if it is invisible."""
    return escape_markdown(full_name(language, player))


def label_of(language: Language, seat: SeatState) -> str:
    """The seat's name for a label, which has no formatting."""
    return readable_name(full_name(language, seat.called)) or seat_name(language, seat.index)


_CLOSED = {
    Reason.ENDED: gettext_noop("{name} closed the table."),
    Reason.EMPTY: gettext_noop("Everyone has left."),
    Reason.AGREED: gettext_noop("Everyone agreed to close it."),
    Reason.SILENCE: gettext_noop("{name} asked to close it, and nobody chose to play on."),
    Reason.IDLE: gettext_noop("Nothing happened here for an hour."),
    Reason.LOST: gettext_noop("I could not reach its channel for a day."),
    Reason.TOO_FEW: gettext_noop("Fewer than two players were here at the start."),
    Reason.LATE: gettext_noop("I was offline, or could not post here, when it was due to begin."),
    Reason.NO_ROOM: gettext_noop("For an hour other tables left no room for it."),
    Reason.FORBIDDEN: gettext_noop("This server no longer allows tables in this channel."),
}


def closed_words(language: Language, state: TableState) -> str:
    """Why the table was closed; '' if that is not known."""
    reason, detail = state.closed_reason, state.closed_detail
    name = escape_markdown(detail or "")
    match reason:
        case None:
            return ""
        case Reason.STORED:
            return name
        case Reason.QUIET:
            return language.ngettext(
                "Nobody pressed anything here for {number} day.",
                "Nobody pressed anything here for {number} days.",
                int(detail or 0),
            )
        case Reason.SILENCE if detail is None:
            return language.gettext("A moderator asked to close it, and nobody chose to play on.")
    name = name or language.gettext("A former player")
    return language.gettext(_CLOSED[reason], name=name)


def short_name_of(language: Language, seat: SeatState) -> str:
    """The seat's name, a computer's without its level: the list of seats shows that."""
    return escape_markdown(short_name(language, seat.called)) or seat_name(language, seat.index)


def names(language: Language, state: TableState) -> list[str]:
    return [name_of(language, seat) for seat in state.seats]


def number_emojis(cards: Iterable[Card]) -> str:
    """The upper numbers, as emojis if they are uploaded; not for labels."""
    return " ".join(number_text(card.up) for card in cards)


def both_ends(cards: Iterable[Card]) -> str:
    """`3/7 4/1`, with emojis for the upper numbers if they are uploaded; not for labels."""
    return " ".join(f"{number_text(card.up)}/{card.down}" for card in cards)


def card_block(language: Language, cards: Cards, *, positions: bool = False) -> str:
    """The cards in columns: upper numbers, lower numbers, and positions in the hand if asked."""
    # Translators: titles of rows of numbers in a narrow column: the upper number of each card, its
    # lower number, the card's position in the hand; at most 6 letters, in Japanese 3.
    up = language.pgettext("row of numbers", "up")
    # Translators: at most 6 letters.
    down = language.pgettext("row of numbers", "down")
    rows = {up: [card.up for card in cards], down: [card.down for card in cards]}
    if positions:
        # Translators: at most 6 letters.
        card = language.pgettext("row of numbers", "card")
        rows = {card: list(range(1, len(cards) + 1)), **rows}
    indent = max(map(width, rows)) + 1
    lines = []
    for begin in range(0, len(cards), _CARDS_A_LINE):
        for title, row in rows.items():
            numbers = [f"{number:>3}" for number in row[begin : begin + _CARDS_A_LINE]]
            lines.append(f"{title}{' ' * (indent - width(title))}{''.join(numbers)}")
    return "```\n" + "\n".join(lines) + "\n```"


def event_words(
    language: Language, state: TableState, move: Move, *, you: int | None = None
) -> str:
    """One move as everybody saw it (R15); the seat `you` is spoken to, all others are named."""
    event = move.event
    card = None if event.scouted is None else both_ends([event.scouted])
    shown = f"**{number_emojis(event.shown)}**" if event.shown else ""
    name = f"**{short_name_of(language, state.seats[event.seat])}**"
    said = move_words(language, None if event.seat == you else name, card, move.side, shown)
    if event.paid is None:
        return said
    if event.paid == you:
        return in_a_row([said, language.gettext("(you get a chip)")])
    owner = short_name_of(language, state.seats[event.paid])
    return in_a_row([said, language.gettext("({name} gets a chip)", name=owner)])


def seat_lines(language: Language, state: TableState, seen: View) -> Iterator[str]:
    """Every seat with what everybody can see of it (R15), a line each.

    In a game that ended early no seat is on turn, and no computer plays for anybody.
    """
    is_playing = state.status is Status.PLAYING
    for index, seat in enumerate(state.seats):
        name, is_on_turn = f"**{name_of(language, seat)}**", is_playing and seen.turn == index
        if is_playing and seat.away:
            name = language.gettext("{name} (away, a computer plays)", name=name)
        if seen.start == index:
            # Translators: behind the name of the player who starts the round.
            name = language.gettext("{name} (start player)", name=name)
        choosing = is_playing and not all(seen.chosen)
        facts = joined(language, seat_facts(language, seen, index, choosing=choosing))
        line = labelled(language, name, facts)
        marks = f"{'→ ' if is_on_turn else ''}{'🤖 ' if seat.is_computer else ''}"
        yield f"{index + 1}. {marks}{line}"


def short_seat_lines(language: Language, state: TableState, seen: View) -> Iterator[str]:
    """The same in lines that fit a phone: names without levels, and one line for all tokens.

    It lists the seats with a token, or all seats if none has one.
    """
    for index, seat in enumerate(state.seats):
        name, arrow = short_name_of(language, seat), "→ " if seen.turn == index else ""
        facts = joined(language, seat_facts(language, seen, index, with_token=False))
        line = labelled(language, f"**{name}**", facts)
        yield f"{index + 1}. {arrow}{line}"
    if seen.rules.scout_and_show:
        seats = [str(number) for number, token in enumerate(seen.tokens, 1) if token]
        token = token_words(language, ready=bool(seats))
        every = map(str, range(1, seen.players + 1))
        yield labelled(language, token, language.listed(seats or every))


def seat_faces(
    language: Language, state: TableState, avatars: Avatars = NO_AVATARS
) -> tuple[SeatFace, ...]:
    """A face for each seat, the same in every picture of the game."""
    colours = table_colours([seat.user_id for seat in state.seats])
    return tuple(
        SeatFace(
            name=short_name(language, seat.called),
            index=seat.index,
            avatar=avatars.get(seat.avatar) if seat.avatar else None,
            computer=seat.name if seat.is_computer else None,
            instead=seat_name(language, seat.index),
            colour=colour,
            described=full_name(language, seat.called) if seat.is_computer else None,
        )
        for seat, colour in zip(state.seats, colours, strict=True)
    )


def unwritten(language: Language, faces: Sequence[SeatFace]) -> list[str]:
    """Below a picture: the names that it cannot draw, as in `Seat 3 is 王.`"""
    return [
        # Translators: "Seat 3 is 王."
        language.gettext("{seat} is {name}.", seat=face.label, name=name)
        for face in faces
        if not drawable_name(face.name) and (name := escape_markdown(face.name))
    ]
