"""Tables at a chosen position of a game: as a value, or put into the channel's database."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count

from sqlalchemy import delete, update

from bot.storage import models
from bot.storage.models import Source, Status
from bot.tables.core.replay import round_row
from bot.tables.core.state import TableState, table_state
from bot.ui.kit.message import Message
from engine.actions import Action, Orient
from engine.game import Game
from engine.round import Round
from tests.support.discord.channel import NAMES, Channel
from tests.support.discord.limits import Json

_DAWN = datetime(2026, 1, 1, tzinfo=UTC)
_BEAM = 25
"""Games that the search for a hoard keeps at each turn."""


def state_of(game: Game, names: Sequence[str] = NAMES) -> TableState:
    """A table of members only where the game stands so."""
    table = models.Table(
        id=1,
        guild_id=1,
        channel_id=2,
        host_id=100,
        status=Status.OVER if game.over else Status.PLAYING,
        size=game.players,
        length=game.length,
        revision=1,
        opened_at=_DAWN,
        decision_since=_DAWN,
        pinged=False,
        reposts=0,
        pictures=True,
        wants_thread=False,
        hints=False,
        seats=[
            models.Seat(index=at, user_id=100 + at, name=names[at], away=False)
            for at in range(game.players)
        ],
    )
    return table_state(table, game)


def steps_of(game: Game) -> Iterator[tuple[int, Action]]:
    """Every action of the game and its seat, in an order that replays to the same position."""
    for played in game.rounds:
        yield from _steps_of_round(played)


def _steps_of_round(played: Round) -> Iterator[tuple[int, Action]]:
    for seat, flipped in enumerate(played.orientation):
        if flipped is not None:
            yield seat, Orient(flipped)
    yield from zip((event.seat for event in played.log), played.actions, strict=True)


async def as_sent(draft: Message) -> Json:
    """The message as it goes to Discord, but for its picture."""
    parts = await replace(draft, draw=None).send_arguments()
    return {
        "content": parts["content"],
        "embeds": [dict(embed.to_dict()) for embed in parts["embeds"]],
        "components": parts["view"].to_components(),
    }


async def put_game(here: Channel, game: Game) -> None:
    """Make the started table's game this one, as if it had been played there so far."""
    async with here.client.database.write() as session:
        for rows in (models.Round, models.Action):
            await session.execute(delete(rows))
        for number, played in enumerate(game.rounds, 1):
            session.add(round_row(1, number, played.deal))
        actions = [
            models.Action(
                table_id=1,
                number=number,
                seat=seat,
                notation=str(action),
                source=Source.MEMBER,
                at=here.env.now(),
            )
            for number, (seat, action) in enumerate(steps_of(game), 1)
        ]
        session.add_all(actions)
        await session.execute(
            update(models.Table).values(
                action_count=len(actions),
                length=game.length,
                revision=models.Table.revision + 1,
            )
        )
    # Whatever the bot remembers of the old game goes; what lags is published.
    await here.restart()


def hoard(cards: int) -> Game:
    """A game of four in which seat 0 holds so many cards, is on turn and may do everything."""
    return next(game for seed in count() for game in _hoarding(random.Random(seed), cards))


def _hoarding(rng: random.Random, cards: int) -> Iterator[Game]:
    game = Game.new(4, 1)
    beam = [_all_keep(game.begin_round(game.next_deal(rng)))]
    while beam:
        yield from (game for game in beam if _may_do_everything(game.rounds[-1], cards))
        games = [game.play(_on_turn(game), action) for game in beam for action in _some(game, rng)]
        going_on = [game for game in games if not game.over]
        beam = sorted(going_on, key=lambda game: _hoarded(game) + rng.random() * 0.3)[-_BEAM:]


def _all_keep(game: Game) -> Game:
    for seat in range(game.players):
        game = game.play(seat, Orient(flip=False))
    return game


def _on_turn(game: Game) -> int:
    return game.rounds[-1].turn


def _may_do_everything(played: Round, cards: int) -> bool:
    return (
        played.turn == 0
        and len(played.hands[0]) >= cards
        and len(played.active) > 1
        and bool(played.scouts_before_show(0))
    )


def _some(game: Game, rng: random.Random) -> list[Action]:
    """A few actions worth a look: seat 0 scouts if it can, the others show little."""
    played, seat = game.rounds[-1], _on_turn(game)
    scouts = sorted(played.scouts(seat), key=str)
    few: list[Action] = [*rng.sample(scouts, min(2, len(scouts)))]
    if seat == 0 and few:
        return few
    hand = played.hands[seat]
    shows = sorted(played.shows(seat), key=lambda s: (s.last - s.first, hand[s.first - 1].up))
    longer = [show for show in shows if show.last > show.first]
    return [*few, *shows[:2], *longer[:2]]


def _hoarded(game: Game) -> float:
    """How good the outlook is: cards in seat 0's hand, and others not yet lost to a pile."""
    played = game.rounds[-1]
    sizes = [len(hand) for hand in played.hands]
    return sizes[0] + 0.6 * (sum(sizes[1:]) + len(played.active)) + 0.05 * min(sizes)
