"""What `/scout record verify daily:` answers about a deal that is not as it was committed to."""

from datetime import date

import pytest

from bot.tables.daily.days import DailyVerification
from bot.tables.daily.deal import daily_deal
from bot.text.language import ENGLISH
from bot.ui.views.daily.result import day_verification_message

DAILY = daily_deal("ab" * 32, date(2027, 6, 24))
OTHER = "c" * 64


@pytest.mark.parametrize(
    ("commitment", "title"),
    [
        (DAILY.commitment, "✅ Daily 214 (24 Jun): the deal is unchanged"),
        (OTHER, "❌ Daily 214 (24 Jun): the deal was changed"),
    ],
)
def test_the_stored_commitment_is_shown_with_the_text_as_a_file(
    commitment: str, title: str
) -> None:
    found = DailyVerification(DAILY, commitment)
    message = day_verification_message(ENGLISH, found)
    assert message.embed.title == title
    assert (message.embed.description or "").startswith(f"`{commitment}`\n")
    # As the result of the day before calls it.
    assert " the next deal " in (message.embed.description or "")
    assert message.files == {"daily-2027-06-24.txt": DAILY.committed_text}


def test_a_deal_without_a_commitment_has_no_file() -> None:
    found = DailyVerification(DAILY, None)
    message = day_verification_message(ENGLISH, found)
    assert message.embed.title == "⚠️ Daily 214 (24 Jun): cannot be checked"
    assert message.files == {}
