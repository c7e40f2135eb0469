"""What the channel's messages say of points, read as a member reads it."""

import re

from simcord.results import ResponseMessage

from bot.tables.core.state import TableState
from bot.text.language import ENGLISH
from bot.text.names import full_name
from engine.game import Game
from engine.record import dumps, loads
from tests.support.discord.channel import Channel
from tests.support.discord.messages import title

_SUM = re.compile(
    r"\d\. (?P<name>.+): pile (?P<pile>\d+) \+ (?P<chips>\d+) chips?"
    r"(?:, \d+ cards? in hand not counted| − (?P<cards>\d+) cards? in hand)"
    r" = \*\*(?P<points>[+−]?\d+)\*\*"
)
_SEAT = re.compile(r"\d\. ")
_RANK = re.compile(
    r"(?P<rank>\d)(?:st|nd|rd|th) (?P<name>.+): \*\*(?P<points>[-+−]?\d+) points?\*\*"
)


def round_points(message: ResponseMessage) -> dict[str, int]:
    """Each seat's points in the message of a finished round; checks the sums."""
    return dict(_summed(line) for line in message.content.splitlines() if _SEAT.match(line))


def final_points(message: ResponseMessage) -> dict[str, int]:
    """Each seat's total by the final message."""
    return {name: points for _, name, points in final_ranks(message)}


def final_ranks(message: ResponseMessage) -> list[tuple[int, str, int]]:
    """The ranking: rank, name and total, as listed."""
    found = [_RANK.fullmatch(line) for line in message.content.splitlines()]
    return [
        (int(line["rank"]), _name(line["name"]), _number(line["points"])) for line in found if line
    ]


def winners(message: ResponseMessage) -> str:
    return title(message).removeprefix("🏆 ").partition(" · ")[0]


async def assert_the_channel_tells_the_game(here: Channel) -> None:
    """The record of the stored game, replayed, has the points that the messages say."""
    state = await here.state()
    game = loads(dumps(stored_game(state)))
    names = [full_name(ENGLISH, seat.called) for seat in state.seats]
    said = [round_points(message) for message in here.titled("Round ")]
    assert said == [dict(zip(names, points, strict=True)) for points in points_by_round(game)]
    (final,) = here.titled("🏆")
    assert final_points(final) == dict(zip(names, game.totals(), strict=True))
    # The lobby, a message for each round, the scores; nothing twice.
    assert len([shown for shown in here.public() if title(shown)]) == 1 + game.length + 1


def stored_game(state: TableState) -> Game:
    assert state.game is not None
    return state.game


def points_by_round(game: Game) -> list[list[int]]:
    return [[score.points for score in played.scores()] for played in game.rounds]


def _summed(line: str) -> tuple[str, int]:
    said = _SUM.fullmatch(line)
    assert said is not None, line
    points = _number(said["points"])
    assert points == int(said["pile"]) + int(said["chips"]) - int(said["cards"] or 0), line
    return _name(said["name"]), points


def _name(text: str) -> str:
    return text.removeprefix("🤖 ")


def _number(text: str) -> int:
    return int(text.replace("−", "-"))
