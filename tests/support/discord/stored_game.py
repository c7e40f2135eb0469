"""Puts a game into the channel's database, as if it had been played there."""

from collections.abc import Iterator
from secrets import token_hex

from sqlalchemy import delete, update

from bot.storage import models
from bot.storage.models.tables import Source
from bot.tables.core.replay import round_row
from engine.actions import Action, Orient
from engine.game import Game
from engine.round import Round
from tests.support.discord.channel import Channel


def steps_of(game: Game) -> Iterator[tuple[int, Action]]:
    """Every action of the game and its seat, in an order that replays to the same position."""
    for played in game.rounds:
        yield from _steps_of_round(played)


def _steps_of_round(played: Round) -> Iterator[tuple[int, Action]]:
    for seat, flipped in enumerate(played.orientation):
        if flipped is not None:
            yield seat, Orient(flipped)
    yield from zip((event.seat for event in played.log), played.actions, strict=True)


async def put_game(here: Channel, game: Game) -> None:
    """Make the started table's game this one, as if it had been played there so far."""
    async with here.client.database.write() as session:
        for rows in (models.Round, models.Action):
            await session.execute(delete(rows))
        for number, played in enumerate(game.rounds, 1):
            session.add(round_row(1, number, played.deal, token_hex(32)))
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
                action_count=len(actions), length=game.length, revision=models.Table.revision + 1
            )
        )
    # Whatever the bot remembers of the old game goes; what lags is published.
    await here.restart()
