"""The Discord user interface: commands, buttons and messages."""
