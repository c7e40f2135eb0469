"""The daily deal in a private message: an attempt, its result, the coach, and what is shared."""
