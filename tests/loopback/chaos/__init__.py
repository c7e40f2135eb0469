"""Games at several tables, while the program is killed and Discord fails; and what must hold."""
