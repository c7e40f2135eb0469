"""What is asked before a seat is given up or a table is closed, and what its buttons do."""

import pytest

from bot.tables.core.state import Status
from tests.support.discord.channel import Channel
from tests.support.discord.messages import labels, shows_in, words


async def test_a_member_who_stays_in_the_game_reads_so_and_keeps_the_seat(here: Channel) -> None:
    _, noa = await here.start(2)
    before = await here.state()
    asked = await noa.slash("leave")
    assert labels(asked) == ["Leave the game", "Stay"]
    stayed = await noa.press("Stay", asked)
    assert words(stayed).strip() == "You stay in the game."
    assert await here.state() == before


async def test_a_member_who_leaves_reads_whether_the_game_goes_on(here: Channel) -> None:
    """It ends with the last member's departure."""
    mia, noa = await here.start(2)
    for member, goes_on in ((noa, True), (mia, False)):
        left = await member.press("Leave the game", await member.slash("leave"))
        assert words(left).strip().startswith("You have left the game.")
        assert ("A computer plays on for you." in words(left)) == goes_on
        assert ((await here.state()).status is Status.PLAYING) == goes_on


@pytest.mark.parametrize(
    ("playing", "buttons", "sentence"),
    [
        (False, ["Close the table", "Keep the table"], "The table stays open."),
        (True, ["End the game", "Keep playing"], "The game continues."),
    ],
)
async def test_a_host_who_keeps_a_table_reads_so_and_closes_nothing(
    here: Channel, playing: bool, buttons: list[str], sentence: str
) -> None:
    mia, _ = await (here.start(2) if playing else here.open(2))
    before = await here.state()
    asked = await mia.slash("cancel")
    assert labels(asked) == buttons
    kept = await mia.press(buttons[1], asked)
    assert words(kept).strip() == sentence
    assert await here.state() == before


async def test_leaving_is_a_loss_by_the_rule_of_ratings(here: Channel) -> None:
    members = await here.begin_turns(2)
    first = await here.on_turn(members)
    (other,) = (member for member in members if member is not first)
    for member in members:
        asked = words(await member.slash("leave"))
        assert "You have not made a move, so you will have no result." in asked
        assert "loss" not in asked
    await first.show_something()
    asked = words(await first.slash("leave"))
    assert "It counts as a loss for you once another player has moved." in asked
    await other.show_something() if shows_in(other.hand) else await other.use_first(other.hand)
    assert "It counts as a loss for you." in words(await first.slash("leave"))


async def test_a_game_that_the_others_left_unplayed_is_no_loss(here: Channel) -> None:
    """Its result would be of one who moved alone, and so counts for nobody."""
    members = await here.begin_turns(2)
    first = await here.on_turn(members)
    (other,) = (member for member in members if member is not first)
    await first.show_something()
    await other.press("Leave the game", await other.slash("leave"))
    for question in ("leave", "cancel"):
        asked = words(await first.slash(question))
        assert "No other player made a move, so the game has no result." in asked
        assert "loss" not in asked


async def test_a_question_that_promised_no_result_is_asked_again_after_a_move(
    here: Channel,
) -> None:
    members = await here.begin_turns(2)
    first = await here.on_turn(members)
    asked = await first.slash("leave")
    await first.show_something()
    again = await first.press("Leave the game", asked)
    assert "It counts as a loss for you once another player has moved." in words(again)
    assert "You have left the game." in words(await first.press("Leave the game", again))


async def test_a_host_alone_who_was_promised_no_result_is_asked_again_after_a_move(
    here: Channel,
) -> None:
    (mia,) = await here.begin_turns(2, computers=1)
    await here.env.advance_time(10)
    asked = await mia.slash("cancel")
    assert "you will have no result" in words(asked)
    await mia.use_first(mia.hand)
    again = await mia.press(labels(asked)[0], asked)
    assert "It counts as a loss for you" in words(again)
    assert (await here.state()).status is Status.PLAYING
