"""The pages of the rules in a private message: they can be turned."""

from bot.text.language import ENGLISH
from bot.ui.views.learning.rules import PAGES
from tests.support.discord.channel import Channel
from tests.support.discord.messages import labels, title, words


async def test_the_pages_are_turned_in_private(here: Channel) -> None:
    await here.show_pictures()
    mia = here.members[0]
    shown = await mia.slash("rules")
    assert shown.ephemeral
    assert labels(shown) == ["Next page"]
    titles = [title(shown)]
    while "Next page" in labels(shown):
        shown = await mia.press("Next page", shown)
        assert len(shown.attachments) == 1
        titles.append(title(shown))
    assert titles == [f"📖 {page.title}" for page in PAGES]
    assert labels(shown) == ["Previous page"]
    back = await mia.press("Previous page", shown)
    assert labels(back) == ["Previous page", "Next page"]
    assert PAGES[-2].text(ENGLISH) in words(back)


async def test_members_who_turned_pictures_off_get_none(here: Channel) -> None:
    mia = here.members[0]
    await here.client.tables.preferences.update(mia.id, pictures=False)
    shown = await mia.slash("rules")
    assert shown.attachments == []
    assert (await mia.press("Next page", shown)).attachments == []
