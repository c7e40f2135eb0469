"""Alembic revisions; the program applies them automatically at every start."""
