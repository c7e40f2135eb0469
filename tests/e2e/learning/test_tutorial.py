"""The tutorial: the whole lesson by its buttons, and how it answers other presses."""

import pytest
from simcord.results import ResponseMessage

from bot.text.language import ENGLISH
from bot.ui.kit.component_id import ComponentId, Verb
from bot.ui.views.learning.tutorial import END, GOAL, SCRIPT, task_words
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member
from tests.support.discord.messages import Control, controls, labels, words
from tests.support.ui.sentences import bold, named_by


def named_on(message: ResponseMessage, name: str) -> Control:
    """The one button that a sentence calls so."""
    (found,) = [control for control in controls(message) if named_by(control.label) == name]
    return found


async def taught(
    member: Member, shown: ResponseMessage, number: int, note: str = ""
) -> ResponseMessage:
    """Press what the sentence of this decision says; returns the next decision's message."""
    says = task_words(ENGLISH, number)
    for name in bold(says):
        text = words(shown)
        assert text.startswith(note)
        step = f"**Step {number + 1} of {len(SCRIPT)}.** {says}"
        assert (f"{GOAL}\n{step}" if number == 0 else step) in text
        shown = await member.use(shown, named_on(shown, name))
    return shown


async def taught_until(member: Member, number: int) -> ResponseMessage:
    shown = await member.slash("tutorial")
    for earlier in range(number):
        shown = await taught(member, shown, earlier)
    return shown


async def test_the_whole_lesson_is_played_by_pressing_what_it_says(here: Channel) -> None:
    await here.show_pictures()
    mia = here.members[0]
    shown = await taught_until(mia, len(SCRIPT))
    assert shown.ephemeral
    assert END in words(shown)
    assert "`/scout play`" in words(shown)
    (picture,) = shown.attachments
    assert (picture.description or "").startswith("Round 1 of 1 is over.")
    assert labels(shown) == ["Previous step", "Start again"]
    assert task_words(ENGLISH, 0) in words(await mia.press("Start again", shown))
    assert len(mia.private()) == 1
    assert here.public() == []


async def test_at_a_lobby_the_lesson_says_how_to_come_back(here: Channel) -> None:
    mia, *_ = await here.open(1)
    shown = await mia.press("How to play", here.lobby)
    note = shown.content.partition("\n")[0]
    assert note.startswith("The table waits above.")
    assert "`/scout table`" in note
    assert GOAL in words(shown)
    assert "waits above" not in (await taught(mia, shown, 0, note)).content


@pytest.mark.parametrize("pictures", [True, False])
async def test_the_instruction_is_directly_above_the_buttons(here: Channel, pictures: bool) -> None:
    mia = here.members[0]
    await here.client.tables.preferences.update(mia.id, pictures=pictures)
    shown = await taught_until(mia, 3)
    last = shown.embeds[0].description if pictures else shown.content.rpartition("```\n")[2]
    instruction = (last or "").replace("\N{NO-BREAK SPACE}", " ")
    assert instruction == f"**Step 4 of {len(SCRIPT)}.** {task_words(ENGLISH, 3)}"
    assert (shown.content == "") is pictures
    assert "To beat: run of 3 by Acrobat" in words(shown)


async def test_the_steps_can_be_turned_back_and_on(here: Channel) -> None:
    mia = here.members[0]
    shown = await taught_until(mia, 2)
    shown = await mia.press("Previous step", shown)
    assert task_words(ENGLISH, 1) in words(shown)
    shown = await mia.press("Previous step", shown)
    assert "Previous step" not in labels(shown)
    for number in range(1, len(SCRIPT)):
        shown = await mia.press("Next step", shown)
        assert task_words(ENGLISH, number) in words(shown)
    shown = await mia.press("Next step", shown)
    assert END in words(shown)
    assert "Next step" not in labels(shown)


@pytest.mark.parametrize("pictures", [True, False])
async def test_the_lesson_has_pictures_unless_they_are_turned_off(
    here: Channel, pictures: bool
) -> None:
    mia = here.members[0]
    await here.client.tables.preferences.update(mia.id, pictures=pictures)
    for number in (0, 3):
        assert len((await taught_until(mia, number)).attachments) == pictures
    shown = await taught_until(mia, len(SCRIPT))
    assert len(shown.attachments) == pictures
    assert ("Nobody beat your **5 6 7 8**." in words(shown)) is not pictures


async def test_members_who_confirm_moves_need_not_confirm_here(here: Channel) -> None:
    mia = here.members[0]
    await here.client.tables.preferences.update(mia.id, confirm=True)
    assert END in words(await taught_until(mia, len(SCRIPT)))


async def test_another_legal_press_is_answered_in_place(here: Channel) -> None:
    mia = here.members[0]
    shown = await taught_until(mia, 1)
    before = words(shown)
    stayed = await mia.press("Show 9 9 9", shown)
    assert stayed.id == shown.id
    note, rest = words(stayed).split("\n", 1)
    assert note == "That move is fine too, but in this lesson press **Show 1 2**."
    assert rest == before.removeprefix("\n")
    again = await mia.press("More…", stayed)
    assert words(again) == words(stayed)
    assert "Step 3" in words(await mia.use(again, named_on(again, "Show 1 2")))


async def test_a_wrong_position_is_corrected_at_the_same_step(here: Channel) -> None:
    mia = here.members[0]
    shown = await taught_until(mia, 3)
    scout, place = bold(task_words(ENGLISH, 3))
    asked = await mia.use(shown, named_on(shown, scout))
    wrong = next(control for control in controls(asked) if named_by(control.label) != place)
    stayed = await mia.use(asked, wrong)
    label = named_on(stayed, place).label.removeprefix("→ ")
    assert f"press **{label}**" in stayed.content
    assert "Step 5" in words(await mia.use(stayed, named_on(stayed, place)))


@pytest.mark.long
async def test_a_restart_in_the_middle_loses_nothing(here: Channel) -> None:
    mia = here.members[0]
    shown = await taught_until(mia, 6)
    for name in bold(task_words(ENGLISH, 6)):
        await here.restart()
        shown = await mia.use(shown, named_on(shown, name))
    assert END in words(shown)


async def test_a_member_with_an_invisible_name_has_that_of_games(here: Channel) -> None:
    member = Member(here, here.guild.add_member(here.env.create_user("ivy", global_name="\u3164")))
    shown = await taught_until(member, len(SCRIPT))
    assert "1. ivy: pile 8" in words(shown)


async def test_a_table_of_ones_own_is_not_touched(here: Channel) -> None:
    members = await here.begin_turns(2)
    mia = await here.on_turn(members)
    before = await here.state()
    table, hand = words(here.table), words(mia.hand)
    mine = mia.hand
    await taught_until(mia, len(SCRIPT))
    assert await here.state() == before
    assert (words(here.table), words(mine)) == (table, hand)
    await mia.show_something(mine)
    assert len(await here.actions()) == 3


@pytest.mark.parametrize(
    "press",
    [
        ComponentId(Verb.TUTORIAL_PLAY, 0, len(SCRIPT) + 1, "S1"),
        ComponentId(Verb.TUTORIAL_CHOOSE, 0, 999_999),
        ComponentId(Verb.TUTORIAL_PLAY, 0, 3, "S1"),
        ComponentId(Verb.TUTORIAL_PLAY, 0, 1, "nonsense"),
        ComponentId(Verb.TUTORIAL_PLAY, 0, 1, "F"),
        ComponentId(Verb.TUTORIAL_PLAY, 0, 6, "S1-12"),
    ],
)
async def test_a_forged_press_gets_a_sentence(here: Channel, press: ComponentId) -> None:
    mia = here.members[0]
    shown = await mia.slash("tutorial")
    # As on a message that another version of the bot has sent.
    stored = here.env.backend.messages[here.channel.id][shown.id]
    stored.components[0]["components"][0]["custom_id"] = str(press)
    refused = await mia.use(shown, controls(shown)[0])
    assert refused.ephemeral
    assert refused.id != shown.id
    assert "reference" not in words(refused)
    assert words(refused).strip()
