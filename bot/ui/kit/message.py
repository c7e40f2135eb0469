"""A message to send, and a digest to compare it with the message sent before."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from io import BytesIO
from typing import Any, NamedTuple, TypedDict, TypeVar

import discord
from discord import ButtonStyle, ChannelType, ComponentType

from bot.pictures.picture import Picture
from bot.text.language import Language
from bot.ui.kit.component_id import ComponentId
from bot.ui.kit.emojis import emoji_of, fitted, fitted_text, is_emoji_refused, plain_text

_log = logging.getLogger(__name__)
_Sent = TypeVar("_Sent")
BUTTONS_A_ROW = 5
OPTIONS = 25
_LABEL_LENGTH = 80
_OPTION_LENGTH = 100
PLACES = (
    ChannelType.text,
    ChannelType.news,
    ChannelType.voice,
    ChannelType.stage_voice,
    ChannelType.forum,
)
"""Kinds of channels that can have a table, or threads with tables."""
MAX_ENTITIES = 25
"""The most that Discord allows a member to pick at once."""


class Button(NamedTuple):
    """`emoji` is a tile such as "7", shown before the label once it is uploaded."""

    label: str
    component_id: ComponentId
    style: ButtonStyle = ButtonStyle.secondary
    emoji: str | None = None
    disabled: bool = False

    def payload(self) -> dict[str, Any]:
        return {
            "type": ComponentType.button.value,
            "label": self.label[:_LABEL_LENGTH],
            "custom_id": str(self.component_id),
            "style": self.style.value,
            "disabled": self.disabled,
            **emoji_of(self.emoji),
        }


class Option(NamedTuple):
    """One line of a select; `value` is what a press reports when this option is picked.

    `emoji` as in Button. `chosen`: whether the select shows the option as picked.
    """

    label: str
    value: str
    emoji: str | None = None
    chosen: bool = False

    def payload(self) -> dict[str, Any]:
        label, emoji = self.label[:_OPTION_LENGTH], emoji_of(self.emoji)
        return {"label": label, "value": self.value, "default": self.chosen, **emoji}


class EntityKind(Enum):
    """What a select offers: channels for tables, text channels, roles or members."""

    PLACE = ComponentType.channel_select, "channel", PLACES
    TEXT_CHANNEL = ComponentType.channel_select, "channel", (ChannelType.text,)
    ROLE = ComponentType.role_select, "role", ()
    MEMBER = ComponentType.user_select, "user", ()


class Entities(NamedTuple):
    """`chosen` are the ids that are already picked; each must exist.

    At least `least` and at most `most` can be picked.
    """

    kind: EntityKind
    chosen: Sequence[int] = ()
    least: int = 0
    most: int = 1

    def payload(self) -> dict[str, Any]:
        """The fields of a select that offers these."""
        select, kind, channel_types = self.kind.value
        lists = {
            "channel_types": [one.value for one in channel_types],
            "default_values": [{"id": chosen, "type": kind} for chosen in self.chosen],
        }
        return {
            "type": select.value,
            "min_values": self.least,
            "max_values": self.most,
            "required": False,
            **{name: values for name, values in lists.items() if values},
        }


class Select(NamedTuple):
    """A list of options; with `entities`, Discord fills the list instead.

    Up to `most` options can be picked, one if it is None.
    """

    placeholder: str
    component_id: ComponentId
    options: Sequence[Option] = ()
    entities: Entities | None = None
    most: int | None = None

    def payload(self) -> dict[str, Any]:
        own = {"custom_id": str(self.component_id), "placeholder": self.placeholder}
        if self.entities is not None:
            return own | self.entities.payload()
        return own | {
            "type": ComponentType.select.value,
            "max_values": self.most or 1,
            "options": [option.payload() for option in self.options],
        }


Row = Sequence[Button] | Select


def page_buttons(
    language: Language,
    page: int,
    pages: int,
    component_id: Callable[[int], ComponentId],
    *,
    steps: bool = False,
) -> list[Button]:
    """Buttons to the pages before and after `page`, counted from 0, with their component ids.

    Both are always at the same place, disabled at an end. A single page has none. With `steps` the
    pages are called steps.
    """
    if pages < 2:
        return []
    # An end's own page makes the custom_id of a disabled button unique in its message.
    before, after = max(0, page - 1), min(pages - 1, page + 1)
    # Translators: labels of two buttons beside each other, short enough for a phone.
    back, on = language.gettext("Previous page"), language.gettext("Next page")
    if steps:
        back, on = language.gettext("Previous step"), language.gettext("Next step")
    return [
        Button(back, component_id(before), disabled=before == page),
        Button(on, component_id(after), disabled=after == page),
    ]


class MessageArguments(TypedDict):
    content: str
    embeds: list[discord.Embed]
    view: discord.ui.View
    allowed_mentions: discord.AllowedMentions


class SendArguments(MessageArguments):
    """The keyword arguments of discord.py's `send` methods."""

    files: list[discord.File]


class EditArguments(MessageArguments):
    """The keyword arguments of the `edit` methods; `attachments` replaces the present ones."""

    attachments: list[discord.Attachment | discord.File]


@dataclass(frozen=True)
class Message:
    """`rows` has at most five rows, each of at most five buttons or one select.

    Some members and servers have embeds switched off: everything needed for a turn is in `content`.
    `draw` makes the picture above the embed. `files` are texts by file name, which `content`
    describes; a different text needs a different name. Only the members in `mentions` are notified,
    whoever else is named.
    """

    embed: discord.Embed = field(default_factory=discord.Embed)
    rows: Sequence[Row] = ()
    content: str | None = None
    mentions: Sequence[int] = field(default=())
    draw: Callable[[], Picture] | None = None
    files: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def picture(self) -> Picture | None:
        """The picture above the embed; None if there is none."""
        return None if self.draw is None else self.draw()

    @cached_property
    def embeds(self) -> list[discord.Embed]:
        """The embed as Discord gets it; none if it has no text."""
        return [fitted(self.embed)] if len(self.embed) else []

    @cached_property
    def digest(self) -> str:
        """A digest that is equal for messages that look alike and whose buttons do the same.

        Emojis do not count: their upload alone must not cause edits.
        """
        # A picture's words leave out the faces: an avatar alone appears with the next change.
        seen = None if self.picture is None else [self.picture.name, self.picture.alt]
        embed = self.embeds[0].to_dict() if self.embeds else None
        shown: list[Any] = [embed, [*map(_described, self.rows)], self.content, seen]
        shown += [dict(self.files)] if self.files else []
        text = plain_text(json.dumps(shown, sort_keys=True, default=str))
        return hashlib.sha256(text.encode()).hexdigest()

    def without_label_emojis(self) -> "Message":
        """A copy without emojis on its buttons and options."""
        return replace(self, rows=[_without_emojis(row) for row in self.rows])

    async def send_arguments(self, note: str | None = None) -> SendArguments:
        """The arguments of a `send`; `note` is added above the content for this send only."""
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
        content = fitted_text("\n".join(filter(None, (note, self.content))))
        users = [*map(discord.Object, self.mentions)]
        return {
            "content": content,
            "embeds": self.embeds,
            "view": _Rows(self.rows),
            "allowed_mentions": discord.AllowedMentions(everyone=False, roles=False, users=users),
        }

    async def _files(self) -> list[discord.File]:
        files, picture = [], self.picture
        if picture is not None:
            if not picture.is_drawn:
                await asyncio.to_thread(picture.prepare)
            png = BytesIO(picture.png)
            files.append(discord.File(png, picture.file_name, description=picture.alt))
        for name, text in self.files.items():
            description = self.content or name
            files.append(discord.File(BytesIO(text.encode()), name, description=description))
        return files


def _described(row: Row | Sequence[Option]) -> Any:
    """All that a row or its options show and do, in the order of the fields, without defaults."""
    if isinstance(row, Select):
        said = {**row._asdict(), "options": _described(row.options)}
        return {name: part for name, part in said.items() if part is not None}
    return [
        [part for name, part in one._asdict().items() if name != "emoji" and part is not False]
        for one in row
    ]


def _without_emojis(row: Row) -> Row:
    if isinstance(row, Select):
        return row._replace(options=[option._replace(emoji=None) for option in row.options])
    return [button._replace(emoji=None) for button in row]


class _Rows(discord.ui.View):
    """Rows to be sent: the router handles presses by their custom_ids, without items."""

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__(timeout=None)
        self._rows = rows
        # discord.py does not keep stopped views in memory.
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        # Discord refuses an empty row, such as page buttons with only one page.
        rows = [[row] if isinstance(row, Select) else row for row in self._rows if row]
        return [
            {"type": ComponentType.action_row.value, "components": [one.payload() for one in row]}
            for row in rows
        ]


async def send_or_send_plain(
    message: Message, send: Callable[[Message], Awaitable[_Sent]]
) -> _Sent:
    """Call `send(message)`, and again without emojis on labels if Discord refuses one.

    A person may have deleted the emoji since the start. Discord also reportedly refuses a few per
    cent of the requests with an application's own emojis (discord-api-docs, issue 7128).
    """
    try:
        return await send(message)
    except discord.HTTPException as error:
        if not is_emoji_refused(error):
            raise
        _log.info("Discord refused an emoji; the message is sent without: %s", error)
    return await send(message.without_label_emojis())
