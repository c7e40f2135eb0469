"""The computer players at the tables: choice of their actions, worker processes."""
