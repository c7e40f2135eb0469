import io
import logging
import sys
import threading

import pytest

from bot.logs import set_up_logs

SECRET = "MTk4.bot-secret"  # noqa: S105 - nobody's
WEBHOOK = "https://discord.com/api/v10/webhooks/4711/aW50-ZXJh_Y3Q.x/messages/@original"
CALLBACK = "https://discord.com/api/v10/interactions/4712/aW50-ZXJh_Y3Q.x/callback"
INTERACTION_TOKEN = "aW50-ZXJh_Y3Q.x"  # noqa: S105 - nobody's

# As Discord makes them.
REAL_SHAPE = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTo0NTZhYmM"
BOT_SHAPE = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
TOKENS = (SECRET, INTERACTION_TOKEN, REAL_SHAPE, BOT_SHAPE)


@pytest.fixture
def written(root_log: logging.Logger, monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the program's log prints."""
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    set_up_logs("DEBUG", SECRET)
    return stream


log = logging.getLogger("somebody")


def test_a_record_says_who_and_how_bad(written: io.StringIO) -> None:
    log.warning("%s of %s", 1, 2)
    assert "WARNING somebody: 1 of 2\n" in written.getvalue()


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
        f"https%3A%2F%2Fdiscord.com%2Fapi%2Fwebhooks%2F4711%2F{INTERACTION_TOKEN}",
        f"PrivateMessage(token='{INTERACTION_TOKEN}', digest='')",
        f"Authorization: Bot {BOT_SHAPE}",
    ],
)
def test_tokens_are_known_wherever_they_stand(text: str, written: io.StringIO) -> None:
    log.warning("refused: %s", text)
    assert "[token]" in written.getvalue()
    assert not any(token in written.getvalue() for token in TOKENS)


def test_what_nobody_caught_holds_no_token(written: io.StringIO) -> None:
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


def test_a_record_with_wrong_arguments_stops_nobody_and_shows_no_argument(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Else pytest's own handler raises.
    monkeypatch.setattr(logging, "raiseExceptions", False)
    log.info("%d seats", SECRET)
    log.info("and on")
    assert "could not be written" in written.getvalue()
    assert "test_logs.py" in written.getvalue()
    assert SECRET not in written.getvalue()
    assert "and on\n" in written.getvalue()
