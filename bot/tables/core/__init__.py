"""Shared by all use cases: the repository, the unit of work, a table's state."""
