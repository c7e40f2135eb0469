"""The leaderboard as a message: all of it in words, below a picture the rest, and its controls."""

import re
from datetime import UTC, datetime
from functools import partial

import pytest

from bot.pictures.layouts.standings import leaderboard_scene
from bot.pictures.scene import Text
from bot.tables.standings.leaderboard import (
    COMPUTER_MEASURES,
    LeaderboardChoice,
    LeaderboardPage,
    Measure,
    Period,
    Standing,
)
from bot.tables.standings.seasons import Season
from bot.text.language import ENGLISH, Language
from bot.ui.kit.component_id import Verb, parse_component_id
from bot.ui.kit.message import OPTIONS, Button, Message, Row, Select
from bot.ui.views.standings.choices import AMONG_PEOPLE
from bot.ui.views.standings.leaderboard import leaderboard_message
from engine.players import Level

MOST_CONTROLS = 10
ASKER = (7, "Noah")
WHEN = datetime(2026, 5, 1, tzinfo=UTC)
SEASONS = [
    Season(number=2, name="Summer", started_at=WHEN),
    Season(number=1, name="Spring *26*", started_at=WHEN),
]
UNWRITTEN = "አበበ"
COUNTED = "Nobody is ranked here yet. Counted here:"


def standing(user_id: int, rank: int, name: str = "Mia") -> Standing:
    return Standing(user_id, name, rank, 1300 - rank, 60, rank > 2, 12, 5, 5 / 12, 2.46)


def page_of(
    count: int = 10,
    *,
    page: int = 0,
    members: int = 24,
    own: Standing | None = None,
    choice: LeaderboardChoice = LeaderboardChoice(),  # noqa: B008 - a value that never changes
) -> LeaderboardPage:
    lines = [standing(100 + at, page * 10 + at + 1, f"Member {at}") for at in range(count)]
    return LeaderboardPage(choice, lines, page, members, own)


def described(message: Message) -> list[str]:
    return (message.embed.description or "").splitlines()


def selects(message: Message) -> list[Select]:
    return [row for row in message.rows if isinstance(row, Select)]


def buttons(rows: list[Row]) -> list[Button]:
    return [button for row in rows if not isinstance(row, Select) for button in row]


def test_a_page_in_words() -> None:
    shown = leaderboard_message(ENGLISH, page_of(3, members=3, own=standing(101, 2)), 101, "M")
    assert shown.embed.title == "🏆 Leaderboard: rating, all time"
    assert described(shown) == [
        "1st **Member 0**: rating 1299 ± 60, 12 games",
        "2nd **Member 1**: rating 1298 ± 60, 12 games",
        "3rd **Member 2**: rating 1297 ± 60 (provisional), 12 games",
    ]
    assert shown.embed.footer.text is not None
    assert shown.embed.footer.text.splitlines()[0] == "3 members · games among people"
    assert "Provisional: fewer than 5 games" in shown.embed.footer.text


def test_a_title_is_joined_as_a_list_of_its_language() -> None:
    shown = leaderboard_message(Language("ja"), page_of(3, members=3), 101, "M")
    assert shown.embed.title == "🏆 ランキング：レーティング、全期間"
    assert described(shown)[0].endswith("、12ゲーム")


@pytest.mark.parametrize(
    ("measure", "line"),
    [
        (Measure.WINS, "5 wins, 12 games"),
        (Measure.WIN_SHARE, "42% win share, 12 games, 5 wins"),
        (Measure.AVERAGE, "+2.5 points a round, 12 games, 5 wins"),
        (Measure.GAMES, "12 games, 5 wins"),
    ],
)
def test_each_measure_says_its_value_and_what_it_comes_from(measure: Measure, line: str) -> None:
    choice = LeaderboardChoice(measure)
    shown = leaderboard_message(ENGLISH, page_of(1, members=1, choice=choice), *ASKER)
    assert described(shown)[0] == f"1st **Member 0**: {line}"
    assert "provisional" not in (shown.embed.footer.text or "")


@pytest.mark.parametrize("pictures", [False, True])
def test_ones_own_place_is_shown_wherever_it_is(*, pictures: bool) -> None:
    """Below the page if it is elsewhere, and said in words if there is none."""
    elsewhere = leaderboard_message(
        ENGLISH, page_of(own=standing(7, 19, "Noah")), *ASKER, pictures=pictures
    )
    if pictures:
        assert elsewhere.draw is not None
        assert "Further: 19. Noah (who asked): rating 1281 ± 60" in elsewhere.draw().alt
    else:
        assert described(elsewhere)[-2:] == [
            "…",
            "19th **Noah**: rating 1281 ± 60 (provisional), 12 games",
        ]
    nowhere = leaderboard_message(ENGLISH, page_of(), *ASKER, pictures=pictures)
    assert described(nowhere)[-1] == "Noah is not ranked here yet."


def test_a_picture_has_the_list_and_the_rest_stands_below_it() -> None:
    page = page_of(2, members=2, own=standing(100, 1))
    page.rows[1] = page.rows[1]._replace(name=UNWRITTEN)
    shown = leaderboard_message(ENGLISH, page, *ASKER, SEASONS, pictures=True)
    assert described(shown) == [f"Member 2 is {UNWRITTEN}."]
    assert shown.embed.title is None
    assert shown.draw is not None
    assert f"2. {UNWRITTEN}: rating 1298 ± 60, 12 games." in shown.draw().alt


def test_filters_are_said() -> None:
    choice = LeaderboardChoice(Measure.WINS, Period.WEEK, 4, 10, Level.HARD)
    shown = leaderboard_message(ENGLISH, page_of(choice=choice), *ASKER)
    assert shown.embed.title == "🏆 Leaderboard: wins, this week"
    assert shown.embed.footer.text == (
        "Page 1 of 3 · 24 members · games against hard computers alone · 4 players · "
        "at least 10 games"
    )


@pytest.mark.parametrize(
    ("choice", "games"),
    [
        (LeaderboardChoice(Measure.WINS), AMONG_PEOPLE),
        (LeaderboardChoice(Measure.WINS, against=Level.HARD), "games against hard computers alone"),
        (
            LeaderboardChoice(players=4, min_games=3),
            "games among people, 4 players, at least 3 games",
        ),
        (LeaderboardChoice(min_games=2), "games among people, at least 2 games"),
    ],
)
def test_a_picture_says_which_games_it_counts(choice: LeaderboardChoice, games: str) -> None:
    shown = leaderboard_message(ENGLISH, page_of(choice=choice), *ASKER, pictures=True)
    assert isinstance(shown.draw, partial)
    pieces = leaderboard_scene(*shown.draw.args).pieces
    assert games in [piece.text for piece in pieces if isinstance(piece, Text)]
    assert f", {games}. 1." in shown.draw().alt


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (LeaderboardChoice(), "Nobody is ranked here yet. Finish a game with somebody else,"),
        (LeaderboardChoice(period=Period.WEEK), f"{COUNTED} this week, games among people."),
        (
            LeaderboardChoice(period=Period.MONTH, players=4),
            f"{COUNTED} this month, games among people, 4 players.",
        ),
        (
            LeaderboardChoice(min_games=10),
            f"{COUNTED} all time, games among people, at least 10 games. Choose fewer games.",
        ),
        (
            LeaderboardChoice(min_games=2),
            f"{COUNTED} all time, games among people, at least 2 games. Choose fewer games.",
        ),
        (
            LeaderboardChoice(Measure.WINS, against=Level.EASY),
            f"{COUNTED} all time, games against easy computers alone.",
        ),
        (
            LeaderboardChoice(period=Period.SEASON, season=1),
            rf"{COUNTED} Spring \*26\*, games among people.",
        ),
    ],
)
def test_an_empty_leaderboard_says_why(choice: LeaderboardChoice, words: str) -> None:
    shown = leaderboard_message(
        ENGLISH, LeaderboardPage(choice, [], 0, 0), *ASKER, SEASONS, pictures=True
    )
    assert (shown.embed.description or "").startswith(words)
    assert shown.draw is None
    assert len(selects(shown)) == 3


def test_without_a_season_it_says_who_starts_one() -> None:
    choice = LeaderboardChoice(period=Period.SEASON)
    shown = leaderboard_message(ENGLISH, LeaderboardPage(choice, [], 0, 0), *ASKER)
    assert "There is no season in this server yet." in (shown.embed.description or "")


CHOICES = [
    LeaderboardChoice(measure, period, players, games, against, season)
    for measure in (Measure.RATING, Measure.AVERAGE)
    for period, season in ((Period.ALL_TIME, None), (Period.WEEK, None), (Period.SEASON, 2))
    for players, games in ((None, 1), (3, 99999))
    for against in (None, Level.HARD)
    if against is None or measure in COMPUTER_MEASURES
]


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.code)
def test_few_controls_carry_all_that_is_chosen(choice: LeaderboardChoice) -> None:
    shown = leaderboard_message(ENGLISH, page_of(page=1, choice=choice), *ASKER, SEASONS)
    pages = buttons(list(shown.rows))
    assert len(pages) + len(selects(shown)) <= MOST_CONTROLS
    ids = [str(button.component_id) for button in pages]
    ids += [str(select.component_id) for select in selects(shown)]
    assert len(set(ids)) == len(ids)
    assert all(parse_component_id(custom_id) for custom_id in ids)
    assert [button.component_id.number for button in pages] == [0, 2]
    for button in pages:
        assert button.component_id.verb is Verb.LEADERBOARD
        assert LeaderboardChoice.parse(button.component_id.detail) == choice


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.code)
def test_each_option_changes_one_thing(choice: LeaderboardChoice) -> None:
    """Those of one select differ; what leads to the present choice is its placeholder."""
    for select in selects(leaderboard_message(ENGLISH, page_of(choice=choice), *ASKER, SEASONS)):
        values = [option.value for option in select.options]
        assert 0 < len(values) <= OPTIONS
        assert len(set(values)) == len(values)
        assert choice.code not in values
        for value in values:
            other = LeaderboardChoice.parse(value)
            assert other.code == value
            assert other.against is None or other.measure in COMPUTER_MEASURES
            changed = [
                name for name in choice._fields if getattr(other, name) != getattr(choice, name)
            ]
            assert set(changed) in (
                {"measure"},
                {"players"},
                {"against"},
                {"against", "measure"},
                {"period"},
                {"season"},
                {"period", "season"},
            )


def test_more_seasons_than_a_select_has_room_for() -> None:
    seasons = [Season(number=40 - at, name=f"No. {40 - at}", started_at=WHEN) for at in range(40)]
    period = selects(leaderboard_message(ENGLISH, page_of(), *ASKER, seasons))[1]
    assert len(period.options) == OPTIONS
    assert period.options[2].label == "Season: No. 40"


def test_a_name_that_would_format_or_mention_does_not() -> None:
    page = page_of(1, members=1)
    page.rows[0] = page.rows[0]._replace(name="@everyone **x** <@1>")
    shown = leaderboard_message(ENGLISH, page, 7, "**bold** @here", SEASONS)
    text = shown.embed.description or ""
    assert not re.search(r"@everyone|@here|(?<!\\)<@|(?<!\\)\*\*(x|bold)", text)
