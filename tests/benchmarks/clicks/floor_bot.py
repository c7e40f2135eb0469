"""The least that a discord.py bot does for a click: what no bot can go below.

`/scout new` posts two buttons: one edits its message, the other sends a private file.
"""

import io
import os
import sys

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

FILE = os.urandom(60_000)
"""As large as most pictures of a hand."""
EDIT, SEND = "Edit", "File"


class FloorBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        group = app_commands.Group(name="scout", description="Buttons")
        group.command(name="new", description="Post the buttons")(self.post)
        self.tree.add_command(group)
        self.count = 0

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def post(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("0", view=_buttons())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        assert interaction.data is not None
        if interaction.data.get("custom_id") == EDIT:
            self.count += 1
            await interaction.response.edit_message(content=str(self.count), view=_buttons())
        else:
            file = discord.File(io.BytesIO(FILE), "file.png", description="a file")
            await interaction.response.send_message("A file", file=file, ephemeral=True)


def _buttons() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for name in (EDIT, SEND):
        view.add_item(discord.ui.Button(label=name, custom_id=name))
    # What is pressed comes to on_interaction; nothing needs to be kept in memory.
    view.stop()
    return view


if __name__ == "__main__":
    Route.BASE = f"http://127.0.0.1:{sys.argv[1]}"
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{sys.argv[2]}/gateway")
    FloorBot().run(os.environ["DISCORD_TOKEN"], log_handler=None)
