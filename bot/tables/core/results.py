"""Records a result for each member of a game that has ended, including those who left it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from enum import Enum, auto
from itertools import accumulate
from typing import Any, NamedTuple

from bot.storage import models, queries
from bot.storage.engine.session import Session
from bot.storage.models.results import Departure, Outcome, Result
from bot.storage.models.tables import Reason, Status
from bot.tables.core import ratings
from bot.tables.core.standings import count_results
from bot.tables.core.state import TableState
from bot.tables.core.unit_of_work import UnitOfWork
from engine.game import Game
from engine.players import Level
from engine.round import Ending, Round

_WEEK = timedelta(days=7)
_EXCUSED = timedelta(days=1)
"""The time for which a member counts as present after others seated a computer for them."""
_STOPPED = (Reason.QUIET, Reason.LOST)
"""Reasons for which a game counts as stopped: it has results if a round is over."""
IsOwn = Callable[[int, int], bool]
"""Whether the action with this number, in this seat, was made by the member, not by a computer."""


class OwnMoves(NamedTuple):
    """A member's own moves; see Result for the fields."""

    moves: int = 0
    emptied: int = 0
    unbeaten: int = 0
    longest_set: int = 0
    biggest_capture: int = 0


class _Turn(NamedTuple):
    """A turn with its number among the game's actions, and the cards that it showed and took."""

    number: int
    seat: int
    shown: int
    captured: int


def round_ends(game: Game) -> list[int]:
    """The number of each round's last action; a game's actions count from 1."""
    return [
        *accumulate(
            sum(chosen is not None for chosen in played.orientation) + len(played.log)
            for played in game.rounds
        )
    ]


def own_moves(game: Game, seat: int, is_own: IsOwn) -> OwnMoves:
    """Count the moves of this seat that are the member's."""
    own: list[_Turn] = []
    ended: list[Ending] = []
    for played, turns in _rounds(game):
        own += [turn for turn in turns if turn.seat == seat and is_own(turn.number, seat)]
        # The last Show ended the round, by an empty hand (R19) or unbeaten (R20, R21).
        if played.ended is not None and [turn for turn in turns if turn.shown][-1] in own:
            ended.append(played.ended)
    return OwnMoves(
        len(own),
        ended.count(Ending.EMPTY),
        ended.count(Ending.UNBEATEN),
        max((turn.shown for turn in own), default=0),
        max((turn.captured for turn in own), default=0),
    )


def owns_round(game: Game, seat: int, is_own: IsOwn) -> bool:
    """Whether the member played all turns of this seat in a finished round, at least one."""
    finished = [turns for played, turns in _rounds(game) if played.ended]
    own = [[is_own(turn.number, seat) for turn in turns if turn.seat == seat] for turns in finished]
    return any(one and all(one) for one in own)


def moved_until(game: Game, seat: int, is_own: IsOwn) -> int:
    """The number of the last action before the seat's turns went to a computer for good."""
    until = round_ends(game)[-1]
    turns = [turn for _, turns in _rounds(game) for turn in turns if turn.seat == seat]
    for turn in reversed(turns):
        if is_own(turn.number, seat):
            return until
        until = turn.number - 1
    return until


def _rounds(game: Game) -> Iterator[tuple[Round, list[_Turn]]]:
    """Each round with its turns."""
    for played, end in zip(game.rounds, round_ends(game), strict=True):
        left, turns = 0, []
        for number, event in enumerate(played.log, end - len(played.log) + 1):
            left -= event.scouted is not None
            shown = len(event.shown)
            turns.append(_Turn(number, event.seat, shown, left if shown else 0))
            left = shown or left
        yield played, turns


def is_ranked(before: TableState, uow: UnitOfWork) -> bool:
    """Whether a change of this table ended a game that has results.

    A game with hints has none, nor one that was closed while members were seated. A game that all
    members have left has results, and one that was stopped after a finished round.
    """
    table, game = uow.table, uow.game
    if before.status is not Status.PLAYING or table.options.hints:
        return False
    everyone_left = all(seat.user_id is None for seat in table.seats)
    stopped = (
        table.closed_reason in _STOPPED and game is not None and game.rounds[0].ended is not None
    )
    closed = table.status is Status.CLOSED
    return table.status is Status.OVER or (closed and (everyone_left or stopped))


class Leaving(Enum):
    """The result of a member who would leave the game now (see ratings.eligible)."""

    NOT_MOVED = auto()
    """No result: they have not moved."""
    NOBODY_ELSE = auto()
    """No result: no other member moved, and none is left who could."""
    LOSS_LATER = auto()
    """A loss as soon as another member has moved."""
    LOSS = auto()


async def leaving(session: Session, state: TableState, user_id: int) -> Leaving:
    departures = {row.seat: row for row in await session.rows(Departure, table_id=state.id)}
    members = [seat for seat in state.seats if seat.user_id or seat.index in departures]
    game, is_own = state.begun_game, played_by_members(departures, state.stand_ins)
    moved = [seat for seat in members if own_moves(game, seat.index, is_own).moves]
    if state.seat_of(user_id) not in moved:
        return Leaving.NOT_MOVED
    if len(members) == 1 or len(moved) > 1:
        return Leaving.LOSS
    stay = any(seat.user_id not in (None, user_id) for seat in members)
    return Leaving.LOSS_LATER if stay else Leaving.NOBODY_ELSE


async def record_results(uow: UnitOfWork) -> frozenset[int] | None:
    """Store the results of the ended game and count them; returns `unranked` of them."""
    table, game = uow.table, uow.game
    assert game is not None
    departures = {row.seat: row for row in await uow.session.rows(Departure, table_id=table.id)}
    is_own = played_by_members(departures, uow.stand_ins)
    ranks = {seat: rank for rank, seat, _ in game.ranking()}
    at_table = [*_people(uow, game, departures, is_own)]
    people = [at_table[index] for index in ratings.eligible([part for _, part in at_table])]
    if not people:
        return None
    alone = len(at_table) == 1
    results, parts = [result for result, _ in people], [part for _, part in people]
    shared = await _shared_columns(uow, results)
    rising = [parts[0].finished] if alone else ratings.may_rise(parts)
    for (result, part), rank, may_rise in zip(people, ratings.ranks(parts), rising, strict=True):
        result.level = _level(table, result.seat) if alone else None
        result.rank = ranks[result.seat] if part.finished else game.players
        result.people, result.people_rank, result.may_rise = len(at_table), rank, may_rise
        for name, value in shared.items():
            setattr(result, name, value)
    await count_results(uow.session, results)
    uow.session.add_all(results)
    return unranked(results)


def unranked(results: Sequence[Result]) -> frozenset[int] | None:
    """The seats of members who finished the game, but for whom it counts on no leaderboard.

    None without results: too few members moved.
    """
    finished = (one for one in results if one.outcome is Outcome.FINISHED)
    return frozenset(one.seat for one in finished if not one.may_rise) if results else None


async def _shared_columns(uow: UnitOfWork, results: Sequence[Result]) -> dict[str, Any]:
    """The columns that the results of a game have in common; numbers the game."""
    guild_id, members = uow.table.guild_id, [result.user_id for result in results]
    return {
        "table_id": uow.table.id,
        "guild_id": guild_id,
        "number": await queries.standings.next_game(uow.session, guild_id),
        "players": len(uow.table.seats),
        "season": await queries.standings.running_season(uow.session, guild_id),
        "finished_at": uow.now,
        "rule": ratings.RULE,
        # Read after the game has its number: the server's other games of the last seven days.
        "weight": ratings.weight(
            members,
            await queries.games.members_since(uow.session, guild_id, members, uow.now - _WEEK),
        ),
    }


def played_by_members(departures: Mapping[int, Departure], stand_ins: Collection[int]) -> IsOwn:
    """A function: whether the member made an action, not a stand-in, and not after leaving."""

    def is_own(number: int, seat: int) -> bool:
        left = departures.get(seat)
        return number not in stand_ins and (left is None or number <= left.action_count)

    return is_own


def _people(
    uow: UnitOfWork, game: Game, departures: Mapping[int, Departure], is_own: IsOwn
) -> Iterator[tuple[Result, ratings.Part]]:
    """The own columns of the results of the members who played, by seat, and their parts."""
    totals = game.totals()
    # While the channel is out of reach, no member can come back.
    ended = uow.table.lost_at or uow.now
    for row in uow.table.seats:
        excused = (
            row.away and row.handed_over_at is not None and ended < row.handed_over_at + _EXCUSED
        )
        left = departures.get(row.index)
        member = left or row
        if member.user_id is None:
            continue
        outcome, until = Outcome.FINISHED, round_ends(game)[-1]
        if left is not None:
            outcome, until = Outcome.LEFT, left.action_count
        elif row.away and not excused:
            outcome, until = Outcome.REPLACED, moved_until(game, row.index, is_own)
        own, points = own_moves(game, row.index, is_own), _points(game, row.index, until)
        result = Result(
            seat=row.index,
            user_id=member.user_id,
            name=member.name,
            outcome=outcome,
            rounds=len(points),
            points=sum(points),
            **own._asdict(),
        )
        finished, own_round = outcome is Outcome.FINISHED, owns_round(game, row.index, is_own)
        yield result, ratings.Part(finished, totals[row.index], own.moves, own_round, excused)


def _points(game: Game, seat: int, until: int) -> list[int]:
    """The seat's points (R22) in each round that ended before the member left."""
    return [
        played.scores()[seat].points
        for played, end in zip(game.rounds, round_ends(game), strict=True)
        if played.ended is not None and end <= until
    ]


def _level(table: models.Table, own: int) -> Level:
    """The level of the weakest opponent of this seat: one easy computer makes the game easier."""
    levels = {seat.level for seat in table.seats if seat.index != own}
    return next(level for level in Level if level in levels)
