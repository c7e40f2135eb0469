"""Implements as much of Discord as the bot uses, with the limits that Discord enforces."""
