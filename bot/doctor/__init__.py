"""Checks of a host's setup, with remedies: `python -m bot doctor`.

`examination` runs the checks of the other modules. Nothing here changes the bot's data.
"""
