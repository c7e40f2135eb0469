"""What happens at the beginning and the end of each request to Discord."""

from collections.abc import Callable
from types import SimpleNamespace

import aiohttp
from discord.http import Route

from bot.observability.metrics import Metrics
from bot.ui.delivery.failures import fail_at_once
from bot.ui.delivery.rate_limits import RequestPacer


def http_trace(metrics: Metrics, share: Callable[[], float]) -> aiohttp.TraceConfig:
    """For `discord.Client(http_trace=...)`; `share` is as RequestPacer takes it."""

    async def count(
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        if str(request.url).startswith(Route.BASE):
            metrics.discord_responses.labels(request.response.status).inc()

    trace = RequestPacer(metrics, share).trace()
    trace.on_request_end.append(count)
    # The last, because it may raise.
    trace.on_request_end.append(fail_at_once)
    return trace
