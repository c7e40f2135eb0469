"""Running the bot on a machine: the process, its clock, its gateway, its monitoring."""
