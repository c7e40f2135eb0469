"""Notes what the bot sends for the judge of mentions, and kills the bot as it sends."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import aiohttp
import simcord
from simcord.http import router
from sqlalchemy import event

from bot.client import ScoutClient
from tests.support.mentions.history import Channel, DirectChannel, Event, Player, Request, Table

_SAME_NONCE = timedelta(minutes=3)
"""Discord sends no second message with the nonce of the first for "some minutes"."""
_DEATH = 0.2
"""The chance that the bot is killed as it sends a message that notifies somebody, if it can be."""
_OTHER_DEATH = 0.02
_TABLES = """
    SELECT id, guild_id, channel_id, status, host_id, starts_at, paused_at, decision_began
    FROM tables WHERE status IN ('scheduled', 'lobby', 'playing')"""
_SEATS = """
    SELECT seats.table_id, seats.user_id, seats.seat,
        (SELECT COALESCE(MAX(number), 0) FROM actions
         WHERE actions.table_id = seats.table_id AND actions.seat = seats.seat)
    FROM seats JOIN tables ON tables.id = seats.table_id
    WHERE seats.user_id > 0 AND tables.status IN ('lobby', 'playing')"""


class Killed(Exception):
    """Time does not go on for a bot that was killed."""


class Recorder:
    """Stands before SimCord's transport. `history` is for the judge; `kills` are how many.

    With `mercy` the bot is not killed. Once `is_dead`, nothing that it does has any effect; if it
    `stops_time`, time goes no further then, but by Killed to each task that waits for it.
    """

    def __init__(self, env: simcord.Env, file: Path, rng: random.Random) -> None:
        self.history: list[tuple[datetime, Event]] = []
        self.kills = 0
        self.mercy = True
        self.is_dead = False
        self.stops_time = False
        self._env = env
        self._file = file
        self._rng = rng
        self._sent: dict[str, tuple[datetime, Any]] = {}
        self._dispatch = router.dispatch
        self._move_clock = env._move_clock
        self._detach_bot = env._detach_bot

    def note(self, event: Event) -> None:
        self.history.append((self._env.now(), event))

    @contextmanager
    def at_work(self) -> Iterator[None]:
        with (
            patch.object(router, "dispatch", self._carry),
            patch.object(self._env, "_move_clock", self._let_pass),
            patch.object(self._env, "_detach_bot", self._bury),
        ):
            yield

    def _let_pass(self, target: float) -> None:
        if self.is_dead and self.stops_time:
            raise Killed
        self._move_clock(target)

    async def _bury(self) -> None:
        await self._detach_bot()
        self.is_dead = False

    def watched(self, new_client: Callable[[], ScoutClient]) -> Callable[[], ScoutClient]:
        """Each new bot can be killed like the first."""

        def make() -> ScoutClient:
            client = new_client()
            self.watch(client)
            return client

        return make

    def watch(self, client: ScoutClient) -> None:
        """Once this bot is dead, it changes nothing in its database."""
        engine = client.database._engine.sync_engine
        alive = self.kills

        def refuse(*_: Any) -> None:
            if self.kills > alive:
                raise sqlite3.OperationalError("killed")

        event.listen(engine, "before_cursor_execute", refuse)
        event.listen(engine, "commit", refuse)

    def _carry(self, backend: Any, method: str, path: str, **request: Any) -> Any:
        if self.is_dead:
            raise aiohttp.ServerDisconnectedError
        body = request.get("json")
        body = body if isinstance(body, dict) else {}
        fate = self._fate(method, path, body)
        if fate == "before":
            self._die()
        known = self._with_same_nonce(method, body)
        reply = self._dispatch(backend, method, path, **request) if known is None else known
        if known is None and method == "POST" and "nonce" in body:
            self._sent[body["nonce"]] = self._env.now(), reply
        self._note_request(method, path, body, reply, is_new=known is None)
        if fate == "after":
            self._die()
        return reply

    def _fate(self, method: str, path: str, body: dict[str, Any]) -> str:
        if self.mercy or method != "POST" or not path.endswith("/messages"):
            return "none"
        chance = _DEATH if _notifies(body) else _OTHER_DEATH
        return self._rng.choice(["before", "after"]) if self._rng.random() < chance else "none"

    def _die(self) -> None:
        self.is_dead = True
        self.kills += 1
        raise aiohttp.ServerDisconnectedError

    def _with_same_nonce(self, method: str, body: dict[str, Any]) -> Any:
        at, reply = self._sent.get(body.get("nonce", ""), (None, None))
        is_young = at is not None and self._env.now() - at < _SAME_NONCE
        return reply if is_young and method == "POST" else None

    def _note_request(
        self, method: str, path: str, body: dict[str, Any], reply: Any, *, is_new: bool
    ) -> None:
        if path == "/users/@me/channels":
            self.note(DirectChannel(int(reply["id"]), int(body["recipient_id"])))
        elif method == "POST" and path.endswith("/threads"):
            self._note_thread(int(path.split("/")[2]), int(reply["id"]))
        elif method == "POST" and ("<@" in str(body) or "SCOUT" in str(body)):
            self.note(Request(method, path, body, self.tables(), is_new))

    def _note_thread(self, parent_id: int, thread_id: int) -> None:
        """A thread is seen like its parent."""
        parents = [one for _, one in self.history if isinstance(one, Channel)]
        parent = next(one for one in reversed(parents) if one.channel_id == parent_id)
        self.note(Channel(parent.guild_id, thread_id, parent.user_ids))

    def tables(self) -> dict[int, Table]:
        """The scheduled and live tables, read from the file beside the bot."""
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as database:
            seats = database.execute(_SEATS).fetchall()
            sign_ups = database.execute("SELECT table_id, user_id FROM sign_ups").fetchall()
            rows = database.execute(_TABLES).fetchall()
        found = {}
        for table_id, guild_id, channel_id, status, host_id, starts_at, paused_at, began in rows:
            players = {row[1]: Player(*row[2:]) for row in seats if row[0] == table_id}
            names = frozenset(user_id for of, user_id in sign_ups if of == table_id)
            found[table_id] = Table(
                guild_id,
                channel_id,
                status,
                host_id,
                players,
                names,
                _time(starts_at),
                is_paused=paused_at is not None,
                has_paused=began is not None,
            )
        return found


def _notifies(body: dict[str, Any]) -> bool:
    return bool((body.get("allowed_mentions") or {}).get("users"))


def _time(stored: str | None) -> datetime | None:
    return None if stored is None else datetime.fromisoformat(stored).replace(tzinfo=UTC)
