"""Looking back at a finished game: a member's decisions and what they gave away."""
