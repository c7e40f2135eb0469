"""The same bot in a browser, without Discord: the page, and what SimCord needs for it."""

DEFAULT_PORT = 7268
"""The page's port where it is free, so that its address is the same at every start."""
