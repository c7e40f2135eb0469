"""A hint: the buttons to press, why the move is good and what it costs.

Reasons follow from the rules and from the seat's own view alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.text.language import Language
from bot.text.words import counted, match_words, named_set, upper_numbers
from bot.ui.views.turn.action_menu import action_menu, best_set_with
from bot.ui.views.turn.menu import FIRST, MenuItem, MenuPath, name_of_label, scouted_value
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parts
from engine.cards import Cards, flip
from engine.legal_actions import LegalActions, lay, put, take
from engine.sets import Strength, reaches, shows, to_beat
from engine.view import View

_LENGTH = 74
"""Characters of a hint that a phone shows in two lines."""
_UNSEEN = str.maketrans("", "", "*\\")
"""Drops the marks that Discord does not show."""


def hint_words(language: Language, view: View, action: Action, names: Sequence[str]) -> str:
    """What to press for this legal action, and why it is good; `names` are the seats'.

    On a phone two lines at most: what has no room is left out, reasons before costs.
    """
    labels = [name_of_label(item.label) for _, item in way_to(language, view, action)]
    pressed = [f"**{label}**" for label in labels]
    if isinstance(action, Scout):
        pressed[-1] = f"position {pressed[-1]}"
    way = f"💡 Press {language.listed(pressed)}."
    facts, costs = _facts(language, view, action), _costs(language, view, action, names)
    for some_costs in (costs, costs[-1:], []):
        for count in range(len(facts), 0, -1):
            words = f"{way} {_sentences(language, facts[:count], some_costs)}"
            if len(words.translate(_UNSEEN)) <= _LENGTH:
                return words
    return way


def way_to(language: Language, view: View, action: Action) -> list[tuple[MenuPath, MenuItem]]:
    """The menu's steps to this legal action, in order, each with the item to press there."""
    way: list[tuple[MenuPath, MenuItem]] = []
    here = FIRST
    for target in _chosen(action):
        items = {item.leads_to: item for item in action_menu(language, view, here, action).items}
        if target not in items:
            more = here._replace(more=True)
            way.append((here, items[more]))
            here = more
            items = {
                item.leads_to: item for item in action_menu(language, view, here, action).items
            }
        way.append((here, items[target]))
        here = target if isinstance(target, MenuPath) else here
    return way


def _chosen(action: Action) -> list[Action | MenuPath]:
    """What is decided on the way to the action."""
    if isinstance(action, ScoutAndShow):
        end, position, flipped = action.scout
        ways = [
            MenuPath(True),
            MenuPath(True, end, None, flipped),
            MenuPath(True, end, position, flipped),
        ]
        return [*ways, action]
    if isinstance(action, Scout):
        return [MenuPath(False, action.end, None, action.flipped), action]
    return [action]


_TRIED = "did better in trial rounds"
"""Of a move that the search likes for no reason that the hand alone shows."""


def explain(language: Language, view: View, action: Action, names: Sequence[str]) -> str:
    """What this legal action does, and in a sentence of its own what it costs.

    `It beats 5 6, scores 2 points and keeps your 3 4 5 together.`, or `It makes 3 4 5. But it
    gives Mia a chip.` `names` are those of the seats.
    """
    return _sentences(
        language, _facts(language, view, action), _costs(language, view, action, names)
    )


def _sentences(language: Language, facts: Sequence[str], costs: Sequence[str]) -> str:
    but = f" But it {language.listed(costs)}." if costs else ""
    return f"It {language.listed(facts)}.{but}"


def _facts(language: Language, view: View, action: Action) -> list[str]:
    if isinstance(action, Orient):
        return _of_orient(language, view.hand, action)[0]
    scout, show = parts(action)
    if scout is None:
        assert show is not None
        return _of_show(language, view.hand, view.active, show)
    card, active = take(view.active, scout.end)
    hand = put(view.hand, card, scout)
    if show is not None:
        return _of_show(language, hand, active, show)
    return [_of_scout(language, view, scout), *_turn_kept(language, view, hand, active)]


def _costs(language: Language, view: View, action: Action, names: Sequence[str]) -> list[str]:
    """What speaks against it: for a Scout the token, the chip, the round's end (R11, R12, R16)."""
    if isinstance(action, Orient):
        return _of_orient(language, view.hand, action)[1]
    if isinstance(action, Show):
        return []
    if view.rules.scout_costs_chip:
        chip = "costs you a chip"
    else:
        assert view.owner is not None
        chip = f"gives {names[view.owner]} a chip"
    if isinstance(action, ScoutAndShow):
        return ["uses your Scout & Show token", chip]
    return [chip, *_end_by_scout(language, view, action)]


class _Holding(NamedTuple):
    """The fewest sets that a hand can be split into, and its best set."""

    sets: int
    best: Cards

    @property
    def strength(self) -> Strength:
        return to_beat(self.best)


def _of_orient(language: Language, hand: Cards, action: Orient) -> tuple[list[str], list[str]]:
    """What this side of the hand has over the other one, and what the other has over it (R6)."""
    dealt, flipped = _holding(hand), _holding(flip(hand))
    chosen, other = (flipped, dealt) if action.flip else (dealt, flipped)
    facts, costs = [], []
    sets = f"{counted(language, chosen.sets, 'set')} instead of {other.sets}"
    if chosen.sets < other.sets:
        facts.append(f"lets you show your hand in {sets}")
    elif chosen.sets > other.sets:
        costs.append(f"needs {sets}")
    best = (
        f"makes your best set {_named(language, chosen.best)} "
        f"instead of {_named(language, other.best)}"
    )
    if chosen.strength > other.strength:
        facts.append(best)
    elif chosen.strength < other.strength:
        costs.append(best)
    return facts or [_TRIED], costs


def _holding(hand: Cards) -> _Holding:
    reach = reaches([card.up for card in hand])
    count = begin = 0
    while begin < len(hand):
        count, begin = count + 1, reach[begin] + 1
    return _Holding(count, max((lay(hand, show)[0] for show in shows(hand, ())), key=to_beat))


def _of_scout(language: Language, view: View, scout: Scout) -> str:
    ends_round = bool(_end_by_scout(language, view, scout))
    best = best_set_with(view, scout)
    if best and not ends_round:  # after that no set is shown
        return f"makes {upper_numbers(best)}"
    card = _a(language, scouted_value(view.active, scout.end, flipped=scout.flipped))
    if not shows(view.hand, view.active):
        return (
            f"adds {card} to your hand because nothing in "
            f"it beats {named_set(language, view.active)}"
        )
    return _TRIED if ends_round else f"adds {card} to your hand"


def _turn_kept(language: Language, view: View, hand: Cards, active: Cards) -> list[str]:
    """That the turn goes on after a Scout that leaves this hand and this Active Set (R17)."""
    if not view.rules.scout_keeps_turn or _is_stuck(view, hand, active):
        return []
    return ["keeps your turn"]


def _end_by_scout(language: Language, view: View, scout: Scout) -> list[str]:
    """That this Scout ends the round: the owner of the set loses nothing then (R20-R22)."""
    if not view.rules.ends_when_stuck:
        last = view.scouts_in_row + 2 == view.players
        return ["ends the round with the set unbeaten"] if last else []
    card, active = take(view.active, scout.end)
    if _is_stuck(view, put(view.hand, card, scout), active):
        return ["ends the round because you can neither show nor scout"]
    return []


def _is_stuck(view: View, hand: Cards, active: Cards) -> bool:
    """Whether one's own Scout ends the round with two players (R21)."""
    assert view.seat is not None
    return LegalActions(hand, active, view.chips[view.seat] - 1).stuck()


def _of_show(language: Language, hand: Cards, active: Cards, show: Show) -> list[str]:
    if not active:
        return ["starts the new Active Set", _left(language, hand, show)]
    return [
        f"beats {named_set(language, active)}",
        f"scores {counted(language, len(active), 'point')}",
        _left(language, hand, show),
    ]


def _left(language: Language, hand: Cards, show: Show) -> str:
    """The best set of the hand after the Show, and whether the Show joined it."""
    _, rest = lay(hand, show)
    if not rest:
        return "ends the round with your hand empty"  # R19
    sets = [(lay(rest, left)[0], left.first < show.first <= left.last) for left in shows(rest, ())]
    best, joined = max(sets, key=lambda found: (to_beat(found[0]), found[1]))
    if len(best) == 1:
        return f"leaves you {counted(language, len(rest), 'card')}"
    if best == rest:
        return f"{'joins' if joined else 'leaves only'} your last cards: {_named(language, best)}"
    return (
        f"joins your {_named(language, best)}"
        if joined
        else f"keeps your {_named(language, best)} together"
    )


def _named(language: Language, cards: Cards) -> str:
    """`two 5s` for a match, `3 4 5` for a run, `an 8` for a single card."""
    if len(cards) == 1:
        return _a(language, cards[0].up)
    if to_beat(cards).is_match:
        return match_words(language, cards)
    return upper_numbers(cards)


def _a(language: Language, number: int) -> str:
    return f"{'an' if number == 8 else 'a'} {number}"
