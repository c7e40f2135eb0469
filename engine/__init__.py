"""The rules of the card game SCOUT as pure values; R1-R23 number the rules in rules.md."""
