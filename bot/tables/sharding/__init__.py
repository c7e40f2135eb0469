"""Shard leases: one process acts for each table."""
