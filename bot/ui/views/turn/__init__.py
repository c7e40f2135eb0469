"""The private hand: its menu, its buttons, its hints."""
