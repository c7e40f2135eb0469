"""What happens at a table: lobby, turns, clock and computer seats. Knows no Discord."""
