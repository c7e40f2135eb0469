"""Does the least that a discord.py bot can do for a click: no bot can cost less.

`/scout new` posts a table and buttons. One edits its message, one sends a private file. The others
send what the program sends, drawn before: Hand a private hand, and a word to the hand before it;
Show the answer, the table, and the hand of the next player.
"""

import io
import os
import sys

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.pictures.picture import Picture
from tests.support.pictures.examples import PICTURES

FILE = os.urandom(60_000)
"""A file as large as most pictures of a hand."""
EDIT, SEND, HAND, SHOW = "Edit", "File", "Hand", "Show"
HAND_PICTURE, TABLE_PICTURE = (PICTURES[name]() for name in ("hand-on-turn", "table-3"))
MOVES = ("Show 4 5 6", "Show 9 9", "Scout 3 from the left", "Scout 6 from the right", "Hint")


class FloorBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="scout", description="Buttons")
        group.command(name="new", description="Post the buttons")(self.post)
        self.tree.add_command(group)
        self.count = 0
        self.table: discord.Message | None = None
        self.hand: discord.Interaction | None = None

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def post(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("0", view=_buttons(EDIT, SEND, HAND, SHOW))
        assert isinstance(interaction.channel, discord.TextChannel)
        self.table = await interaction.channel.send("The table")

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        assert interaction.data is not None
        match interaction.data.get("custom_id"):
            case "Edit":
                self.count += 1
                view = _buttons(EDIT, SEND, HAND, SHOW)
                await interaction.response.edit_message(content=str(self.count), view=view)
            case "File":
                file = discord.File(io.BytesIO(FILE), "file.png", description="a file")
                await interaction.response.send_message("A file", file=file, ephemeral=True)
            case "Hand":
                await self._send_hand(interaction)
            case "Show":
                await self._show(interaction)

    async def _send_hand(self, interaction: discord.Interaction) -> None:
        file, embed, view = _body(HAND_PICTURE)
        before, self.hand = self.hand, interaction
        await interaction.response.send_message(embed=embed, file=file, view=view, ephemeral=True)
        if before is not None:
            await before.edit_original_response(
                content="Your hand is below.", embeds=[], attachments=[], view=None
            )

    async def _show(self, interaction: discord.Interaction) -> None:
        """Answer on the message with the buttons, which stay below the picture."""
        assert self.table is not None
        assert self.hand is not None
        file, embed, _ = _body(HAND_PICTURE)
        view = _buttons(EDIT, SEND, HAND, SHOW, *MOVES)
        await interaction.response.edit_message(embed=embed, attachments=[file], view=view)
        file, embed, view = _body(TABLE_PICTURE)
        await self.table.edit(embed=embed, attachments=[file], view=view)
        file, embed, view = _body(HAND_PICTURE)
        await self.hand.edit_original_response(embed=embed, attachments=[file], view=view)


def _body(picture: Picture) -> tuple[discord.File, discord.Embed, discord.ui.View]:
    """Make a picture with its words, an embed that says them too, and buttons."""
    file = discord.File(io.BytesIO(picture.png), picture.file_name, description=picture.alt)
    embed = discord.Embed(title="A title", description=picture.alt, colour=0xD9363E)
    return file, embed.set_footer(text="A footer"), _buttons(*MOVES)


def _buttons(*names: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for name in names:
        view.add_item(discord.ui.Button(label=name, custom_id=name))
    # What is pressed comes to on_interaction; nothing needs to be kept in memory.
    view.stop()
    return view


if __name__ == "__main__":
    HAND_PICTURE.prepare()
    TABLE_PICTURE.prepare()
    Route.BASE = f"http://127.0.0.1:{sys.argv[1]}"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{sys.argv[2]}/gateway")
    FloorBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
