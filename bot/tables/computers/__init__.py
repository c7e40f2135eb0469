"""The computer players at the tables: their names and their worker processes."""
