"""Servers of a simulated Discord with their members, who come and go; the judge hears of all."""

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import GuildHandle, RoleHandle, UserHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.client import ScoutClient
from tests.support.discord.channel import Channel as Here
from tests.support.discord.fortnight.recorder import Killed, Recorder
from tests.support.discord.messages import labels
from tests.support.discord.scout_channel import scout_channel
from tests.support.mentions.history import Channel, Joined
from tests.support.storage.database import FILE

_MOST_SLICES = 100
_SLICE = timedelta(minutes=30)
_LOOKED_AT = 40
"""Members read so many of a channel's newest messages."""


@dataclass
class Person:
    """A member of one server or more, by the clocks of their zone."""

    user: UserHandle
    zone: str
    actors: dict[int, MemberActor] = field(default_factory=dict)

    @property
    def id(self) -> int:
        return self.user.id


@dataclass
class Place:
    """A channel, or a thread; with an insiders' role only those who have it see it."""

    guild: GuildHandle
    channel: simcord.ChannelHandle
    role: RoleHandle | None = None
    insiders: set[int] = field(default_factory=set)

    def shows(self, person: Person) -> bool:
        is_member = self.guild.id in person.actors
        return is_member and (self.role is None or person.id in self.insiders)


class Town:
    """Servers with two open channels and one of insiders each, and their members."""

    def __init__(self, here: Here, recorder: Recorder, rng: random.Random) -> None:
        self.rng = rng
        self.recorder = recorder
        self.env = here.env
        self._here = here
        self.people: list[Person] = []
        self.places: list[Place] = []

    @property
    def client(self) -> ScoutClient:
        return self._here.client

    @property
    def now(self) -> datetime:
        return self.env.now()

    def settle_people(self, servers: int, people: int, zones: tuple[str, ...]) -> None:
        """Make the servers, and members in one or two of them."""
        guilds = [self.env.create_guild() for _ in range(servers)]
        for guild in guilds:
            self.places += [Place(guild, guild.create_text_channel(name)) for name in ("a", "b")]
            self.places.append(self._make_den(guild))
        for number in range(people):
            user = self.env.create_user(f"p{number}", global_name=f"Person {number}")
            person = Person(user, zones[number % len(zones)])
            self.people.append(person)
            for guild in self.rng.sample(guilds, 1 if number % 4 else min(2, servers)):
                self.join(person, guild)
        for place in self.places:
            self.show(place)

    def _make_den(self, guild: GuildHandle) -> Place:
        role = guild.create_role("insider")
        hidden = discord.PermissionOverwrite(view_channel=False)
        shown = discord.PermissionOverwrite(view_channel=True)
        channel = guild.create_text_channel(
            "den", overwrites={guild.default_role: hidden, role: shown}
        )
        allow, deny = shown.pair()
        bot = Overwrite(self.env.backend.bot_user.id, 1, allow.value, deny.value)  # type: ignore[arg-type]
        self.env.backend.set_overwrite(channel.id, bot)
        return Place(guild, channel, role)

    def guilds_of(self, person: Person) -> list[GuildHandle]:
        return [place.guild for place in self.places[::3] if place.guild.id in person.actors]

    def join(self, person: Person, guild: GuildHandle) -> None:
        person.actors[guild.id] = guild.add_member(person.user)
        self.recorder.note(Joined(guild.id, person.id))

    def leave(self, person: Person, guild: GuildHandle) -> None:
        """They lose their roles too."""
        guild.remove_member(person.actors.pop(guild.id))
        self.recorder.note(Joined(guild.id, person.id, stays=False))
        for place in self.places:
            if place.guild.id == guild.id and place.role is not None:
                place.insiders.discard(person.id)
                self.show(place)

    def switch_role(self, person: Person, place: Place) -> None:
        """Show or hide the insiders' channel for a member."""
        assert place.role is not None
        key = place.guild.id, person.id, place.role.id
        if person.id in place.insiders:
            self.env.backend.remove_member_role(*key)
            place.insiders.discard(person.id)
        else:
            self.env.backend.add_member_role(*key)
            place.insiders.add(person.id)
        self.show(place)

    def show(self, place: Place) -> None:
        """Note who sees the channel and its threads."""
        seen_by = place.insiders if place.role else {person.id for person in self.people}
        for channel in (place.channel, *place.channel.threads):
            self.recorder.note(Channel(place.guild.id, channel.id, frozenset(seen_by)))

    async def pass_time(self, by: timedelta) -> None:
        """Time goes on; a bot that is killed meanwhile is started again, sooner or later."""
        until = self.now + by
        for _ in range(_MOST_SLICES):
            if self.now >= until:
                break
            self.recorder.stops_time = True
            # On a busy machine what a step began takes longer than SimCord waits; it goes on.
            with suppress(Killed, TimeoutError):
                await self.env.advance_time(min(until - self.now, _SLICE).total_seconds())
            self.recorder.stops_time = False
            await self.revive()

    async def revive(self) -> None:
        """Start the bot again if it is dead."""
        while self.recorder.is_dead:
            self.env.backend.advance_clock(self.rng.choice([0.0, 20.0, 100.0, 150.0, 1200.0]))
            self.recorder.mercy, mercy = True, self.recorder.mercy
            await self._here.restart()
            self.recorder.mercy = mercy

    @contextmanager
    def mercy(self) -> Iterator[None]:
        """What is done now is done: the bot is not killed meanwhile."""
        self.recorder.mercy, before = True, self.recorder.mercy
        yield
        self.recorder.mercy = before

    def newest(self, place: simcord.ChannelHandle, user_id: int, *wanted: str) -> Any:
        """The newest message with such a button among those that the member reads; or None."""
        stored = self.env.backend.messages.get(place.id, {})
        for message_id in sorted(stored)[: -_LOOKED_AT - 1 : -1]:
            if stored[message_id].visible_to(user_id):
                message = ResponseMessage(self.env, stored[message_id])
                if {*wanted} <= {*labels(message)}:
                    return message
        return None

    async def press(
        self, person: Person, place: Place, channel: simcord.ChannelHandle, *wanted: str
    ) -> ResponseMessage | None:
        """Press the first of these buttons on the newest message that has them all."""
        message = self.newest(channel, person.id, *wanted) if place.shows(person) else None
        if message is None:
            return None
        actor = person.actors[place.guild.id]
        return answer(await actor.click(message, label=wanted[0]))

    async def slash(
        self, person: Person, place: Place, command: str, **options: Any
    ) -> ResponseMessage | None:
        actor = person.actors[place.guild.id]
        return answer(await actor.slash(place.channel, f"scout {command}", **options))


def answer(result: InteractionResult) -> ResponseMessage | None:
    """What the bot answered, if it lived so long."""
    answers = [message for message in (result.response, *result.followups) if message is not None]
    return answers[0] if answers else None


@asynccontextmanager
async def town(folder: Path, seed: int, begins: datetime) -> AsyncIterator[Town]:
    """An empty town at this time, whose bot can be killed once there is no more mercy."""
    rng = random.Random(seed)
    async with scout_channel(folder, seed) as here:
        here.expects_errors = True
        here.env.backend.advance_clock((begins - here.env.now()).total_seconds())
        await here.restart()
        recorder = Recorder(here.env, folder / FILE, rng)
        here._new_client = recorder.watched(here._new_client)
        recorder.watch(here.client)
        with recorder.at_work():
            yield Town(here, recorder, rng)
