"""Calls of members to lobbies, the lists of members who want calls, and avoided members."""
