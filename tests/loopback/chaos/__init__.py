"""Plays games at several tables while the program is killed and Discord fails, and checks them."""
