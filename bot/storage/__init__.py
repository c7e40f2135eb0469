"""What a restart must not lose: tables, seats, deals, actions, posts and results."""
