"""The public table, for players and spectators."""
