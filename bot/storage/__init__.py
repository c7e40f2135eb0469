"""The database: tables, seats, deals, actions, messages, settings and results."""
