import asyncio
import errno
import io
import json
import logging
import re
import sys
import threading
from datetime import UTC, datetime

import pytest

from bot.observability.logs import add_log_ids, log_context, log_ids, set_up_logs
from bot.observability.scrubbing import Scrubber

SECRET = "MTk4.bot-secret"  # noqa: S105 - nobody's
WEBHOOK = "https://discord.com/api/v10/webhooks/4711/aW50-ZXJh_Y3Q.x/messages/@original"
CALLBACK = "https://discord.com/api/v10/interactions/4712/aW50-ZXJh_Y3Q.x/callback"
INTERACTION_TOKEN = "aW50-ZXJh_Y3Q.x"  # noqa: S105 - nobody's

# As Discord makes them.
REAL_SHAPE = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTo0NTZhYmM"
BOT_SHAPE = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
TOKENS = (SECRET, INTERACTION_TOKEN, REAL_SHAPE, BOT_SHAPE)


@pytest.fixture(params=["text", "json"])
def written(
    request: pytest.FixtureRequest, root_log: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> io.StringIO:
    """What the program's log prints, in each of its forms."""
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    set_up_logs("DEBUG", Scrubber(SECRET), request.param)
    return stream


in_text = pytest.mark.parametrize("written", ["text"], indirect=True)
in_json = pytest.mark.parametrize("written", ["json"], indirect=True)


log = logging.getLogger("somebody")


@in_text
def test_a_record_says_who_and_how_bad(written: io.StringIO) -> None:
    log.warning("%s of %s", 1, 2)
    assert "WARNING somebody: 1 of 2\n" in written.getvalue()


@in_text
def test_a_line_ends_with_the_ids_of_the_work(written: io.StringIO) -> None:
    with log_context(table=7, guild=5):
        log.warning("slow")
        log.error("bad", exc_info=ValueError("no"))
    log.warning("quiet")
    slow, bad, error, quiet = written.getvalue().splitlines()
    assert slow.endswith("somebody: slow (table 7, guild 5)")
    assert bad.endswith("somebody: bad (table 7, guild 5)")
    assert error == "ValueError: no"
    assert quiet.endswith("somebody: quiet")


@in_json
def test_a_line_is_an_object_with_all_that_is_known(written: io.StringIO) -> None:
    before = datetime.now(UTC)
    with log_context(table=7, guild=5, interaction=9):
        log.warning("%s of %s", 1, 2, extra={"duration_ms": 12, "outcome": "answered"})
    line = json.loads(written.getvalue())
    assert before <= datetime.fromisoformat(line.pop("time")) <= datetime.now(UTC)
    assert line == {
        "level": "WARNING",
        "logger": "somebody",
        "message": "1 of 2",
        "table": 7,
        "guild": 5,
        "interaction": 9,
        "duration_ms": 12,
        "outcome": "answered",
    }


@in_json
def test_whatever_is_logged_is_one_line_of_json(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Else pytest's own handler raises.
    monkeypatch.setattr(logging, "raiseExceptions", False)
    log.warning('two\nlines, "quotes" and \\ and ü')
    log.warning("odd", extra={"thing": object(), "nested": {"token": INTERACTION_TOKEN, 3: b"x"}})
    log.warning("%d wrong", SECRET)
    try:
        raise ConnectionError(SECRET)
    except ConnectionError:
        log.exception("failed", stack_info=True)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [line["level"] for line in lines] == ["WARNING", "WARNING", "ERROR", "ERROR"]
    assert lines[0]["message"] == 'two\nlines, "quotes" and \\ and ü'
    assert "could not be written" in lines[2]["message"]
    assert lines[3]["traceback"].endswith("ConnectionError: [token]")
    assert not any(token in written.getvalue() for token in TOKENS)


def test_cards_and_salts_are_blotted_out(written: io.StringIO) -> None:
    log.info("dealt %s with %s", ["3/7", "10/2"], "5a" * 32)
    log.error("no", exc_info=KeyError("3/7"))
    assert not re.search(r"\d/\d|5a5a", written.getvalue())
    assert written.getvalue().count("[card]") == 3


def test_the_bot_token_is_blotted_out(written: io.StringIO) -> None:
    log.info("logging in with %s", SECRET)
    log.info(f"logging in with {SECRET}")
    assert written.getvalue().count("logging in with [token]") == 2
    assert SECRET not in written.getvalue()


@pytest.mark.parametrize("address", [WEBHOOK, CALLBACK])
def test_interaction_tokens_in_addresses_are_blotted_out(
    address: str, written: io.StringIO
) -> None:
    log.debug("%s %s has returned %s", "PATCH", address, 200)
    assert INTERACTION_TOKEN not in written.getvalue()
    assert address.replace(INTERACTION_TOKEN, "[token]") in written.getvalue()


def test_interaction_tokens_in_gateway_events_are_blotted_out(written: io.StringIO) -> None:
    event = {"t": "INTERACTION_CREATE", "d": {"id": "5", "token": INTERACTION_TOKEN}}
    log.debug("For Shard ID %s: WebSocket Event: %s", None, event)
    assert INTERACTION_TOKEN not in written.getvalue()
    assert "INTERACTION_CREATE" in written.getvalue()


@pytest.mark.parametrize("secret", [SECRET, WEBHOOK])
def test_tracebacks_hold_no_token(secret: str, written: io.StringIO) -> None:
    try:
        raise ConnectionError(f"cannot connect to {secret}")
    except ConnectionError:
        log.exception("no luck")
    assert "ConnectionError: cannot connect to" in written.getvalue()
    assert SECRET not in written.getvalue()
    assert INTERACTION_TOKEN not in written.getvalue()


def test_a_chained_cause_holds_no_token(written: io.StringIO) -> None:
    try:
        try:
            raise OSError(SECRET)
        except OSError as error:
            raise ConnectionError("refused") from error
    except ConnectionError:
        log.exception("no luck")
    assert "OSError" in written.getvalue()
    assert SECRET not in written.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        f"the member's token is {REAL_SHAPE}, they said",
        f"token='{REAL_SHAPE}'",
        f'{{"token":"{REAL_SHAPE}"}}',
        f'{{"event": "{{\\"token\\": \\"{INTERACTION_TOKEN}\\"}}"}}',
        f"https%3A%2F%2Fdiscord.com%2Fapi%2Fwebhooks%2F4711%2F{INTERACTION_TOKEN}",
        f"PrivateMessage(token='{INTERACTION_TOKEN}', digest='')",
        f"Authorization: Bot {BOT_SHAPE}",
    ],
)
def test_tokens_are_known_wherever_they_stand(text: str, written: io.StringIO) -> None:
    log.warning("refused: %s", text)
    assert "[token]" in written.getvalue()
    assert not any(token in written.getvalue() for token in TOKENS)


def test_the_record_of_an_uncaught_error_holds_no_token(written: io.StringIO) -> None:
    try:
        raise RuntimeError(WEBHOOK)
    except RuntimeError as error:
        sys.excepthook(RuntimeError, error, error.__traceback__)
    thread = threading.Thread(target=[SECRET].index, args=["nothing"], name="a-thread")
    with_secret = threading.Thread(target=fail, args=[SECRET])
    for each in (thread, with_secret):
        each.start()
        each.join()
    assert "The program failed." in written.getvalue()
    assert "The thread a-thread failed." in written.getvalue()
    assert written.getvalue().count("Traceback") == 3
    assert not any(token in written.getvalue() for token in TOKENS)


class Failing:
    """Fails while it is deleted, where Python raises nothing."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    def __del__(self) -> None:
        fail(self.secret)


def test_what_cannot_be_raised_holds_no_token(written: io.StringIO) -> None:
    Failing(SECRET)
    assert "Failing.__del__" in written.getvalue()
    assert "cannot connect with [token]" in written.getvalue()
    assert SECRET not in written.getvalue()


def fail(secret: str) -> None:
    raise ConnectionError(f"cannot connect with {secret}")


@pytest.mark.parametrize(
    "name",
    ["aiosqlite", "discord.gateway", "discord.http", "discord.webhook.async_", "discord.ui.view"],
)
def test_libraries_never_log_what_they_carry(name: str, written: io.StringIO) -> None:
    carrier = logging.getLogger(name)
    carrier.debug("INSERT INTO rounds VALUES ('3/7 10/2')")
    carrier.info("connected")
    assert "3/7" not in written.getvalue()
    assert "connected" in written.getvalue()


def test_without_a_secret_messages_stay_as_they_are(
    root_log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs("INFO")
    log.info("token is a word")
    assert "token is a word\n" in capsys.readouterr().err


def test_quieter_records_are_left_out(
    root_log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs("WARNING")
    log.info("hush")
    assert capsys.readouterr().err == ""


def test_a_record_with_wrong_arguments_stops_nothing_and_shows_no_argument(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Else pytest's own handler raises.
    monkeypatch.setattr(logging, "raiseExceptions", False)
    log.info("%d seats", SECRET)
    log.info("and on")
    assert "could not be written" in written.getvalue()
    assert "test_logs.py" in written.getvalue()
    assert SECRET not in written.getvalue()
    assert "and on" in written.getvalue()


class Full(io.StringIO):
    """Standard error that goes to a file on a full disk."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_log_that_cannot_be_written_stops_nothing(
    root_log: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Else pytest's own handler raises.
    monkeypatch.setattr(logging, "raiseExceptions", False)
    monkeypatch.setattr("sys.stderr", Full())
    set_up_logs("INFO")
    log.error("Nothing is saved: the disk is full.")


def test_ids_hold_until_the_end_of_the_block() -> None:
    with log_context(table=7):
        add_log_ids(guild=5)
        assert log_ids() == {"table": 7, "guild": 5}
    assert log_ids() == {}


def test_an_inner_block_has_its_own_ids_alone() -> None:
    with log_context(table=7, interaction=9):
        with log_context(table=8):
            assert log_ids() == {"table": 8}
        assert log_ids() == {"table": 7, "interaction": 9}


def test_ids_end_with_a_block_that_fails() -> None:
    with pytest.raises(ZeroDivisionError), log_context(table=7):
        raise ZeroDivisionError
    assert log_ids() == {}


async def test_what_runs_at_the_same_time_has_other_ids() -> None:
    seen = {}

    async def work(table: int) -> None:
        with log_context(table=table):
            await asyncio.sleep(0)
            seen[table] = await asyncio.to_thread(log_ids)

    await asyncio.gather(work(1), work(2))
    assert seen == {1: {"table": 1}, 2: {"table": 2}}
