"""Who plays how well: leaderboards, statistics, seasons, ratings."""
