"""Measures how much of a phone a turn takes: `python -m tests.tools.phone_fit`.

Hands of games between medium computers, and of a player between two of them who scouts much, are
sent to the local page and measured there, from the words above the picture to the bottom of the
last button, in a window of 390×844. The lines of a hint for each of them are counted. The pages of
`page_fit` follow. With `--words` turns without pictures are measured, and nothing else.
"""

import argparse
import asyncio
import random
from collections.abc import Iterator, Sequence
from itertools import chain, count, cycle, islice
from statistics import median
from typing import NamedTuple

from bot.puzzles import puzzles
from bot.tables.core.state import TableState
from bot.tables.daily.deal import LEVEL
from bot.tables.preferences import Preferences
from bot.text.language import LANGUAGES, Language, language_of
from bot.text.names import COMPUTERS
from bot.ui.kit.message import Message
from bot.ui.views.puzzles import puzzle_message
from bot.ui.views.solo import Solo, solo_state
from bot.ui.views.turn.action_menu import best_set_with
from bot.ui.views.turn.hand import hand_message
from bot.ui.views.turn.hint import hint_words
from engine.actions import Orient, Scout
from engine.game import Game
from engine.players.medium import Medium
from engine.rules import RULES
from engine.sets import to_beat
from engine.view import View, view
from tests.support.ui.table_states import NAMES, state_of
from tests.tools import page_fit
from tests.tools.local_page import LocalPage, local_page

VISIBLE = 585
"""Such a phone shows so many pixels of messages at once."""
_SCOUT = 0
"""The seat that scouts much."""
_LARGE = 16
"""From so many cards on it plays like the others."""
_MEASURE = """message => {
    const boxes = [...message.querySelectorAll(
        ".message-content, img.attachment-image, .component-button, .select-trigger"
    )].map(element => element.getBoundingClientRect());
    return Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top));
}"""
_LINES = """every => every.map(words => {
    const range = document.createRange();
    range.selectNodeContents(words);
    const boxes = [...range.getClientRects()];
    const high = parseFloat(getComputedStyle(words).lineHeight);
    return Math.round((boxes.at(-1).bottom - boxes[0].top) / high);
})"""
_TOGETHER = 20
"""So many hints are on the page at once."""


class Look(NamedTuple):
    """The language in which turns are shown, and whether they have pictures."""

    language: Language
    pictures: bool = True


class Turn(NamedTuple):
    """How one turn is laid out at its first step; `height` is in pixels."""

    players: int
    cards: int
    height: float
    buttons: int


class Measures(NamedTuple):
    """Turns, and the number of lines of a hint for each of them."""

    turns: list[Turn]
    hints: list[int]


def turns(players: int, number: int) -> Iterator[Game]:
    """So many positions with a seat on turn, each from another point of another round."""
    for seed in range(1, number + 1):
        rounds = list(_round(players, seed))
        yield rounds[seed * 7 % len(rounds)]


def scouting_turns(number: int) -> Iterator[Game]:
    """The turns of the one of three players who scouts much: as many of each number of cards."""
    seeds = count(1)
    for cards in islice(cycle(range(RULES[3].hand_size, _LARGE + 1)), number):
        yield next(
            game
            for seed in seeds
            for game in _round(3, seed, scouting=True)
            if game.rounds[-1].turn == _SCOUT and len(view(game, _SCOUT).hand) == cards
        )


def _round(players: int, seed: int, *, scouting: bool = False) -> Iterator[Game]:
    """Every turn of a round that medium computers play, one of which may be `scouting`."""
    rng, computer = random.Random(seed), Medium()
    game = Game.new(players, 1)
    game = game.begin_round(game.next_deal(rng))
    while not game.over:
        seat = game.rounds[-1].to_move[0]
        seen = view(game, seat)
        scout = _scout(seen) if scouting and seat == _SCOUT else None
        action = scout or computer.choose(seen, rng)
        if not isinstance(action, Orient):
            yield game
        game = game.play(seat, action)


def _scout(seen: View) -> Scout | None:
    """The Scout that makes the best set; None for a large hand, or if it would end the round."""
    scouts = seen.legal.scouts() if seen.turn is not None else []
    if not scouts or len(seen.hand) >= _LARGE or seen.scouts_in_row + 2 == seen.players:
        return None
    return max(scouts, key=lambda scout: to_beat(best_set_with(seen, scout)))


async def _measured(
    look: Look, state: TableState, page: LocalPage, *, headline: str | None = None
) -> Turn:
    assert state.game is not None
    (seat,) = state.to_move
    own = Preferences(pictures=look.pictures)
    draft = hand_message(look.language, state, seat, preferences=own, headline=headline)
    return await _shown(draft, view(state.game, seat.index), page)


async def _shown(draft: Message, seen: View, page: LocalPage) -> Turn:
    async with page.showing(draft) as shown:
        height = float(await shown.evaluate(_MEASURE))
        buttons = await shown.locator(".component-button").count()
    return Turn(seen.players, len(seen.hand), height, buttons)


async def _hint_lines(language: Language, games: Sequence[Game], page: LocalPage) -> list[int]:
    """The number of lines of a hint for each of these turns; medium chooses the move."""
    found: list[int] = []
    for begin in range(0, len(games), _TOGETHER):
        async with page.saying(
            [_hint(language, game) for game in games[begin : begin + _TOGETHER]]
        ) as said:
            found += await said.locator(".message-content").evaluate_all(_LINES)
    return found


def _hint(language: Language, game: Game) -> str:
    seen = view(game, game.rounds[-1].to_move[0])
    return hint_words(language, seen, Medium().choose(seen, random.Random(0)), NAMES)


async def _measure(look: Look, games: Sequence[Sequence[Game]]) -> list[Measures]:
    """Measure the turns of these games and the lines of their hints, in a page of their own."""
    async with local_page() as page:
        return [
            Measures(
                [await _measured(look, state_of(game), page) for game in group],
                await _hint_lines(look.language, group, page) if look.pictures else [],
            )
            for group in games
        ]


async def _measure_daily(look: Look, games: Sequence[Game]) -> list[Turn]:
    """Measure the same turns as a daily deal's, against its computers, whose names are long."""
    async with local_page() as page:
        return [
            await _measured(look, _daily_state(game), page, headline="Daily 214") for game in games
        ]


def _daily_state(game: Game) -> TableState:
    """The seat on turn is the member's."""
    seat = game.rounds[-1].to_move[0]
    return solo_state(game, Solo("Mia", 1), seat, COMPUTERS[LEVEL], level=LEVEL)


async def _measure_puzzles(look: Look, number: int) -> list[Turn]:
    """Measure so many puzzles as they are first shown, with the task above."""
    every, mia = puzzles(), Solo("Mia", 1)
    found = []
    async with local_page() as page:
        for puzzle in every[:: -(-len(every) // number)]:
            own = Preferences(pictures=look.pictures)
            draft = puzzle_message(look.language, puzzle, mia, own)
            found.append(await _shown(draft, puzzle.view(), page))
    return found


def report(found: list[Turn], hints: list[int]) -> str:
    """Report the share that fits, and the medians of heights and of numbers of buttons."""
    fit = sum(turn.height <= VISIBLE for turn in found)
    tallest = max(found, key=lambda turn: turn.height)
    short = sum(lines <= 2 for lines in hints)
    said = f"{short} hints of two lines at most, the longest of {max(hints)}." if hints else ""
    return (
        f"{fit} of {len(found)} turns ({fit / len(found):.0%}) fit {VISIBLE} px; "
        f"median {median(turn.height for turn in found):.0f} px "
        f"with {median(turn.buttons for turn in found):.0f} buttons "
        f"(most {max(turn.buttons for turn in found)}); "
        f"tallest {tallest.height:.0f} px with {tallest.cards} cards; {said}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--turns", type=int, default=25, help="for each number of players")
    codes = [language.code for language in LANGUAGES]
    parser.add_argument("--language", choices=codes, default="en", help="of turns and hints")
    parser.add_argument("--words", action="store_true", help="turns without pictures alone")
    arguments = parser.parse_args()
    number = arguments.turns
    look = Look(language_of(arguments.language), pictures=not arguments.words)
    games = [list(turns(players, number)) for players in RULES]
    games.append(list(scouting_turns(number * len(RULES))))
    *usual, scouting = asyncio.run(_measure(look, games))
    joined = (list(chain.from_iterable(lists)) for lists in zip(*usual, strict=True))
    for players, found in zip(RULES, usual, strict=True):
        print(f"{players} players: {report(*found)}")
    print(f"all of these: {report(*joined)}")
    print(f"a player of three who scouts much: {report(*scouting)}")
    daily = asyncio.run(_measure_daily(look, list(turns(4, number))))
    print(f"the daily deal: {report(daily, [])}")
    riddles = asyncio.run(_measure_puzzles(look, number))
    print(f"puzzles: {report(riddles, [])}")
    if look.pictures:
        print(page_fit.report(asyncio.run(page_fit.measure())))


if __name__ == "__main__":
    main()
