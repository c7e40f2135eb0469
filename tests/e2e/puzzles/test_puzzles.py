"""Puzzles, played by their buttons alone, and presses that no message of them offers."""

import pytest
from simcord.results import ResponseMessage
from sqlalchemy import func, select

from bot.puzzles import Puzzle, puzzles
from bot.storage.models.puzzles import PuzzleAnswer, PuzzleMember
from bot.tables.core.ratings import Rating
from bot.tables.puzzles import Answered, number_of
from bot.text.language import ENGLISH
from bot.text.moves import action_words
from bot.ui.kit.component_id import parse_component_id
from bot.ui.views.puzzles import TASK, move_labels
from bot.ui.views.turn.hint import explain, way_to
from bot.ui.views.turn.menu import ANOTHER_POSITION, MORE
from engine.actions import Action
from tests.support.discord import crafted
from tests.support.discord.channel import Channel
from tests.support.discord.member import Member, ask_before_moves
from tests.support.discord.messages import Control, answer, controls, labels, words
from tests.support.tables.members import block, member

RIGHT, WRONG = "✅ **Right:**", "❌ **Not the best move:**"
ALREADY = "You have played this puzzle already: only your first move counts."


def leading_to(message: ResponseMessage, target: object) -> Control:
    """The one button or option that leads there."""
    (found,) = [control for control in controls(message) if _leads_to(control) == str(target)]
    return found


def _leads_to(control: Control) -> str:
    if control.value is not None:
        return control.value.partition(" ")[2]
    pressed = parse_component_id(control.custom_id)
    return "" if pressed is None else pressed.detail


async def played(
    member: Member, shown: ResponseMessage, puzzle: Puzzle, action: Action | None = None
) -> ResponseMessage:
    """Go the way to the action, by default the best one, button by button."""
    for _, item in way_to(ENGLISH, puzzle.view(), action or puzzle.best):
        if item.label != MORE and str(item.leads_to) not in map(_leads_to, controls(shown)):
            # A hint's own way would show it at once.
            behind = [one for one in controls(shown) if one.label in (MORE, ANOTHER_POSITION)]
            shown = await member.use(shown, behind[0])
        shown = await member.use(shown, leading_to(shown, item.leads_to))
    return shown


async def answers(here: Channel) -> int:
    async with here.client.database.read() as session:
        return await session.scalar(select(func.count()).select_from(PuzzleAnswer)) or 0


@pytest.mark.long
@pytest.mark.parametrize("pictures", [False, True])
async def test_puzzles_are_played_one_after_the_other(here: Channel, pictures: bool) -> None:
    mia = here.members[0]
    await here.client.tables.preferences.update(mia.id, pictures=pictures)
    shown = await mia.slash("puzzle")
    for number, puzzle in enumerate(puzzles()[:4], 1):
        assert shown.ephemeral
        assert TASK in words(shown)
        # In words the task takes the headline's place.
        assert ("A move to find" in words(shown)) is pictures
        assert len(shown.attachments) == pictures
        seen = puzzle.view()
        over = await played(mia, shown, puzzle)
        assert over.id == shown.id
        assert over.content.startswith(RIGHT)
        assert action_words(ENGLISH, seen, puzzle.best) in over.content
        assert len(over.attachments) == pictures
        for label, value in zip(labels_of(puzzle, puzzle.best)[1:], puzzle.values, strict=True):
            assert label.replace("\N{NO-BREAK SPACE}", " ") in words(over)
            assert ENGLISH.number(value.points, decimals=1, signed=True) in words(over)
        assert f"Solved {number} of {number}, {number} in a row" in words(over)
        assert labels(over) == ["Next puzzle"]
        shown = await mia.press("Next puzzle", over)
    assert await answers(here) == 4
    assert here.public() == []


async def test_the_answer_to_a_wrong_move_names_the_best_one_and_the_reason(here: Channel) -> None:
    mia, puzzle = here.members[0], puzzles()[0]
    await here.show_pictures()
    over = await played(mia, await mia.slash("puzzle"), puzzle, puzzle.medium)
    assert over.content.startswith(WRONG)
    assert labels_of(puzzle, puzzle.medium)[0] in over.content
    assert action_words(ENGLISH, puzzle.view(), puzzle.best) in over.content
    named = ["Juggler", "Acrobat", "Stilt Walker", "Tumbler"]
    assert explain(ENGLISH, puzzle.view(), puzzle.best, _with(named, puzzle)) in over.content
    (picture,) = over.attachments
    assert "Your move, not solved." in (picture.description or "")
    assert "Better: " in (picture.description or "")
    assert "Solved 0 of 1, 0 in a row (longest 0)" in words(over)


def labels_of(puzzle: Puzzle, action: Action) -> list[str]:
    """What an answer calls this move, and then the three best."""
    numbers = PuzzleMember(answers=1, **Rating()._asdict())
    return move_labels(ENGLISH, Answered(puzzle, action, numbers))


def _with(computers: list[str], puzzle: Puzzle) -> list[str]:
    return [*computers[: puzzle.seat], "Mia", *computers[puzzle.seat :]]


async def test_a_member_who_confirms_moves_is_asked(here: Channel) -> None:
    mia, puzzle = here.members[0], puzzles()[0]
    await ask_before_moves(mia)
    asked = await played(mia, await mia.slash("puzzle"), puzzle)
    assert await answers(here) == 0
    assert "Back" in labels(asked)
    first = await mia.press("Back", asked)
    asked = await played(mia, first, puzzle)
    over = await mia.use(asked, leading_to(asked, puzzle.best))
    assert over.content.startswith(RIGHT)
    assert await answers(here) == 1


async def test_a_member_who_confirms_moves_is_asked_in_an_older_message_too(here: Channel) -> None:
    mia, puzzle = here.members[0], puzzles()[0]
    first = await mia.slash("puzzle")
    await ask_before_moves(mia)
    asked = await played(mia, first, puzzle)
    assert await answers(here) == 0
    assert "Back" in labels(asked)
    await mia.use(asked, leading_to(asked, puzzle.best))
    assert await answers(here) == 1


async def test_a_second_press_or_another_device_gets_the_first_answer(here: Channel) -> None:
    mia, puzzle = here.members[0], puzzles()[0]
    one, other = await mia.slash("puzzle"), await mia.slash("puzzle")
    wrong = puzzle.values[1].action
    over = await played(mia, one, puzzle)
    best = crafted_id("pzplay", puzzle, puzzle.best)
    again = answer(await crafted.press(mia.actor, best, one))
    assert again.content == over.content
    for verb, detail in [("pzplay", wrong), ("pzlook", ""), ("pzask", wrong)]:
        pressed = await crafted.press(mia.actor, crafted_id(verb, puzzle, detail), other)
        assert answer(pressed).content == f"{ALREADY}\n{over.content}"
    assert await answers(here) == 1
    # Another member has not played it.
    noa = here.members[1]
    assert TASK in words(await noa.slash("puzzle"))


async def test_at_the_same_moment_one_answer_counts(here: Channel) -> None:
    mia, puzzle = here.members[0], puzzles()[0]
    shown = [await mia.slash("puzzle") for _ in range(2)]
    ids = [crafted_id("pzplay", puzzle, value.action) for value in puzzle.values[:2]]
    presses = [
        crafted.start_press(mia.actor, custom_id, message)
        for custom_id, message in zip(ids, shown, strict=True)
    ]
    await here.env.settle()
    contents = [answer(press).content for press in presses]
    assert await answers(here) == 1
    assert sum(content.startswith(ALREADY) for content in contents) == 1
    assert contents[1].removeprefix(f"{ALREADY}\n") == contents[0].removeprefix(f"{ALREADY}\n")


def crafted_id(verb: str, puzzle: Puzzle, detail: object) -> str:
    return f"scout:{verb}:{number_of(puzzle)}:0:{detail}"


@pytest.mark.parametrize(
    ("custom_id", "refusal"),
    [
        ("scout:pzplay:0:0:S1", "This puzzle no longer exists."),
        ("scout:pzlook:999999999999:0:", "This puzzle no longer exists."),
        ("scout:pzplay:{puzzle}:0:S1-14", ""),
        ("scout:pzplay:{puzzle}:0:K", ""),
        ("scout:pzplay:{puzzle}:0:nonsense", ""),
        ("scout:pzplay:{puzzle}:0:", ""),
        ("scout:pzask:{puzzle}:0:nonsense", ""),
    ],
)
async def test_what_no_message_offers_is_refused(
    here: Channel, custom_id: str, refusal: str
) -> None:
    mia = here.members[0]
    shown = await mia.slash("puzzle")
    custom_id = custom_id.format(puzzle=number_of(puzzles()[0]))
    reply = answer(await crafted.press(mia.actor, custom_id, shown))
    assert reply.ephemeral
    assert reply.id != shown.id
    assert refusal in words(reply)
    assert labels(reply) == []
    assert await answers(here) == 0


async def test_a_puzzle_that_is_not_the_next_one_can_be_answered_too(here: Channel) -> None:
    """Its button may stand in an older message: the order changes as members answer."""
    mia, puzzle = here.members[0], puzzles()[3]
    shown = await mia.slash("puzzle")
    pressed = await crafted.press(mia.actor, crafted_id("pzplay", puzzle, puzzle.best), shown)
    assert answer(pressed).content.startswith(RIGHT)


async def test_a_select_of_the_fuzzers_kind_shows_the_first_step(here: Channel) -> None:
    mia, puzzle = here.members[0], puzzles()[0]
    shown = await mia.slash("puzzle")
    pressed = await crafted.press(
        mia.actor, crafted_id("pzpick", puzzle, ""), shown, [f"pzplay {puzzle.best}"]
    )
    # The message has no such option.
    assert "**Your turn.**" in answer(pressed).content
    assert await answers(here) == 0


async def test_a_restart_goes_on(here: Channel) -> None:
    mia, (puzzle, second, *_) = here.members[0], puzzles()
    shown = await mia.slash("puzzle")
    await here.restart()
    over = await played(mia, shown, puzzle)
    assert over.content.startswith(RIGHT)
    await here.restart()
    shown = await mia.press("Next puzzle", over)
    assert (await played(mia, shown, second)).content.startswith(RIGHT)


async def test_blocked_members_play_puzzles(here: Channel) -> None:
    """They are alone with them, and nothing is posted."""
    mia, puzzle = here.members[0], puzzles()[0]
    await block(here.client.tables, member(mia.id, "Mia"), here.guild.id)
    shown = await mia.slash("puzzle")
    assert (await played(mia, shown, puzzle)).content.startswith(RIGHT)


async def test_after_the_last_puzzle_there_is_none(here: Channel) -> None:
    mia = here.members[0]
    *earlier, last = puzzles()
    number = len(puzzles())
    async with here.client.database.write() as session:
        now = here.env.now()
        for puzzle in earlier:
            keys = {"user_id": mia.id, "puzzle_id": puzzle.id}
            session.add(PuzzleAnswer(**keys, notation="-", solved=True, answered_at=now))
        counts = dict.fromkeys(("answers", "solved", "streak", "longest_streak"), len(earlier))
        session.add(PuzzleMember(user_id=mia.id, **counts, **Rating()._asdict()))
    assert labels(await mia.slash("puzzle"))
    await here.client.tables.puzzles.answer(mia.id, last, last.best, now)
    reply = await mia.slash("puzzle")
    assert reply.content.startswith("You have played every puzzle there is.")
    assert f"Solved **{number} of {number}**" in reply.content
    assert labels(reply) == []


async def test_the_task_stands_there_again_after_a_look_at_other_moves(here: Channel) -> None:
    mia = here.members[0]
    shown = await mia.slash("puzzle")
    for puzzle in puzzles():
        if MORE in labels(shown):
            break
        shown = await mia.press("Next puzzle", await played(mia, shown, puzzle))
    looked = await mia.press(MORE, shown)
    assert TASK not in words(looked)
    assert TASK in words(await mia.press("Back", looked))
