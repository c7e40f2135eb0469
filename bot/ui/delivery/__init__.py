"""Discord out: the publisher and every message that goes out by itself."""
