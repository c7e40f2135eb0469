"""The tables: lobby, turns, deadlines and computer seats, independent of Discord."""
