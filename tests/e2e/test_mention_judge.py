"""The judge of mentions finds each fault in a history made by hand, and none in a sound one."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.support.mentions.history import (
    Avoided,
    Callable,
    CallsAllowed,
    Channel,
    DirectChannel,
    Event,
    Hours,
    Joined,
    Paused,
    Player,
    Reminded,
    Request,
    Table,
)
from tests.support.mentions.judge import Judge
from tests.support.mentions.wall_clocks import ZONES, ahead, cells, includes

GUILD, HERE, THERE, DIRECT = 1, 10, 11, 90
MIA, NOA, KIM = 100, 101, 102
STILL = "it is still your move."
SUNDAY = datetime(2026, 3, 22, 18, 30, tzinfo=UTC)
ALWAYS = Hours(days=frozenset(range(7)), begins=0, ends=24, every=3)
LOBBY = Table(GUILD, HERE, "lobby", MIA, {MIA: Player(0, 0)})
ELSEWHERE = replace(LOBBY, channel_id=THERE)
OF_NOA = replace(LOBBY, host_id=NOA)
GAME = Table(GUILD, HERE, "playing", MIA, {MIA: Player(0, 5), NOA: Player(1, 4)})
SCHEDULED = Table(
    GUILD,
    HERE,
    "scheduled",
    MIA,
    sign_ups=frozenset({MIA}),
    starts_at=SUNDAY + 10 * timedelta(0, 60),
)


def body(content: str, verb: str, users: list[int]) -> dict[str, Any]:
    button = {"type": 2, "custom_id": f"scout:{verb}:7:0:"}
    return {
        "content": content,
        "allowed_mentions": {"parse": [], "users": [str(user_id) for user_id in users]},
        "components": [{"type": 1, "components": [button]}],
    }


def posted(words: str, verb: str, *users: int, table: Table, others: Any = ()) -> Request:
    content = " ".join([*(f"<@{user_id}>" for user_id in users), words])
    tables = {7: table, **dict(enumerate(others, 8))}
    path = f"/channels/{table.channel_id}/messages"
    return Request("POST", path, body(content, verb, [*users]), tables)


def call(*users: int, table: Table = LOBBY, others: Any = ()) -> Request:
    return posted("come and play", "callstop", *users, table=table, others=others)


def reminder(*users: int, table: Table = GAME, words: str = "it is your move.") -> Request:
    return posted(words, "hand", *users, table=table)


def roll_call(*users: int, table: Table = SCHEDULED) -> Request:
    return posted("are you here?", "signup", *users, table=table)


def declined(*users: int) -> Request:
    """The answer to a request to close, which has no button."""
    found = posted("A player chose to play on, so the game continues.", "", *users, table=GAME)
    return replace(found, body={**found.body, "components": []})


def direct(words: str = f"SCOUT: it is your move in <#{HERE}>.") -> Request:
    return Request("POST", f"/channels/{DIRECT}/messages", {"content": words}, {7: GAME})


def later(hours: float) -> datetime:
    return SUNDAY + timedelta(hours=hours)


def judged(*events: Event | tuple[datetime, Event]) -> tuple[list[str], Judge]:
    """What the judge finds after three members came to two channels, and asked to be called."""
    judge = Judge()
    everybody = frozenset({MIA, NOA, KIM})
    world: list[Event] = [
        *(Joined(GUILD, user_id) for user_id in everybody),
        *(Channel(GUILD, place, everybody) for place in (HERE, THERE)),
        *(Callable(GUILD, user_id, ALWAYS) for user_id in everybody),
        DirectChannel(DIRECT, MIA),
    ]
    timed = [one if isinstance(one, tuple) else (SUNDAY, one) for one in [*world, *events]]
    return judge.read(timed), judge


def test_what_is_right_is_no_fault() -> None:
    faults, judge = judged(
        call(NOA, KIM),
        (later(3), call(NOA)),
        Reminded(NOA, 2),
        reminder(MIA, NOA),
        reminder(NOA, words=STILL),
        reminder(NOA, table=replace(GAME, has_paused=True)),
        posted("do you agree?", "agree", MIA, table=replace(GAME, is_paused=True)),
        reminder(NOA, table=replace(GAME, has_paused=True)),
        roll_call(MIA),
        posted("press **My hand** to see your cards.", "hand", MIA, NOA, table=GAME),
        posted("would you like to continue?", "standin", MIA, table=GAME),
        posted("do you agree?", "agree", MIA, table=GAME),
        posted("do you agree?", "agreepause", NOA, table=GAME),
        (later(1), posted("do you agree?", "agreepause", NOA, table=GAME)),
        declined(MIA),
        posted("again?", "join", MIA, NOA, table=LOBBY),
        Reminded(MIA, 2, direct=True),
        direct(f"SCOUT: it is still your move in <#{HERE}>."),
        direct("Reminders will come here."),
    )
    assert faults == []
    assert judge.counts == {
        "call": 3,
        "reminder": 5,
        "roll call": 1,
        "cards": 2,
        "absence": 1,
        "closing": 3,
        "pausing": 2,
        "rematch": 2,
        "direct reminder": 1,
        "trial of direct messages": 1,
    }


@pytest.mark.parametrize(
    ("fault", "events"),
    [
        ("is not in the server", [Joined(GUILD, NOA, stays=False), call(NOA)]),
        ("cannot see the channel", [Channel(GUILD, HERE, frozenset({MIA})), call(NOA)]),
        ("pauses", [Paused(GUILD, NOA, later(1)), call(NOA)]),
        ("pauses", [Paused(GUILD, NOA, later(1)), reminder(NOA)]),
        ("never asked to be called", [Callable(GUILD, NOA, None), call(NOA)]),
        (
            "outside their hours",
            [Callable(GUILD, NOA, ALWAYS._replace(days=frozenset({0}))), call(NOA)],
        ),
        ("was called too recently", [call(NOA), (later(2.9), call(NOA))]),
        ("a call to what is no lobby", [call(KIM, table=GAME)]),
        ("a call of 11 members", [call(*range(11))]),
        ("has switched them off", [CallsAllowed(GUILD, allowed=False), call(NOA)]),
        (f"a call of {NOA}, who plays", [call(NOA, others=[GAME])]),
        ("one avoids the other", [Avoided(MIA, NOA), call(NOA)]),
        ("one avoids the other", [Avoided(NOA, MIA), call(NOA)]),
        ("within an hour for host", [call(NOA), (later(0.9), call(KIM, table=ELSEWHERE))]),
        ("within an hour for channel", [call(NOA), (later(0.9), call(KIM, table=OF_NOA))]),
        ("does not play there", [reminder(KIM)]),
        ("does not play there", [reminder(MIA, table=LOBBY)]),
        ("does not play there", [declined(KIM)]),
        ("the table pauses", [reminder(NOA, table=replace(GAME, is_paused=True))]),
        ("reminder 2 of 1", [Reminded(NOA, 1), reminder(NOA), reminder(NOA, words=STILL)]),
        ("reminder 1 of 0", [Reminded(NOA, 0), reminder(NOA)]),
        ("the same reminder twice", [Reminded(NOA, 2), reminder(NOA), reminder(NOA)]),
        ("did not choose direct messages", [direct()]),
        ("which a reader cannot see", [reminder(NOA, words="it is your move in <#5> too.")]),
        (
            "which a reader cannot see",
            [
                Channel(GUILD, THERE, frozenset({NOA})),
                reminder(NOA, words=f"it is your move in <#{THERE}> too."),
            ],
        ),
        ("did not sign up", [roll_call(NOA)]),
        ("too early", [(later(-0.1), roll_call(MIA))]),
        ("of a table that is not scheduled", [roll_call(MIA, table=LOBBY)]),
        ("twice", [roll_call(MIA), roll_call(MIA)]),
        (
            "the table pauses",
            [posted("do you agree?", "agreepause", NOA, table=replace(GAME, is_paused=True))],
        ),
        (
            "was asked too recently",
            [
                posted("do you agree?", "agreepause", NOA, table=GAME),
                (later(0.9), posted("do you agree?", "agreepause", NOA, table=GAME)),
            ],
        ),
        ("no known kind", [posted("hello", "daily", NOA, table=GAME)]),
    ],
)
def test_each_fault_is_found(fault: str, events: list[Any]) -> None:
    faults, _ = judged(*events)
    assert any(fault in found for found in faults), faults


def test_every_member_whom_nothing_excludes_is_mentioned() -> None:
    sent = call(NOA)
    loose = {key: value for key, value in sent.body.items() if key != "allowed_mentions"}
    faults, judge = judged(Request("POST", sent.path, loose, sent.tables))
    assert (faults, judge.counts["call"]) == ([], 1)
    strict = {**sent.body, "allowed_mentions": {"parse": [], "users": []}}
    assert judged(Request("POST", sent.path, strict, sent.tables))[1].counts == {}


def test_edited_private_and_repeated_messages_notify_nobody() -> None:
    sent = call(NOA)
    for quiet in (
        Request("PATCH", f"{sent.path}/5", sent.body, sent.tables),
        Request("POST", "/webhooks/1/token", {**sent.body, "flags": 64}, sent.tables),
        Request("POST", sent.path, sent.body, sent.tables, is_new=False),
    ):
        assert judged(quiet)[1].counts == {}
    public = Request("POST", "/webhooks/1/token", sent.body, sent.tables)
    assert judged(public)[1].counts == {"call": 1}


def test_a_pause_and_hours_end() -> None:
    two_hours = Hours(until=later(2))
    faults, _ = judged(
        Paused(GUILD, NOA, later(1)),
        (later(1), call(NOA)),
        Paused(GUILD, KIM, later(9)),
        (later(2), Paused(GUILD, KIM, None)),
        Callable(GUILD, KIM, two_hours),
        (later(1.9), Paused(GUILD, KIM, None)),
        (later(1.99), CallsAllowed(GUILD, allowed=True)),
    )
    assert faults == []
    assert includes(two_hours, later(1.99))
    assert not includes(two_hours, later(2))


@pytest.mark.parametrize("zone", ZONES)
def test_the_clocks_by_hand_are_those_of_the_time_zone_database(zone: str) -> None:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    while at < datetime(2026, 4, 15, tzinfo=UTC):
        assert ahead(zone, at) == at.astimezone(ZoneInfo(zone)).utcoffset()
        at += timedelta(minutes=15)


def test_hours_past_midnight_are_those_of_the_day_before() -> None:
    assert cells(Hours(days=frozenset({6}), begins=22, ends=1)) == {(6, 22), (6, 23), (0, 0)}
    assert len(cells(Hours(days=frozenset({2}), begins=5, ends=5))) == 24
    assert cells(Hours(days=frozenset({2}), begins=22, ends=24)) == {(2, 22), (2, 23)}
