"""The first message of a round, the line below others, and what `/scout record verify` answers."""

from dataclasses import replace

import pytest

from bot.tables.core.state import TableState
from bot.tables.games.verification import DealCheck, Verification, verify_record
from bot.text.language import ENGLISH, Sentence
from bot.text.names import PlayerName
from bot.ui.delivery.expected_messages import expected_messages
from bot.ui.views.table.fair_deal import deal_footer, deal_message, verification_message
from bot.ui.views.table.table import spectator_message
from engine.commitment import deal_text
from engine.game import Game
from engine.record import dumps
from tests.support.discord.limits import message_violations
from tests.support.engine.random_games import finished, positions
from tests.support.engine.record_documents import commitments_to
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
def test_the_commitment_stands_in_its_rounds_first_message_from_the_deal_on(pictures: bool) -> None:
    state = state_of(next(positions(3, seed=1)))
    state = replace(state, options=replace(state.options, pictures=pictures))
    shown = footers(state)
    assert list(shown) == ["lobby", "deal-1", "round-1"]
    whole = f"Round 1 of 3 is dealt. Deal's SHA-256:\n{digest(state, 1)}"
    assert shown["deal-1"] == whole
    assert shown["round-1"] == f"Deal: {digest(state, 1)[:12]}"


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("players", [2, 3])
def test_no_other_message_has_the_commitment_and_none_a_salt(players: int, pictures: bool) -> None:
    """R4: neither one that waited for the next round."""
    state = state_of(finished(players, seed=1, length=3))
    state = replace(state, options=replace(state.options, pictures=pictures))
    every = {slot: str(shown.embed.to_dict()) for slot, shown in expected_messages(state)}
    every["watched"] = str(spectator_message(ENGLISH, state, state.opened_at).embed.to_dict())
    for number in (1, 2, 3):
        whole = digest(state, number)
        assert [slot for slot, said in every.items() if whole in said] == [f"deal-{number}"]
        assert whole[:12] in every[f"round-{number}"]
        assert not any(salt_of(number) in said for said in every.values())


def test_a_round_that_an_earlier_version_posted_keeps_the_whole_commitment() -> None:
    state = state_of(finished(3, seed=1))
    posted = {"lobby", "round-1", "round-2", "deal-2"}
    shown = {
        slot: message.embed.footer.text
        for slot, message in expected_messages(state, posted=posted)
        if not slot.startswith("lobby")
    }
    assert list(shown) == ["round-1", "deal-2", "round-2", "deal-3", "round-3", "final"]
    assert shown["round-1"] == f"Deal's SHA-256: {digest(state, 1)}"
    assert shown["round-2"] == f"Deal: {digest(state, 2)[:12]}"


def test_a_deal_of_an_earlier_version_has_no_line() -> None:
    """So the messages of its rounds have the digests that they had, and are not edited."""
    state = state_of(finished(2, seed=1, length=2))
    for commitments in ((), (None, None)):
        shown = footers(replace(state, commitments=commitments))
        assert list(shown) == ["lobby", "round-1", "round-2", "final"]
        assert (shown["round-1"], shown["round-2"]) == (None, None)
    upgraded = replace(state, commitments=(None, state.commitments[1]))
    assert deal_message(ENGLISH, upgraded, 1) is None
    assert deal_footer(ENGLISH, upgraded, 1) is None
    assert deal_footer(ENGLISH, upgraded, 2) == f"Deal: {digest(state, 2)[:12]}"


def verification(game: Game, problem: Sentence | None = None) -> Verification:
    commitments = state_of(game).commitments
    deals = [
        DealCheck(commitments[at], deal_text(played.deal, at + 1, salt_of(at + 1)), holds=True)
        for at, played in enumerate(game.rounds)
    ]
    names = tuple(map(PlayerName, NAMES[: game.players]))
    totals = () if problem else game.totals()
    return Verification(2**31 - 1, names, tuple(deals), totals, problem)


@pytest.mark.parametrize("problem", [None, "x" * 10_000, "`" * 10_000])
async def test_the_longest_answer_fits(problem: str | None) -> None:
    wrong = None if problem is None else Sentence("{reason}", reason=problem)
    found = verification(finished(5, seed=1, length=10), wrong)
    message = verification_message(ENGLISH, found)
    assert list(message_violations(await as_sent(message))) == []
    assert len(message.files) == 10
    files = (await message.send_arguments())["files"]
    assert [file.filename for file in files] == list(message.files)


def test_a_game_that_holds_is_answered_with_all_that_is_needed_to_compute_it_again() -> None:
    found = verification(finished(3, seed=1))
    message = verification_message(ENGLISH, found)
    assert message.embed.title == "✅ Game #2147483647 checks out"
    for deal in found.deals:
        assert deal.commitment is not None
        assert f"`{deal.commitment.digest}`" in (message.embed.description or "")
        assert f"salt: {deal.commitment.salt}\n" in (deal.text or "")
    assert list(message.files.values()) == [deal.text for deal in found.deals]
    # The first message of a round has no other word for it.
    assert "Compare each SHA-256 with the one in the first message" in str(
        message.embed.description
    )


@pytest.mark.parametrize("closed", [False, True])
def test_a_round_whose_deal_is_a_secret_is_promised_only_while_the_game_goes_on(
    closed: bool,
) -> None:
    game = finished(2, seed=1)
    first, second = (played.deal for played in game.rounds)
    assert second.hands != first.hands
    assert sum(second.hands, ()) == first.set_aside
    found = verification(game)._replace(deals=(), rounds=1, closed=closed)
    text = verification_message(ENGLISH, found).embed.description or ""
    assert ("can be checked when round 2 is over" in text) is not closed
    assert ("cannot be checked. The game was closed before the end of round 2" in text) is closed
    assert "round 2, whose cards are from the same deal." in text.replace(" is over", "")


def test_what_a_file_says_formats_and_mentions_nothing() -> None:
    hostile = "```@everyone <@1> [here](https://example.com)"
    found = verify_record(
        dumps(finished(2, seed=1, length=1)).replace('"S', f'"{hostile}').encode()
    )
    assert found.problem is not None
    assert hostile in ENGLISH.say(found.problem)
    text = verification_message(ENGLISH, found).embed.description or ""
    assert text.count("```") == 2
    assert hostile.removeprefix("```") in text.split("```")[1]


def test_a_name_in_a_file_that_cannot_be_seen_is_the_seats() -> None:
    record = dumps(finished(2, seed=1, length=1), names=["\u200b", "Noah"])
    text = verification_message(ENGLISH, verify_record(record.encode())).embed.description
    assert text is not None
    assert "The final scores are right: Seat 1 " in text


def test_a_record_without_commitments_says_so() -> None:
    found = verify_record(dumps(finished(2, seed=1, length=1)).encode())
    message = verification_message(ENGLISH, found)
    assert message.embed.title == "⚠️ This record cannot be checked in full"
    assert "**Round 1**: cannot be checked. Its deal has no SHA-256" in str(
        message.embed.description
    )
    assert not message.files


def test_the_round_whose_commitment_was_erased_is_named() -> None:
    game = finished(3, seed=1)
    commitments = [*commitments_to(game, salt_of(1))[:2], None]
    found = verify_record(dumps(game, commitments).encode())
    message = verification_message(ENGLISH, found)
    assert message.embed.title == "⚠️ This record cannot be checked in full"
    words = str(message.embed.description)
    assert words.count("the deal is unchanged") == 2
    assert "**Round 3**: cannot be checked." in words
    assert len(message.files) == 2
