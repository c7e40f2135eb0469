"""What is counted while members press, and what the log says of it."""

import json
import logging
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from bot.hosting import monitoring
from bot.hosting.monitoring import checks_of
from bot.observability.endpoint import CHECK_LIMIT, SharedCall, problem_of
from bot.observability.logs import log_ids
from bot.observability.metrics import READINGS, ClickOutcome, PublicationOutcome
from bot.storage.queries.tables import count_live_tables
from bot.ui.kit.component_id import Verb, parse_component_id
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.messages import answer, controls, words
from tests.support.discord.random_presses import press_at_random
from tests.support.storage.database import ON_POSTGRES


class Counts:
    """What the bot's metrics have counted."""

    def __init__(self, here: Channel) -> None:
        self._here = here
        self._before: Counter[tuple[str, str]] = Counter()

    def clicks(self) -> Counter[tuple[str, str]]:
        """The clicks so far, by verb and outcome."""
        return Counter(
            {
                (labels["verb"], labels["outcome"]): int(value)
                for labels, value in self.values("scout_click_seconds_count")
            }
        )

    def new_clicks(self) -> list[tuple[str, str]]:
        """The clicks since the last call."""
        clicks = self.clicks()
        new = clicks - self._before
        self._before = clicks
        return list(new.elements())

    def values(self, name: str) -> list[tuple[dict[str, str], float]]:
        return [
            (sample.labels, sample.value)
            for family in self._here.client.metrics.registry.collect()
            for sample in family.samples
            if sample.name == name
        ]

    async def read(self, name: str) -> dict[str, float] | float:
        """The value of a metric that is read at a scrape; by its label, if it has one."""
        client = self._here.client
        monitoring.read(client, await client.database.ask(count_live_tables), {})
        values = {next(iter(labels.values()), ""): value for labels, value in self.values(name)}
        return values.get("", values)


@pytest.fixture
def counts(here: Channel) -> Counts:
    return Counts(here)


class Lines(logging.Handler):
    """What the bot logs, each line with its ids."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.heard: list[tuple[str, dict[str, int | str]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append((record.name, dict(log_ids())))

    def of(self, name: str) -> list[dict[str, int | str]]:
        return [ids for heard, ids in self.heard if heard == name]


@pytest.fixture
def lines() -> Iterator[Lines]:
    lines = Lines()
    logger = logging.getLogger("bot")
    before = logger.level
    logger.addHandler(lines)
    logger.setLevel(logging.DEBUG)
    yield lines
    logger.removeHandler(lines)
    logger.setLevel(before)


async def play_whole_game(here: Channel) -> None:
    members = await here.start(2, rounds=1)
    await press_at_random(members, random.Random(1))


async def test_clicks_and_commands_are_counted_by_what_they_are(
    here: Channel, counts: Counts
) -> None:
    mia, noa, *_ = here.members
    await mia.slash("new")
    assert counts.new_clicks() == [("scout new", ClickOutcome.ANSWERED)]
    await noa.press("Join", here.lobby)
    assert counts.new_clicks() == [("join", ClickOutcome.ANSWERED)]
    await noa.press("Start", here.lobby)
    assert counts.new_clicks() == [("start", ClickOutcome.REFUSED)]
    await noa.slash("hand")
    assert counts.new_clicks() == [("scout hand", ClickOutcome.REFUSED)]
    published = [
        labels["outcome"] for labels, _ in counts.values("scout_publication_seconds_count")
    ]
    assert published == [PublicationOutcome.PUBLISHED]


async def test_everything_that_a_scrape_promises_is_read(here: Channel, counts: Counts) -> None:
    await counts.read("scout_servers")
    names = [family.name for family in here.client.metrics.collect()]
    assert names == [f"scout_{name}" for name in READINGS]


async def test_what_fails_is_counted_as_failed(here: Channel, counts: Counts) -> None:
    mia, *_ = await here.open(3)
    here.expects_errors = True
    async with here.client.database.write() as session:
        await session.execute(text("DROP TABLE rounds"))
    counts.new_clicks()
    await mia.press("Start", here.lobby)
    assert counts.new_clicks() == [("start", ClickOutcome.FAILED)]


@pytest.mark.parametrize("custom_id", ["scout:dance:1:0:", "scout:mia:1:0:x"])
async def test_a_press_of_an_unknown_verb_has_an_answer_and_no_label_of_its_own(
    here: Channel, counts: Counts, custom_id: str
) -> None:
    mia, *_ = await here.open(3)
    counts.new_clicks()
    said = answer(await crafted.press(mia.actor, custom_id, here.lobby))
    assert "no longer works" in words(said)
    assert counts.new_clicks() == [("other", ClickOutcome.REFUSED)]


@pytest.mark.long
async def test_verbs_are_a_closed_set(here: Channel, counts: Counts) -> None:
    commands = {command.qualified_name for command in here.client.tree.walk_commands()}
    await play_whole_game(here)
    clicks = counts.clicks()
    assert clicks.total() > 10
    assert {verb for verb, _ in clicks} <= {*Verb, *commands}


async def test_what_is_logged_for_a_click_has_its_ids(here: Channel, lines: Lines) -> None:
    mia, noa, *_ = here.members
    await mia.slash("new")
    await noa.press("Join", here.lobby)
    (table,) = await here.client.tables.repository.live_ids_of(mia.id)
    opened, joined = lines.of("bot.ui.kit.error_reports")
    assert opened["click"] == "scout new"
    assert joined["click"] == "join"
    assert opened["interaction"] != joined["interaction"]
    for ids in (opened, joined):
        assert (ids["table"], ids["guild"]) == (table, here.guild.id)


@pytest.mark.long
@pytest.mark.parametrize("command", ["daily play", "puzzle"])
async def test_a_press_about_no_table_is_logged_without_one(
    here: Channel, lines: Lines, command: str
) -> None:
    mia, *_ = here.members
    first = await mia.slash(command)
    custom_id = controls(first)[0].custom_id
    assert (pressed := parse_component_id(custom_id)) is not None
    assert pressed.table_id > 0
    await crafted.press(mia.actor, custom_id, first)
    *_, ids = lines.of("bot.ui.kit.error_reports")
    assert ids["click"] == pressed.verb
    assert "table" not in ids


async def test_what_is_published_after_a_click_has_the_ids_of_its_own_table(
    here: Channel, lines: Lines
) -> None:
    mia, noa, *_ = here.members
    await mia.slash("new")
    await noa.press("Join", here.lobby)
    (table,) = await here.client.tables.repository.live_ids_of(mia.id)
    published = lines.of("bot.ui.delivery.publisher")
    assert published
    assert published[-1] == {"table": table, "guild": here.guild.id}


@pytest.mark.long
async def test_no_line_has_the_id_of_a_member(here: Channel, lines: Lines) -> None:
    await play_whole_game(here)
    values = {value for _, ids in lines.heard for value in ids.values()}
    assert values.isdisjoint(member.id for member in here.members)
    assert json.dumps([ids for _, ids in lines.heard])


async def test_readings_say_what_there_is(here: Channel, counts: Counts) -> None:
    mia, *_ = await here.open(3)
    assert await counts.read("scout_live_tables") == {"lobby": 1, "playing": 0}
    assert await counts.read("scout_servers") == 1
    assert await counts.read("scout_interactions") == 0
    assert await counts.read("scout_games_finished_total") == 0
    await mia.press("Start", here.lobby)
    assert await counts.read("scout_live_tables") == {"lobby": 0, "playing": 1}


@pytest.mark.long
async def test_a_finished_game_is_counted_once(here: Channel, counts: Counts) -> None:
    await play_whole_game(here)
    assert await counts.read("scout_games_finished_total") == 1
    await here.members[0].press("Rematch", here.public()[-1])
    assert await counts.read("scout_games_finished_total") == 1
    assert await counts.read("scout_live_tables") == {"lobby": 1, "playing": 0}


async def test_without_its_tables_the_database_is_not_ready(here: Channel) -> None:
    here.expects_errors = True
    async with here.client.database.write() as session:
        await session.execute(text("ALTER TABLE tables RENAME TO elsewhere"))
    kind = "ProgrammingError" if ON_POSTGRES else "OperationalError"
    check = SharedCall(checks_of(here.client)["database"], CHECK_LIMIT)
    assert await problem_of("database", check) == f"database: {kind}"
