"""The same bot in a browser, without Discord: the page, and what SimCord needs for it."""
