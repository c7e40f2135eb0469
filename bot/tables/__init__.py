"""What happens at a table: lobby, turns, deadlines and computer seats. Knows no Discord."""
