"""SimCord's page with two changes: pictures stand where Discord has them, and a picture that was
replaced while the browser was about to load it is no error.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import simcord

# Discord's order is text, pictures, embeds, buttons; SimCord has the pictures last.
_STYLE = """
.channel-message { display: flex; flex-direction: column; }
.channel-message > .embed-card { order: 1; }
.channel-message > .message-components { order: 2; }
.channel-message > .message-attachments { margin-bottom: 8px; }
.channel-message > .message-edited-compact { margin-left: 72px; }
"""
_BLANK = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000b49444154"
    "789c6360000200000500017a5eab3f0000000049454e44ae426082"
)
_REPLACED = ("asset is unavailable", "asset was replaced")


def adapt(preview: simcord.Preview) -> None:
    """Before the preview is entered."""
    server: Any = preview._server
    server._static = _restyled(server._static)
    page: Any = preview
    page._prepare_asset = _forgiving(page._prepare_asset)


def _restyled(static: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
    async def answer(request: Any) -> Any:
        response = await static(request)
        if request.path == "/preview.css":
            response.text += _STYLE
        return response

    return answer


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
