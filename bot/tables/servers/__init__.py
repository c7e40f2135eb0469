"""A server's policy, blocked members and reports."""
