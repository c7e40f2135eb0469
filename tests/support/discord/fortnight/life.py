"""What members do by their habits: they open tables, play, call, sign up, and answer questions."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import simcord

from bot.storage.models.tables import Status
from tests.support.discord.fortnight.changes import Changes
from tests.support.discord.fortnight.town import Person, Place, Town, answer
from tests.support.discord.messages import controls, shows_in
from tests.support.mentions.history import Hours, Table
from tests.support.mentions.wall_clocks import ahead

_LIMITS = (300, 3600, 86400, 2 * 86400, 3 * 86400, 7 * 86400)
_STEPS = (10, 20, 30, 45, 60)
"""Minutes."""
_ROLL_CALL = timedelta(minutes=7)
"""The members who signed up come so long before the time."""
_MOST_PRESSES = 5
_MOVES = 3
_CLOSINGS_APART = timedelta(hours=8)
"""Some host asks to close a game so often, sooner or later."""


@dataclass
class Habits:
    """Hours of the day on a member's wall clock, and how likely they do something there."""

    wakes: int
    visits: float
    moves: float
    calls: Hours | None
    begun: bool = False

    def is_awake(self, person: Person, now: datetime) -> bool:
        local = now + ahead(person.zone, now)
        return (local.hour - self.wakes) % 24 < 14


@dataclass
class Life:
    """All members' lives; with a lower `pace` they come less often. `done` counts what they did."""

    town: Town
    pace: float = 1
    done: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._rng = self.town.rng
        self._recorder = self.town.recorder
        self._habits = {person.id: self._new_habits(person) for person in self.town.people}
        self._changes = Changes(self.town, self.done)
        self._appointments: list[datetime] = []
        self._next_closing = self.town.now + _CLOSINGS_APART

    def _new_habits(self, person: Person) -> Habits:
        rng, calls = self._rng, None
        if rng.random() < 0.85:
            days = frozenset(rng.sample(range(7), rng.randint(2, 7)))
            begins = rng.randrange(24)
            ends = (begins + rng.randint(3, 14)) % 24
            calls = Hours(person.zone, days, begins, ends, rng.choice([3, 12, 24]))
        moves = rng.choice([0.0, 0.5, 0.8, 0.9])
        return Habits(rng.randrange(24), rng.uniform(0.1, 0.8), moves, calls)

    async def go_on(self, until: datetime) -> None:
        """Live until then. A tenth of all steps leads right to the next appointment."""
        while self.town.now < until:
            step = timedelta(minutes=self._rng.choice(_STEPS))
            ahead_ = [at for at in self._appointments if at > self.town.now]
            if ahead_:
                step = min(step, min(ahead_) - self.town.now)
            await self.town.pass_time(step)
            share = step / timedelta(hours=1)
            for person in self._rng.sample(self.town.people, len(self.town.people)):
                habits = self._habits[person.id]
                chance = habits.visits * share * self.pace
                is_expected = any(abs(at - self.town.now) < timedelta(minutes=1) for at in ahead_)
                if habits.is_awake(person, self.town.now) and self._rng.random() < chance:
                    await self._visit(person, habits)
                elif is_expected and self._rng.random() < 0.6:
                    await self._come(person)
            if self.town.now >= self._next_closing and await self._changes.ask_to_close():
                self._next_closing = self.town.now + _CLOSINGS_APART
            await self.town.revive()

    async def _visit(self, person: Person, habits: Habits) -> None:
        if not habits.begun:
            await self._begin(person, habits)
        for table_id, table in self._recorder.tables().items():
            if table.status == "playing" and person.id in table.players:
                if self._rng.random() < habits.moves:
                    await self._move(person, table_id)
                await self.town.revive()
        await self._answer(person)
        await self._look_around(person)
        await self.town.revive()
        await self._changes.change_something(person)
        await self.town.revive()

    async def _begin(self, person: Person, habits: Habits) -> None:
        """Choose reminders, and hours in each server."""
        habits.begun = True
        if self._rng.random() < 0.6:
            await self._changes.choose_reminders(person)
        if habits.calls is not None:
            for guild in self.town.guilds_of(person):
                await self._changes.ask_for_calls(person, guild.id, habits.calls)

    # At tables

    async def _move(self, person: Person, table_id: int) -> None:
        """Move once or a few times, by the buttons or past them."""
        for _ in range(_MOVES):
            state = await self.town.client.tables.repository.get(table_id)
            seat = state.find_seat(person.id)
            if state.status is not Status.PLAYING or seat is None or state.game is None:
                return
            if seat.index not in {one.index for one in state.members_to_move}:
                return
            if self._rng.random() < 0.2:
                await self._press_a_move(person, state.channel_id)
            else:
                assert state.game.current is not None
                legal = state.game.current.legal_actions(seat.index)
                play = self.town.client.tables.turns.play
                move = play(table_id, person.id, state.decision_number, self._rng.choice(legal))
                await self._changes.by_use_case(move)
            self.done["moves"] += 1
            await self.town.revive()

    async def _press_a_move(self, person: Person, channel_id: int) -> None:
        found = self._place_of(channel_id)
        if found is None:
            return
        place, channel = found
        shown = await self.town.press(person, place, channel, "My hand")
        for _ in range(_MOST_PRESSES):
            if shown is None or self._recorder.is_dead:
                return
            offered = shows_in(shown) or [one for one in controls(shown) if one.label != "Back"]
            if not offered:
                return
            control, actor = offered[0], person.actors[place.guild.id]
            if control.value is None:
                result = await actor.click(shown, custom_id=control.custom_id)
            else:
                result = await actor.select(shown, [control.value], custom_id=control.custom_id)
            shown = answer(result)

    def _place_of(self, channel_id: int) -> tuple[Place, simcord.ChannelHandle] | None:
        for place in self.town.places:
            for channel in (place.channel, *place.channel.threads):
                if channel.id == channel_id:
                    return place, channel
        return None

    async def _look_around(self, person: Person) -> None:
        """Do something at a scheduled table and at a lobby, or open a table."""
        places = {one.channel.id: one for one in self.town.places if one.shows(person)}
        tables = [one for one in self._recorder.tables().values() if one.channel_id in places]
        self._rng.shuffle(tables)
        scheduled = [table for table in tables if table.status == "scheduled"]
        lobbies = [table for table in tables if table.status == "lobby"]
        lobbies.sort(key=lambda table: person.id != table.host_id)
        for table in scheduled[:1]:
            if self._rng.random() < 0.6:
                await self._press(person, places[table.channel_id], "Sign up")
        for table in lobbies[:1]:
            await self._at_lobby(person, places[table.channel_id], table)
        if places and len(lobbies) < 2 and self._rng.random() < 0.4:
            await self._open(person, self._rng.choice([*places.values()]))
        elif places and self._rng.random() < 0.3:
            await self._press(person, self._rng.choice([*places.values()]), "Rematch")

    async def _at_lobby(self, person: Person, place: Place, lobby: Table) -> None:
        if person.id not in lobby.players:
            if self._rng.random() < 0.7:
                await self._press(person, place, "Join")
            return
        if self._rng.random() < 0.8:
            await self._press(person, place, "Call players")
        if person.id == lobby.host_id and len(lobby.players) > 1 and self._rng.random() < 0.6:
            await self._press(person, place, "Start")

    async def _open(self, person: Person, place: Place) -> None:
        fate = self._rng.random()
        if fate < 0.2:
            await self.town.slash(person, place, "play")
        elif fate < 0.5:
            await self._schedule(person, place)
        else:
            await self.town.slash(
                person,
                place,
                "new",
                seats=self._rng.randint(2, 4),
                rounds=1,
                turn_limit=self._rng.choice(_LIMITS),
                thread=self._rng.random() < 0.3,
            )
        self.done["tables"] += 1

    async def _schedule(self, person: Person, place: Place) -> None:
        minutes = self._rng.choice([25, 60, 300, 1440, 4000])
        at = self.town.now.replace(second=0, microsecond=0) + timedelta(minutes=minutes)
        option = f"<t:{int(at.timestamp())}:F>"
        await self.town.slash(person, place, "new", at=option, seats=4, rounds=1, turn_limit=3600)
        self._appointments.append(at - _ROLL_CALL)
        self.done["scheduled"] += 1

    async def _come(self, person: Person) -> None:
        """Say to be here at a roll call."""
        tables = self._recorder.tables().values()
        called = {one.channel_id for one in tables if person.id in one.sign_ups}
        for place in self.town.places:
            if place.channel.id in called and place.shows(person):
                await self._press(person, place, "I'm here")

    async def _press(self, person: Person, place: Place, label: str) -> None:
        if await self.town.press(person, place, place.channel, label) is not None:
            self.done[label] += 1
        await self.town.revive()

    async def _answer(self, person: Person) -> None:
        """Answer what the others ask, and end the pause of a game now and then."""
        for place in self._changes.games_of(person):
            for question in ("Agree to pause", "Agree to close"):
                label = "Play on" if self._rng.random() < 0.2 else question
                if await self.town.press(person, place, place.channel, label, question):
                    self.done[f"{label}: {question}"] += 1
                await self.town.revive()
            if self._rng.random() < 0.05:
                await self._press(person, place, "Play on")
