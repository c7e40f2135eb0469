"""What keeps the bot from working, and what to do: `python -m bot doctor`.

`examination` runs the checks of the other modules. Nothing here changes the bot's data.
"""
