"""What members do by their habits: they open tables, play, call, sign up, pause, leave, forget."""

from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import simcord

from bot.storage.models.tables import Status
from bot.tables.core.errors import TableError
from tests.support.discord.fortnight.town import Person, Place, Town, answer
from tests.support.discord.messages import controls, labels, shows_in, words
from tests.support.mentions.history import (
    Avoided,
    Callable as CallMe,
    CallsAllowed,
    Hours,
    Paused,
    Reminded,
    Table,
)
from tests.support.mentions.judge import MOST_REMINDERS
from tests.support.mentions.wall_clocks import ahead

_LIMITS = (300, 3600, 86400, 2 * 86400, 3 * 86400, 7 * 86400)
_STEPS = (10, 20, 30, 45, 60)
"""Minutes."""
_ROLL_CALL = timedelta(minutes=7)
"""Who signed up comes so long before the time."""
_REMINDERS = ((0, False), (1, False), (2, False), (1, True), (2, True))
_MOST_PRESSES = 5
_MOVES = 3


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
        self._appointments: list[datetime] = []

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

    async def _visit(self, person: Person, habits: Habits) -> None:
        if not habits.begun:
            await self._begin(person, habits)
        for table_id, table in self._recorder.tables().items():
            if table.status == "playing" and person.id in table.players:
                if self._rng.random() < habits.moves:
                    await self._move(person, table_id)
                await self.town.revive()
        await self._look_around(person)
        await self.town.revive()
        await self._change_something(person)
        await self.town.revive()

    async def _begin(self, person: Person, habits: Habits) -> None:
        """Choose reminders, and hours in each server."""
        habits.begun = True
        if self._rng.random() < 0.6:
            await self._choose_reminders(person)
        if habits.calls is not None:
            for guild in self.town.guilds_of(person):
                await self._ask_for_calls(person, guild.id, habits.calls)

    async def _ask_for_calls(self, person: Person, guild_id: int, hours: Hours) -> None:
        calls = self.town.client.tables.call_list
        wanted = {key: value for key, value in hours._asdict().items() if key != "until"}
        with self.town.mercy():
            await self._by_use_case(calls.update(guild_id, person.id, **wanted))
        self._recorder.note(CallMe(guild_id, person.id, hours))

    async def _choose_reminders(self, person: Person) -> None:
        number, is_direct = self._rng.choice(
            [(0, False), (1, False), (2, False), (1, True), (2, True)]
        )
        preferences = self.town.client.tables.preferences
        with self.town.mercy():
            change = preferences.update(person.id, reminders=number, reminders_direct=is_direct)
            await self._by_use_case(change)
        self._recorder.note(Reminded(person.id, number, is_direct))

    async def _by_use_case(self, done: Awaitable[object]) -> bool:
        """In the bot's context, so that settling waits for what is published because of it."""
        try:
            with self.town.env._bot_scope():
                await done
        except TableError:
            return False
        finally:
            await self.town.env.settle()
        return True

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
                await self._by_use_case(move)
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

    # Elsewhere

    async def _change_something(self, person: Person) -> None:
        guilds = self.town.guilds_of(person)
        if not guilds or self._rng.random() < 0.7:
            return
        changes: dict[str, tuple[float, Callable[[Person, int], Awaitable[None]]]] = {
            "pause": (6, self._pause),
            "come or go": (1, self._come_or_go),
            "role": (5, self._switch_role),
            "avoid": (3, self._avoid),
            "hours": (4, self._change_hours),
            "reminders": (2, lambda who, _: self._choose_reminders(who)),
            "calls": (0.5, self._switch_calls),
            "forget": (0.5, self._forget),
            "leave": (1, self._leave_table),
        }
        weights = [weight for weight, _ in changes.values()]
        (name,) = self._rng.choices([*changes], weights)
        with self.town.mercy():
            await changes[name][1](person, self._rng.choice(guilds).id)
            await self.town.env.settle()
        self.done[name] += 1

    async def _pause(self, person: Person, guild_id: int) -> None:
        place = self._any_place(guild_id)
        shown = await self.town.slash(person, place, "pause")
        if shown is None:
            return
        if "End pause" in labels(shown):
            self._recorder.note(Paused(guild_id, person.id, None))
            await person.actors[guild_id].click(shown, label="End pause")
            return
        lengths = [one for one in controls(shown) if one.value is not None]
        if not lengths:
            return
        chosen = self._rng.choice(lengths[:4])
        assert chosen.value is not None
        until = self.town.now + timedelta(days=int(chosen.value))
        actor = person.actors[guild_id]
        said = answer(await actor.select(shown, [chosen.value], custom_id=chosen.custom_id))
        if said is not None and "You pause until" in words(said):
            self._recorder.note(Paused(guild_id, person.id, until))

    def _any_place(self, guild_id: int) -> Place:
        return next(place for place in self.town.places if place.guild.id == guild_id)

    async def _come_or_go(self, person: Person, guild_id: int) -> None:
        guild = self._any_place(guild_id).guild
        elsewhere = [
            place.guild for place in self.town.places[::3] if place.guild.id not in person.actors
        ]
        if elsewhere and self._rng.random() < 0.5:
            self.town.join(person, self._rng.choice(elsewhere))
        else:
            self.town.leave(person, guild)

    async def _switch_role(self, person: Person, guild_id: int) -> None:
        dens = [place for place in self.town.places if place.role and place.guild.id == guild_id]
        self.town.switch_role(person, dens[0])

    async def _avoid(self, person: Person, _guild_id: int) -> None:
        avoidances = self.town.client.tables.avoidances
        other = self._rng.choice([one for one in self.town.people if one is not person])
        if await self._by_use_case(avoidances.switch(person.id, other.id)):
            avoided = await avoidances.of(person.id)
            self._recorder.note(Avoided(person.id, other.id, other.id in avoided))

    async def _change_hours(self, person: Person, guild_id: int) -> None:
        """Off the list, or other hours, or the next two."""
        calls, fate = self.town.client.tables.call_list, self._rng.random()
        hours = self._habits[person.id].calls
        if fate < 0.3 or hours is None:
            await self._by_use_case(calls.leave(guild_id, [person.id]))
            self._recorder.note(CallMe(guild_id, person.id, None))
        else:
            begins, ends = self._rng.randrange(24), self._rng.randrange(24)
            changed = hours._replace(begins=begins, ends=ends)
            await self._ask_for_calls(person, guild_id, changed)

    async def _switch_calls(self, _person: Person, guild_id: int) -> None:
        policies = self.town.client.tables.policies
        is_allowed = not (await policies.of(guild_id)).calls
        await self._by_use_case(policies.update(guild_id, calls=is_allowed))
        self._recorder.note(CallsAllowed(guild_id, is_allowed))

    async def _forget(self, person: Person, guild_id: int) -> None:
        place = self._any_place(guild_id)
        shown = await self.town.slash(person, place, "privacy forget-me")
        if shown is None or "Forget me" not in labels(shown):
            return
        await person.actors[guild_id].click(shown, label="Forget me")
        for one in self.town.places[::3]:
            self._recorder.note(CallMe(one.guild.id, person.id, None))
            self._recorder.note(Paused(one.guild.id, person.id, None))
        self._recorder.note(Reminded(person.id, MOST_REMINDERS))
        for other in self.town.people:
            self._recorder.note(Avoided(person.id, other.id, avoids=False))
            self._recorder.note(Avoided(other.id, person.id, avoids=False))

    async def _leave_table(self, person: Person, guild_id: int) -> None:
        place = self._any_place(guild_id)
        asked = await self.town.slash(person, place, "leave")
        if asked is not None and labels(asked):
            await person.actors[guild_id].click(asked, label=labels(asked)[0])
