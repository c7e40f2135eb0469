"""Signing off from a scheduled table: a place that others could take is asked about first."""

from datetime import timedelta

from simcord.results import ResponseMessage

from bot.tables.core.deadlines import ROLL_CALL
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import answer, labels, words

HOUR = 3600
LEAD = int(ROLL_CALL.total_seconds())
ASKED = "Sign off? No seat is free, so somebody else can take your place."
DONE = "You have signed off."


async def schedule(here: Channel, *others: Member) -> ResponseMessage:
    """A table with two seats that begins in an hour, with these sign-ups beside the host's."""
    at = here.env.now() + timedelta(seconds=HOUR)
    time = f"<t:{int(at.timestamp())}:F>"
    opened = answer(await here.members[0].actor.slash(here.channel, "scout new", seats=2, at=time))
    for member in others:
        await member.press("Sign up", opened)
    return opened


async def listed(here: Channel) -> list[int]:
    return [one.user_id for one in (await here.state()).sign_ups]


async def test_a_member_whose_place_others_could_take_is_asked_first(here: Channel) -> None:
    mia, noa, kim = here.members[:3]
    opened = await schedule(here, noa, kim)
    for asked in (await mia.press("Sign off", opened), await noa.slash("leave")):
        assert ASKED in words(asked)
        assert labels(asked) == ["Sign off", "Stay"]
    assert words(await noa.press("Stay", asked)).strip() == "You stay on the list."
    asked = await noa.press("Sign off", opened)
    await here.restart()
    assert await listed(here) == [mia.id, noa.id, kim.id]
    assert words(await noa.press("Sign off", asked)).strip() == DONE
    assert "1. Mia (host)\n2. Kim" in words(opened)


async def test_with_a_free_seat_or_on_the_waiting_list_a_member_signs_off_at_once(
    here: Channel,
) -> None:
    mia, noa, kim = here.members[:3]
    opened = await schedule(here, noa, kim)
    assert words(await kim.press("Sign off", opened)).strip() == DONE
    await noa.press("Sign off", await noa.slash("leave"))
    assert words(await mia.slash("leave")).strip() == DONE
    assert await listed(here) == []
    assert "This game has not begun." in words(await mia.press("Sign off", opened))


async def test_a_question_about_the_list_takes_no_seat_in_the_game(here: Channel) -> None:
    mia, noa = here.members[:2]
    await schedule(here, noa)
    await here.env.advance_time(HOUR - LEAD)
    for member in (mia, noa):
        await member.press("I'm here")
    asked = await noa.press("Sign off")
    await here.env.advance_time(LEAD)
    asked = await noa.press("Sign off", asked)
    assert "Leave this game? A computer takes your seat, and you cannot come back." in words(asked)
    assert labels(asked) == ["Leave the game", "Stay"]
    assert [seat.user_id for seat in (await here.state()).seats] == [mia.id, noa.id]
    assert "You have left the game." in words(await noa.press("Leave the game", asked))


async def test_a_late_answer_about_a_list_says_what_has_become_of_it(here: Channel) -> None:
    mia, noa = here.members[:2]
    opened = await schedule(here, noa)
    questions = [await member.press("Sign off", opened) for member in (mia, noa)]
    await noa.press("Forget me", await noa.slash("privacy forget-me"))
    assert await listed(here) == [mia.id]
    assert "This game has not begun." in words(await noa.press("Sign off", questions[1]))
    await mia.close_table()
    assert "This table is closed." in words(await mia.press("Sign off", questions[0]))
