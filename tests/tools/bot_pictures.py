"""The bot's avatar and banner at Discord, drawn with the cards, the tent and the faces of the game.

`python -m tests.tools.bot_pictures` writes them to `.readme`, the same bytes every time.
"""

from pathlib import Path

from PIL import Image, ImageDraw

from bot.pictures.colours import Colour, coloured_in, rgb
from bot.pictures.faces import SeatFace
from bot.pictures.fonts import Style, coverage
from bot.pictures.scene import WIDTH, card_height
from bot.pictures.sprites import cards, stage
from bot.pictures.sprites.portraits import portrait

FOLDER = Path(__file__).parents[2] / ".readme"
AVATAR, BANNER = 1024, (1360, 480)
"""The sizes: Discord shows the avatar in a circle, and a banner of 680 by 240, here doubled."""
_COLOURS = 160
_ENDS = ((6, 2), (7, 4), (8, 10))
"""A run of cards, with the numbers that a newcomer sees first."""
_LEAN = 15
"""Each card of the fan leans so many degrees more than the card before."""
_COMPANY = ("Clown", "Ringmaster", "Acrobat", "Lion Tamer", "Juggler")


def draw_avatar() -> Image.Image:
    """Draw the ring under the awning, and a fan of cards in it, within the visible circle."""
    image = _tent(AVATAR, AVATAR, 640)
    _put_ring(image, (AVATAR // 2, 770), (900, 320))
    _put_fan(image, (AVATAR // 2, 520), 330)
    return _few_colours(image)


def draw_banner() -> Image.Image:
    """Draw the name, the fan, and the computers below; Discord covers the lower left corner."""
    width, height = BANNER
    image = _tent(width, height, WIDTH)
    _put_ring(image, (width - 300, 385), (560, 170))
    _put_fan(image, (width - 300, 285), 140)
    name = coverage("SCOUT", Style("display", 190), "left", (700, 190))
    image.paste(rgb(Colour.GOLD), (90, 98), name)
    for at, computer in enumerate(_COMPANY):
        _put_face(image, computer, (294 + at * 108, 345), 98)
    return _few_colours(image)


def _tent(width: int, height: int, shown: int) -> Image.Image:
    """Draw the awning and the night below it: so many pixels of their middle, as wide as this."""
    rows = stage.backdrop()
    drawn = Image.frombytes("L", (1 + WIDTH, len(rows) // (1 + WIDTH)), rows)
    left = 1 + (WIDTH - shown) // 2
    tent = coloured_in(drawn.crop((left, 0, left + shown, height * shown // width)))
    return tent.resize((width, height), Image.Resampling.LANCZOS)


def _put_ring(image: Image.Image, middle: tuple[int, int], size: tuple[int, int]) -> None:
    indices = Image.new("L", size, Colour.NIGHT)
    stage.stage("ring", *size).onto(indices, 0, 0)
    mask = indices.point(lambda index: 255 * (index != Colour.NIGHT))
    left, top = middle[0] - size[0] // 2, middle[1] - size[1] // 2
    image.paste(coloured_in(indices), (left, top), mask)


def _put_fan(image: Image.Image, middle: tuple[int, int], width: int) -> None:
    """Draw cards that lean to both sides, the middle one on top."""
    for at in (0, 2, 1):
        way = at - 1
        card = _card(_ENDS[at], width).rotate(-way * _LEAN, Image.Resampling.BICUBIC, expand=True)
        left = middle[0] + round(way * width * 0.72) - card.width // 2
        top = middle[1] + abs(way) * width // 8 - card.height // 2
        image.paste(card, (left, top), card)


def _card(ends: tuple[int, int], width: int) -> Image.Image:
    size = width, card_height(width)
    indices = Image.new("L", size, Colour.INK)
    cards.card(*ends, width, Colour.CREAM, Colour.NIGHT).onto(indices, 0, 0)
    mask = Image.new("L", (size[0] * 4, size[1] * 4))
    pen = ImageDraw.Draw(mask)
    pen.rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), width * 4 * 0.13, 255)
    card = coloured_in(indices).convert("RGBA")
    card.putalpha(mask.resize(size, Image.Resampling.BOX))
    return card


def _put_face(image: Image.Image, computer: str, middle: tuple[int, int], size: int) -> None:
    indices = Image.new("L", (size, size), Colour.NIGHT)
    face = SeatFace(computer, 0, computer=computer)
    portrait(face, size, Colour.CREAM, Colour.NIGHT).onto(indices, 0, 0)
    mask = Image.new("L", (size * 4, size * 4))
    ImageDraw.Draw(mask).ellipse((0, 0, size * 4 - 1, size * 4 - 1), 255)
    at = middle[0] - size // 2, middle[1] - size // 2
    image.paste(coloured_in(indices), at, mask.resize((size, size), Image.Resampling.BOX))


def _few_colours(image: Image.Image) -> Image.Image:
    return image.quantize(_COLOURS, dither=Image.Dither.NONE)


def main() -> None:
    for name, image in {"avatar": draw_avatar(), "banner": draw_banner()}.items():
        file = FOLDER / f"{name}.png"
        image.save(file, optimize=True)
        print(f"{file.name}: {image.width} × {image.height}, {file.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
