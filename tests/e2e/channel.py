"""A channel of a simulated Discord: the bot, members who press buttons, and what each one sees."""

import logging
import random
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import AsyncMock, patch

import simcord
from simcord.actors import MemberActor
from simcord.builders import RoleHandle
from simcord.results import InteractionResult, ResponseMessage
from sqlalchemy import event, select
from sqlalchemy.pool import Pool

from bot.client import ScoutClient
from bot.settings import Settings
from bot.storage import models
from bot.tables.state import TableState
from tests.e2e.limits import violations

NAMES = ("Mia", "Noa", "Kim", "Leo", "Ida", "Uma")


class Control(NamedTuple):
    """Something to press: a button, or with a `value` one option of a select."""

    label: str
    custom_id: str
    value: str | None = None


def controls(message: ResponseMessage) -> list[Control]:
    found: list[Control] = []
    for row in message.components:
        for item in row["components"]:
            options = item.get("options")
            if options is None:
                found.append(Control(item["label"], item["custom_id"]))
            else:
                found += [
                    Control(option["label"], item["custom_id"], option["value"])
                    for option in options
                ]
    return found


def labels(message: ResponseMessage) -> list[str]:
    return [control.label for control in controls(message)]


def title(message: ResponseMessage) -> str:
    return next((embed.title or "" for embed in message.embeds), "")


def words(message: ResponseMessage) -> str:
    """Everything that can be read in a message, its buttons too."""
    parts = [message.content]
    for embed in message.embeds:
        parts += [embed.title or "", embed.description or "", embed.footer.text or ""]
        parts += [f"{field.name}\n{field.value}" for field in embed.fields]
    return "\n".join([*parts, *labels(message)])


class Member:
    """Somebody in the channel, who knows what their Discord shows and nothing else."""

    def __init__(self, here: "Channel", actor: MemberActor) -> None:
        self._here = here
        self.actor = actor
        self.id = actor.id
        self.name = actor.user.global_name or actor.name

    def sees(self) -> list[ResponseMessage]:
        """The channel's messages as this member sees them, oldest first."""
        return self._here.messages(self.id)

    def private(self) -> list[ResponseMessage]:
        """What nobody else sees, oldest first."""
        return [message for message in self.sees() if message.ephemeral]

    def hands(self) -> list[ResponseMessage]:
        """The messages that are this member's hand, or were until the game ended; oldest first."""
        return [message for message in self.private() if message.embeds]

    @property
    def hand(self) -> ResponseMessage:
        """The newest of them."""
        return self.hands()[-1]

    async def press(self, label: str, on: ResponseMessage | None = None) -> ResponseMessage:
        """Press a button, by default on the newest message that has it; gives the answer."""
        return answer(await self.click(label, on))

    async def use(self, message: ResponseMessage, control: Control) -> ResponseMessage:
        """Press exactly this; gives the answer."""
        if control.value is None:
            return answer(await self.actor.click(message, custom_id=control.custom_id))
        return answer(
            await self.actor.select(message, [control.value], custom_id=control.custom_id)
        )

    async def slash(
        self, command: str, at: simcord.ChannelHandle | None = None, **options: Any
    ) -> ResponseMessage:
        """Send `/scout <command>`; gives the answer."""
        return answer(await self.send(command, at, **options))

    async def click(self, label: str, on: ResponseMessage | None = None) -> InteractionResult:
        """As `press`, for Channel.at_once or where no answer is expected."""
        return await self.actor.click(on or self._newest_with(label), label=label)

    async def send(
        self, command: str, at: simcord.ChannelHandle | None = None, **options: Any
    ) -> InteractionResult:
        """As `slash`, likewise."""
        return await self.actor.slash(at or self._here.channel, f"scout {command}", **options)

    def _newest_with(self, label: str) -> ResponseMessage:
        return next(message for message in reversed(self.sees()) if label in labels(message))


def answer(result: InteractionResult) -> ResponseMessage:
    """The message that answered: a new one, the pressed one with new contents, or its successor."""
    answers = [message for message in (result.response, *result.followups) if message is not None]
    assert answers, "nobody answered"
    return answers[0]


class Channel:
    """One server with one channel, the bot in it, and six members."""

    def __init__(self, env: simcord.Env, client: ScoutClient, settings: Settings) -> None:
        self.env = env
        self.client = client
        self._settings = settings
        self._restarts = 0
        self._complaints = _Complaints()
        self.expects_trouble = False
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("scout")
        self.members = [self.add_member(name) for name in NAMES]

    def add_member(self, name: str, *roles: RoleHandle) -> Member:
        user = self.env.create_user(name.lower(), global_name=name)
        return Member(self, self.guild.add_member(user, roles=roles))

    def add_thread(self) -> simcord.ChannelHandle:
        self.env.backend.create_thread(self.channel.id, "a thread", self.members[0].id)
        return self.channel.threads[-1]

    def messages(
        self, viewer_id: int | None, at: simcord.ChannelHandle | None = None
    ) -> list[ResponseMessage]:
        """What a member sees in the channel, or everybody if None; oldest first."""
        stored = self.env.backend.messages.get((at or self.channel).id, {})
        return [
            ResponseMessage(self.env, stored[message_id])
            for message_id in sorted(stored)
            if stored[message_id].visible_to(viewer_id)
        ]

    def public(self) -> list[ResponseMessage]:
        return self.messages(None)

    def titled(self, beginning: str) -> list[ResponseMessage]:
        """The public messages whose title begins so, oldest first."""
        return [message for message in self.public() if title(message).startswith(beginning)]

    @property
    def lobby(self) -> ResponseMessage:
        return self.titled("🎪 A table for SCOUT")[-1]

    @property
    def table(self) -> ResponseMessage:
        """The message of the round under way."""
        return self.titled("🎪 SCOUT · round")[-1]

    async def open(self, players: int, computers: int = 0, **terms: Any) -> list[Member]:
        """A lobby with its seats taken, the first by the host; gives the members."""
        host, *others = self.members[: players - computers]
        await host.slash("new", **terms)
        for member in others:
            await member.press("Join", self.lobby)
        for _ in range(computers):
            await host.press("Add computer", self.lobby)
        return [host, *others]

    async def start(self, players: int, computers: int = 0, **terms: Any) -> list[Member]:
        """A game that has just begun; gives the members that play."""
        members = await self.open(players, computers, **terms)
        await members[0].press("Start", self.lobby)
        return members

    async def begin_turns(self, players: int, computers: int = 0, **terms: Any) -> list[Member]:
        """A game where every member has kept their hand; gives the members that play."""
        members = await self.start(players, computers, **terms)
        for member in members:
            await member.press("Keep", member.hand)
        return members

    async def state(self, table_id: int = 1) -> TableState:
        """The table as the database has it."""
        return await self.client.tables.ledger.look(table_id)

    async def on_turn(self, members: list[Member]) -> Member:
        """Whose turn it is, of those; the first of them at the choice of the hand."""
        ids = {seat.user_id for seat in (await self.state()).to_move}
        return next(member for member in members if member.id in ids)

    async def restart(self) -> None:
        """Another process takes over: nothing is left but the database and Discord."""
        self._restarts += 1
        old, self.client = self.client, _client(self._settings, self._restarts)
        await self.env.restart_bot(self.client)
        await old.close()

    async def at_once(self, *presses: Awaitable[InteractionResult]) -> list[ResponseMessage]:
        """All of these arrive before the bot has dealt with any of them; gives the answers."""
        with patch.object(self.env, "_settle_internal", AsyncMock()):
            results = [await press for press in presses]
        await self.env.settle()
        return [answer(result) for result in results]

    async def actions(self) -> list[str]:
        """Every action that the database has, in order."""
        async with self.client.database.read() as session:
            query = select(models.Action.notation).order_by(models.Action.number)
            return list(await session.scalars(query))

    @contextmanager
    def watched(self) -> Iterator[None]:
        """At the end: Discord would have taken all that was sent, and nothing went wrong."""
        logger = logging.getLogger("bot")
        logger.addHandler(self._complaints)
        try:
            yield
        finally:
            logger.removeHandler(self._complaints)
        self.check_requests()
        assert self.expects_trouble or self._complaints.heard == []
        self.env.raise_errors()

    def check_requests(self) -> None:
        assert [
            f"{request.method} {request.path}: {violation}"
            for request in self.env.http_requests
            for violation in violations(request)
        ] == []


class _Complaints(logging.Handler):
    """Remembers what the bot logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


def _client(settings: Settings, seed: int) -> ScoutClient:
    return ScoutClient(settings, rng=random.Random(seed))


def database_url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder}/scout.sqlite3"


@contextmanager
def _no_power_cuts() -> Iterator[None]:
    """The disk need not be waited for: within one process nothing written is ever lost."""

    def hasten(connection: Any, record: Any, _proxy: Any) -> None:
        if not record.info.get("hastened"):
            connection.execute("PRAGMA synchronous=OFF").close()
            record.info["hastened"] = True

    event.listen(Pool, "checkout", hasten)
    try:
        yield
    finally:
        event.remove(Pool, "checkout", hasten)


def _look_often(env: simcord.Env) -> None:
    """See at once when the bot is done: its clock ends no task by which SimCord would notice."""
    setattr(env, "_settle_internal", partial(env._settle_internal, idle=0.01))  # noqa: B010


@asynccontextmanager
async def scout_channel(folder: Path, seed: int = 1, pace: float = 0) -> AsyncIterator[Channel]:
    """The bot on the folder's database; `seed` deals, `pace` is the computers'."""
    settings = Settings(database_url=database_url(folder), computer_pace=pace)
    with _no_power_cuts():
        client = _client(settings, seed)
        env = simcord.Env(client)
        _look_often(env)
        await env.start()
        here = Channel(env, client, settings)
        try:
            with here.watched():
                yield here
        finally:
            await env.shutdown()
            await here.client.close()
