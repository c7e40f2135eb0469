"""The database as a host handles it: backups, copies, inspection."""
