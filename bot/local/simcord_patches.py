"""SimCord's page with a few changes: our own style and script (`static/`), options of a command
that are explained, and no error for a picture that was replaced while the browser was about to
load it.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import simcord
from aiohttp import web

_FILES = Path(__file__).with_name("static")
_SCRIPT, _RUN = "/scout.js", "/scout-run"
_BLANK = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000b49444154"
    "789c6360000200000500017a5eab3f0000000049454e44ae426082"
)
_REPLACED = ("asset is unavailable", "asset was replaced")
# Lines of SimCord's commands.js, and what takes their place so that commands work as in Discord.
COMMAND_CHANGES = (
    # The list of options says what each means.
    (
        'node("span", "command-suggestion-ellipsis", "…")',
        'node("span", "command-suggestion-description", value.description || "")',
    ),
    # Enter sends the command, unless an arrow key chose an option.
    (
        "if (listItems.length) suggestionListbox",
        "if (listItems.length && !optional) suggestionListbox",
    ),
    # A choice shows its name, and Enter then sends the command; SimCord would open the list again.
    (': String(value?.raw ?? "");', ': String(value?.label ?? value?.raw ?? "");'),
    (
        "renderCompose({ focus: Boolean(next) });",
        "document.activeElement?.blur(); renderCompose({ focus: true });",
    ),
)


def patch_preview(preview: simcord.Preview, key: str) -> None:
    """Before the preview is entered. `key` is the secret part of its address."""
    preview.capability = key
    server: Any = preview._server
    # Its addresses are those of its files.
    server._STATIC_FILES = {**server._STATIC_FILES, _SCRIPT: "", _RUN: ""}
    server._static = _with_changes(server)
    page: Any = preview
    page._prepare_asset = _forgiving(page._prepare_asset)


def _with_changes(server: Any) -> Callable[[web.Request], Awaitable[web.Response]]:
    static: Callable[[web.Request], Awaitable[web.Response]] = server._static
    script = (_FILES / "page.js").read_text(encoding="utf-8")
    change = _changes(run := secrets.token_urlsafe(8))

    async def answer(request: web.Request) -> web.Response:
        if request.path not in (_SCRIPT, _RUN):
            response = await static(request)
            if request.path in change:
                response.text = change[request.path](response.text or "")
            return response
        # SimCord's guard against other sites whose names lead to this machine.
        if request.headers.get("Host") not in server._allowed_hosts():
            raise web.HTTPForbidden
        headers = server._SECURITY_HEADERS
        if request.path == _RUN:
            return web.json_response({"run": run}, headers=headers)
        return web.Response(text=script, content_type="text/javascript", headers=headers)

    return answer


def _changes(run: str) -> dict[str, Callable[[str], str]]:
    """What becomes of SimCord's files, by path. `run` tells this run of the program from others."""
    style = (_FILES / "page.css").read_text(encoding="utf-8")
    meta = f'<meta name="scout-run" content="{run}">'
    tag = f'<script type="module" src="{_SCRIPT}"></script>'
    return {
        "/": lambda text: text.replace("</head>", f"{meta}</head>").replace(
            "</body>", f"{tag}</body>"
        ),
        "/preview.css": lambda text: text + style,
        "/commands.js": _explain_options,
    }


def _explain_options(text: str) -> str:
    for old, new in COMMAND_CHANGES:
        text = text.replace(old, new)
    return text


def _forgiving(prepare: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The page asks for the newest picture right afterwards, so the old one may be blank."""

    async def answer(*args: Any, **options: Any) -> Any:
        try:
            return await prepare(*args, **options)
        except asyncio.CancelledError:
            # SimCord cancels the reading of a picture that goes: not this task, which would
            # then not answer at all.
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
        except simcord.SetupError as error:
            if not str(error).startswith(_REPLACED):
                raise
        return "image/png", _BLANK, "replaced.png"

    return answer
