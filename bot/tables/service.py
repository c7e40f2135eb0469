"""The tables of one database, put together."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.storage.database import Database
from bot.tables.clock import Clock
from bot.tables.ledger import Ledger
from bot.tables.lobby import Lobby
from bot.tables.turns import Turns
from bot.tables.wishes import WishList
from engine.players.plain import Plain


class Tables:
    """What the UI talks to. `pace` is how long a computer seat takes for a move."""

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        rng: random.Random,
        pace: timedelta,
    ) -> None:
        self.database = database
        self.ledger = Ledger(database, now=now, rng=rng, pace=pace)
        self.lobby = Lobby(self.ledger)
        self.turns = Turns(self.ledger, Plain(), rng)
        self.wishes = WishList(database)
        self.clock = Clock(self.ledger, self.turns)
        self.ledger.listeners.append(self.clock.note)
