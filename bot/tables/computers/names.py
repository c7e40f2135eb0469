"""The computers' names, by level: circus artists, which is the theme of SCOUT."""

from collections.abc import Collection

from engine.players import Level

_NAMES = {
    Level.BEGINNER: ("Clown", "Mime", "Jester", "Puppeteer"),
    Level.EASY: ("Drummer", "Trumpeter", "Dancer", "Fire Eater"),
    Level.MEDIUM: ("Juggler", "Acrobat", "Stilt Walker", "Tumbler"),
    Level.HARD: ("Ringmaster", "Lion Tamer", "Illusionist", "Strongwoman"),
}


def computer_name(level: Level, taken: Collection[str], instead_of: str | None = None) -> str:
    """`Juggler (medium)`, a name not in `taken`; with `instead_of`, `Juggler (medium) for Mia`."""
    names = [f"{name} ({level})" for name in (*_NAMES[level], "Understudy")]
    # A computer that plays for a member has the same name with a suffix.
    free = [name for name in names if not any(other.startswith(name) for other in taken)]
    name = (free or names)[0]
    return name if instead_of is None else f"{name} for {instead_of}"
