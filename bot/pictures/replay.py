"""The picture of a replay: the table and the hands, as `gallery` for pictures of a live game."""

from collections.abc import Iterator, Sequence

from bot.pictures.alt import hand_alt, spoken, within_limit
from bot.pictures.alt_table import table_alt
from bot.pictures.draw import png
from bot.pictures.faces import SeatFace
from bot.pictures.layouts.replay import ShownHand, replay_scene
from bot.pictures.picture import Picture, remembered
from engine.view import View

__all__ = ["ShownHand", "replay_picture"]


def replay_picture(seen: View, hands: Sequence[ShownHand], faces: Sequence[SeatFace]) -> Picture:
    """The table as everybody saw it and the hands of some seats; only of a game that is over.

    ValueError for the view of one seat (R15).
    """
    if seen.seat is not None:
        raise ValueError("The table's picture is drawn from everybody's view alone.")
    return remembered(_replay, seen, tuple(hands), tuple(faces))


def _replay(seen: View, hands: tuple[ShownHand, ...], faces: tuple[SeatFace, ...]) -> Picture:
    return Picture(
        lambda: png(replay_scene(seen, hands, faces)),
        within_limit([table_alt(seen, faces), *_held(hands, faces)]),
        "replay",
    )


def _held(hands: Sequence[ShownHand], faces: Sequence[SeatFace]) -> Iterator[str]:
    """A single hand with its positions; of several there would be too many words."""
    for hand in hands:
        said = (
            hand_alt(hand.cards, scouted=hand.new) if len(hands) == 1 else f"{spoken(hand.cards)}."
        )
        yield f"{faces[hand.seat].spoken}: {said}"
