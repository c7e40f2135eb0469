"""Discord in: slash commands, the component router, and what each press does."""
