"""Cards of a member and of a server, as pictures and as text; seasons and their podium."""

from datetime import UTC, datetime

import pytest
from discord import ButtonStyle

from bot.pictures.layouts.charts import MOST
from bot.storage.models.results import Category
from bot.tables.core.actor import Actor
from bot.tables.daily.boards import DailyNumbers
from bot.tables.puzzles import PuzzleMember
from bot.tables.standings.leaderboard import Standing
from bot.tables.standings.seasons import Podium, Season
from bot.tables.standings.statistics import (
    RATING_HISTORY_LENGTH,
    MemberStatistics,
    ServerBest,
    ServerStatistics,
    ServerTotals,
)
from bot.text.language import ENGLISH
from bot.ui.kit.message import Button, Message, Select
from bot.ui.kit.picked import name_in_label
from bot.ui.views.standings.leaderboard import (
    START,
    podium_message,
    seasons_message,
    start_question,
    started_words,
)
from bot.ui.views.standings.solo_stats import solo_message, solo_tiles
from bot.ui.views.standings.stats import member_message, no_games, server_message
from tests.support.ui.statistics import FIRST, FULL, STANDING, average, record

WHEN = datetime(2026, 5, 1, tzinfo=UTC)
UNWRITTEN = "አበበ"
SERVER = ServerStatistics(
    totals=ServerTotals(games=412, rounds=1630, moves=24812, emptied=233, unbeaten=714),
    members=37,
    averages=[average(3, 21, 1.44)],
    busiest=ServerBest("Mia", 120),
    longest_set=ServerBest("Noah", 9),
    biggest_capture=None,
)


def read(message: Message) -> str:
    embed = message.embed
    parts = [embed.title or "", embed.description or ""]
    parts += [f"{field.name}\n{field.value}" for field in embed.fields]
    parts += [embed.footer.text or "", "" if message.draw is None else message.draw().alt]
    return "\n".join(parts).replace("**", "")


def pressed(message: Message) -> list[Button]:
    return [button for row in message.rows if not isinstance(row, Select) for button in row]


@pytest.mark.parametrize("pictures", [False, True])
def test_only_a_card_with_games_says_which_of_them_count(pictures: bool) -> None:
    numbers = PuzzleMember(answers=11, solved=7, streak=3, longest_streak=5, mu=27.0, sigma=5.0)
    mia = Actor(1, "Mia", manages=False, token="", until=WHEN)
    alone = solo_tiles(ENGLISH, numbers, None)
    puzzles = solo_message(ENGLISH, mia, alone, pictures=pictures)
    assert puzzles.embed.footer.text is None
    # Not empty but for its picture.
    assert puzzles.embed.title == ("📊 Puzzles" if pictures else "📊 Mia")
    games = member_message(ENGLISH, FULL, asker="Noah", pictures=pictures, alone=alone)
    assert games.embed.footer.text == "Games with hints do not count."


@pytest.mark.parametrize("pictures", [False, True])
def test_a_card_without_games_says_nothing_of_a_rating(pictures: bool) -> None:
    mia = Actor(1, "Mia", manages=False, token="", until=WHEN)
    numbers = PuzzleMember(answers=11, solved=7, streak=3, longest_streak=5, mu=27.0, sigma=5.0)
    for puzzles in (numbers, None):
        alone = solo_tiles(ENGLISH, puzzles, DailyNumbers(9, 2, 6, 7))
        said = read(solo_message(ENGLISH, mia, alone, pictures=pictures))
        assert "No rating yet" not in said
        assert "Mia" in said
        assert ("puzzle rating" in said.lower()) is (puzzles is not None)
        said = said.lower().replace(":", "")
        for words in ("days played 9", "in a row 2 (longest 6)", "best against par +7"):
            assert words in said


@pytest.mark.parametrize("name", ["አበበ", 32 * "ﷺ"])
def test_a_card_in_words_has_a_name_that_no_picture_can_write(name: str) -> None:
    member = Actor(1, name, manages=False, token="", until=WHEN)
    alone = solo_tiles(ENGLISH, None, DailyNumbers(9, 2, 6, 7))
    title = (solo_message(ENGLISH, member, alone).embed.title or "").strip("\u2068\u2069")
    assert name in title
    assert len(title) < 40
    for message in (
        solo_message(ENGLISH, member, alone, pictures=True),
        member_message(ENGLISH, FULL._replace(name=name), asker=name, pictures=True, alone=alone),
    ):
        assert message.picture is not None
        assert not message.picture.alt.endswith("…")


def test_without_a_par_no_result_is_compared_with_it() -> None:
    assert "par" not in str(solo_tiles(ENGLISH, None, DailyNumbers(1, 1, 1, None)))
    assert solo_tiles(ENGLISH, None, None) == []


def test_a_card_in_words() -> None:
    assert read(member_message(ENGLISH, FULL, asker="Noah")).splitlines()[:12] == [
        "📊 Mia",
        "Rating 1312 ± 62, 3rd of 24",
        "Games",
        "Games: 41",
        "Wins: 19",
        "Won: 46%",
        "Left early: 2",
        "Rating, game by game",
        *read(member_message(ENGLISH, FULL, asker="Noah")).splitlines()[8:9],
        "Points a round by number of players",
        "2 players: – (no games)",
        "3 players: +1.4 (21 games)",
    ]
    said = read(member_message(ENGLISH, FULL, asker="Noah"))
    for line in (
        "Easy computers: +6.2 (5 of 7 games won)",
        "Longest set: 7 cards",
        "Biggest capture: 6 cards",
        "Hand emptied: 23 (rounds)",
        "Set unbeaten: 1 (round)",
        "Good moves: 62% (of 214 reviewed)",
        "Against Noah: 7 : 4 (12 games, 1 tie)",
    ):
        assert line in said.splitlines()


def test_games_that_were_only_left_have_no_average() -> None:
    averages, levels = [average(3, 2, None)], [record(Category.EASY, 1, 0, None)]
    found = FULL._replace(standing=None, averages=averages, levels=levels)
    said = read(member_message(ENGLISH, found)).splitlines()
    assert "3 players: – (2 games)" in said
    assert "Easy computers: – (0 of 1 game won)" in said
    # Others had left it too, and nobody's rating rises then.
    assert "No rating yet. It comes with a game that you finish with other people." in said


@pytest.mark.parametrize(
    "found", [FULL, FIRST, FULL._replace(standing=STANDING._replace(provisional=True))]
)
def test_the_picture_says_what_the_words_say(found: MemberStatistics) -> None:
    """Every figure of the text is in the picture's words too."""
    pictured = read(member_message(ENGLISH, found, asker="Noah", pictures=True)).lower()
    for line in read(member_message(ENGLISH, found, asker="Noah")).splitlines():
        label, colon, figure = line.partition(": ")
        if colon:
            assert (
                f"{label.lower()} {figure}" in pictured or f"{label.lower()}: {figure}" in pictured
            )


def test_a_long_course_keeps_its_ends() -> None:
    line = read(member_message(ENGLISH, FULL)).splitlines()[8]
    shown = [int(number) for number in line.split(" → ")]
    assert len(shown) == MOST
    assert (shown[0], shown[-1]) == (1000, 1000 + RATING_HISTORY_LENGTH - 1)
    assert shown == sorted(shown)


def test_what_there_is_nothing_of_is_left_out() -> None:
    said = read(member_message(ENGLISH, FIRST))
    assert "No rating yet" in said
    for words in (
        "Games\n",
        "Rating, game",
        "number of players",
        "Records",
        "Good moves",
        "Against N",
    ):
        assert words not in said
    assert "Easy computers: +6.2" in said


def test_a_private_card_can_be_posted_and_a_posted_one_cannot() -> None:
    (post,) = pressed(member_message(ENGLISH, FULL))
    assert (post.label, str(post.component_id)) == ("Post here", "scout:poststats:0:0:5")
    assert pressed(member_message(ENGLISH, FULL, private=False)) == []
    (post,) = pressed(server_message(ENGLISH, SERVER))
    assert str(post.component_id) == "scout:poststats:0:0:server"


def test_the_longest_id_fits_into_a_button() -> None:
    """Discord's ids have up to 20 digits."""
    (post,) = pressed(member_message(ENGLISH, FULL._replace(user_id=2**64 - 1)))
    assert len(post.component_id.detail) <= 32


def test_names_that_a_picture_cannot_write_are_said_below_it() -> None:
    found = FULL._replace(name=UNWRITTEN)
    shown = member_message(ENGLISH, found, asker="አ", pictures=True)
    assert shown.embed.description == f"Member 1 is {UNWRITTEN}.\nMember 2 is አ."
    assert UNWRITTEN in (member_message(ENGLISH, found, asker="አ").embed.title or "")
    assert "Against አ: 7 : 4" in read(member_message(ENGLISH, found, asker="አ"))
    server = SERVER._replace(busiest=ServerBest(UNWRITTEN, 3))
    assert (
        server_message(ENGLISH, server, pictures=True).embed.description
        == f"Member 3 is {UNWRITTEN}."
    )


@pytest.mark.parametrize("pictures", [False, True])
def test_a_servers_card(*, pictures: bool) -> None:
    said = read(server_message(ENGLISH, SERVER, pictures=pictures))
    for words in (
        "412",
        "24,812",
        "Noah",
        "9 cards",
        "Biggest capture: 0 cards",
        "Mia",
        "120 games",
        "results)",
    ):
        assert words in said


def test_names_on_cards_do_not_format_or_mention() -> None:
    hostile = "@everyone **x**"
    said = member_message(ENGLISH, FULL._replace(name=hostile), asker=hostile).embed
    server = server_message(ENGLISH, SERVER._replace(longest_set=ServerBest(hostile, 9))).embed
    for embed in (said, server):
        texts = [embed.title or "", *(field.value or "" for field in embed.fields)]
        assert not any("@everyone" in text or "**x" in text.replace(r"\*\*x", "") for text in texts)


def test_a_member_without_a_game_reads_so() -> None:
    own, hers = no_games("Mia", own=True), no_games("{Mia}", own=False)
    assert ENGLISH.say(own).startswith("You have no game with a result here yet")
    assert ENGLISH.say(hers) == "{Mia} has no game with a result here yet."
    nobody = no_games("", own=False)
    assert ENGLISH.say(nobody) == "This member has no game with a result here yet."


def test_ordinals() -> None:
    assert [ENGLISH.ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th")
    ]


SPRING, SUMMER = (
    Season(number=1, name="Spring", started_at=WHEN),
    Season(number=2, name="Sum*mer*", started_at=WHEN),
)


def test_the_question_says_what_ends_and_its_button_what_begins() -> None:
    first = start_question(ENGLISH, "Spring", None)
    assert "Start the season **Spring**?" in (first.embed.description or "")
    assert "ends" not in (first.embed.description or "")
    start, _ = pressed(first)
    assert (start.label, start.component_id.number) == ("Start Spring", 0)
    assert start.style is ButtonStyle.success
    second = start_question(ENGLISH, "Autumn", SUMMER)
    assert r"That ends **Sum\*mer\***" in (second.embed.description or "")
    assert pressed(second)[0].component_id.number == 2
    assert pressed(second)[0].style is ButtonStyle.danger


@pytest.mark.parametrize("name", ["Spring", "Start Start ", "a" * 40, "አ & 🎉"])
def test_the_name_is_read_from_the_button(name: str) -> None:
    start, _ = pressed(start_question(ENGLISH, name, None))
    assert name_in_label(ENGLISH, START, start.label) == name
    assert len(start.label) <= 80


def test_seasons_are_listed_newest_first() -> None:
    lines = (seasons_message(ENGLISH, [SUMMER, SPRING]).embed.description or "").splitlines()
    assert lines == [
        r"**Sum\*mer\***: since <t:1777593600:d>",
        "**Spring**: <t:1777593600:d> to <t:1777593600:d>",
    ]
    many = [Season(number=number, name="x", started_at=WHEN) for number in range(30, 0, -1)]
    assert (seasons_message(ENGLISH, many).embed.description or "").endswith(
        "… and 10 earlier ones."
    )
    assert started_words(ENGLISH, SUMMER) == r"The season **Sum\*mer\*** has begun."


@pytest.mark.parametrize("pictures", [False, True])
def test_a_podium_names_the_season_and_the_best(*, pictures: bool) -> None:
    best = [
        Standing(at, name, at, 1300 - at, 80, False, 12, 5, 0.4, 1.0)
        for at, name in enumerate(("Mia", "Noah", "Kim"), 1)
    ]
    said = read(podium_message(ENGLISH, Podium(SPRING, best), pictures=pictures))
    assert "🏁 The season Spring is over" in said
    for rank, name in enumerate(("Mia", "Noah", "Kim"), 1):
        placed = f"{rank}. {name}" if pictures else f"{ENGLISH.ordinal(rank)} {name}"
        assert f"{placed}: rating {1300 - rank} ± 80, 12 games" in said
