"""No column that says who a member is can be added without being shown and erased."""

import re
from pathlib import Path

from sqlalchemy import JSON, BigInteger, Column, String

from bot.storage.models import METADATA
from bot.storage.models.personal_columns import PERSONAL

_TELLING = re.compile(r"user|member|name|nick|avatar|token|author|host|_by$")
_IMPERSONAL = {
    "actions.notation",
    "actions.source",
    "blocks.guild_id",
    "calls.channel_id",
    "calls.guild_id",
    "calls.message_id",
    "daily_bars.digest",
    "daily_days.commitment",
    "daily_days.fingerprint",
    "daily_posts.channel_id",
    "daily_posts.digest",
    "daily_posts.guild_id",
    "daily_posts.message_id",
    "daily_secrets.key",
    "member_requests.guild_id",
    "member_requests.kind",
    "member_requests.language",
    "pause_bars.digest",
    "pause_bars.guild_id",
    "pause_bars.salt",
    "public_messages.channel_id",
    "public_messages.digest",
    "public_messages.message_id",
    "public_messages.slot",
    "puzzle_ratings.puzzle_id",
    "ratings.guild_id",
    "results.guild_id",
    "results.level",
    "results.outcome",
    "rounds.commitment",
    "rounds.hands",
    "rounds.salt",
    "rounds.set_aside",
    "seasons.guild_id",
    "seasons.name",
    "seats.level",
    "server_totals.guild_id",
    "servers.channels",
    "servers.daily_channel",
    "servers.guild_id",
    "shard_leases.holder",
    "shard_leases.last_interaction",
    "servers.host_role",
    "servers.language",
    "servers.log_channel",
    "standings.category",
    "standings.guild_id",
    "standings.period",
    "tables.channel_id",
    "tables.closed_reason",
    "tables.guild_id",
    "tables.language",
    "tables.parent_id",
    "tables.status",
}
"""Wide numbers and texts that say nothing of a member: games, channels, servers, processes."""


def could_tell(column: Column[object]) -> bool:
    """Whether an id or a text fits the column, or its name sounds like a member's."""
    holds = isinstance(column.type, (BigInteger, String, JSON))
    return holds or _TELLING.search(column.name) is not None


def listed() -> set[str]:
    found: set[str] = set()
    for own in PERSONAL:
        erased = own.table.c.keys() if own.erased is None else own.erased
        found |= {f"{own.table.name}.{name}" for name in (own.user_id, *erased)}
    return found


def test_every_column_that_could_identify_a_member_is_listed_or_known_to_be_impersonal() -> None:
    columns = [column for table in METADATA.tables.values() for column in table.c]
    telling = {str(column) for column in columns if could_tell(column)}
    # In rows that are deleted as a whole nothing is left to tell.
    assert telling - listed() == _IMPERSONAL


def test_what_is_listed_is_there() -> None:
    for own in PERSONAL:
        assert isinstance(own.owner.type, BigInteger)
        assert {*(own.erased or {}), *own.secret, *own.secret.values()} <= {*own.table.c.keys()}
        # Rows are found by their server, and tables in memory by their ids.
        assert own.erased is None or {"guild_id", "table_id"} & {*own.table.c.keys()}


def test_each_row_of_the_page_on_privacy_says_itself_until_when() -> None:
    """Otherwise a row that is added in between changes what the next one says."""
    page = (Path(__file__).parents[4] / "docs" / "privacy.md").read_text(encoding="utf-8")
    assert "| the same |" not in page


def test_the_page_on_privacy_names_every_table_with_rows_of_members() -> None:
    page = (Path(__file__).parents[4] / "docs" / "privacy.md").read_text(encoding="utf-8")
    for own in PERSONAL:
        assert f"`{own.table.name}`" in page
        for column in (own.user_id, *(own.erased or ()), *own.secret):
            assert f"`{column}`" in page
