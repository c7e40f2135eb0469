"""Connections and transactions on SQLite and PostgreSQL, and the schema."""
