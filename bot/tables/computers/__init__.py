"""The computer players at the tables: who chooses for them, and their worker processes."""
