"""The line below a round's message, and what `/scout record verify` answers."""

from dataclasses import replace

import pytest

from bot.tables.core.state import TableState
from bot.tables.games.verification import DealCheck, Verification, verify_record
from bot.ui.delivery.public_messages import expected_messages
from bot.ui.views.table.fair_deal import deal_footer, verification_message
from engine.commitment import deal_text
from engine.game import Game
from engine.record import dumps
from tests.support.discord.limits import message_violations
from tests.support.engine.random_games import finished, positions
from tests.support.ui.awkward_names import NAMES
from tests.support.ui.rendering import as_sent
from tests.support.ui.table_states import state_of


def footers(state: TableState) -> dict[str, str | None]:
    return {slot: message.embed.footer.text for slot, message in expected_messages(state)}


def salt_of(number: int) -> str:
    """What `state_of` takes for it."""
    return f"{number:064x}"


def digest(state: TableState, number: int) -> str:
    committed = state.commitments[number - 1]
    assert committed is not None
    return committed.digest


@pytest.mark.parametrize("pictures", [True, False])
def test_the_commitment_stands_below_its_round_from_the_deal_on(pictures: bool) -> None:
    state = state_of(next(positions(3, seed=1)))
    state = replace(state, options=replace(state.options, pictures=pictures))
    assert footers(state)["round-1"] == f"Deal's SHA-256: {digest(state, 1)}"


def test_the_end_of_a_round_adds_its_salt() -> None:
    state = state_of(finished(3, seed=1))
    shown = footers(state)
    for number in (1, 2, 3):
        commitment, salt = f"Deal's SHA-256: {digest(state, number)}", f"Salt: {salt_of(number)}"
        assert shown[f"round-{number}"] == f"{commitment}\n{salt}"


def test_r4_two_players_second_result_has_both_salts() -> None:
    """The first result never changes again, so that nothing is edited for it."""
    games = list(positions(2, seed=1, length=3))
    second = next(game for game in games if len(game.rounds) == 2)
    last = state_of(games[-1])
    assert footers(state_of(second))["round-1"] == footers(last)["round-1"]
    later = "Its salt follows after round 2, which is dealt from it too."
    assert footers(last)["round-1"] == f"Deal's SHA-256: {digest(last, 1)}\n{later}"
    assert footers(last)["round-2"] == (
        f"Deal's SHA-256: {digest(last, 2)}\nSalt of round 1: {salt_of(1)}\nSalt: {salt_of(2)}"
    )
    # What the last round sets aside, nobody is dealt.
    assert footers(last)["round-3"] == f"Deal's SHA-256: {digest(last, 3)}\nSalt: {salt_of(3)}"


def test_a_deal_of_an_earlier_version_has_no_line() -> None:
    """So the messages of its rounds have the digests that they had, and are not edited."""
    state = state_of(finished(2, seed=1, length=2))
    for commitments in ((), (None, None)):
        shown = footers(replace(state, commitments=commitments))
        assert (shown["round-1"], shown["round-2"]) == (None, None)
    upgraded = replace(state, commitments=(None, state.commitments[1]))
    assert deal_footer(upgraded, 1) is None
    assert deal_footer(upgraded, 2) == f"Deal's SHA-256: {digest(state, 2)}\nSalt: {salt_of(2)}"


def verification(game: Game, problem: str | None = None) -> Verification:
    commitments = state_of(game).commitments
    deals = [
        DealCheck(commitments[at], deal_text(played.deal, at + 1, salt_of(at + 1)), holds=True)
        for at, played in enumerate(game.rounds)
    ]
    names = tuple(NAMES[: game.players])
    totals = () if problem else game.totals()
    return Verification(2**31 - 1, names, tuple(deals), totals, problem)


@pytest.mark.parametrize("problem", [None, "x" * 10_000, "`" * 10_000])
async def test_the_longest_answer_fits(problem: str | None) -> None:
    message = verification_message(verification(finished(5, seed=1, length=10), problem))
    assert list(message_violations(await as_sent(message))) == []
    assert len(message.files) == 10
    files = (await message.send_arguments())["files"]
    assert [file.filename for file in files] == list(message.files)


def test_a_game_that_holds_is_answered_with_all_that_is_needed_to_compute_it_again() -> None:
    found = verification(finished(3, seed=1))
    message = verification_message(found)
    assert message.embed.title == "✅ Game #2147483647 checks out"
    for deal in found.deals:
        assert deal.commitment is not None
        assert f"`{deal.commitment.digest}`" in (message.embed.description or "")
        assert f"salt: {deal.commitment.salt}\n" in (deal.text or "")
    assert list(message.files.values()) == [deal.text for deal in found.deals]


async def test_what_a_file_says_formats_and_mentions_nothing() -> None:
    hostile = "```@everyone <@1> [here](https://example.com)"
    found = await verify_record(
        dumps(finished(2, seed=1, length=1)).replace('"S', f'"{hostile}').encode()
    )
    assert found.problem is not None
    assert hostile in found.problem
    text = verification_message(found).embed.description or ""
    assert text.count("```") == 2
    assert hostile.removeprefix("```") in text.split("```")[1]


async def test_a_record_without_commitments_says_so() -> None:
    found = await verify_record(dumps(finished(2, seed=1, length=1)).encode())
    message = verification_message(found)
    assert message.embed.title == "✅ This record checks out"
    assert "not committed to" in (message.embed.description or "")
    assert not message.files
