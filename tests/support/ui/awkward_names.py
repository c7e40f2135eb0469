"""Names that are long and full of characters with a meaning in Markdown."""

LONGEST_NAME = 32
NAMES = ["*" * LONGEST_NAME, "_" * LONGEST_NAME, "`" * LONGEST_NAME, "@everyone" * 3, "|" * 32]
STAND_INS = [f"Juggler (medium) for {name}" for name in NAMES]
