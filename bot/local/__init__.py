"""The bot in a browser, without Discord: the local page, and patches for SimCord."""
