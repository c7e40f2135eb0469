"""The result of a check: a sentence, and whether the host has to do something."""

from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from bot.hosting.faults import Fault


class Outcome(StrEnum):
    """How a check went; the values stand at the beginning of the doctor's lines."""

    OK = "ok"
    MEND = "mend"
    """Something needs mending; the sentence has the remedy."""
    UNUSABLE = "setting"
    """A setting cannot be used, so the bot does not start; the sentence has the remedy."""
    UNCHECKED = "unknown"
    """The check could not be made."""


class Finding(NamedTuple):
    """One line of the doctor's output, without tokens and passwords."""

    outcome: Outcome
    sentence: str


Findings = list[Finding]


class Check(NamedTuple):
    """`run` returns its findings and changes nothing; it is cancelled after `seconds`."""

    name: str
    run: Callable[[], Awaitable[Findings]]
    seconds: float = 10.0


def _finding(outcome: Outcome, sentence: str) -> Findings:
    return [Finding(outcome, sentence)]


ok = partial(_finding, Outcome.OK)
mend = partial(_finding, Outcome.MEND)
unusable = partial(_finding, Outcome.UNUSABLE)
unchecked = partial(_finding, Outcome.UNCHECKED)


def of_faults(faults: Iterable[Fault]) -> Findings:
    """Faults of the settings: those with which `run` ends with status 2 cannot be used."""
    return [
        Finding(Outcome.UNUSABLE if fault.status == 2 else Outcome.MEND, fault.sentence)
        for fault in faults
    ]


def exit_status(findings: Iterable[Finding]) -> int:
    """0 if all is well, 2 if a setting cannot be used, else 1."""
    outcomes = {finding.outcome for finding in findings}
    if Outcome.UNUSABLE in outcomes:
        return 2
    return int(outcomes != {Outcome.OK})
