"""Lists of choices that are longer than one select holds."""

import pytest
from simcord.results import ResponseMessage

from tests.support.discord.channel import Channel
from tests.support.discord.messages import Control, controls, labels, shows_in, words
from tests.support.discord.stored_game import put_game
from tests.support.ui.table_states import hoard


@pytest.mark.long
async def test_a_hand_of_28_cards_scouts_and_shows_from_the_second_page(here: Channel) -> None:
    mia, *_ = await here.start(4)
    await put_game(here, hoard(28))
    before = await here.actions()
    hand = await mia.press("Scout & Show", await mia.press("My hand", here.table))
    positions = await mia.press(labels(hand)[0], hand)
    anywhere = options(positions)[-1]
    assert anywhere.value is not None
    page = await mia.use(positions, anywhere)
    assert "You now have to beat" in words(page)
    buttons, first_page = split(page)
    page = await mia.press("Next page", page)
    more_buttons, second_page = split(page)
    assert buttons
    assert more_buttons == []
    assert len(first_page) == 25
    assert len({show.label for show in buttons + first_page + second_page}) >= 28
    await here.restart()
    last = second_page[-1]
    assert last.value is not None
    shown = await mia.use(page, last)
    (scouted_and_shown,) = (await here.actions())[len(before) :]
    scout, _, _ = scouted_and_shown.partition("+")
    assert (anywhere.value, last.value) == (f"look +{scout}", f"play {scouted_and_shown}")
    assert "You scout" in shown.content
    assert labels(shown) == []


def split(message: ResponseMessage) -> tuple[list[Control], list[Control]]:
    """The Shows that are buttons, and those of the list."""
    shows = shows_in(message)
    return [show for show in shows if show.value is None], options(message)


def options(message: ResponseMessage) -> list[Control]:
    return [control for control in controls(message) if control.value is not None]
