"""What a host needs when something is wrong: `python -m bot doctor`.

`examination` runs the checks, each in a module of its own; `guided` is the check by hand on a real
server. Nothing here changes the bot's data.
"""
