"""The languages in which everything is shown by a test."""

from bot.text.language import ENGLISH, LANGUAGES, PSEUDO, Language
from tests.support.marks import with_long

_USUAL = (PSEUDO, Language("de"), Language("ja"))
IN_TURN = with_long(_USUAL, [one for one in LANGUAGES if one not in (ENGLISH, *_USUAL)])
"""Values for `parametrize` beside English: the longest words, and a script without spaces, in
`make test`; the others in `make test-all`."""
