"""The commitment to a deal, in full and as a fingerprint, and the result of a verification."""

from collections.abc import Iterator

from bot.tables.core.state import TableState
from bot.tables.games.verification import Verification
from bot.text.language import Language, gettext_noop
from bot.text.words import joined, seat_name, shortened
from bot.ui.kit.message import Message
from bot.ui.views.elements import new_embed, player_name
from engine.commitment import Commitment

_MAX_WORDS = 500
"""Maximum characters of a problem: it may quote a file."""
_FINGERPRINT = 12
"""Digits of a commitment that messages show, except the first message of its round."""
_GAMES = {
    True: gettext_noop("✅ Game #{game} checks out"),
    False: gettext_noop("❌ Game #{game} does not check out"),
    None: gettext_noop("⚠️ Game #{game} cannot be checked in full"),
}
_RECORDS = {
    True: gettext_noop("✅ This record checks out"),
    False: gettext_noop("❌ This record does not check out"),
    None: gettext_noop("⚠️ This record cannot be checked in full"),
}
_DEALS = {
    True: gettext_noop("**Round {number}**: the deal is unchanged."),
    False: gettext_noop("**Round {number}**: **the deal was changed**."),
    None: gettext_noop(
        "**Round {number}**: cannot be checked. Its deal has no SHA-256, or that was erased."
    ),
}
_LATER = gettext_noop(
    "**Round {number}**: can be checked when round {next} is over, whose cards are from the same "
    "deal."
)
_NEVER = gettext_noop(
    "**Round {number}**: cannot be checked. The game was closed before the end of round {next}, "
    "whose cards are from the same deal."
)


def deal_message(language: Language, state: TableState, number: int) -> Message | None:
    """The first message of round `number`, never edited: the commitment to its deal, if any."""
    committed = _commitment(state, number)
    if committed is None:
        return None
    words = language.gettext(
        "Round {number} of {rounds} is dealt. Deal's SHA-256:\n{digest}",
        number=number,
        rounds=state.length,
        digest=committed.digest,
    )
    return Message(new_embed(footer=words))


def deal_footer(
    language: Language, state: TableState, number: int, *, is_whole: bool = False
) -> str | None:
    """The fingerprint of the commitment to the deal of round `number`, if it has one.

    `is_whole`: the whole commitment, for a round without a `deal_message`.
    """
    committed = _commitment(state, number)
    if committed is None:
        return None
    if is_whole:
        return language.gettext("Deal's SHA-256: {digest}", digest=committed.digest)
    # Translators: the first digits of the same SHA-256, in small print below a message.
    return language.gettext("Deal: {digest}", digest=committed.digest[:_FINGERPRINT])


def _commitment(state: TableState, number: int) -> Commitment | None:
    return state.commitments[number - 1] if number <= len(state.commitments) else None


def verification_message(language: Language, found: Verification) -> Message:
    """Whether the game is right, or its first fault, and each deal with its file."""
    name = "record" if found.table_id is None else f"game-{found.table_id}"
    # For programs in any language.
    files = {
        f"{name}-round-{number}.txt": deal.text
        for number, deal in enumerate(found.deals, 1)
        if deal.text is not None
    }
    words = "\n".join(_lines(language, found, has_files=bool(files)))
    holds = False if found.problem is not None else found.proves_all or None
    title = (_RECORDS if found.table_id is None else _GAMES)[holds]
    shown = new_embed(words, title=language.gettext(title, game=str(found.table_id)))
    return Message(shown, files=files)


def _lines(language: Language, found: Verification, *, has_files: bool) -> Iterator[str]:
    if found.problem is None:
        yield _totals(language, found)
    else:
        yield language.gettext("The first thing that is wrong:")
        short = shortened(language.say(found.problem), _MAX_WORDS).replace("`", "'")
        yield f"```\n{short}\n```"
    for number, deal in enumerate(found.deals, 1):
        text = _DEALS[None if deal.commitment is None else deal.holds]
        yield language.gettext(text, number=number)
        if deal.commitment is not None:
            # The salt is in the file.
            yield f"`{deal.commitment.digest}`"
    if found.problem is None and found.rounds is not None and len(found.deals) < found.rounds:
        later = _NEVER if found.closed else _LATER
        yield language.gettext(later, number=found.rounds, next=found.rounds + 1)
    if has_files:
        yield language.gettext(
            "Compare each SHA-256 with the one in the first message of its round, which was "
            "there from the deal on. To compute one yourself, run `sha256sum` on its file: the "
            "deal and its salt."
        )


def _totals(language: Language, found: Verification) -> str:
    names = (
        (name and player_name(language, name)) or seat_name(language, seat)
        for seat, name in enumerate(found.names)
    )
    pairs = zip(names, found.totals, strict=True)
    totals = joined(language, (f"{name} {language.number(total)}" for name, total in pairs))
    if found.rounds is None:
        return language.gettext(
            "Every move follows the rules. The final scores are right: {totals}.", totals=totals
        )
    return language.ngettext(
        "Every move of {number} round follows the rules. The scores after that are right: "
        "{totals}.",
        "Every move of {number} rounds follows the rules. The scores after that are right: "
        "{totals}.",
        found.rounds,
        totals=totals,
    )
