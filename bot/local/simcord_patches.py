"""Patches for SimCord's page: the order of pictures, and pictures replaced during loading."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import simcord

# Discord's order is text, pictures, embeds, buttons; SimCord puts the pictures last.
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


def patch_preview(preview: simcord.Preview) -> None:
    """Patch this preview; call it before entering the preview."""
    server: Any = preview._server
    server._static = _with_style(server._static)
    page: Any = preview
    page._prepare_asset = _tolerating_replaced(page._prepare_asset)


def _with_style(static: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[Any]]:
    async def answer(request: Any) -> Any:
        response = await static(request)
        if request.path == "/preview.css":
            response.text += _STYLE
        return response

    return answer


def _tolerating_replaced(prepare: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Answer with a blank picture if the picture was replaced; the page then loads the new one."""

    async def answer(*args: Any, **options: Any) -> Any:
        try:
            return await prepare(*args, **options)
        except asyncio.CancelledError:
            # SimCord cancels only the reading of a replaced picture; if this task itself is
            # cancelled, the error must go on.
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
        except simcord.SetupError as error:
            if not str(error).startswith(_REPLACED):
                raise
        return "image/png", _BLANK, "replaced.png"

    return answer
