"""The tables of the database, one file a subject."""
