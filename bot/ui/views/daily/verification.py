"""What verifying the deal of a day that is over found, with the committed text as a file."""

from bot.tables.daily.days import DailyVerification
from bot.text.language import Language
from bot.ui.kit.message import Message
from bot.ui.views.daily.attempt import deal_label
from bot.ui.views.elements import new_embed


def day_verification_message(language: Language, found: DailyVerification) -> Message:
    """Whether the deal is the one that was committed to, and how to check it by hand."""
    name = f"daily-{found.daily.day.isoformat()}.txt"
    if found.commitment is None:
        words = language.gettext(
            "Nobody played this deal while its day was open, and its SHA-256 was never shown. "
            "So there is nothing to check."
        )
        return Message(new_embed(words, title=_title(language, found)))
    words = language.gettext(
        "Compare this SHA-256 with the one for tomorrow's deal in your result of the day before. "
        "To compute it yourself, run `sha256sum {file}`: the file has the seat, the deal and its "
        "salt.",
        file=name,
    )
    shown = new_embed(f"`{found.commitment}`\n{words}", title=_title(language, found))
    return Message(shown, files={name: found.text})


def _title(language: Language, found: DailyVerification) -> str:
    deal = deal_label(language, found.daily.day)
    # Translators: {deal} is a day's deal, such as "Daily 213 (21 Nov)".
    if found.commitment is None:
        return language.gettext("⚠️ {deal}: cannot be checked", deal=deal)
    if found.holds:
        return language.gettext("✅ {deal}: the deal is unchanged", deal=deal)
    return language.gettext("❌ {deal}: the deal was changed", deal=deal)
