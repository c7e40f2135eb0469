"""Names and faces: what can be written, what stands for the rest, and the face of each seat."""

import gc
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageFont

from bot.pictures import faces, fonts
from bot.pictures.colours import Colour
from bot.pictures.faces import SeatFace, home_colour, table_colours
from bot.pictures.fonts import Style
from bot.pictures.layouts.lines import fitted
from bot.pictures.scene import HEADLINE, NAME
from bot.pictures.sprites.portraits import portrait
from bot.pictures.sprites.strokes import drawings
from bot.tables.lobby import computer_name
from engine.players import Level
from tests.support.pictures.tables import avatar

needs_raqm = pytest.mark.skipif(not fonts.has_raqm(), reason="Pillow has no Raqm here")


def pixels(face: SeatFace, size: int = 72) -> bytes:
    canvas = Image.new("L", (size, size), Colour.ROW)
    portrait(face, size, Colour.CREAM, Colour.ROW).onto(canvas, 0, 0)
    return canvas.tobytes()


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Mia", "Mia"),
        ("Noah 🎉", "Noah"),
        ("👩‍🚀 Zoë ✨❤️", "Zoë"),
        ("Juggler for Mia", "Juggler for Mia"),
        ("Nguyễn Ђорђе Ελένη", "Nguyễn Ђорђе Ελένη"),
        ("𝓜𝓲𝓪", "Mia"),
        ("Ｍｉａ", "Mia"),
        ("ﾐｱ", "ミア"),
        (32 * "㌔", 32 * "キロ"),
        (32 * "㍍", 16 * "メートル"),
        ("𠮷田", "Seat 3"),
        ("🎉🎉", "Seat 3"),
        ("  ", "Seat 3"),
        ("", "Seat 3"),
        ("\u200bMia\u202e", "Mia"),
    ],
)
def test_a_name_is_written_without_emoji_or_falls_back_to_the_seat(name: str, label: str) -> None:
    assert SeatFace(name, 2, instead="Seat 3").label == label


_EASTERN = ("田中", "喆玥堃", "さくらひめ", "カタリーナ", "김민준", "ㅋㅋ", "Mia 田中 & Юля")
_JOINED = ("שרה", "ليلى", "สมชาย", "ნინო", "आशा", "田中 & ليلى")


@pytest.mark.parametrize(
    "name", [*_EASTERN, *(pytest.param(name, marks=needs_raqm) for name in _JOINED)]
)
def test_names_of_other_scripts_are_written(name: str) -> None:
    assert SeatFace(name, 2).label == name
    letters = name.replace(" ", "")
    assert all(fonts.has_glyph(letter, fonts.typeface_of(letter)) for letter in letters)
    # As wide in one line as its words and gaps are.
    style, (first, *more) = Style("bold", 44), name.split(" ")
    words = fonts.extent(first, style)[0] + sum(fonts.extent(f" {one}", style)[0] for one in more)
    assert fonts.extent(name, style)[0] == pytest.approx(words, rel=0.1)


def test_few_sizes_of_the_largest_typeface_are_open_at_once() -> None:
    with fonts.FREETYPE_LOCK:
        for em in range(20, 40):
            fonts.extent("田中", Style("bold", em))
    opened = [one for one in gc.get_objects() if isinstance(one, ImageFont.FreeTypeFont)]
    assert sum("CJK" in str(one.path) for one in opened) <= 8


def test_without_raqm_joined_scripts_fall_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "has_raqm", lambda: False)
    faces.drawable_name.cache_clear()
    assert SeatFace("ليلى", 2, instead="Seat 3").label == "Seat 3"
    assert SeatFace("Zoë", 2).label == "Zoë"
    faces.drawable_name.cache_clear()


def test_no_name_is_ever_written_in_boxes() -> None:
    for name in ("田中", "㐀𠮷", "Mia\U000e0067", "a\ue000b", "ﷺ", "☃ 𓀀"):
        label = SeatFace(name, 1).label
        assert all(fonts.has_glyph(letter, fonts.typeface_of(letter)) for letter in label)


def test_the_missing_glyph_is_recognised() -> None:
    assert not fonts.has_glyph("語", "bold")
    assert not fonts.has_glyph("ж", "display")
    assert all(fonts.has_glyph(letter, "display") for letter in "0123456789+−….?! aZ")
    assert fonts.drawn_in("Ђорђе wins!", HEADLINE).typeface == "bold"
    assert fonts.drawn_in("Mia wins!", HEADLINE) == HEADLINE


def test_all_sizes_of_a_typeface_share_the_memory_of_its_file() -> None:
    with fonts.FREETYPE_LOCK:
        sizes = [fonts.font(Style("bold", em), ImageFont.Layout.BASIC) for em in (40, 44)]
    # Of anything but a path Pillow keeps a copy for each size.
    assert {Path(str(size.path)) for size in sizes} == {fonts.TYPEFACES / "FiraGO-Bold.ttf"}


def test_those_who_hear_it_get_the_whole_name() -> None:
    assert SeatFace("田中", 2).spoken == "田中"
    assert SeatFace("", 2, instead="Member 3").spoken == "Member 3"
    assert SeatFace("", 2).spoken == SeatFace("🎉", 2).label == "3"
    assert len(SeatFace("x" * 99, 2).spoken) == 32


def test_a_long_name_is_made_smaller_and_then_cut() -> None:
    assert fitted("Mia", NAME, 400) == ("Mia", NAME)
    text, style = fitted("Ringmaster", NAME, 210)
    assert text == "Ringmaster"
    assert style.em < NAME.em
    text, style = fitted("W" * 32, NAME, 200)
    assert text.endswith("…")
    assert fonts.extent(text, style)[0] <= 200


def test_every_computer_has_a_face_of_its_own() -> None:
    names: list[str] = []
    for level in Level:
        # One more than there are of a level: the last one is the Understudy.
        for _ in range(5):
            names.append(computer_name(level, names))
    known = set(names)
    assert known == set(drawings("computers.txt"))
    drawn = {pixels(SeatFace(name, 0, computer=name)) for name in known}
    assert len(drawn) == len(known)


def test_a_computer_looks_alike_whatever_its_level_and_seat() -> None:
    one = pixels(SeatFace("Juggler", 1, computer="Juggler", described="Juggler (medium)"))
    assert one == pixels(SeatFace("Juggler for Mia", 3, computer="Juggler"))
    assert pixels(SeatFace("Robot", 1, computer="Robot")) == pixels(
        SeatFace("Understudy", 2, computer="Understudy")
    )


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_avatars_of_every_kind_are_drawn(kind: str) -> None:
    picture = SeatFace("Mia", 0, avatar("#c02020", "#c02020", kind))
    assert pixels(picture, 80) != pixels(SeatFace("Mia", 0), 80)


@pytest.mark.parametrize("broken", [b"", b"no image", avatar("red", "blue")[:60]])
def test_a_broken_avatar_is_replaced_by_the_initial(broken: bytes) -> None:
    assert pixels(SeatFace("Mia", 0, broken)) == pixels(SeatFace("Mia", 0))


def test_a_huge_avatar_is_replaced_by_the_initial() -> None:
    file = BytesIO()
    Image.new("1", (5000, 5000)).save(file, "PNG")
    assert pixels(SeatFace("Mia", 0, file.getvalue())) == pixels(SeatFace("Mia", 0))


def test_initials_differ_from_seat_to_seat() -> None:
    assert len({pixels(SeatFace("Mia", seat)) for seat in range(5)}) == 5
    assert SeatFace("田中", 3).initial == "田"
    assert SeatFace("𠮷田", 3).initial == "4"
    assert SeatFace("_ünal", 3).initial == "Ü"


ids = st.integers(1, 2**63 - 1) | st.integers(1, 40)


@given(st.lists(ids | st.none(), min_size=2, max_size=5, unique_by=lambda one: one or object()))
def test_a_member_keeps_the_home_colour_unless_an_earlier_seat_has_it(
    members: list[int | None],
) -> None:
    found = table_colours(members)
    seated = [(one, colour) for one, colour in zip(members, found, strict=True) if one is not None]
    assert len({colour for _, colour in seated}) == len(seated)
    assert [colour for one, colour in zip(members, found, strict=True) if one is None] == [0] * (
        len(members) - len(seated)
    )
    homes: list[int] = []
    for one, colour in seated:
        home = home_colour(one)
        assert (colour == home) == (home not in homes)
        homes.append(home)


@given(st.lists(ids, min_size=2, max_size=5, unique=True), st.integers(0, 4))
def test_a_forgotten_member_moves_no_other_from_home(members: list[int], at: int) -> None:
    forgotten = at % len(members)
    others = [one for seat, one in enumerate(members) if seat != forgotten]
    after = table_colours([-7 if seat == forgotten else one for seat, one in enumerate(members)])
    assert [colour for seat, colour in enumerate(after) if seat != forgotten] == table_colours(
        others
    )


def test_home_colours_are_evenly_shared_by_ids_as_discord_makes_them() -> None:
    """A snowflake has the milliseconds above 22 bits that are mostly zero."""
    for step in (1, 1 << 22):
        homes = Counter(home_colour(80351110224678912 + step * at) for at in range(2000))
        assert sorted(homes) == list(range(1, 11))
        assert max(homes.values()) < 2 * min(homes.values())
