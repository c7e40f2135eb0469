"""What is said of pictures to those who cannot see them."""

from collections.abc import Callable, Iterable
from typing import TypeVarTuple

from bot.pictures.alt import in_a_line
from bot.text.language import Language

Ts = TypeVarTuple("Ts")


def alt_text(
    describe: Callable[[Language, *Ts], Iterable[str]], language: Language, *content: *Ts
) -> str:
    return in_a_line(language, describe(language, *content))
