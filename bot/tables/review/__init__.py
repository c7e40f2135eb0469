"""Reviews of finished games: a member's decisions and the points that they lost."""
