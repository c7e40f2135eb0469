"""The guided check: on a real server, does Discord do what docs/discord.md believes of it?

`tour` leads the host from press to press. What is made on the way is taken away at its end.
"""
