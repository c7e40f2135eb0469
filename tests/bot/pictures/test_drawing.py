"""PNG files: that they can be read, how large they are, and what is kept of them."""

import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import product
from subprocess import run
from typing import Any

import pytest
from hypothesis import given, settings
from PIL import Image

from bot.pictures import picture
from bot.pictures.colours import Colour, rgb
from bot.pictures.faces import SeatFace
from bot.pictures.gallery import hand_picture, lobby_picture, set_picture, warm_up
from bot.pictures.layouts.hand import Hand, hand_scene, orientation_scene
from bot.pictures.picture import KEPT, picture_cache, png
from bot.pictures.scene import WIDTH
from bot.pictures.sprites import cards, portraits, stage, tokens
from bot.pictures.sprites.canvas import bytes_of
from bot.text.language import ENGLISH
from engine.cards import flip
from tests.support.pictures import strategies as some
from tests.support.pictures.examples import HAND, PICTURES, SCENES, TABLES
from tests.support.pictures.layout_checks import faces
from tests.support.pictures.pixels import pixel_digest
from tests.support.pictures.tables import FACES

PREPARED = (
    (("settings", "settings-other"), (tokens.token,)),
    (("table-4", "both-ways-up-12", "hand-on-turn"), (cards.upper_half, cards.lower_half)),
    (("lobby-5", "result-5", "final-5"), (stage.stage,)),
)
"""Pictures, and what a start has prepared of them."""
few = settings(deadline=None, max_examples=25)
KB = 1024
CACHES: tuple[Any, ...] = (
    picture_cache,
    tokens.text_sprite,
    tokens.lamp,
    tokens._bulb,
    portraits._disc,
    tokens.bracket,
    cards.upper_half,
    cards.lower_half,
    tokens.token,
    stage.backdrop,
    picture._backdrop_with_ring,
    stage.stage,
    tokens._reduced,
    stage._tail,
    stage._corners,
    stage.panel,
    stage.ribbon,
)
FACE_MEMORIES: tuple[Any, ...] = (portraits._photo, portraits._face, portraits._portrait)


@pytest.mark.long
@pytest.mark.parametrize("name", SCENES)
def test_a_file_has_the_size_and_the_colours_of_its_scene(name: str) -> None:
    scene = SCENES[name]
    image = Image.open(BytesIO(png(scene)))
    image.load()
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (WIDTH, scene.height)
    pixels = image.convert("RGB")
    for face in faces(scene):
        left, top, right, bottom = face.box
        inset = face.box.width // 10
        rim = top + 1 + face.box.width // 60
        assert pixels.getpixel(((left + right) // 2, rim)) == rgb(face.rim)
        assert pixels.getpixel((left + inset, top + 2 * inset)) == rgb(face.card.up)
        assert pixels.getpixel((left + inset, bottom - 2 * inset)) == rgb(face.card.down)


@few
@given(some.turns(most=12))
def test_a_hand_of_up_to_12_takes_at_most_80_kb(turn: some.Turn) -> None:
    assert len(png(hand_scene(ENGLISH, turn.hand, turn.table, FACES[2]))) <= 80 * KB
    assert len(png(orientation_scene(ENGLISH, turn.hand.cards))) <= 80 * KB


def test_a_hand_of_16_takes_at_most_80_kb() -> None:
    assert len(PICTURES["hand-scouted"]().png) <= 80 * KB


@pytest.mark.parametrize("name", TABLES)
def test_a_table_takes_at_most_120_kb(name: str) -> None:
    assert len(PICTURES[name]().png) <= 120 * KB


def test_equal_pictures_are_drawn_once() -> None:
    hand = hand_picture(ENGLISH, Hand(HAND))
    assert hand is hand_picture(ENGLISH, Hand(HAND), to_beat=())
    assert hand is not hand_picture(ENGLISH, Hand(HAND, scouted=1))
    assert hand is not hand_picture(ENGLISH, Hand(flip(HAND)))
    assert set_picture(ENGLISH, HAND[:1]) != set_picture(ENGLISH, HAND[1:2])


def test_other_files_have_other_checksums_in_their_names() -> None:
    names = {made.png: made.file_name for made in (make() for make in PICTURES.values())}
    assert len({name.rpartition("-")[2] for name in names.values()}) == len(names)


def test_the_memory_is_bounded() -> None:
    for number in range(KEPT + 5):
        lobby_picture(ENGLISH, 2, [SeatFace(f"Mia {number}", 0)], None)
    assert picture_cache.cache_info().maxsize == KEPT
    assert picture_cache.cache_info().currsize == KEPT
    assert tokens.text_sprite.cache_info().maxsize is not None


def test_a_face_is_decoded_and_fitted_once_whatever_its_rim_and_ground() -> None:
    for memory in FACE_MEMORIES:
        memory.cache_clear()
    for size in (58, 90):
        for rim, ground in product((Colour.CREAM, Colour.GOLD), (Colour.ROW, Colour.CREAM)):
            portraits.portrait(FACES[0], size, rim, ground)
    drawn = [memory.cache_info().misses for memory in FACE_MEMORIES]
    # A photo, 2 sizes, 2 rims on 2 grounds at each.
    assert drawn == [1, 2, 8]


def test_members_with_the_same_initial_and_seat_share_a_portrait() -> None:
    one, other = SeatFace("Mia", 0), SeatFace("Max", 0)
    look = 90, Colour.CREAM, Colour.ROW
    assert portraits.portrait(one, *look) is portraits.portrait(other, *look)
    assert portraits.portrait(one, *look) is not portraits.portrait(SeatFace("Mia", 1), *look)


def test_portraits_are_kept_for_fifty_tables_and_bounded_by_their_bytes() -> None:
    sprite = portraits.portrait(FACES[0], 90, Colour.CREAM, Colour.ROW)
    largest = portraits._portrait.cache_info().maxsize  # type: ignore[attr-defined]
    assert 2 * 90 * 90 * 0.9 <= bytes_of(sprite) <= 2 * 90 * 90
    # Three members, each with two sizes of two rims on two grounds.
    assert 50 * 3 * 8 * bytes_of(sprite) <= largest <= 2**26


@pytest.mark.long
def test_many_threads_draw_what_one_draws() -> None:
    alone = {name: pixel_digest(make().png) for name, make in PICTURES.items()}
    for cache in (*CACHES, *FACE_MEMORIES):
        cache.cache_clear()
    names = list(PICTURES) * 3
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda name: pixel_digest(PICTURES[name]().png), names))
    assert together == [alone[name] for name in names]


@pytest.mark.long
def test_pictures_are_the_same_with_and_without_preparation() -> None:
    """And a start prepares the signs of the settings, all cards, and the stages."""
    for cache in (*CACHES, *FACE_MEMORIES):
        cache.cache_clear()
    without = pixel_digest(PICTURES["table-4"]().png)
    for cache in (*CACHES, *FACE_MEMORIES):
        cache.cache_clear()
    warm_up()
    for names, prepared in PREPARED:
        sizes = [cache.cache_info().currsize for cache in prepared]
        for name in names:
            assert PICTURES[name]().png
        assert [cache.cache_info().currsize for cache in prepared] == sizes
    assert pixel_digest(PICTURES["table-4"]().png) == without


@pytest.mark.long
def test_another_process_draws_the_same_pixels() -> None:
    script = (
        "from tests.support.pictures.examples import PICTURES; "
        "from tests.support.pictures.pixels import pixel_digest; "
        "print(pixel_digest(PICTURES['final-5']().png))"
    )
    there = {
        run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(there) == 1


def test_the_card_just_scouted_has_a_golden_rim() -> None:
    image = Image.open(BytesIO(hand_picture(ENGLISH, Hand(HAND, scouted=2)).png)).convert("RGB")
    first, second = faces(SCENES["hand"])[:2]
    for face, colour in ((first, Colour.CREAM), (second, Colour.GOLD)):
        assert image.getpixel((face.box.left + 50, face.box.top + 4)) == rgb(colour)
