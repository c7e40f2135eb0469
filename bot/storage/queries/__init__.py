"""The queries, one file a subject."""
