"""Worker processes that search for a computer's action, and what is done inside of them."""

import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker

from pebble import ProcessPool

from engine.actions import Action
from engine.levels import Level
from engine.players import Evaluator, Player
from engine.view import View

Players = Callable[[Level], Player]
"""Who plays at a level; it is pickled to reach the workers."""


class Workers:
    """So many processes that search; one that is stuck or dies is replaced.

    The higher their `niceness`, the more they give way to all others. `start` and `close` take a
    moment: both are for a thread.
    """

    def __init__(self, size: int, players: Players, *, niceness: int = 0) -> None:
        self._size = size
        self._players = players
        self._niceness = niceness
        self._pool: ProcessPool | None = None
        self._closed = False
        self._changing = threading.Lock()

    @property
    def ready(self) -> bool:
        """Whether they can be asked; not before they are started, nor when one died idle."""
        return self._pool is not None and self._pool.active

    def start(self) -> None:
        """Have all of them ready. Raises OSError or RuntimeError if that cannot be."""
        with self._changing:
            if not self._closed and not self.ready:
                self._dismiss()
                self._pool = _started(self._size, self._players, self._niceness)

    def submit(self, level: Level, view: View, seed: int) -> Future[Action]:
        """The action of `choose`, to come. Whoever cancels it ends a search under way.

        Raises RuntimeError if they are not ready.
        """
        if self._pool is None:
            raise RuntimeError("nobody is started")
        return self._pool.schedule(choose, args=[self._players, level, view, seed])

    def submit_evaluation(
        self, view: View, action: Action, seed: int
    ) -> Future[dict[Action, float]]:
        """The worths of `evaluate`, likewise."""
        if self._pool is None:
            raise RuntimeError("nobody is started")
        return self._pool.schedule(evaluate, args=[self._players, view, action, seed])

    def close(self) -> None:
        """End them, whatever they are doing."""
        with self._changing:
            self._closed = True
            self._dismiss()

    def _dismiss(self) -> None:
        if self._pool is not None:
            _end(self._pool)
            self._pool = None


def choose(players: Players, level: Level, view: View, seed: int) -> Action:
    """What a player of this level does in this view; all chance comes from the seed."""
    return players(level).choose(view, random.Random(seed))


def evaluate(players: Players, view: View, action: Action, seed: int) -> dict[Action, float]:
    """What hard finds the best actions of this view to be worth, and `action`."""
    judge = players(Level.HARD)
    assert isinstance(judge, Evaluator)
    return judge.evaluate(view, random.Random(seed), also=(action,))


def _started(size: int, players: Players, niceness: int) -> ProcessPool:
    # Spawned, not forked: a fork would have the bot's connections and half of its threads.
    pool = ProcessPool(
        size, initializer=_settle_in, initargs=[players, niceness], context=get_context("spawn")
    )
    try:
        with _without_interrupts():
            # Whoever asks a new pool whether it is active starts it.
            if not pool.active:
                raise RuntimeError("the workers ended at once")
    except BaseException:
        _end(pool)
        raise
    return pool


def _end(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call] # Pebble types the others only
    pool.join()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C goes to all processes of a terminal, and means the bot: what starts here is deaf."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Started in here, multiprocessing's own helper would lift the block.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle_in(players: Players, niceness: int) -> None:
    """What a worker does first: whoever cannot be made here is not asked to search."""
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    if sys.platform != "win32":
        os.nice(niceness)
    players(Level.HARD)


def _end_with_the_bot() -> None:
    """A bot that was killed tells nobody, and a search that is stuck would not hear it."""
    bot = parent_process()
    if bot is not None:
        bot.join()
        os._exit(1)
