"""What a check has found: a sentence, and whether somebody has to do something."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple


class Outcome(StrEnum):
    """How a check went; the values stand at the beginning of the doctor's lines."""

    OK = "ok"
    MEND = "mend"
    """Something needs mending: the sentence says what to do."""
    UNUSABLE = "setting"
    """The same, and without it the bot does not start: a setting cannot be used."""
    UNCHECKED = "unknown"
    """It could not be checked."""


class Finding(NamedTuple):
    """One line of the doctor's; never with a token or a password in it."""

    outcome: Outcome
    sentence: str


class Check(NamedTuple):
    """`run` gives its findings and changes nothing; after `seconds` it is given up."""

    name: str
    run: Callable[[], Awaitable[Sequence[Finding]]]
    seconds: float = 10.0


def ok(sentence: str) -> Finding:
    return Finding(Outcome.OK, sentence)


def mend(sentence: str) -> Finding:
    return Finding(Outcome.MEND, sentence)


def unusable(sentence: str) -> Finding:
    return Finding(Outcome.UNUSABLE, sentence)


def unchecked(sentence: str) -> Finding:
    return Finding(Outcome.UNCHECKED, sentence)


def exit_status(findings: Iterable[Finding]) -> int:
    """0 if all is well, 2 if a setting cannot be used, else 1."""
    outcomes = {finding.outcome for finding in findings}
    if Outcome.UNUSABLE in outcomes:
        return 2
    return int(outcomes != {Outcome.OK})
