"""The commitment to a deal, whole and as a fingerprint, and what verifying a game found."""

from bot.tables.core.state import TableState
from bot.tables.games.verification import DealCheck, Verification
from bot.text.language import Language, Sentence
from bot.text.words import counted, seat_name
from bot.ui.kit.message import Message
from bot.ui.views.elements import escape_markdown, new_embed
from engine.commitment import Commitment

_MAX_WORDS = 500
"""Characters of a problem, which may quote a file."""
_SHA_256 = "Deal's SHA-256"
_FINGERPRINT = 12
"""Digits of a commitment below all messages but the first of its round."""
_COMPARE = (
    "Compare each commitment with the one in the first message of its round, which was there from "
    "the deal on. To compute one yourself, run `sha256sum` on its file: the deal and its salt."
)
_LATER = "can be checked when round {} is over, which has the same hands"
_UNCHECKED = "cannot be checked. It was not committed to, or its commitment was erased"


def deal_message(language: Language, state: TableState, number: int) -> Message | None:
    """The first message of round `number`, which is never edited: the whole commitment to its deal.

    None if the deal has no commitment.
    """
    committed = _commitment(state, number)
    if committed is None:
        return None
    words = f"Round {number} of {state.length} is dealt. {_SHA_256}:\n{committed.digest}"
    return Message(new_embed(footer=words))


def deal_footer(
    language: Language, state: TableState, number: int, *, is_whole: bool = False
) -> str | None:
    """The fingerprint of the commitment to the deal of round `number`, if it has one.

    `is_whole` for the commitment itself, if no `deal_message` of the round was sent.
    """
    committed = _commitment(state, number)
    if committed is None:
        return None
    if is_whole:
        return f"{_SHA_256}: {committed.digest}"
    return f"Deal: {committed.digest[:_FINGERPRINT]}"


def _commitment(state: TableState, number: int) -> Commitment | None:
    return state.commitments[number - 1] if number <= len(state.commitments) else None


def verification_message(language: Language, found: Verification) -> Message:
    """Whether the game is right, or the first thing that is wrong, and each deal with its file."""
    subject = "This record" if found.table_id is None else f"Game #{found.table_id}"
    if found.problem is not None:
        title = f"❌ {subject} does not check out"
    elif found.proves_all:
        title = f"✅ {subject} checks out"
    else:
        title = f"⚠️ {subject} cannot be checked in full"
    lines = (
        [_totals(language, found)] if found.problem is None else [_problem(language, found.problem)]
    )
    rounds = [
        words
        for number, deal in enumerate(found.deals, 1)
        for words in _deal(language, number, deal)
    ]
    if found.problem is None and found.rounds is not None and len(found.deals) < found.rounds:
        rounds.append(f"**Round {found.rounds}**: {_LATER.format(found.rounds + 1)}.")
    files = _files(language, found)
    lines += [*rounds, _COMPARE] if files else rounds
    return Message(new_embed("\n".join(lines), title=title), files=files)


def _totals(language: Language, found: Verification) -> str:
    pairs = enumerate(zip(found.names, found.totals, strict=True))
    totals = ", ".join(
        f"{escape_markdown(name or seat_name(language, seat))} {language.number(total)}"
        for seat, (name, total) in pairs
    )
    if found.rounds is None:
        return f"Every move follows the rules. The final scores are right: {totals}."
    over = counted(language, found.rounds, "round")
    return f"Every move of {over} follows the rules. The scores after that are right: {totals}."


def _problem(language: Language, problem: Sentence) -> str:
    said = language.say(problem)
    short = said if len(said) <= _MAX_WORDS else f"{said[:_MAX_WORDS]}…"
    return f"The first thing that is wrong:\n```\n{short.replace('`', chr(39))}\n```"


def _deal(language: Language, number: int, deal: DealCheck) -> list[str]:
    if deal.commitment is None:
        return [f"**Round {number}**: {_UNCHECKED}."]
    outcome = "the deal is unchanged" if deal.holds else "**the deal was changed**"
    # The salt is in the file.
    posted = [f"`{deal.commitment.digest}`"] if deal.commitment.digest else []
    return [f"**Round {number}**: {outcome}.", *posted]


def _files(language: Language, found: Verification) -> dict[str, str]:
    name = "record" if found.table_id is None else f"game-{found.table_id}"
    return {
        f"{name}-round-{number}.txt": deal.text
        for number, deal in enumerate(found.deals, 1)
        if deal.text is not None
    }
