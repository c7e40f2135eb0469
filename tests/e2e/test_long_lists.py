"""Lists of choices that are longer than one select holds."""

from simcord.results import ResponseMessage

from tests.support.discord.channel import Channel
from tests.support.discord.messages import Control, controls, labels, words
from tests.support.discord.stored_game import put_game
from tests.support.ui.table_states import hoard


async def test_a_hand_of_28_cards_scouts_from_the_second_page(here: Channel) -> None:
    mia, *_ = await here.start(4)
    await put_game(here, hoard(28))
    before = await here.actions()
    hand = await mia.press("Scout & Show", await mia.press("My hand", here.table))
    page = await mia.press(labels(hand)[0], hand)
    first_page = options(page)
    page = await mia.press("Next page", page)
    second_page = options(page)
    assert len(first_page) == 25
    assert len({option.label for option in first_page + second_page}) >= 29
    await here.restart()
    last = second_page[-1]
    assert last.value is not None
    placed = await mia.use(page, last)
    assert "You now have to beat" in words(placed)
    shown = await mia.use(placed, controls(placed)[0])
    (scouted_and_shown,) = (await here.actions())[len(before) :]
    assert f"look +{scouted_and_shown.partition('+')[0]}" == last.value
    assert "You scout" in shown.content
    assert labels(shown) == []


def options(message: ResponseMessage) -> list[Control]:
    return [control for control in controls(message) if control.value is not None]
