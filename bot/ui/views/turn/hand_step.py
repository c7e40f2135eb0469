"""What a seat sees at one step of its choice, and the picture of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import hand_picture, orientation_picture, positions_picture
from bot.pictures.picture import Picture
from bot.ui.views.turn.action_menu import after_scout
from bot.ui.views.turn.menu_path import MenuPath
from bot.ui.views.turn.scout_steps import scouts_on
from engine.actions import Action, Orient, Scout, Show, parts
from engine.cards import Cards, flip
from engine.legal_actions import take
from engine.view import View


class HandStep(NamedTuple):
    """`seen` has the hand and the Active Set as they are at this step; `shows` are those to
    point out, `scouted` is the position of the newest card.

    `placing` are the Scouts of one end, as it lies or flipped, to choose a position from.
    """

    seen: View
    shows: Sequence[Show]
    scouted: int | None = None
    placing: Sequence[Scout] = ()

    @property
    def to_beat(self) -> Cards:
        """The Active Set if it is this seat's turn, otherwise ()."""
        return self.seen.active if self.seen.turn == self.seen.seat else ()


def step_at(seen: View, path: MenuPath, scouted: int | None) -> HandStep:
    """At a step of the menu that the view's seat can reach; after a chosen Scout the card is in
    the hand."""
    if path.end is None:
        return HandStep(seen, seen.legal.shows(), scouted)
    if path.position is None:
        return HandStep(seen, seen.legal.shows(), scouted, scouts_on(seen, path))
    after = after_scout(seen, Scout(path.end, path.position, path.flipped))
    return HandStep(after, after.legal.shows(), path.position)


def step_before(seen: View, action: Action, scouted: int | None) -> HandStep:
    """At the question whether to play this legal action: the hand with what would be shown."""
    if isinstance(action, Orient):
        hand = flip(seen.hand) if action.flip else seen.hand
        return HandStep(replace(seen, hand=hand, orientation=action.flip), ())
    scout, show = parts(action)
    after = seen if scout is None else after_scout(seen, scout)
    # After a Scout alone the turn is over, but for two players (R13, R17).
    then = after.legal.shows() if seen.rules.ends_when_stuck else []
    shows = then if show is None else [show]
    return HandStep(after, shows, scouted if scout is None else scout.position)


def step_picture(step: HandStep, faces: Sequence[SeatFace]) -> Picture:
    """The gaps to choose from, both ways until the seat has chosen one (R6), or the hand."""
    seen = step.seen
    if step.placing:
        return _gaps(seen, step.placing)
    if seen.orientation is None:
        return orientation_picture(seen.hand)
    return hand_picture(
        seen.hand,
        brackets=step.shows,
        scouted=step.scouted,
        to_beat=step.to_beat,
        owner=None if seen.owner is None else faces[seen.owner],
        on_turn=seen.turn == seen.seat,
    )


def _gaps(seen: View, scouts: Sequence[Scout]) -> Picture:
    end, _, flipped = scouts[0]
    card, _ = take(seen.active, end)
    return positions_picture(
        seen.hand,
        card.flipped() if flipped else card,
        end=end if len(seen.active) > 1 else None,
        allowed=[scout.position for scout in scouts],
    )
