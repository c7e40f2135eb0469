"""What a host can see of the running bot: logs, metrics, health, error reports."""
