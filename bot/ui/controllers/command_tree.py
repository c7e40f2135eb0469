"""The commands as discord.py finds them, and which of their interactions go through no `Gate`."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.storage.engine.errors import DatabaseAway


class CommandTree(app_commands.CommandTree[discord.Client]):
    """`is_ours` tells whether this process is to answer, and not another one of the same bot."""

    def __init__(
        self, client: discord.Client, is_ours: Callable[[discord.Interaction], Awaitable[bool]]
    ) -> None:
        super().__init__(client)
        self._is_ours = is_ours

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Whether to go on: commands ask the `Gate`, and suggestions while typing are asked here.

        Two answers to one would be refused by Discord. Without a database there are none.
        """
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        try:
            return await self._is_ours(interaction)
        except DatabaseAway:
            return False
