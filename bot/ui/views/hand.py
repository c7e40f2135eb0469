"""A member's private hand: their cards, and when it is their turn the buttons for it."""

from functools import partial

import discord
from discord import ButtonStyle

from bot.pictures.brackets import longest
from bot.pictures.gallery import seat_picture
from bot.pictures.words import kind, points, span
from bot.tables.core.state import SeatState, Status, TableState
from bot.tables.preferences import Preferences
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message, Row
from bot.ui.views.action_buttons import ActionButtons, action_rows
from bot.ui.views.action_menu import MenuPath, action_menu, confirmation
from bot.ui.views.hint import hint_words
from bot.ui.views.lobby import COLOUR
from bot.ui.views.text import both_ends, card_block, name_of, plain
from engine.actions import Action, Orient, parts
from engine.cards import flip
from engine.round import Round
from engine.view import View, result, view

_AT_THE_BEGINNING = MenuPath()


def hand_message(
    state: TableState,
    seat: SeatState,
    path: MenuPath = _AT_THE_BEGINNING,
    *,
    preferences: Preferences,
    asked: Action | None = None,
    hint: Action | None = None,
    keys: ActionButtons | None = None,
) -> Message:
    """What this seat sees now, at this step of its choice; `asked` is what it shall confirm.

    The way to `hint` is marked where it is legal. `keys` take the place of the table's own.
    """
    if state.status is not Status.PLAYING or state.game is None:
        return Message(discord.Embed(description=_ended(state), colour=COLOUR))
    seen = view(state.game, seat.index)
    rows: list[Row]
    known = hint if state.options.hints and not seat.away and _is_legal(seen, hint) else None
    if seat.away:
        back = Button("I'm back", ComponentId(Verb.COME_BACK, state.id), ButtonStyle.success)
        prompt, rows = "A computer plays for you.", [[back]]
    elif seat not in state.to_move:
        prompt, rows = _waiting(seen), []
    else:
        question = confirmation(seen, asked) if asked is not None else None
        here = question or action_menu(seen, path)
        asks = preferences.confirm and question is None
        own = ActionButtons(
            state.id, state.decision_number, Verb.CONFIRM if asks else Verb.PLAY, hint=known
        )
        asking = _hint_button(state) if known is None and here.back is None else []
        prompt, rows = here.prompt, action_rows(here, path, keys or own, asking)
    new = newest(state.game.rounds[-1], seat.index)
    pictures = preferences.shows_pictures(state.options.pictures)
    embed = _embed(state, seen, prompt, new, columns=not pictures)
    draw = partial(seat_picture, seen, scouted=new) if pictures else None
    content = None if known is None else hint_words(seen, known)
    return Message(embed, rows, content, draw=draw)


def _is_legal(seen: View, action: Action | None) -> bool:
    return action is not None and action in seen.legal_actions()


def _hint_button(state: TableState) -> list[Button]:
    return (
        [Button("Hint", ComponentId(Verb.HINT, state.id, state.decision_number))]
        if state.options.hints
        else []
    )


def _ended(state: TableState) -> str:
    if state.status is Status.CLOSED:
        return f"The game ended early. {plain(state.closed_because)}"
    return "The game is over; the final scores are in the channel."


def _waiting(seen: View) -> str:
    if seen.turn is None:
        return "You have chosen. The first turn begins when everybody has."
    return (
        "It is not your turn yet. Your buttons appear here when it is; "
        "if they don't, press **My hand** at the table."
    )


def _embed(
    state: TableState, seen: View, prompt: str, new: int | None, *, columns: bool
) -> discord.Embed:
    """All that the picture shows; without it the cards stand in columns."""
    lines = [prompt, *_last_round(state, seen), *held(seen, columns=columns)]
    if new is not None:
        lines.append(f"New: card {new}.")
    embed = discord.Embed(
        title=f"Your hand · round {seen.number} of {seen.length}",
        description="\n".join(lines),
        colour=COLOUR,
    )
    add_to_beat(embed, state, seen, columns=columns)
    return embed


def add_to_beat(embed: discord.Embed, state: TableState, seen: View, *, columns: bool) -> None:
    """On its turn, what the view's seat has to beat, if anything."""
    if seen.turn == seen.seat and seen.active and seen.owner is not None:
        title = f"To beat: {kind(seen.active)} by {name_of(state.seats[seen.owner])}"
        cards = card_block(seen.active) if columns else both_ends(seen.active)
        embed.add_field(name=title, value=cards, inline=False)


def held(seen: View, *, columns: bool) -> list[str]:
    """The cards of the view's seat, and on its turn which of them can be shown."""
    lines = _cards(seen, columns=columns)
    if seen.legal.shows():
        lines.append(f"Can be shown: {', '.join(map(span, longest(seen.legal.shows())))}.")
    return lines


def _cards(seen: View, *, columns: bool) -> list[str]:
    if not seen.hand:
        return ["No cards left."]
    if seen.orientation is None:
        ways = {"As dealt": seen.hand, "Turned over": flip(seen.hand)}
        return [
            f"**{way}**\n{card_block(cards)}" if columns else f"{way}: {both_ends(cards)}"
            for way, cards in ways.items()
        ]
    if columns:
        return [card_block(seen.hand, positions=True)]
    return [f"Hand: {both_ends(seen.hand)}"]


def _last_round(state: TableState, seen: View) -> list[str]:
    """At the beginning of a round, what the one before it brought."""
    if seen.orientation is not None or seen.number == 1:
        return []
    assert state.game is not None
    assert seen.seat is not None
    score = result(state.game, seen.number - 1).scores[seen.seat]
    return [f"Round {seen.number - 1} brought you {points(score.points)}."]


def newest(played: Round, seat: int) -> int | None:
    """The place of the card that the seat's last action brought into its hand, if it is there."""
    own = [
        action
        for event, action in zip(played.log, played.actions, strict=True)
        if event.seat == seat
    ]
    if not own or isinstance(own[-1], Orient):
        return None
    scout, show = parts(own[-1])
    if scout is None:
        return None
    if show is None or scout.position < show.first:
        return scout.position
    return None if scout.position <= show.last else scout.position - (show.last - show.first + 1)
