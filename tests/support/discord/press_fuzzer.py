"""Random interactions that are well-formed and otherwise anything, and what they may change."""

import random
from dataclasses import dataclass, replace

from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.storage import queries
from bot.tables.core.replay import replay_game
from bot.tables.core.state import Status, TableState
from bot.ui.kit.component_id import Verb
from engine.game import Game
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.messages import controls

_DETAILS = (
    "",
    "K",
    "F",
    "S1",
    "S2-4",
    "S9-1",
    "L1",
    "R3f",
    "L1+S1",
    "+",
    "+L",
    "+L3f",
    "Lm",
    "m~9",
)
_OTHER_DETAILS = (
    "easy",
    "hard",
    "expert",
    "yes",
    "no",
    "lobby",
    "playing",
    "threads",
    "limit-60",
    "all-next",
    "2-view",
    "channel-page",
    "tables",
    "blocked",
    "any-channel",
    "most",
    "most-2",
    "allowed",
)
_OF_MEMBERS = {Verb.BLOCK, Verb.UNBLOCK, Verb.REPLACE_MEMBER}
_HINTS = ("", "", "", "--S1", "--K", "--nonsense")
_VALUES = (
    "",
    "play S1",
    "play K",
    "look +",
    "ask S1",
    "join ",
    "limit-7",
    "limit-60",
    "play",
    " ",
    "most-3",
)
_COMMANDS = (
    *(
        "new",
        "play",
        "hand",
        "table",
        "leave",
        "cancel",
        "leaderboard",
        "stats",
        "settings",
        "games",
    ),
    *("record review", "record history", "record export", "admin"),
    *("report", "privacy show", "privacy data", "privacy forget-me"),
)
_OPTIONS = ("seats", "rounds", "turn_limit", "thread", "hints", "ping", "absent")
_NUMBERS = (-1, 0, 1, 2, 3, 5, 6, 7, 10, 11, 60, 300, 10**9)


@dataclass(frozen=True)
class Sent:
    """One interaction: its sender and place, what it was, and how it was answered."""

    actor: MemberActor
    guild_id: int
    channel_id: int
    what: str
    result: InteractionResult
    manages: bool
    manages_server: bool


class PressFuzzer:
    """Members of several servers who send anything; `rng` decides."""

    def __init__(self, here: Channel, actors: list[MemberActor], rng: random.Random) -> None:
        self._here = here
        self._actors = actors
        self._rng = rng

    def managers(self) -> set[tuple[int, int]]:
        """The server and the id of everybody here who manages a server."""
        backend = self._here.env.backend
        found = set()
        for actor in self._actors:
            channel_id = next(
                channel.id
                for channel in backend.channels.values()
                if channel.guild_id == actor.guild.id
            )
            if backend.compute_permissions(actor.guild.id, actor.id, channel_id) & 1 << 5:
                found.add((actor.guild.id, actor.id))
        return found

    async def send(self) -> Sent:
        """Send one interaction and wait for its answer."""
        actor = self._rng.choice(self._actors)
        message = self._rng.choice(self._messages(actor))
        if self._rng.random() < 0.1:
            return await self._command(actor, message.channel_id)
        if self._rng.random() < 0.35 and (offered := controls(message)):
            control = self._rng.choice(offered)
            custom_id, values = control.custom_id, [control.value] if control.value else None
        else:
            custom_id, values = await self._custom_id(), self._values()
        result = await crafted.press(actor, custom_id, message, values)
        return self._sent(actor, message.channel_id, f"{custom_id} {values}", result)

    def _messages(self, actor: MemberActor) -> list[ResponseMessage]:
        """What this member sees of the bot, in any channel of the server."""
        backend = self._here.env.backend
        found = [
            ResponseMessage(self._here.env, message)
            for channel_id, messages in backend.messages.items()
            if backend.get_channel(channel_id).guild_id == actor.guild.id
            for message in messages.values()
            if message.visible_to(actor.id)
        ]
        return found[-12:]

    async def _command(self, actor: MemberActor, channel_id: int) -> Sent:
        name = self._rng.choice(_COMMANDS)
        options: dict[str, object] = {}
        if name == "new":
            for option in self._rng.sample(_OPTIONS, self._rng.randrange(4)):
                is_flag = option in ("thread", "hints")
                # In threads there would be more channels than are looked at.
                options[option] = (
                    option == "hints" if is_flag else self._rng.choice([*_NUMBERS, "x"])
                )
        if name == "record export":
            options["game"] = self._rng.choice(_NUMBERS)
        result = await crafted.command(actor, channel_id, name, **options)
        return self._sent(actor, channel_id, f"/scout {name} {options}", result)

    async def _custom_id(self) -> str:
        verb = self._rng.choice(list(Verb))
        table = self._rng.choice([0, 1, 1, 1, 2, 2, 3, 999, 10**12 - 1])
        number = self._rng.randrange(12)
        if table in (1, 2) and self._rng.random() < 0.7:
            number = (await self._here.state(table)).decision_number
        number = self._rng.choice([number, number, number, 999_999])
        details = _DETAILS if self._rng.random() < 0.6 else _OTHER_DETAILS
        detail = self._rng.choice(details) + self._rng.choice(_HINTS)
        if verb in _OF_MEMBERS:
            detail = str(self._rng.choice(self._actors).id)
        return f"scout:{verb}:{table}:{number}:{detail}"

    def _values(self) -> list[str] | None:
        if self._rng.random() < 0.7:
            return None
        ids = [str(actor.id) for actor in self._actors] + [str(self._here.channel.id)]
        return [self._rng.choice([*_VALUES, *ids]) for _ in range(self._rng.randrange(3))]

    def _sent(
        self, actor: MemberActor, channel_id: int, what: str, result: InteractionResult
    ) -> Sent:
        rights = self._here.env.backend.compute_permissions(actor.guild.id, actor.id, channel_id)
        return Sent(
            actor,
            actor.guild.id,
            channel_id,
            what,
            result,
            manages=bool(rights & 1 << 13),
            manages_server=bool(rights & 1 << 5),
        )


async def replayed(here: Channel, table_id: int) -> Game | None:
    """A table's game as its stored deals and actions make it; it raises where one is not legal."""
    async with here.client.database.read() as session:
        table = await queries.tables.find_table(session, table_id)
        actions = await queries.tables.actions_of(session, table_id)
    assert table is not None
    assert [action.number for action in actions] == list(range(1, len(actions) + 1))
    return replay_game(table, actions) if table.rounds else None


def assert_allowed(before: TableState, after: TableState, sent: Sent) -> None:
    """Whether one interaction can have made this of the table."""
    forgets = f":{Verb.CONFIRM_FORGET}:" in sent.what
    if after.revision == before.revision:
        if forgets and not before.status.live:
            # A member leaves the rows of a table that is over without a change of the table. It
            # is then read again, with the time of its last press as stored.
            after = replace(
                after,
                pressed_at=before.pressed_at,
                host_id=before.host_id,
                seats=before.seats,
                closed_detail=before.closed_detail,
            )
        assert after == before
        return
    assert before.guild_id == after.guild_id
    assert forgets or sent.guild_id == before.guild_id
    assert len(after.seats) <= after.options.size
    members = _members(after)
    assert len(set(members)) == len(members)
    own = sent.actor.id
    # Managers take the seats of members whom they have blocked.
    moderates = sent.manages_server and any(f":{verb}:" in sent.what for verb in _OF_MEMBERS)
    assert {*members} - {*_members(before)} <= {own} - ({own} if forgets else set())
    assert moderates or {*_members(before)} - {*members} <= {own}
    is_host = own == before.host_id or sent.manages or moderates
    if after.options != before.options:
        assert is_host
        assert after.options == replace(before.options, hints=after.options.hints)
    if after.status is not before.status:
        _assert_step(before, after, is_host=is_host)
    if after.game != before.game and before.status is not Status.LOBBY:
        assert before.status is Status.PLAYING
        assert before.find_seat(own) in before.to_move


def _members(state: TableState) -> list[int]:
    """The ids of those who sit here and have not been forgotten."""
    ids = [seat.user_id for seat in state.seats if not seat.is_forgotten]
    return [user_id for user_id in ids if user_id is not None]


def _assert_step(before: TableState, after: TableState, *, is_host: bool) -> None:
    match (before.status, after.status):
        case (Status.LOBBY, Status.PLAYING):
            assert is_host
            assert len(after.seats) >= 2
        case (Status.LOBBY | Status.PLAYING, Status.CLOSED):
            assert is_host or not any(seat.user_id for seat in after.seats)
        case _:
            assert (before.status, after.status) == (Status.PLAYING, Status.OVER)
