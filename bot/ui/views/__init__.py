"""State in, message out: pure, with no database, no client and no clock."""
