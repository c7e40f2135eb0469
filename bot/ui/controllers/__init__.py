"""Incoming interactions: slash commands, the component router, and a handler for each press."""
