"""The other side of the loopback Discord: its process, the bot's process, and members."""
