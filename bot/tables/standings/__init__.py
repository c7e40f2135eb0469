"""Standings of members: leaderboards, statistics, seasons, ratings."""
