"""Names that are long and full of characters with a meaning in Markdown."""

from bot.tables.lobby import computer_name
from engine.players import Level

LONGEST_NAME = 32
NAMES = ["*" * LONGEST_NAME, "_" * LONGEST_NAME, "`" * LONGEST_NAME, "@everyone" * 3, "|" * 32]
STAND_INS = [computer_name(Level.MEDIUM, [], instead_of=name) for name in NAMES]
