"""Importing this leads discord.py to the loopback Discord at LOOPBACK_PORT.

It is copied to where the Python of another environment imports it at its start.
"""

import os

from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

_PORT = os.environ["LOOPBACK_PORT"]
Route.BASE = f"http://127.0.0.1:{_PORT}"
DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://127.0.0.1:{_PORT}/gateway")
