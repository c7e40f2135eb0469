"""A Discord of its own process, the bot as its own process, and players who press its buttons.

`server` is Discord: what the bot's discord.py talks to. `driver` is the other side: a test starts
both processes, acts as members, and lays faults.
"""
