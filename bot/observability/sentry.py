"""Reports errors to Sentry: log lines at ERROR, scrubbed like the log."""

from functools import partial
from typing import TYPE_CHECKING, Any, cast

from bot.observability.logs import log_ids
from bot.observability.scrubbing import Scrubber

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

_KEPT = {"event_id", "timestamp", "platform", "level", "logger", "logentry", "message", "release"}
_KEPT |= {"exception", "threads", "breadcrumbs", "contexts", "tags", "fingerprint", "sdk"}
"""Parts of an event that are sent; requests, users, the host's name and all others are not."""
_KEPT_CONTEXTS = {"runtime", "trace"}


class SentryUnavailable(Exception):
    """SENTRY_DSN is set and cannot be used; the message says why."""


def require_dsn(dsn: str) -> None:
    """Raise SentryUnavailable unless errors can be reported to this address."""
    try:
        from sentry_sdk.utils import Dsn

        Dsn(dsn)
    except ModuleNotFoundError as error:
        raise SentryUnavailable(
            "sentry-sdk is missing: pip install --require-hashes -r requirements/sentry.txt"
        ) from error
    except ValueError as error:
        raise SentryUnavailable("it is not a DSN; Sentry shows it as Client Keys") from error


def start_sentry(dsn: str, scrubber: Scrubber, version: str) -> None:
    """Report errors until the program ends; `require_dsn` has accepted the DSN."""
    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn,
        release=f"scout-for-discord@{version}",
        # Only the logging and exit integrations: others record requests, statements and arguments.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda _pending, _seconds: None),
        ],
        # `send_default_pii` is off by default, and passing it is deprecated.
        include_local_variables=False,
        max_request_body_size="never",
        send_client_reports=False,
        auto_session_tracking=False,
        before_send=partial(scrubbed, scrubber),
    )


def scrubbed(scrubber: Scrubber, event: "Event", _hint: "Hint") -> "Event":
    """What is sent of an event."""
    kept: dict[str, Any] = {name: part for name, part in event.items() if name in _KEPT}
    contexts = kept.get("contexts") or {}
    kept["contexts"] = {name: contexts[name] for name in contexts if name in _KEPT_CONTEXTS}
    kept["tags"] = {name: str(value) for name, value in log_ids().items()}
    return cast("Event", scrubber.value(_without_variables(kept)))


def _without_variables(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_variables(part) for name, part in value.items() if name != "vars"}
    if isinstance(value, list):
        return [_without_variables(part) for part in value]
    return value
