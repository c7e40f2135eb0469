"""What the doctor's tests ask of its findings."""

from collections.abc import Awaitable, Callable

from bot.doctor.findings import CheckOutcome, Finding

Findings = dict[str, list[Finding]]
"""By the names of the checks."""
Examine = Callable[..., Awaitable[Findings]]


def wrong(found: Findings) -> dict[str, str]:
    """What is not well: the sentences of each check, each behind its outcome."""
    said = {
        name: "\n".join(
            f"{one.outcome}: {one.sentence}"
            for one in findings
            if one.outcome is not CheckOutcome.OK
        )
        for name, findings in found.items()
    }
    return {name: sentences for name, sentences in said.items() if sentences}


def named(found: Findings, *names: str) -> str:
    """The sentences of these checks, which are the only ones with a fault."""
    faults = wrong(found)
    assert set(faults) == set(names), faults
    return "\n".join(faults[name] for name in names)
