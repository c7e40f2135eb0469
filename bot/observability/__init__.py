"""What a host sees of the running bot: logs, metrics, health, error reports."""
