"""The computer players at the tables: their names, and where they think."""
