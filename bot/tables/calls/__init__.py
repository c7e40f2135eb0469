"""Calls of members to lobbies, the lists of those who want calls, and avoided members."""
