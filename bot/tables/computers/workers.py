"""Worker processes that search for computers' actions, and the functions run in them."""

import os
import random
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker

from pebble import ProcessPool

from engine.actions import Action
from engine.players import Comparison, Evaluator, Level, Player
from engine.view import View

Players = Callable[[Level], Player]
"""The player of a level; pickled to be sent to the workers."""


class Workers:
    """A pool of `size` processes; one that hangs or dies is replaced.

    `start` and `close` block: call them in a thread.
    """

    def __init__(self, size: int, players: Players) -> None:
        self._size = size
        self._players = players
        self._pool: ProcessPool | None = None
        self._closed = False
        self._lock = threading.Lock()

    @property
    def ready(self) -> bool:
        """Whether work can be submitted: false before `start` and after an idle worker died."""
        return self._pool is not None and self._pool.active

    def start(self) -> None:
        """Start all workers, if they are not ready. Raises OSError or RuntimeError."""
        with self._lock:
            if not self._closed and not self.ready:
                self._stop()
                self._pool = _start_pool(self._size, self._players)

    def submit(self, view: View, seed: int) -> Future[Action]:
        """Hard's `choose` in a worker; cancelling stops it. Raises RuntimeError before `start`."""
        if self._pool is None:
            raise RuntimeError("the workers are not started")
        return self._pool.schedule(choose, args=[self._players, Level.HARD, view, seed])

    def close(self) -> None:
        """Stop the workers, even during a search."""
        with self._lock:
            self._closed = True
            self._stop()

    def _stop(self) -> None:
        if self._pool is not None:
            _stop_pool(self._pool)
            self._pool = None


def choose(players: Players, level: Level, view: View, seed: int) -> Action:
    """The action that a player of this level chooses; all randomness comes from the seed."""
    return players(level).choose(view, random.Random(seed))


def evaluate(players: Players, view: View, action: Action, seed: int) -> Comparison:
    evaluator = players(Level.HARD)
    assert isinstance(evaluator, Evaluator)
    return evaluator.compare(view, action, random.Random(seed))


def _start_pool(size: int, players: Players) -> ProcessPool:
    # Spawned, not forked: a fork would copy the bot's connections and only one of its threads.
    pool = ProcessPool(
        size, initializer=_initialize_worker, initargs=[players], context=get_context("spawn")
    )
    try:
        with _sigint_blocked():
            # Reading `active` starts the pool.
            if not pool.active:
                raise RuntimeError("the workers exited at once")
    except BaseException:
        _stop_pool(pool)
        raise
    return pool


def _stop_pool(pool: ProcessPool) -> None:
    pool.stop()  # type: ignore[no-untyped-call] # Pebble leaves this method untyped
    pool.join()


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block SIGINT in processes started here, so that Ctrl-C in a terminal stops only the bot."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # If it started in here, multiprocessing's resource tracker would remove the block.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _initialize_worker(players: Players) -> None:
    """Prepare a worker; errors in creating the player appear before the first search."""
    threading.Thread(target=_exit_with_bot, daemon=True).start()
    players(Level.HARD)


def _exit_with_bot() -> None:
    """Exit when the bot's process ends, even if it was killed or a search here hangs."""
    bot = parent_process()
    if bot is not None:
        bot.join()
        os._exit(1)
