"""A member's private hand: their cards, and when it is their turn the buttons for it."""

from collections.abc import Sequence

import discord
from discord import ButtonStyle

from bot.pictures.words import kind, points
from bot.storage.models import Status
from bot.tables.state import SeatState, TableState
from bot.ui.custom_id import Press
from bot.ui.draft import (
    BUTTONS_A_ROW,
    OPTIONS,
    ROWS,
    Button,
    Draft,
    Option,
    Row,
    Select,
    page_buttons,
)
from bot.ui.lobby import COLOUR
from bot.ui.steps import Choice, Path, Step, step
from bot.ui.words import card_block, name_of, plain
from engine.actions import ScoutAndShow, Show
from engine.cards import turn_over
from engine.view import View, result, view

# One row is kept for the short choices below the long ones.
_BUTTONS = BUTTONS_A_ROW * (ROWS - 1)
_AT_THE_BEGINNING = Path()


def hand_draft(state: TableState, seat: SeatState, path: Path = _AT_THE_BEGINNING) -> Draft:
    """What this seat sees now, at this step of its choice."""
    if state.status is not Status.PLAYING or state.game is None:
        return Draft(discord.Embed(description=_ended(state), colour=COLOUR))
    seen = view(state.game, seat.position)
    if seat.away:
        back = Button("I'm back", Press("back", state.id), ButtonStyle.success)
        return Draft(_embed(state, seen, "A computer plays for you."), [[back]])
    if seat not in state.to_move:
        return Draft(_embed(state, seen, _waiting(seen)))
    here = step(seen, path)
    return Draft(_embed(state, seen, here.prompt), _rows(state, here, path))


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


def _embed(state: TableState, seen: View, prompt: str) -> discord.Embed:
    embed = discord.Embed(
        title=f"Your hand · round {seen.number} of {seen.length}",
        description=f"{prompt}\n{_hands(state, seen)}",
        colour=COLOUR,
    )
    if seen.turn == seen.seat and seen.active and seen.owner is not None:
        title = f"To beat: {kind(seen.active)} by {name_of(state.seats[seen.owner])}"
        embed.add_field(name=title, value=card_block(seen.active), inline=False)
    return embed


def _hands(state: TableState, seen: View) -> str:
    if seen.orientation is not None:
        return card_block(seen.hand, places=True) if seen.hand else "No cards left."
    last = _last_round(state, seen)
    as_dealt = f"**As dealt**\n{card_block(seen.hand)}"
    return f"{last}{as_dealt}\n**Turned over**\n{card_block(turn_over(seen.hand))}"


def _last_round(state: TableState, seen: View) -> str:
    if seen.number == 1 or state.game is None or seen.seat is None:
        return ""
    score = result(state.game, seen.number - 1).scores[seen.seat]
    return f"Round {seen.number - 1} brought you {points(score.points)}.\n"


def _rows(state: TableState, here: Step, path: Path) -> list[Row]:
    rows = _long(state, here.choices, path)
    below = [_button(state, choice) for choice in here.more]
    if here.back is not None:
        below.append(Button("Back", _press(state, here.back)))
    return [*rows, below] if below else rows


def _long(state: TableState, choices: Sequence[Choice], path: Path) -> list[Row]:
    """Buttons while they fit, else a select in pages."""
    if len(choices) <= _BUTTONS:
        buttons = [_button(state, choice) for choice in choices]
        return [
            buttons[begin : begin + BUTTONS_A_ROW]
            for begin in range(0, len(buttons), BUTTONS_A_ROW)
        ]
    pages = -(-len(choices) // OPTIONS)
    page = min(path.page, pages - 1)
    options = [
        Option(choice.label, _target(choice))
        for choice in choices[page * OPTIONS : (page + 1) * OPTIONS]
    ]
    here = path._replace(page=page)
    which = f" (page {page + 1} of {pages})" if pages > 1 else ""
    placeholder = f"Pick one of {len(choices)}{which}"
    select = Select(placeholder, Press("pick", state.id, state.turn, str(here)), options)
    turning = page_buttons(page, pages, lambda to: _press(state, here._replace(page=to)))
    return [select, turning] if turning else [select]


def _target(choice: Choice) -> str:
    """An option's value: the verb and the detail of the button that it stands for."""
    verb = "look" if isinstance(choice.leads_to, Path) else "play"
    return f"{verb} {choice.leads_to}"


def _button(state: TableState, choice: Choice) -> Button:
    if isinstance(choice.leads_to, Path):
        return Button(choice.label, _press(state, choice.leads_to), ButtonStyle.primary)
    shows = isinstance(choice.leads_to, Show | ScoutAndShow)
    style = ButtonStyle.success if shows else ButtonStyle.primary
    return Button(choice.label, Press("play", state.id, state.turn, str(choice.leads_to)), style)


def _press(state: TableState, path: Path) -> Press:
    return Press("look", state.id, state.turn, str(path))
