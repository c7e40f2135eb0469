"""Leaderboards, statistics, seasons."""
