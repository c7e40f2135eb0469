"""Every request passes through here: faults, the token, limits, and checks of its body."""

import asyncio
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from tests.loopback.server.bodies import Body, read_body
from tests.loopback.server.faults import Fault, Faults, Kind, kill
from tests.loopback.server.rate_limits import RateLimits
from tests.loopback.server.refusals import Refusal, invalid_form, unauthorized
from tests.loopback.server.request_log import Entry, RequestLog

if TYPE_CHECKING:
    from tests.loopback.server.description import Description

EDGE = {"Via": "1.1 loopback"}
"""This header shows discord.py that a refusal comes from Discord, so it tries again."""
_NOT_API = ("/control/",)
_GATEWAY = "/gateway"
_BY_TOKEN = ("/interactions/", "/webhooks/")
_body = ContextVar[Body]("body")
_entry = ContextVar[Entry]("entry")
"""The log entry of the request at work. aiohttp before 3.14 has no typed keys for a request."""


class Checks:
    """The middleware of all of the bot's requests; bodies are checked where there is a
    `description`."""

    def __init__(
        self,
        token: str,
        log: RequestLog,
        faults: Faults,
        limits: RateLimits,
        description: "Description | None",
    ) -> None:
        self._authorization = f"Bot {token}"
        self._log = log
        self._faults = faults
        self._limits = limits
        self._description = description

    def middleware(self) -> Middleware:
        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            resource = request.match_info.route.resource
            path = "" if resource is None else resource.canonical
            if path == _GATEWAY or path.startswith(_NOT_API):
                return await handler(request)
            # Whatever else the bot asks for is refused, and noted.
            known = f"{request.method} {resource.canonical}" if resource else "unknown"
            entry = Entry(known, request.path)
            _entry.set(entry)
            try:
                reply = await self._meet_fault(request, handler)
                entry.status = reply.status
                return reply
            except (ConnectionError, web.RequestPayloadError):
                # The bot has ended in the middle of its request; nobody is there to be answered.
                return web.Response(status=502)
            except Exception as error:
                entry.problems.append(f"{request.method} {request.path}: {error!r}")
                raise
            finally:
                self._log.end(entry)

        return check

    async def _meet_fault(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        fault = self._faults.find(_entry.get().route, request.path)
        if fault is None:
            return await self._carry_out(request, handler)
        reply: web.StreamResponse | None = None
        if fault.is_late:
            reply = await self._carry_out(request, handler)
        return await self._strike(fault, request, handler, reply)

    async def _strike(
        self, fault: Fault, request: web.Request, handler: Handler, reply: web.StreamResponse | None
    ) -> web.StreamResponse:
        if fault.kind is Kind.STATUS:
            # Read to the end, so that the reply does not meet a request that is still coming.
            await request.read()
            return _failed(fault)
        if fault.kind is Kind.DELAY:
            await asyncio.sleep(fault.seconds)
            return await self._carry_out(request, handler)
        if fault.kind is Kind.HOLD:
            await self._faults.wait_until_cleared()
            return await self._carry_out(request, handler)
        if fault.kind is Kind.DELAY_REPLY and reply is not None:
            await asyncio.sleep(fault.seconds)
            return reply
        if fault.kind is Kind.HANG:
            await self._faults.wait_until_cleared()
        if fault.kind in (Kind.KILL_BEFORE, Kind.KILL_AFTER):
            kill(fault.pid)
        if request.transport is not None:
            request.transport.abort()
        # Nobody is there to read it.
        return web.Response(status=502)

    async def _carry_out(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        entry = _entry.get()
        verdict = self._limits.check(
            entry.route, request.path, request.match_info.get("channel_id")
        )
        if verdict.retry_after is not None:
            await request.read()
            body = {
                "message": "You are being rate limited.",
                "retry_after": verdict.retry_after,
                "global": verdict.is_global,
            }
            return json_reply(body, 429, verdict.headers)
        try:
            await self._check_body(request)
            reply = await handler(request)
        except Refusal as refusal:
            entry.code = refusal.body["code"]
            if entry.code in (50035, 40005):
                entry.problems.append(str(refusal))
            reply = json_reply(refusal.body, refusal.status)
        reply.headers.update(EDGE | verdict.headers)
        return reply

    async def _check_body(self, request: web.Request) -> None:
        """Check the token and the body. Raises Refusal."""
        authorization = request.headers.get("Authorization", "")
        if not request.path.startswith(_BY_TOKEN) and authorization != self._authorization:
            raise unauthorized()
        entry = _entry.get()
        body = await read_body(request)
        _body.set(body)
        entry.body = body.payload
        entry.files = dict(body.files.values())
        if self._description is not None:
            problems = self._description.problems(entry.route, body.payload)
            if problems:
                raise invalid_form(problems)


def current_body() -> Body:
    """The body of the request at work."""
    return _body.get()


def current_entry() -> Entry:
    """The log entry of the request at work; a handler adds which member sees what it sends."""
    return _entry.get()


def json_reply(
    content: object, status: int = 200, headers: dict[str, str] | None = None
) -> web.Response:
    reply = web.json_response(content, status=status, headers={**EDGE, **(headers or {})})
    # discord.py parses nothing but exactly this content type.
    reply.headers["Content-Type"] = "application/json"
    return reply


def _failed(fault: Fault) -> web.Response:
    body: dict[str, object] = {"message": "in trouble", "code": 0}
    headers = {}
    if fault.status == 429:
        body |= {"retry_after": fault.seconds, "global": False}
        headers = {
            "Retry-After": str(int(fault.seconds) + 1),
            "X-RateLimit-Reset-After": f"{fault.seconds:.3f}",
            "X-RateLimit-Reset": f"{time.time() + fault.seconds:.3f}",
        }
    reply = json_reply(body, fault.status, headers)
    if not fault.via:
        del reply.headers["Via"]
    return reply
