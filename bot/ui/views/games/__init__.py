"""Running and finished games: lists, replay, review."""
