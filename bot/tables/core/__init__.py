"""What every use case stands on: the repository, the unit of work, a table's state."""
