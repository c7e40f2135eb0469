"""What the views of the daily deal say, and what they leave to a picture or leave out."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.tables.daily.boards import BoardRow
from bot.tables.daily.deal import FIRST_DAY
from bot.tables.daily.posts import Yesterday
from bot.tables.review import MoveReview, Review, decisions_in
from bot.text.language import ENGLISH, LANGUAGES
from bot.ui.kit.message import Message
from bot.ui.views.daily.attempt import table_of
from bot.ui.views.daily.boards import channel_message
from bot.ui.views.daily.result import day_review, result_message, summary
from bot.ui.views.games.review import COSTLY, move_message
from tests.support.discord.limits import message_violations
from tests.support.engine.random_games import finished
from tests.support.ui.every_view.daily import SEAT, attempt_at, results
from tests.support.ui.rendering import as_sent
from tests.support.ui.uploaded_emojis import uploaded


def reviewed(decision: int, *, pictures: bool) -> Message:
    """The review of this costly move, counted from 0, the choice of a hand being the first."""
    attempt = attempt_at(finished(4, seed=2, length=1))
    review = Review(table_of(attempt), SEAT, decisions_in(attempt.game, SEAT), stored=False)
    review.moves = [
        MoveReview(one, one.view.legal_actions()[0], 2.5 * (at == decision))
        for at, one in enumerate(review.decisions)
    ]
    return day_review(ENGLISH, attempt, review, 0, pictures=pictures)


@pytest.mark.parametrize("pictures", [False, True])
def test_the_review_leaves_hand_and_set_to_the_picture(pictures: bool) -> None:
    message = reviewed(2, pictures=pictures)
    said = message.embed.description or ""
    assert "You gave away about 2.5 points." in said
    assert ("```" in said) is not pictures
    assert bool(message.embed.fields) is not pictures
    assert (message.picture is not None) is pictures


def test_the_review_names_no_round_of_the_only_one() -> None:
    choice, move = reviewed(0, pictures=True), reviewed(2, pictures=True)
    assert choice.embed.title == "Your most costly move: keep or flip"
    assert (move.embed.title or "").startswith("Your most costly move: turn ")
    for message in (choice, move):
        assert message.picture is not None
        assert "round 1" not in message.picture.alt


def test_a_game_of_several_rounds_names_them() -> None:
    attempt = attempt_at(finished(4, seed=2, length=1))
    table = table_of(attempt)
    table = replace(table, options=replace(table.options, length=3))
    review = Review(table, SEAT, decisions_in(attempt.game, SEAT), stored=False)
    move = MoveReview(review.decisions[0], None, 0.0)
    message = move_message(ENGLISH, review, COSTLY[1], move, in_words=True)
    assert message.embed.title == "Your most costly move: round 1, keep or flip"


@pytest.mark.parametrize("pictures", [False, True])
def test_the_result_is_said_once_and_above_how_the_round_went(pictures: bool) -> None:
    """In the picture or in the first line, so that a phone shows it without a scroll."""
    for found in results():
        if found.attempt.practice:
            continue
        state = table_of(found.attempt, pictures=pictures)
        message = result_message(ENGLISH, found, state, is_open=True)
        title = f"**{summary(ENGLISH, found)}**"
        assert message.content == (None if pictures else title)
        assert (message.picture is not None) is pictures
        text = message.embed.description or ""
        assert summary(ENGLISH, found) not in text
        ending, *seats, secret, digest = text.split("\n")
        assert (
            ending.endswith((" has no cards left.", "You have no cards left.")) or "beat" in ending
        )
        assert not any("(hard)" in line for line in (ending, *seats))
        assert secret.startswith("All cards stay secret")
        assert digest == f"The next deal, as SHA-256: `{found.tomorrow}`"


def test_practice_is_another_table_than_the_attempt() -> None:
    """So a review of one never takes the place of the other's."""
    game = finished(4, seed=2, length=1)
    one, other = attempt_at(game), attempt_at(game, practice=True)
    next_day = replace(one, day=one.day + timedelta(days=1))
    assert len({table_of(each).id for each in (one, other, next_day)}) == 3


@pytest.mark.parametrize("pictures", [False, True])
def test_on_the_first_day_nothing_is_said_of_the_day_before(pictures: bool) -> None:
    for day in (FIRST_DAY, FIRST_DAY + timedelta(days=1)):
        before = Yesterday(day - timedelta(days=1), [], 0)
        message = channel_message(ENGLISH, day, before, is_over=False, pictures=pictures)
        text = message.embed.description or ""
        assert "It closes <t:" in text
        assert ("The best of" in text) is (day != FIRST_DAY)


@pytest.mark.parametrize("pictures", [False, True])
async def test_ten_of_the_best_fit_into_the_message_whatever_they_are_called(
    pictures: bool,
) -> None:
    name = "ꙮ" + "_" * 31
    tied = [BoardRow(1, user_id, name, -11, 1) for user_id in range(1, 11)]
    best = replace(attempt_at(finished(4, seed=13, length=1)), name=name)
    for language in LANGUAGES:
        before = Yesterday(best.day, tied, 123, best)
        message = channel_message(language, best.day, before, is_over=False, pictures=pictures)
        assert list(message_violations(await as_sent(message))) == []


def test_no_set_of_the_decisive_move_is_on_two_lines() -> None:
    """A phone breaks a line beside an emoji, and at a space."""
    moves = []
    for seed in range(2, 12):
        best = attempt_at(finished(4, seed=seed, length=1))
        with uploaded():
            message = channel_message(
                ENGLISH, best.day, Yesterday(best.day, [], 12, best), is_over=True, pictures=False
            )
        said = message.embed.description or ""
        moves += [line for line in said.split("\n") if line.startswith("The decisive move: ")]
    assert not any("<:scout" in move or re.search(r"\d \d", move) for move in moves)
    assert any(re.search(r"\d\N{NO-BREAK SPACE}\d", move) for move in moves)
