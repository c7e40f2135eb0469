"""The daily deal: one round a day against three computers, the same for all members."""
