"""A server's settings, blocked members and reports."""
