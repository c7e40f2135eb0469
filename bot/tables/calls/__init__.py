"""Calling members to a lobby who asked for it, and members who avoid each other."""
