"""What is sent of a message, and what an edit does with the pictures that it has already."""

from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.pictures.picture import Picture
from bot.pictures.scene import Scene
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.kit.message import Button, Message

LOW, HIGH = Scene(100, (), ()), Scene(120, (), ())


def with_picture(scene: Scene) -> Message:
    return Message(discord.Embed(), draw=lambda: Picture(lambda: scene, "a hand", "hand"))


def attachment(file_name: str, attachment_id: int = 7) -> discord.Attachment:
    data: Any = {
        "id": str(attachment_id),
        "filename": file_name,
        "size": 1,
        "url": f"https://cdn.discordapp.com/{file_name}",
        "proxy_url": f"https://media.discordapp.net/{file_name}",
    }
    # Of the client's state no more than its connection is kept, to download the file with.
    return discord.Attachment(data=data, state=cast("Any", SimpleNamespace(http=None)))


async def sent_name(message: Message) -> str:
    (file,) = (await message.send_arguments())["files"]
    return file.filename


async def test_an_edit_keeps_a_picture_that_is_there_by_its_id() -> None:
    message = with_picture(LOW)
    there = attachment(await sent_name(message))
    editing = await message.edit_arguments(present=[there])
    (kept,) = editing["attachments"]
    assert isinstance(kept, discord.Attachment)
    assert kept.to_dict()["id"] == 7


async def test_an_edit_replaces_another_picture() -> None:
    former, message = with_picture(LOW), with_picture(HIGH)
    editing = await message.edit_arguments(present=[attachment(await sent_name(former))])
    (new,) = editing["attachments"]
    assert isinstance(new, discord.File)


async def test_an_edit_without_a_picture_takes_the_former_away() -> None:
    there = attachment(await sent_name(with_picture(LOW)))
    editing = await Message(discord.Embed()).edit_arguments(present=[there])
    assert editing["attachments"] == []


async def test_a_message_is_drawn_once_however_often_it_is_compared_and_sent() -> None:
    drawn: list[str] = []

    def scene() -> Scene:
        drawn.append("scene")
        return LOW

    def picture() -> Picture:
        drawn.append("picture")
        return Picture(scene, "a hand", "hand")

    message = Message(discord.Embed(), draw=picture)
    assert message.digest == message.digest
    for _ in range(2):
        await message.send_arguments()
        await message.edit_arguments()
    assert drawn == ["picture", "scene"]


async def test_a_row_without_buttons_is_not_sent() -> None:
    """Discord refuses it."""
    help_button = Button("Help", ComponentId(Verb.HELP, 1))
    message = Message(discord.Embed(), [[], [help_button]])
    rows = (await message.send_arguments())["view"].to_components()
    assert [[one["label"] for one in row["components"]] for row in rows] == [["Help"]]
