"""The tables of one database, put together."""

import asyncio
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.storage.database import Database
from bot.tables.clock import Clock
from bot.tables.hints import Hints
from bot.tables.ledger import Ledger
from bot.tables.lobby import Lobby
from bot.tables.minds import Minds, Sleep
from bot.tables.places import Places
from bot.tables.turns import Turns
from bot.tables.wishes import WishList


class Tables:
    """What the UI talks to. `pace` is how long a computer seat takes for a move.

    `minds` chooses for the computers and for the hints; who made it starts and closes it. `now` and
    `sleep` are the time that they keep.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        rng: random.Random,
        pace: timedelta,
        minds: Minds,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.database = database
        self.ledger = Ledger(database, now=now, rng=rng, pace=max(pace, minds.shortest_move))
        self.places = Places(self.ledger)
        self.lobby = Lobby(self.ledger)
        self.turns = Turns(self.ledger, minds, rng, sleep)
        self.hints = Hints(self.ledger, minds)
        self.wishes = WishList(database)
        self.clock = Clock(self.ledger, self.turns)
        self.ledger.listeners.append(self.clock.note)
