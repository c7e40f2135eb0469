"""A message to send, and a digest to compare it with the message sent before."""

import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple, TypedDict

import discord
from discord import ButtonStyle

from bot.pictures.picture import Picture
from bot.ui.kit.component_id import ComponentId

BUTTONS_A_ROW = 5
ROWS = 5
OPTIONS = 25
_LABEL_LENGTH = 80
_OPTION_LENGTH = 100


class Button(NamedTuple):
    label: str
    component_id: ComponentId
    style: ButtonStyle = ButtonStyle.secondary


class Option(NamedTuple):
    """One line of a select; `value` is what the press reports when this option is picked."""

    label: str
    value: str


class Select(NamedTuple):
    placeholder: str
    component_id: ComponentId
    options: Sequence[Option]


Row = Sequence[Button] | Select


def button_rows(buttons: Sequence[Button]) -> list[Row]:
    """These buttons in as few rows as possible."""
    begins = range(0, len(buttons), BUTTONS_A_ROW)
    return [buttons[begin : begin + BUTTONS_A_ROW] for begin in begins]


def page_buttons(page: int, pages: int, component_id: Callable[[int], ComponentId]) -> list[Button]:
    """Buttons to the pages before and after `page`, counted from 0, with their component ids."""
    targets = [("Previous page", page - 1), ("Next page", page + 1)]
    return [Button(label, component_id(target)) for label, target in targets if 0 <= target < pages]


class MessageArguments(TypedDict):
    content: str
    embeds: list[discord.Embed]
    view: discord.ui.View


class SendArguments(MessageArguments):
    """The keyword arguments of discord.py's `send` methods."""

    files: list[discord.File]


class EditArguments(MessageArguments):
    """The keyword arguments of the `edit` methods; `attachments` replaces the present ones."""

    attachments: list[discord.Attachment | discord.File]


@dataclass(frozen=True)
class Message:
    """`rows` has at most five rows, each of at most five buttons or one select.

    `draw` makes the picture of the message; it shows nothing that the embed does not say.
    """

    embed: discord.Embed
    rows: Sequence[Row] = ()
    content: str | None = None
    mentions: Sequence[int] = field(default=())
    draw: Callable[[], Picture] | None = None

    @property
    def digest(self) -> str:
        """Equal for messages with the same text and the same buttons."""
        # The embed says everything that the picture shows.
        shown = [self.embed.to_dict(), _plain(self.rows), self.content, self.draw is not None]
        text = json.dumps(shown, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    async def send_arguments(self, note: str | None = None) -> SendArguments:
        """The arguments of a `send`; `note` is added above the content, this time only."""
        return {**self.parts(note), "files": await self._files()}

    async def edit_arguments(
        self, note: str | None = None, present: Sequence[discord.Attachment] = ()
    ) -> EditArguments:
        """The arguments of an `edit`; a picture that is already `present` is not uploaded again."""
        attachments: list[discord.Attachment | discord.File] = []
        for file in await self._files():
            same = [attachment for attachment in present if attachment.filename == file.filename]
            attachments += same or [file]
        return {**self.parts(note), "attachments": attachments}

    def parts(self, note: str | None = None) -> MessageArguments:
        content = "\n".join(text for text in (note, self.content) if text)
        return {"content": content, "embeds": [self.embed], "view": _view(self.rows)}

    async def _files(self) -> list[discord.File]:
        if self.draw is None:
            return []
        picture = await asyncio.to_thread(self.draw)
        file_name = f"{picture.name}-{hashlib.sha256(picture.png).hexdigest()[:12]}.png"
        return [discord.File(BytesIO(picture.png), file_name, description=picture.alt)]


def _plain(rows: Sequence[Row]) -> list[Any]:
    return [row._asdict() if isinstance(row, Select) else list(row) for row in rows]


def _view(rows: Sequence[Row]) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in _items(row):
            item.row = number
            view.add_item(item)
    # discord.py does not keep stopped views in memory; the router needs only the custom_ids.
    view.stop()
    return view


def _items(row: Row) -> list[discord.ui.Item[discord.ui.View]]:
    if isinstance(row, Select):
        return [_select(row)]
    return [
        discord.ui.Button(
            label=button.label[:_LABEL_LENGTH],
            custom_id=str(button.component_id),
            style=button.style,
        )
        for button in row
    ]


def _select(row: Select) -> discord.ui.Select[discord.ui.View]:
    options = [
        discord.SelectOption(label=option.label[:_OPTION_LENGTH], value=option.value)
        for option in row.options
    ]
    return discord.ui.Select(
        custom_id=str(row.component_id), placeholder=row.placeholder, options=options
    )
