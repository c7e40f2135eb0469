"""Leaderboards and cards of statistics: their layouts and their words."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from bot.pictures.alt import ALT_LIMIT
from bot.pictures.alt_standings import leaderboard_alt, stats_alt
from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.charts import MOST
from bot.pictures.layouts.standings import (
    BoardSubject,
    PersonalBest,
    RatingHistory,
    StandingRow,
    StatsCard,
    Tile,
    Tiles,
    leaderboard_scene,
    stats_scene,
)
from bot.pictures.scene import Panel, Plot, Portrait, Scene, Stage, Text, Token
from bot.text.language import ENGLISH, PSEUDO
from bot.text.words import games_counted
from tests.support.pictures.examples import (
    AVERAGE,
    FIRST_STATS,
    OWN,
    RATED,
    RATING,
    SCENES,
    SERVER_STATS,
    STANDINGS,
    STATS,
    WINS,
)
from tests.support.pictures.layout_checks import assert_sound, texts
from tests.support.pictures.tables import FACES
from tests.support.pictures.words import alt_text

few = settings(deadline=None, max_examples=60)
LONG_NAMES = tuple(SeatFace("Wolfeschlegelsteinhausenbergerdorff"[:32], at) for at in range(5))
MEASURES = ("rating", "wins", "win-share", "average", "games", "points", "day")


def lines_of(count: int, number: int, measure: str) -> list[StandingRow]:
    rated = measure == "rating"
    return [
        StandingRow(
            min(at + 1, number or 1),
            LONG_NAMES[at % 5],
            number,
            number,
            str(number),
            spread=f"± {number % 999}" if rated else "",
            provisional=rated and at % 2 == 0,
            asked=at == 4,
        )
        for at in range(count)
    ]


@few
@given(
    st.integers(0, 10),
    st.integers(0, 9999),
    st.sampled_from(MEASURES),
    st.booleans(),
    st.booleans(),
)
def test_everybody_has_a_place_on_the_podium_or_a_line(
    count: int, number: int, measure: str, podium: bool, elsewhere: bool
) -> None:
    lines = lines_of(count, number, measure)
    own = replace(lines_of(5, number, measure)[4], rank=99) if elsewhere and count else None
    scene = leaderboard_scene(
        ENGLISH, BoardSubject("W" * 40, measure, "W" * 60, podium), lines, own
    )
    assert_sound(scene)
    assert len([one for one in scene.pieces if isinstance(one, Portrait)]) == count + (
        own is not None
    )
    blocks = [one for one in scene.grounds if isinstance(one, Stage) and one.kind == "block"]
    assert len(blocks) == (min(3, count) if podium else 0)
    lit = [one for one in scene.grounds if isinstance(one, Panel) and one.colour == Colour.CREAM]
    assert len(lit) == (count > 4) + (own is not None)


@pytest.mark.parametrize("place", range(3))
def test_the_member_who_asked_is_lit_on_the_podium_too(place: int) -> None:
    lines = [replace(line, asked=at == place) for at, line in enumerate(RATED[:3])]
    scene = leaderboard_scene(ENGLISH, RATING, lines)
    (plate,) = [one for one in scene.grounds if isinstance(one, Panel)]
    names = [piece for piece in scene.pieces if isinstance(piece, Text) and piece.box == plate.box]
    assert [name.text for name in names] == [lines[place].face.label]


def test_equal_ranks_stand_on_equal_blocks() -> None:
    """As in a game's final scores (R23)."""
    lines = [replace(line, rank=rank) for line, rank in zip(RATED, (1, 1, 3), strict=False)]
    scene = leaderboard_scene(ENGLISH, RATING, lines)
    heights = [
        one.box.height for one in scene.grounds if isinstance(one, Stage) and one.kind == "block"
    ]
    assert heights[0] == heights[1] > heights[2]


def confetti_of(scene: Scene) -> list[int]:
    return [one.number for one in scene.grounds if isinstance(one, Stage) and one.kind == "lights"]


def test_confetti_is_for_members_who_won() -> None:
    """For a season's podium; not for a board on which nothing is decided."""
    assert confetti_of(SCENES["leaderboard-season"]) == [True]
    assert confetti_of(SCENES["leaderboard-rating"]) == [False]


def test_a_loss_has_its_sign_and_colour_on_a_lit_line_too() -> None:
    values = ("+1.0", "−2.0", "+3.0", "−4.0")
    lines = [
        replace(line, value=value, asked=at in (0, 1))
        for at, (line, value) in enumerate(zip(STANDINGS, values, strict=False))
    ]
    scene = leaderboard_scene(ENGLISH, AVERAGE._replace(podium=False), lines)
    inks = {one.text: one.ink for one in scene.pieces if isinstance(one, Text)}
    assert [inks[value] for value in values] == [
        Colour.BLOCK_1,
        Colour.RED_DARK,
        Colour.GOLD,
        Colour.MINUS,
    ]


def test_a_rating_says_how_sure_it_is_and_what_is_provisional() -> None:
    written = texts(SCENES["leaderboard-rating"])
    assert "± 76, 37 games" in written
    assert "± 90, provisional" in written
    assert [written.count(word) for word in ("± 104", "± 188", "provisional")] == [1, 1, 2]


def test_columns_stand_beside_the_measure_once() -> None:
    for measure, headings in {
        "rating": ["games", "rating"],
        "wins": ["games", "wins"],
        "win-share": ["games", "wins", "win share"],
        "average": ["games", "wins", "points a round"],
        "games": ["wins", "games"],
    }.items():
        scene = leaderboard_scene(ENGLISH, BoardSubject("all time", measure, "games"), STANDINGS)
        soft = [
            piece.text
            for piece in scene.pieces
            if isinstance(piece, Text) and piece.ink == Colour.SOFT and not piece.text.isdecimal()
        ]
        assert soft == ["games", *headings]


@few
@given(
    st.lists(st.integers(-500, 4000), min_size=2, max_size=MOST),
    st.sampled_from([*FACES, *LONG_NAMES]),
)
def test_the_course_of_a_rating_is_as_high_as_its_numbers(
    ratings: list[int], face: SeatFace
) -> None:
    scene = stats_scene(ENGLISH, StatsCard("Mia", "", None, (RatingHistory(tuple(ratings), face),)))
    assert_sound(scene)
    (plot,) = (piece for piece in scene.pieces if isinstance(piece, Plot))
    (line,) = plot.lines
    heights = [y for _, y in line.points]
    assert len(heights) == len(ratings)
    for (one, high), (other, low) in zip(
        zip(ratings, heights, strict=True),
        list(zip(ratings, heights, strict=True))[1:],
        strict=False,
    ):
        assert (high >= low) if one <= other else (high <= low)
    (end,) = (piece for piece in scene.pieces if isinstance(piece, Portrait))
    assert end.box.middle[1] == pytest.approx(plot.box.top + line.end, abs=1)


def test_a_card_of_the_longest_words_fits() -> None:
    wide = "W" * 40
    tiles = Tiles(tuple(Tile(wide, wide, wide) for _ in range(5)), wide)
    records = (PersonalBest(wide, "fan", 10, wide), PersonalBest(wide, "pile", 0, ""))
    head = STATS.head
    assert head is not None
    far = head._replace(rating="−12345", spread="± 1234", standing="1234567th of 9999999")
    assert_sound(stats_scene(ENGLISH, StatsCard(wide, wide, far, (tiles, records))))


def test_a_record_that_nobody_has_is_dim() -> None:
    tokens = [one for one in SCENES["stats-server"].pieces if isinstance(one, Token)]
    assert [token.dim for token in tokens] == [False, True]


def test_the_words_of_a_leaderboard() -> None:
    assert alt_text(leaderboard_alt, ENGLISH, AVERAGE, STANDINGS[:2], None) == (
        "Leaderboard: points a round, all time, games among people. "
        "1. Mia: +11.2 points a round, 41 games, 24 wins. "
        "2. Clown (easy) (who asked): +7.8 points a round, 40 games, 19 wins."
    )
    assert alt_text(leaderboard_alt, ENGLISH, RATING, RATED[1:3], OWN) == (
        "Leaderboard: rating, this month, games among people, at least 3 games. "
        "2. Noah: rating 1275 ± 76, 37 games. "
        "3. Kim: rating 1238 ± 90 (provisional), 33 games. "
        "Further: 27. Mia (who asked): rating 1012 ± 214 (provisional), 3 games."
    )
    assert alt_text(leaderboard_alt, ENGLISH, WINS, STANDINGS[2:3], None) == (
        "Leaderboard: wins, Winter, games against hard computers alone. "
        "3. Ringmaster (hard): 14 wins, 39 games."
    )


def test_the_words_of_a_card() -> None:
    assert alt_text(stats_alt, ENGLISH, FIRST_STATS) == (
        "Noah, this server. Rating 1032 ± 260, provisional, 12th of 24. Games 2, wins 0. "
        "Rating, game by game: 1005, 1032."
    )
    assert "Longest set: 9 cards, by Mia. Biggest capture: 0 cards." in alt_text(
        stats_alt, ENGLISH, SERVER_STATS
    )


@pytest.mark.parametrize("name", [name for name in SCENES if name.startswith("stats")])
def test_the_words_of_a_card_have_every_figure(name: str) -> None:
    card = {"stats": STATS, "stats-first-games": FIRST_STATS, "stats-server": SERVER_STATS}.get(
        name
    )
    if card is None:
        return
    said = alt_text(stats_alt, ENGLISH, card).lower()
    for section in card.sections:
        if isinstance(section, Tiles):
            assert all(f"{tile.label} {tile.figure}".lower() in said for tile in section.tiles)


def test_the_limit_holds_for_the_longest_names() -> None:
    face = SeatFace("田" * 40, 0)
    lines = [
        StandingRow(at, face, 99999, 99999, "99999", "± 999", provisional=True)
        for at in range(1, 11)
    ]
    said = alt_text(leaderboard_alt, ENGLISH, RATING, lines, lines[0])
    assert len(said) <= ALT_LIMIT
    assert len(re.findall("田+", said)) >= 9


def test_a_note_that_is_too_long_for_a_block_leaves_the_wins_out() -> None:
    many = replace(STANDINGS[0], games=410, wins=240)
    notes = {
        language: texts(leaderboard_scene(language, AVERAGE, [many]))
        for language in (ENGLISH, PSEUDO)
    }
    assert "410 games, 240 wins" in notes[ENGLISH]
    assert games_counted(PSEUDO, 410) in notes[PSEUDO]
