"""Finished games: their list, their records, their verification."""
