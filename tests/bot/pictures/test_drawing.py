"""PNG files: that they can be read, how large they are, and what is kept of them."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from hypothesis import given, settings
from PIL import Image

from bot.pictures import lettering, sprites
from bot.pictures.colours import CARD, MARK, rgb
from bot.pictures.draw import png
from bot.pictures.gallery import (
    hand_picture,
    orientation_picture,
    ranking_picture,
    seat_picture,
    set_picture,
)
from bot.pictures.hand import hand_scene, orientation_scene
from bot.pictures.picture import KEPT, kept
from engine.cards import flip
from engine.view import view
from tests.support.engine.random_games import positions
from tests.support.pictures import strategies as some
from tests.support.pictures.examples import HAND, PICTURES, SCENES
from tests.support.pictures.layout_checks import faces

few = settings(deadline=None, max_examples=25)
KB = 1024


def test_a_file_has_the_size_and_the_colours_of_its_scene() -> None:
    for scene in SCENES.values():
        image = Image.open(BytesIO(png(scene)))
        image.load()
        assert (image.format, image.mode) == ("PNG", "P")
        assert image.size == (scene.width, scene.height)
        for face in faces(scene):
            pixels = image.convert("RGB")
            left, top, right, bottom = face.box
            assert pixels.getpixel(((left + right) // 2, top + 2)) == rgb(face.colour)
            assert pixels.getpixel((left + 14, top + 14)) == rgb(face.card.up)
            assert pixels.getpixel((left + 12, bottom - 12)) == rgb(face.card.down)


@few
@given(some.turns(most=12))
def test_a_hand_of_up_to_12_takes_at_most_40_kb(turn: some.Turn) -> None:
    assert len(png(hand_scene(turn.hand, turn.table))) <= 40 * KB
    assert len(png(orientation_scene(turn.hand.cards))) <= 40 * KB


@few
@given(some.turns(least=40, most=40))
def test_a_hand_of_40_takes_at_most_100_kb(turn: some.Turn) -> None:
    assert len(png(hand_scene(turn.hand, turn.table))) <= 100 * KB


def test_equal_pictures_are_drawn_once() -> None:
    assert hand_picture(HAND) is hand_picture(list(HAND))
    assert hand_picture(HAND) is not hand_picture(HAND, scouted=1)
    assert hand_picture(HAND) is not hand_picture(flip(HAND))
    assert set_picture(HAND[:1], 0) != set_picture(HAND[:1], 1)


def test_the_memory_is_bounded() -> None:
    for total in range(KEPT + 20):
        ranking_picture([(1, 0, total)], 1)
    assert kept.cache_info().maxsize == KEPT
    assert kept.cache_info().currsize == KEPT


def test_many_threads_draw_what_one_draws() -> None:
    alone = {name: make() for name, make in PICTURES.items()}
    for cache in (kept, lettering.line_sprite, sprites.upper_half, sprites.lower_half):
        cache.cache_clear()
    names = list(PICTURES) * 6
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda name: PICTURES[name](), names))
    assert together == [alone[name] for name in names]


def test_a_seat_sees_both_ways_up_then_its_hand_and_on_its_turn_what_to_beat() -> None:
    for game in positions(3, seed=1, length=1):
        for seat in range(3):
            seen = view(game, seat)
            picture = seat_picture(seen)
            if seen.orientation is None:
                assert picture is orientation_picture(seen.hand)
            elif seen.turn != seat:
                assert picture is hand_picture(seen.hand)
            else:
                brackets, active = seen.legal.shows(), seen.active
                assert picture is hand_picture(seen.hand, brackets=brackets, to_beat=active)


def test_the_card_just_scouted_has_a_face_of_its_own() -> None:
    image = Image.open(BytesIO(hand_picture(HAND, scouted=2).png)).convert("RGB")
    first, second = faces(SCENES["hand"])[:2]
    for face, colour in ((first, CARD), (second, MARK)):
        assert image.getpixel((face.box.left + 50, face.box.top + 2)) == rgb(colour)
