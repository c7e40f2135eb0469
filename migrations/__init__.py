"""Alembic revisions; the program applies them by itself at every start."""
