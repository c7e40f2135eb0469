"""The daily deal in a private message: an attempt, its result, its review, and what is shared."""
