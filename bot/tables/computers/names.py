"""The computers' names: circus folk, since that is where the game plays."""

from collections.abc import Collection

from engine.levels import Level

_FOLK = {
    Level.EASY: ("Clown", "Mime", "Jester", "Puppeteer"),
    Level.MEDIUM: ("Juggler", "Acrobat", "Stilt Walker", "Tumbler"),
    Level.HARD: ("Ringmaster", "Lion Tamer", "Illusionist", "Strongwoman"),
}


def computer_name(level: Level, taken: Collection[str], instead_of: str | None = None) -> str:
    """`Juggler (medium)`, with nobody of that name among `taken`; `... for Mia` instead of her."""
    names = [f"{name} ({level})" for name in (*_FOLK[level], "Understudy")]
    # Who plays for somebody is called that too, and then for whom.
    free = [name for name in names if not any(other.startswith(name) for other in taken)]
    name = (free or names)[0]
    return name if instead_of is None else f"{name} for {instead_of}"
