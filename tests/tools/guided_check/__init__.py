"""The guided check: does Discord do on a real server what docs/discord.md assumes?

`python -m tests.tools.guided_check --channel ID`. `steps` leads the host from press to press;
`cleanup` deletes at the end what the check made.
"""
