"""What a server sets: its rules, its blocked members, its reports."""
