"""What members change in passing: hours, reminders, pauses, roles, whom they avoid, servers."""

from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.tables.core.errors import TableError
from tests.support.discord.fortnight.town import Person, Place, Town, answer
from tests.support.discord.messages import controls, labels, words
from tests.support.mentions.history import (
    Avoided,
    Callable as CallMe,
    CallsAllowed,
    Hours,
    Paused,
    Reminded,
)
from tests.support.mentions.judge import MOST_REMINDERS

_REMINDERS = ((0, False), (1, False), (2, False), (1, True), (2, True))


class Changes:
    """The members of a town change something; `done` counts what."""

    def __init__(self, town: Town, done: Counter[str]) -> None:
        self.town = town
        self.done = done
        self._rng = town.rng
        self._recorder = town.recorder
        self._hours: dict[int, Hours] = {}

    async def ask_for_calls(self, person: Person, guild_id: int, hours: Hours) -> None:
        self._hours.setdefault(person.id, hours)
        calls = self.town.client.tables.call_list
        wanted = {key: value for key, value in hours._asdict().items() if key != "until"}
        with self.town.mercy():
            await self.by_use_case(calls.update(guild_id, person.id, **wanted))
        self._recorder.note(CallMe(guild_id, person.id, hours))

    async def choose_reminders(self, person: Person) -> None:
        number, is_direct = self._rng.choice(_REMINDERS)
        preferences = self.town.client.tables.preferences
        with self.town.mercy():
            change = preferences.update(person.id, reminders=number, reminders_direct=is_direct)
            await self.by_use_case(change)
        self._recorder.note(Reminded(person.id, number, is_direct))

    async def by_use_case(self, done: Awaitable[object]) -> bool:
        """In the bot's context, so that settling waits for what is published because of it."""
        try:
            with self.town.env._bot_scope():
                await done
        except TableError:
            return False
        finally:
            await self.town.env.settle()
        return True

    def games_of(self, person: Person) -> list[Place]:
        """Where the member plays and sees it, but for threads."""
        tables = self._recorder.tables().values()
        own = {
            one.channel_id for one in tables if one.status == "playing" and person.id in one.players
        }
        return [
            place for place in self.town.places if place.channel.id in own and place.shows(person)
        ]

    async def change_something(self, person: Person) -> None:
        guilds = self.town.guilds_of(person)
        if not guilds or self._rng.random() < 0.7:
            return
        changes: dict[str, tuple[float, Callable[[Person, int], Awaitable[None]]]] = {
            "pause": (6, self._pause),
            "come or go": (1, self._come_or_go),
            "role": (5, self._switch_role),
            "avoid": (3, self._avoid),
            "hours": (4, self._change_hours),
            "reminders": (2, lambda who, _: self.choose_reminders(who)),
            "calls": (0.5, self._switch_calls),
            "forget": (0.5, self._forget),
            "leave": (1, self._leave_table),
            "pause the game": (4, self._ask_to_pause),
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
        lengths = [one for one in controls(shown) if ":pause:" in one.custom_id]
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
        if await self.by_use_case(avoidances.switch(person.id, other.id)):
            avoided = await avoidances.of(person.id)
            self._recorder.note(Avoided(person.id, other.id, other.id in avoided))

    async def _change_hours(self, person: Person, guild_id: int) -> None:
        """Off the list, or other hours, or the next two."""
        calls, fate = self.town.client.tables.call_list, self._rng.random()
        hours = self._hours.get(person.id)
        if fate < 0.3 or hours is None:
            await self.by_use_case(calls.leave(guild_id, [person.id]))
            self._recorder.note(CallMe(guild_id, person.id, None))
        else:
            begins, ends = self._rng.randrange(24), self._rng.randrange(24)
            changed = hours._replace(begins=begins, ends=ends)
            await self.ask_for_calls(person, guild_id, changed)

    async def _switch_calls(self, _person: Person, guild_id: int) -> None:
        settings = self.town.client.tables.server_settings
        is_allowed = not (await settings.of(guild_id)).calls
        await self.by_use_case(settings.update(guild_id, calls=is_allowed))
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

    async def ask_to_close(self) -> bool:
        """The host of some game asks to close it, if a game can be closed by asking others."""
        hosts = [
            (person, place) for person in self.town.people for place in self._hosted_by(person)
        ]
        for person, place in self._rng.sample(hosts, len(hosts)):
            asked = await self.town.slash(person, place, "cancel")
            if asked is not None and "Ask the others" in labels(asked):
                await person.actors[place.guild.id].click(asked, label="Ask the others")
                self.done["close"] += 1
                return True
            await self.town.revive()
        return False

    def _hosted_by(self, person: Person) -> list[Place]:
        """Where the member hosts a game with others, and sees it."""
        tables = self._recorder.tables().values()
        own = {
            one.channel_id
            for one in tables
            if one.status == "playing" and one.host_id == person.id and len(one.players) > 1
        }
        return [place for place in self.games_of(person) if place.channel.id in own]

    async def _ask_to_pause(self, person: Person, _guild_id: int) -> None:
        for place in self.games_of(person)[:1]:
            shown = await self.town.slash(person, place, "pause")
            offered = [] if shown is None else controls(shown)
            lengths = [one for one in offered if ":askpause:" in one.custom_id and one.value]
            if shown is not None and lengths:
                actor, chosen = person.actors[place.guild.id], self._rng.choice(lengths)
                assert chosen.value is not None
                await actor.select(shown, [chosen.value], custom_id=chosen.custom_id)
