"""Laws of every layout, for hands of 1 to 40 cards and for any result."""

import re
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import chain, pairwise

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

from bot.pictures.alt import table_alt
from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style, coverage, extent, figure_height
from bot.pictures.layouts.charts import add_score_chart
from bot.pictures.layouts.hand import (
    Hand,
    Placing,
    hand_scene,
    orientation_scene,
    positions_scene,
    rows_of,
)
from bot.pictures.layouts.lines import fitted_names, width_of
from bot.pictures.layouts.lobby import lobby_scene
from bot.pictures.layouts.parts import Layout, even_rows
from bot.pictures.layouts.replay import replay_end_scene, replay_scene
from bot.pictures.layouts.results import final_scene, result_scene
from bot.pictures.layouts.settings import SAMPLE
from bot.pictures.layouts.standings import RatingHistory, StatsCard, stats_scene
from bot.pictures.layouts.table import NAME, set_scene, table_scene, words_with_name
from bot.pictures.picture import painted
from bot.pictures.scene import (
    HEADLINE,
    LABEL,
    WIDTH,
    Bracket,
    Lamp,
    Panel,
    Plot,
    Portrait,
    Ribbon,
    Scene,
    Stage,
    Text,
    Token,
    card_height,
)
from bot.pictures.sprites.tokens import LINES
from bot.text.language import ENGLISH, LANGUAGES, Language, language_of
from bot.text.names import PlayerName, short_name
from bot.text.words import BestShow, ending_reason, longest_shows, victory
from engine.cards import Card, Cards, flip, parse_cards
from engine.game import ranked
from engine.players import Level
from engine.round import Event, Score
from engine.sets import shows
from engine.view import RoundResult, view
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.languages import IN_TURN
from tests.support.pictures import strategies as some, tables
from tests.support.pictures.examples import OVER, PLACING, SCENES, TABLES, scenes_in
from tests.support.pictures.layout_checks import (
    assert_sound,
    cards_of,
    cut_short,
    faces,
    plates,
    texts,
)
from tests.support.pictures.tables import FACES, unnamed
from tests.support.pictures.words import alt_text

few = settings(deadline=None, max_examples=60)
PHONE = 390
"""Pixels that a phone shows a picture's width in."""
REPLAY_HEIGHT = 702
"""It is 322 pixels high at the 550 of a laptop."""
LONG_NAMES = tuple(SeatFace("Wolfeschlegelsteinhausenbergerdorff"[:32], at) for at in range(5))


LEGEND = [(True, Colour.SHELF), (False, Colour.SHELF)]


def chart_scene(totals: list[list[int]], own: int, named: tuple[SeatFace, ...]) -> Scene:
    layout = Layout(ENGLISH, "Points after each round", top=130)
    add_score_chart(layout, totals, [own], named, 420)
    return layout.scene(20)


def lamps_of(scene: Scene) -> dict[int, Lamp]:
    """By position, without those of the legend."""
    return {
        piece.position: piece
        for piece in scene.pieces
        if isinstance(piece, Lamp) and piece.position is not None
    }


@pytest.mark.parametrize("name", [name for name in SCENES if name.startswith("replay")])
def test_a_replay_leaves_room_for_its_buttons(name: str) -> None:
    assert SCENES[name].height <= REPLAY_HEIGHT


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_the_examples_are_sound(scene: Scene) -> None:
    assert_sound(scene)


@pytest.mark.slow  # lays out every picture
@pytest.mark.parametrize("language", IN_TURN, ids=lambda language: language.code)
def test_the_examples_are_sound_and_whole_in_every_language(language: Language) -> None:
    question = language.gettext("{card} goes to …", card=PLACING.card.up)
    for name, scene in scenes_in(language).items():
        assert_sound(scene)
        assert set(cut_short(scene)) <= {question}, name


@pytest.mark.long
@few
@given(some.turns(), st.sampled_from([None, *FACES, LONG_NAMES[0]]))
def test_a_hand_is_all_there_in_order(turn: some.Turn, owner: SeatFace | None) -> None:
    scene = hand_scene(ENGLISH, turn.hand, turn.table, owner)
    assert_sound(scene)
    assert cards_of(scene, rows_of(len(turn.hand.cards)).card) == turn.hand.cards
    assert cards_of(scene, 92, 68) == turn.table


@few
@given(some.turns())
def test_every_card_has_its_position_below_and_the_scouted_one_is_new(turn: some.Turn) -> None:
    scene = hand_scene(ENGLISH, turn.hand)
    labels = [piece for piece in scene.pieces if isinstance(piece, Text)]
    for position, face in enumerate(faces(scene), start=1):
        (label,) = (
            label
            for label in labels
            if label.box.left == face.box.left and 0 <= label.box.top - face.box.bottom < 10
        )
        new = position == turn.hand.scouted
        assert label.text == (f"{position} new" if new else str(position))
        assert face.rim == (Colour.GOLD if new else Colour.CREAM)
        shown = any(show.first <= position <= show.last for show in turn.hand.shows)
        assert new or (label.ink == Colour.SHOW) == shown


@pytest.mark.long
@few
@given(some.turns(), some.cards)
def test_small_pictures_are_sound_and_lower(turn: some.Turn, card: Card) -> None:
    held = turn.hand.cards
    placing = Placing(held, card, "L", range(1, len(held) + 2))
    scenes = [
        (
            hand_scene(ENGLISH, turn.hand, turn.table),
            hand_scene(ENGLISH, turn.hand, turn.table, small=True),
        ),
        (positions_scene(ENGLISH, placing), positions_scene(ENGLISH, placing, small=True)),
        (orientation_scene(ENGLISH, held), orientation_scene(ENGLISH, held, small=True)),
    ]
    for large, small in scenes:
        assert_sound(small)
        assert small.height <= large.height


@pytest.mark.parametrize("count", range(1, some.MOST + 1))
def test_rows_are_even_and_hold_every_card_once(count: int) -> None:
    most = rows_of(count).most
    rows = even_rows(count, most)
    lengths = [len(row) for row in rows]
    assert [index for row in rows for index in row] == list(range(count))
    assert len(rows) == -(-count // most)
    assert max(lengths) - min(lengths) <= 1
    assert max(lengths) == lengths[0] <= most


@few
@given(some.turns(most=18), some.cards)
def test_every_gap_has_a_lamp_that_is_gold_where_the_card_makes_a_set(
    turn: some.Turn, card: Card
) -> None:
    held = turn.hand.cards
    scene = positions_scene(ENGLISH, Placing(held, card, "L", range(1, len(held) + 2)))
    assert_sound(scene)
    assert cards_of(scene, rows_of(len(held)).card) == held
    lamps = lamps_of(scene)
    assert sorted(lamps) == list(range(1, len(held) + 2))
    assert len([one for one in scene.pieces if isinstance(one, Lamp)]) == len(lamps) + len(LEGEND)
    for position, lamp in lamps.items():
        hand = (*held[: position - 1], card, *held[position - 1 :])
        sets = [show for show in shows(hand, ()) if show.first <= position <= show.last]
        assert lamp.lit == any(show.last > show.first for show in sets)


@few
@given(some.turns(most=18), some.cards)
def test_the_gap_between_two_rows_is_one_wire_from_its_lamp_over_the_edge(
    turn: some.Turn, card: Card
) -> None:
    held = turn.hand.cards
    scene = positions_scene(ENGLISH, Placing(held, card, "L", range(1, len(held) + 2)))
    lamps = lamps_of(scene)
    lines = [one for one in scene.grounds if isinstance(one, Stage)]
    wires = [one for one in lines if one.box.width > one.box.height]
    leaving = [wire for wire in wires if wire.box.right == WIDTH]
    coming = [wire for wire in wires if wire.box.left == 0]
    between = [row.stop + 1 for row in even_rows(len(held), rows_of(len(held)).most)[:-1]]
    assert len(wires) == 2 * len(between)
    for position, one, other in zip(between, leaving, coming, strict=True):
        assert one.box.middle[1] == pytest.approx(lamps[position].box.middle[1], abs=1)
        colour = Colour.GOLD if lamps[position].lit else Colour.LAMP
        assert one.number == other.number == colour
        (post,) = (
            line.box
            for line in lines
            if line not in wires
            and line.box.bottom == other.box.bottom
            and line.box.right == other.box.right
        )
        row = [
            face.box
            for face in faces(scene, rows_of(len(held)).card)
            if face.box.top + 4 == post.top
        ]
        assert post.right <= min(box.left for box in row)
    assert len(lines) - len(wires) == len(lamps) + len(between)


def test_only_allowed_positions_have_a_lamp() -> None:
    held = SCENES["hand"]
    scene = positions_scene(ENGLISH, Placing(cards_of(held), Card(5, 2), None, (2, 4)))
    assert list(lamps_of(scene)) == [2, 4]
    samples = [one for one in scene.pieces if isinstance(one, Lamp) and one.position is None]
    assert [(lamp.lit, lamp.ground) for lamp in samples] == LEGEND


@few
@given(some.turns())
def test_both_ways_up_show_the_hand_and_its_cards_flipped(turn: some.Turn) -> None:
    scene = orientation_scene(ENGLISH, turn.hand.cards)
    assert_sound(scene)
    assert cards_of(scene) == turn.hand.cards + flip(turn.hand.cards)
    assert max(Counter(face.box.top for face in faces(scene)).values()) <= 6


@few
@given(some.turns(most=12))
def test_both_ways_up_leave_room_for_the_buttons(turn: some.Turn) -> None:
    """330 of the 585 that a phone shows at once, where a picture is 340 wide."""
    assert orientation_scene(ENGLISH, turn.hand.cards).height * 340 / WIDTH <= 330


def test_both_ways_up_count_runs_and_matches_by_their_lengths() -> None:
    held = parse_cards("8/1 4/7 4/8 3/8 2/5 6/9 5/1 5/6 9/2 9/1 9/8 6/7")
    said = texts(orientation_scene(ENGLISH, held))
    keep = ["1 match of 3", "1 run of 3", "2 matches of 2", "1 run of 2"]
    assert said[said.index("Keep") :] == ["Keep", *keep, "Flip", "1 match of 2", "3 runs of 2"]
    singles = texts(orientation_scene(ENGLISH, parse_cards("8/1 4/7 8/3")))
    assert singles[-4:] == ["Keep", "single cards", "Flip", "single cards"]


def test_a_bracket_of_both_ways_runs_off_the_shelf_where_it_goes_on() -> None:
    scene = SCENES["both-ways-up-12"]
    shelves = [
        one.box for one in scene.grounds if isinstance(one, Panel) and one.colour == Colour.SHELF
    ]
    drawn = [piece for piece in scene.pieces if isinstance(piece, Bracket)]
    going = [bracket for bracket in drawn if not bracket.ends]
    coming = [bracket for bracket in drawn if not bracket.begins]
    assert len(shelves) == len(going) == len(coming) == 2
    for shelf, one, other in zip(shelves, going, coming, strict=True):
        assert one.box.right == shelf.right
        assert other.box.left == shelf.left
        assert one.box.bottom < other.box.top < shelf.bottom


@few
@given(some.tables.filter(bool))
def test_the_active_set_is_all_there(active: Cards) -> None:
    scene = set_scene(ENGLISH, active)
    assert_sound(scene)
    assert cards_of(scene) == active


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("named", [FACES, LONG_NAMES], ids=["short names", "long names"])
def test_every_position_of_a_game_is_sound(players: int, named: tuple[SeatFace, ...]) -> None:
    for game in list(positions(players, seed=players))[::5]:
        seen = view(game, None)
        scene = table_scene(ENGLISH, seen, named)
        assert_sound(scene)
        assert cards_of(scene, *range(90, 200)) == seen.active


@pytest.mark.parametrize("name", TABLES)
def test_a_table_shows_what_each_seat_has(name: str) -> None:
    seen, scene = TABLES[name], SCENES[name]
    lit = plates(scene)
    assert len(lit) == (seen.turn is not None)
    written = texts(scene)
    for seat in range(seen.players):
        assert FACES[seat].label in written
        for number in (seen.counts[seat], seen.piles[seat], seen.chips[seat]):
            assert str(number) in written
    shapes = [piece.shape for piece in scene.pieces if isinstance(piece, Token)]
    assert shapes.count("pennant") == 1
    if not all(seen.chosen):
        assert shapes.count("tick") == sum(seen.chosen)
    elif seen.rules.scout_and_show:
        assert shapes.count("ticket") == sum(seen.tokens)
        assert shapes.count("spent-ticket") == seen.players - sum(seen.tokens)
    else:
        assert "ticket" not in shapes


@pytest.mark.parametrize("name", TABLES)
def test_totals_have_a_column_from_the_second_round_on(name: str) -> None:
    """In the first round nothing is scored yet; a zero would look like the points so far."""
    seen, written = TABLES[name], texts(SCENES[name])
    assert ("total" in written) == (seen.number > 1)
    counts = (*seen.counts, *seen.piles, *seen.chips, *(seen.totals if seen.number > 1 else ()))
    numbers = [text for text in written if re.fullmatch("−?[0-9]+", text)]
    assert sorted(numbers) == sorted(map(ENGLISH.number, counts))


@pytest.mark.parametrize("name", TABLES)
def test_the_token_of_scout_and_show_is_named(name: str) -> None:
    seen, written = TABLES[name], texts(SCENES[name])
    named = seen.rules.scout_and_show and all(seen.chosen)
    assert ("Scout &" in written) == ("Show" in written) == named


@pytest.mark.parametrize(("name", "with_tokens"), [("table-2", True), ("table-4", False)])
def test_the_rules_decide_whether_a_table_shows_scout_and_show(
    name: str, with_tokens: bool
) -> None:
    """Whatever the number of players is, as another game with other rules would have it."""
    rules = replace(TABLES[name].rules, scout_and_show=with_tokens)
    seen = replace(TABLES[name], rules=rules)
    scene = table_scene(ENGLISH, seen, FACES[: seen.players])
    assert_sound(scene)
    assert ("Scout &" in texts(scene)) == with_tokens
    shapes = [piece.shape for piece in scene.pieces if isinstance(piece, Token)]
    tickets = shapes.count("ticket") + shapes.count("spent-ticket")
    assert tickets == (seen.players if with_tokens else 0)
    assert ("Scout & Show" in alt_text(table_alt, ENGLISH, seen, FACES)) == with_tokens


@pytest.mark.parametrize("name", TABLES)
def test_in_a_game_that_ended_early_nobody_is_lit_and_nothing_goes_on(name: str) -> None:
    seen = TABLES[name]
    scene = table_scene(ENGLISH, seen, FACES[: seen.players], closed=True)
    assert_sound(scene)
    assert not plates(scene)
    written = texts(scene)
    assert "The game ended early" in written
    assert "ready" not in written
    assert cards_of(scene) == seen.active
    inks = {piece.ink for piece in scene.pieces if isinstance(piece, Text)}
    assert not {Colour.RED_DARK, Colour.BLOCK_1} & inks


def test_a_scouted_card_leaves_a_slot_with_the_face_of_its_taker() -> None:
    seen, scene = TABLES["table-5"], SCENES["table-5"]
    (slot,) = (one for one in scene.grounds if isinstance(one, Stage) and one.kind == "slot")
    inside = [
        piece.face
        for piece in scene.pieces
        if isinstance(piece, Portrait) and piece.box.middle == slot.box.middle
    ]
    assert inside == [FACES[seen.log[-1].seat]]
    cards = [face.box for face in faces(scene, slot.box.width)]
    left = seen.log[-1].end == "L"
    assert all((slot.box.left < box.left) == left for box in cards)


def ribbons(scene: Scene) -> list[bool]:
    return [one.golden for one in scene.grounds if isinstance(one, Ribbon)]


def test_a_long_set_has_a_golden_ribbon_until_the_next_move() -> None:
    seen, scene = TABLES["table-moment"], SCENES["table-moment"]
    assert ribbons(scene) == [True]
    assert "a run of 6" in texts(scene)
    assert f"{FACES[seen.log[-1].seat].label} shows" in texts(scene)
    four = replace(seen, log=(*seen.log[:-1], seen.log[-1]._replace(shown=seen.active[:4])))
    assert ribbons(table_scene(ENGLISH, four, FACES)) == [False]
    first, *rest = seen.active
    after = replace(seen, active=tuple(rest), log=(*seen.log, Event(3, first, "L", seen.owner, ())))
    assert ribbons(table_scene(ENGLISH, after, FACES)) == [False]


@pytest.mark.parametrize("name", [face.name for face in (*FACES, LONG_NAMES[0])])
def test_a_moment_has_room_for_every_name_and_what_was_beaten(name: str) -> None:
    seen = TABLES["table-moment"]
    both = seen.log[-1]._replace(scouted=Card(10, 1), end="L")
    before = Event(0, None, None, None, cards_of(SCENES["active-set-nine"]))
    for log in ((*seen.log, both), (before, both)):
        scene = table_scene(
            ENGLISH, replace(seen, log=log), [SeatFace(name, at) for at in range(4)]
        )
        assert_sound(scene)
        assert ribbons(scene) == [True]


def test_last_cards_have_a_golden_ribbon_in_the_result() -> None:
    assert ribbons(SCENES["result-last-cards"]) == [True]
    said = texts(SCENES["result-last-cards"])
    assert "Clown scouts 7 and shows their last cards" in said
    assert "4 5 6" in said
    assert ribbons(SCENES["result-unbeaten"]) == []


def test_beaten_cards_are_on_their_way_to_the_pile() -> None:
    seen, scene = TABLES["table-4"], SCENES["table-4"]
    beaten = cards_of(scene, 54)
    assert beaten
    assert beaten == seen.log[-2].shown or seen.log[-2].scouted is not None
    assert f"+{len(beaten)}" in texts(scene)


@pytest.mark.long
@few
@given(some.results(), st.sampled_from([-199, None, 298]), st.sampled_from([FACES, LONG_NAMES]))
def test_a_result_holds_every_hand_and_lights_the_best(
    over: RoundResult, total: int | None, named: tuple[SeatFace, ...]
) -> None:
    totals = () if total is None else (total,) * len(over.hands)
    scene = result_scene(ENGLISH, over, 10, totals, named)
    assert_sound(scene)
    assert cards_of(scene) == tuple(card for hand in over.hands for card in hand)
    written = texts(scene)
    assert [written.count(word) for word in ("pile", "chips", "hand", "round")] == [1] * 4
    assert written.count("total") == bool(totals)
    best = max(score.points for score in over.scores)
    lit = plates(scene)
    assert len(lit) == [score.points for score in over.scores].count(best)


@pytest.mark.parametrize("code", ["en-GB", "de", "pl", "zh-CN"])
def test_a_replay_of_two_has_room_for_who_plays_for_whom(code: str) -> None:
    language = language_of(code)
    names = [PlayerName(name, Level.MEDIUM, "Noah") for name in ("Juggler", "Acrobat")]
    named = [
        SeatFace(short_name(language, name), at, None, name.name) for at, name in enumerate(names)
    ]
    for scene in (
        replay_scene(language, TABLES["table-2"], (), named),
        replay_end_scene(language, tables.results(2)[1], 2, (4, -6), named),
    ):
        assert_sound(scene)
        assert cut_short(scene) == []
        assert scene.height <= REPLAY_HEIGHT


def test_a_replay_of_three_has_two_lines_for_long_names() -> None:
    names = "Bartholomew Green", "Wojciech Kowalski", "さくらんぼ大好きっ子"
    named = [SeatFace(name, at) for at, name in enumerate(names)]
    for scene in (
        replay_scene(ENGLISH, TABLES["table-3"], (), named),
        replay_end_scene(ENGLISH, tables.results(3)[1], 3, (4, -6, 2), named),
    ):
        assert_sound(scene)
        assert cut_short(scene) == []
        assert scene.height <= REPLAY_HEIGHT


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_replay_has_room_for_capitals_with_accents(players: int) -> None:
    named = [SeatFace(name, at) for at, name in enumerate(("Ångström", "Élodie", "Źdźbło", "Ügur"))]
    assert_sound(replay_scene(ENGLISH, TABLES[f"table-{players}"], (), named[:players]))


@pytest.mark.parametrize("language", LANGUAGES, ids=str)
def test_why_a_round_ended_leaves_room_for_a_name_in_every_language(language: Language) -> None:
    for over in chain(*(tables.results(4, seed) for seed in range(1, 6))):
        words = ending_reason(language, over, ["Mia"] * 4)
        assert width_of(words, Style("bold", 40)) <= 700, words


@few
@given(some.results(), st.sampled_from([-199, None, 298]), st.sampled_from([FACES, LONG_NAMES]))
def test_the_end_of_a_round_in_a_replay_holds_what_its_result_does(
    over: RoundResult, total: int | None, named: tuple[SeatFace, ...]
) -> None:
    totals = () if total is None else (total,) * len(over.hands)
    scene = replay_end_scene(ENGLISH, over, 10, totals, named)
    assert_sound(scene)
    assert scene.height <= REPLAY_HEIGHT
    assert cards_of(scene) == tuple(card for hand in over.hands for card in hand)
    written, players = texts(scene), len(over.hands)
    heads = ["hand", "round", *(["total"] if totals else [])]
    assert [written.count(word) for word in heads] == [players] * len(heads)
    assert Counter(ENGLISH.number(score.points, signed=True) for score in over.scores) <= Counter(
        written
    )
    assert written.count("safe") == [score.exempt for score in over.scores].count(True)
    assert written.count("hand empty") == over.hands.count(())
    best = max(score.points for score in over.scores)
    shapes = [piece.shape for piece in scene.pieces if isinstance(piece, Token)]
    assert shapes.count("star") == [score.points for score in over.scores].count(best)


@few
@given(some.courses(), st.booleans(), st.sampled_from([FACES, LONG_NAMES]))
def test_equal_ranks_stand_equally_high(
    course: list[list[int]], shown: bool, named: tuple[SeatFace, ...]
) -> None:
    best = BestShow(0, 1, some.set_from(Card(1, 2), 10, 1)) if shown else None
    scene = final_scene(ENGLISH, course, named, best)
    assert_sound(scene)
    ranks = [min(rank, 3) for rank, _, _ in ranked(course[-1])]
    blocks = [one for one in scene.grounds if isinstance(one, Stage) and one.kind == "block"]
    heights = [block.box.height for block in blocks]
    for (one, high), (other, low) in pairwise(zip(ranks, heights, strict=False)):
        assert (high == low) == (one == other)
        assert high >= low


def test_a_star_is_on_each_side_of_a_winner_and_one_between_two() -> None:
    for after, count in (((5, 3, 1), 2), ((5, 5, 1), 3), ((5, 5, 5), 4), ((5, 5), 3)):
        scene = final_scene(ENGLISH, [after], FACES[: len(after)], None)
        assert_sound(scene)
        stars = [one.box for one in scene.pieces if isinstance(one, Token) and one.shape == "star"]
        assert len(stars) == count
        assert len({star.top for star in stars}) == 1


@pytest.mark.parametrize(("after", "confetti"), [((5, 3, 1), 1), ((3, 5, 1), 0), ((5, 5, 1), 1)])
def test_confetti_is_for_members_who_won(after: tuple[int, ...], confetti: int) -> None:
    scene = final_scene(ENGLISH, [after], FACES[:3], None)
    lights = [one for one in scene.grounds if isinstance(one, Stage) and one.kind == "lights"]
    assert [one.number for one in lights] == [confetti]


def test_gains_and_losses_have_colours_and_signs_of_their_own_on_lit_rows_too() -> None:
    def sums(*scored: int) -> dict[str, int]:
        scores = tuple(Score(max(0, one), 0, max(0, -one), False) for one in scored)
        hands = ((Card(1, 2),), *((),) * (len(scored) - 1))
        over = replace(OVER, hands=hands, scores=scores)
        written = result_scene(ENGLISH, over, 3, (), FACES).pieces
        return {
            one.text: one.ink for one in written if isinstance(one, Text) and one.style.em == 58
        }

    assert sums(3, -2, 0) == {"+3": Colour.BLOCK_1, "−2": Colour.MINUS, "0": Colour.QUIET}
    assert sums(-3, -2) == {"−3": Colour.MINUS, "−2": Colour.RED_DARK}
    assert sums(-1, 2, 1) == {"−1": Colour.MINUS, "+2": Colour.BLOCK_1, "+1": Colour.GOLD}


@few
@given(st.integers(2, 5), st.integers(0, 5), st.sampled_from([FACES, LONG_NAMES]))
def test_a_lobby_has_a_place_for_everybody(
    size: int, seated: int, named: tuple[SeatFace, ...]
) -> None:
    seated = min(size, seated)
    scene = lobby_scene(ENGLISH, size, named[:seated], 0 if seated else None)
    assert_sound(scene)
    assert len([piece for piece in scene.pieces if isinstance(piece, Portrait)]) == seated
    assert texts(scene).count("free") == size - seated


@few
@given(some.courses(), st.integers(0, 1))
def test_the_lines_of_a_course_are_as_high_as_the_totals(totals: list[list[int]], own: int) -> None:
    """From the lowest to the highest value over the whole height, so a lone −4 takes no half."""
    scene = chart_scene(totals, own, unnamed(ENGLISH, len(totals[0])))
    assert_sound(scene)
    plot, figures = plot_of(scene), figures_of(scene)
    every = [0, 1, *(points for after in totals for points in after)]
    low, span, inner = min(every), max(every) - min(every), plot.box.height - 36
    assert plot.zero == plot.gridlines[figures.index(0)]
    assert len(figures) >= 2
    marks = [
        (points, y)
        for line, course in zip(plot.lines, zip(*totals, strict=True), strict=True)
        for (_, y), points in zip(line.points, (0, *course), strict=True)
    ]
    for points, y in (*marks, *zip(figures, plot.gridlines, strict=True)):
        assert plot.box.height - 18 - y == pytest.approx(inner * (points - low) / span, abs=1)
    for seat, line in enumerate(plot.lines):
        assert line.bold == (seat == own)
        assert all(0 < x < plot.box.width for x, _ in line.points)


@few
@given(some.courses())
def test_every_line_of_a_course_ends_at_its_seats_face(totals: list[list[int]]) -> None:
    scene = chart_scene(totals, 0, FACES)
    plot = plot_of(scene)
    middles = {
        piece.face: piece.box.middle[1] for piece in scene.pieces if isinstance(piece, Portrait)
    }
    for seat, line in enumerate(plot.lines):
        assert middles[FACES[seat]] == pytest.approx(plot.box.top + line.end, abs=1)


@few
@given(some.courses())
def test_faces_of_equal_totals_are_side_by_side_before_one_figure(totals: list[list[int]]) -> None:
    scene = chart_scene(totals, 0, FACES)
    heights = {
        piece.face: piece.box.middle[1] for piece in scene.pieces if isinstance(piece, Portrait)
    }
    right = plot_of(scene).box.right
    ends = [one for one in scene.pieces if isinstance(one, Text) and one.box.left > right]
    assert sorted(end.text for end in ends) == sorted(map(ENGLISH.number, set(totals[-1])))
    for end in ends:
        level = [
            heights[face]
            for face, total in zip(FACES, totals[-1], strict=False)
            if ENGLISH.number(total) == end.text
        ]
        assert set(level) == {end.box.middle[1]}


@settings(deadline=None)
@given(st.lists(st.integers(1, 10), min_size=2, max_size=5, unique=True))
def test_no_line_has_the_colour_of_another_face(colours: list[int]) -> None:
    named = tuple(SeatFace("Mia", at, colour=colour) for at, colour in enumerate(colours))
    scene = chart_scene([[at for at, _ in enumerate(colours)]], 0, named)
    rims = {one.face: one.rim for one in scene.pieces if isinstance(one, Portrait)}
    for line, face in zip(plot_of(scene).lines, named, strict=True):
        assert LINES[line.look] == rims[face]
        assert rims[face] == face.colour or rims[face] not in colours
    assert len(set(rims.values())) == len(named)


def test_what_leads_from_the_last_mark_to_the_face_is_no_line() -> None:
    scene = stats_scene(
        ENGLISH, StatsCard("", "", None, (RatingHistory((1000, 1100, 1050), FACES[0]),))
    )
    plot = plot_of(scene)
    x, y = plot.lines[0].points[-1]
    assert y == plot.lines[0].end
    row = painted(scene)[(WIDTH + 1) * (plot.box.top + y) :][1 + plot.box.left : 1 + plot.box.right]
    drawn = row[x + 14 :].count(LINES[0]) / len(row[x + 14 :])
    assert 0.1 < drawn < 0.5


def plot_of(scene: Scene) -> Plot:
    (plot,) = (piece for piece in scene.pieces if isinstance(piece, Plot))
    return plot


def figures_of(scene: Scene) -> list[int]:
    """Beside the gridlines, from the lowest to the highest."""
    plot = plot_of(scene)
    beside = [
        piece.text
        for piece in scene.pieces
        if isinstance(piece, Text)
        and piece.box.right < plot.box.left
        and piece.box.top < plot.box.bottom
        and piece.box.bottom > plot.box.top
    ]
    return [int(text.replace("−", "-")) for text in beside if text != "round"]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_host_is_no_other_name_on_a_phone(size: int) -> None:
    """An i that is no l once the picture is as small as there: its dot stands apart."""
    scene = lobby_scene(ENGLISH, size, [SeatFace("Mia", 0)], 0)
    (host,) = (one for one in scene.pieces if isinstance(one, Text) and "Mia" in one.text[1:])
    assert host.text == "Host: Mia"
    assert thinnest_row("i", host.style) < 0.25 * thinnest_row("l", host.style)


def thinnest_row(letter: str, style: Style) -> int:
    """The least ink in a row between the first and the last of a letter, as small as on a phone."""
    side = 60 * PHONE // WIDTH
    drawn = coverage(letter, style, "middle", (60, 60)).resize((side, side), Image.Resampling.BOX)
    rows = [sum(drawn.crop((0, y, side, y + 1)).tobytes()) for y in range(side)]
    inked = [y for y, row in enumerate(rows) if row > 0]
    return min(rows[inked[1] : inked[-1]])


@pytest.mark.parametrize(
    ("width", "upper", "lower"),
    [(182, 36, 17), (172, 34, 16), (128, 25, 12), (108, 20, 9), (64, 12, 5)],
)
def test_numbers_can_be_read_on_a_phone(width: int, upper: float, lower: float) -> None:
    """In pixels that a figure is high; print of 11 points is 10 high."""
    shrunk = PHONE / WIDTH * card_height(width)
    assert shrunk * 0.44 >= upper
    assert shrunk * 0.205 >= lower


def test_the_least_text_can_be_read_on_a_phone() -> None:
    """No text of any picture is smaller than a name that had to be made smaller."""
    for scene in SCENES.values():
        for piece in scene.pieces:
            if isinstance(piece, Text):
                assert figure_height(piece.style) * PHONE / WIDTH >= 6.5, piece
    assert figure_height(Style("regular", LABEL.em)) * PHONE / WIDTH >= 7


def test_the_sample_of_the_settings_brackets_each_longest_set() -> None:
    held = SAMPLE.cards
    assert list(SAMPLE.shows) == longest_shows(
        [one for one in shows(held, ()) if one.last > one.first]
    )
    assert len({frozenset(card) for card in held}) == len(held)


def test_a_name_that_is_too_long_leaves_the_sentence_whole() -> None:
    names = ["W" * 32, "Mia", "M" * 32]
    text, style = fitted_names(partial(victory, ENGLISH), names, HEADLINE, 700)
    assert re.fullmatch("W+…, Mia and M+… win!", text)
    assert extent(text, style)[0] <= 700
    assert fitted_names(partial(victory, ENGLISH), ["Mia"], HEADLINE, 700) == (
        "Mia wins!",
        HEADLINE,
    )


@pytest.mark.parametrize(
    ("sentence", "texts", "gaps"),
    [
        ("{name} scouts 3", ["Mia", "scouts 3"], [0, 22]),
        ("{name}は3をスカウト", ["Mia", "は3をスカウト"], [0, 4]),
        ("Scouted by {name}: 3", ["Scouted by", "Mia", ": 3"], [0, 22, 4]),
        ("Starts: {name}", ["Starts:", "Mia"], [0, 22]),
    ],
)
def test_a_name_stands_in_its_place_of_a_sentence(
    sentence: str, texts: list[str], gaps: list[int]
) -> None:
    words = words_with_name("Mia", sentence.format(name=NAME), 900)
    assert [text for text, *_ in words] == texts
    assert [gap for *_, gap in words] == gaps


def test_a_hand_takes_two_rows_to_16_cards_and_smaller_cards_from_13() -> None:
    counts = (6, 7, 12, 13, 16, 17)
    assert [len(even_rows(count, rows_of(count).most)) for count in counts] == [1, 2, 2, 2, 2, 3]
    assert rows_of(13).card < rows_of(12).card
    assert hand_scene(ENGLISH, Hand(LARGE)).height < hand_scene(ENGLISH, Hand(LARGE[:12])).height


LARGE = tuple(Card(up, down) for up, down in zip([*range(1, 9)] * 2, range(10, 26), strict=True))
