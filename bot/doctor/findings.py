"""The result of a check: a sentence, and whether the host has to do something."""

from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from bot.hosting.faults import Fault


class CheckOutcome(StrEnum):
    """The outcome of a check; the values stand at the beginning of the doctor's lines."""

    OK = "ok"
    MEND = "mend"
    """Something needs mending; the sentence has the remedy."""
    UNUSABLE = "setting"
    """A setting cannot be used, so the bot does not start; the sentence has the remedy."""
    UNCHECKED = "unknown"
    """The check could not be made."""


class Finding(NamedTuple):
    """One line of the doctor's output, without tokens and passwords."""

    outcome: CheckOutcome
    sentence: str


Findings = list[Finding]


class Check(NamedTuple):
    """`run` returns its findings and changes nothing; it is cancelled after `seconds`."""

    name: str
    run: Callable[[], Awaitable[Findings]]
    seconds: float = 10.0


def _finding(outcome: CheckOutcome, sentence: str) -> Findings:
    return [Finding(outcome, sentence)]


ok = partial(_finding, CheckOutcome.OK)
mend = partial(_finding, CheckOutcome.MEND)
unusable = partial(_finding, CheckOutcome.UNUSABLE)
unchecked = partial(_finding, CheckOutcome.UNCHECKED)


def of_faults(faults: Iterable[Fault]) -> Findings:
    """Faults of the settings: those with which `run` ends with status 2 cannot be used."""
    return [
        Finding(CheckOutcome.UNUSABLE if fault.status == 2 else CheckOutcome.MEND, fault.sentence)
        for fault in faults
    ]


def exit_status(findings: Iterable[Finding]) -> int:
    """0 if all is well, 2 if a setting cannot be used, else 1."""
    outcomes = {finding.outcome for finding in findings}
    if CheckOutcome.UNUSABLE in outcomes:
        return 2
    return int(outcomes != {CheckOutcome.OK})
