"""A hint: the buttons to press, why the move is good and what it costs.

Reasons follow from the rules and from the seat's own view alone.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from bot.text.language import Language, gettext_noop
from bot.text.words import in_a_row, match_words, short_numbers, unbroken, upper_numbers, width
from bot.ui.views.turn.action_menu import action_menu, after_scout, best_set_with
from bot.ui.views.turn.menu import FIRST, MenuItem, MenuPath, scouted_card
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parts
from engine.cards import Cards, flip
from engine.legal_actions import LegalActions, lay
from engine.sets import reaches, shows, strength, to_beat
from engine.view import View

_WIDTH = 75
"""The width of a hint that a phone shows in two lines."""
_UNSEEN = str.maketrans("", "", "*\\")
"""Drops the marks that Discord does not show."""


def hint_words(language: Language, seen: View, action: Action, names: Sequence[str]) -> str:
    """The buttons to press for this legal action, and why it is good; `names` are the seats'.

    It has at most two lines on a phone: if room is short, reasons are dropped before costs, and
    costs before the word that a number is a position.
    """
    ways = _ways(language, seen, action)
    reasons, costs = _reasons(language, seen, action), _costs(language, seen, action, names)
    for way, cost in product(ways, (*costs, "")):
        for reason in reasons:
            words = in_a_row([way, *reason, *filter(None, [cost])])
            if width(words.translate(_UNSEEN)) <= _WIDTH:
                return words
    return ways[-1]


def _ways(language: Language, seen: View, action: Action) -> list[str]:
    """The buttons to press, as a sentence; for a Scout & Show a shorter one if room is short."""
    steps = way_to(language, seen, action)
    names = [f"**{item.name}**" for _, item in steps]
    full = [
        # Translators: a button in "Press **Scout 8** and position **3**."
        language.gettext("position {button}", button=name) if _is_position(path, item) else name
        for name, (path, item) in zip(names, steps, strict=True)
    ]
    kept = [full, names] if isinstance(action, ScoutAndShow) else [full]
    return [language.gettext("💡 Press {buttons}.", buttons=(*pressed,)) for pressed in kept]


def _is_position(path: MenuPath, item: MenuItem) -> bool:
    """Whether the item on this path chooses where a scouted card goes."""
    chosen = item.leads_to
    if isinstance(chosen, MenuPath):
        return path.position is None and chosen.position is not None
    return isinstance(chosen, Scout)


def way_to(language: Language, seen: View, action: Action) -> list[tuple[MenuPath, MenuItem]]:
    """The menu's steps to this legal action, in order, each with the item to press there."""
    way: list[tuple[MenuPath, MenuItem]] = []
    here = FIRST
    for target in _chosen(action):
        menu = action_menu(language, seen, here, action)
        if menu.path == target and target != here:
            # The only possible card for a Scout & Show is not asked for.
            here = menu.path
            continue
        items = {item.leads_to: item for item in menu.items}
        if target not in items:
            more = here._replace(more=True)
            way.append((here, items[more]))
            here = more
            items = {
                item.leads_to: item for item in action_menu(language, seen, here, action).items
            }
        way.append((here, items[target]))
        here = target if isinstance(target, MenuPath) else here
    return way


def _chosen(action: Action) -> list[Action | MenuPath]:
    """The choices on the way to the action, in order."""
    if isinstance(action, ScoutAndShow):
        before = MenuPath(True, action.scout.end, None, action.scout.flipped)
        return [MenuPath(True), before, MenuPath(True, *action.scout), action]
    if isinstance(action, Scout):
        return [MenuPath(False, action.end, None, action.flipped), action]
    return [action]


def explain(language: Language, seen: View, action: Action, names: Sequence[str]) -> str:
    """The effect of this legal action, and in a separate sentence its cost.

    `It beats 5 6 and scores 2 points. It keeps together: 3 4 5.`, or `It makes 3 4 5. But it gives
    Mia a chip.` `names` are those of the seats.
    """
    costs = _costs(language, seen, action, names)
    return in_a_row([*_reasons(language, seen, action)[0], *costs[:1]])


_Reasons = list[tuple[str, ...]]
"""Sentences in favour of a move: the complete ones first, then fewer and shorter ones."""
_TRIED = gettext_noop("It did better in trial rounds.")
"""The reason for a move of the search if the hand alone shows none."""


def _reasons(language: Language, seen: View, action: Action) -> _Reasons:
    if isinstance(action, Orient):
        found = [*_of_orient(language, *_sides(seen.hand, action))]
        return _fewer_and_fewer(found or [language.gettext(_TRIED)])
    scout, show = parts(action)
    if scout is None:
        assert show is not None
        return _of_show(language, seen.hand, seen.active, show)
    after = after_scout(seen, scout)
    if show is not None:
        kept = None if show.first <= scout.position <= show.last else scout.position
        return _of_show(language, after.hand, after.active, show, kept)
    found = [_of_scout(language, seen, scout)]
    if seen.rules.scout_keeps_turn and not _is_stuck(after):  # R17
        found.append(language.gettext("It keeps your turn."))
    return _fewer_and_fewer(found)


def _fewer_and_fewer(sentences: Sequence[str]) -> _Reasons:
    return [(*sentences[:count],) for count in range(len(sentences), 0, -1)]


def _costs(language: Language, seen: View, action: Action, names: Sequence[str]) -> list[str]:
    """The sentence with the disadvantages of the move, if any, and shorter versions."""
    if isinstance(action, Orient):
        return _cost_of_orient(language, *_sides(seen.hand, action))
    if isinstance(action, Show):
        return []
    if seen.rules.scout_costs_chip:
        return _cost_of_own_chip(language, seen, action)
    assert seen.owner is not None
    name = names[seen.owner]
    chip = language.gettext("But it gives {name} a chip.", name=name)
    if isinstance(action, ScoutAndShow):
        text = gettext_noop("But it uses your Scout & Show token and gives {name} a chip.")
        return [language.gettext(text, name=name), chip]
    if not _ends_by_scout(seen, action):
        return [chip]
    text = gettext_noop("But it gives {name} a chip and ends the round with the set unbeaten.")
    end = language.gettext("But it ends the round with the set unbeaten.")
    return [language.gettext(text, name=name), end]


def _cost_of_own_chip(language: Language, seen: View, scout: Scout | ScoutAndShow) -> list[str]:
    """Of two players, which have no Scout & Show (R16, R21)."""
    if not isinstance(scout, Scout) or not _ends_by_scout(seen, scout):
        return [language.gettext("But it costs you a chip.")]
    return [
        language.gettext(
            "But it costs you a chip and ends the round because you can neither show nor scout."
        ),
        language.gettext("But it ends the round because you can neither show nor scout."),
    ]


class _Holding(NamedTuple):
    """The fewest sets that a hand can be split into, and its best set."""

    sets: int
    best: Cards


def _sides(hand: Cards, action: Orient) -> tuple[_Holding, _Holding]:
    """The chosen side of a hand, and the other one (R6)."""
    dealt, flipped = _holding(hand), _holding(flip(hand))
    return (flipped, dealt) if action.flip else (dealt, flipped)


def _best_sets(language: Language, chosen: _Holding, other: _Holding) -> dict[str, str]:
    return {"cards": _named(language, chosen.best), "others": _named(language, other.best)}


def _of_orient(language: Language, chosen: _Holding, other: _Holding) -> Iterator[str]:
    """The advantage of the chosen side over the other one."""
    if chosen.sets < other.sets:
        yield language.ngettext(
            "It lets you show your hand in {number} set instead of {other}.",
            "It lets you show your hand in {number} sets instead of {other}.",
            chosen.sets,
            other=other.sets,
        )
    if to_beat(chosen.best) > to_beat(other.best):
        # Translators: {cards} and {others} as in "3 4 5", "two 7s" or "9".
        text = gettext_noop("Your best set is then {cards}, not {others}.")
        yield language.gettext(text, **_best_sets(language, chosen, other))


def _cost_of_orient(language: Language, chosen: _Holding, other: _Holding) -> list[str]:
    """The advantage of the other side over the chosen one."""
    best = _best_sets(language, chosen, other) if to_beat(other.best) > to_beat(chosen.best) else {}
    if chosen.sets <= other.sets:
        # Translators: {cards} and {others} as in "3 4 5", "two 7s" or "9".
        text = gettext_noop("But your best set is then {cards}, not {others}.")
        return [language.gettext(text, **best)] if best else []
    needed = language.ngettext(
        "But your hand takes {number} set, not {other}.",
        "But your hand takes {number} sets, not {other}.",
        chosen.sets,
        other=other.sets,
    )
    if not best:
        return [needed]
    both = language.ngettext(
        "But your hand takes {number} set, not {other}, and your best set is {cards}, not "
        "{others}.",
        "But your hand takes {number} sets, not {other}, and your best set is {cards}, not "
        "{others}.",
        chosen.sets,
        other=other.sets,
        **best,
    )
    return [both, needed]


def _holding(hand: Cards) -> _Holding:
    reach = reaches([card.up for card in hand])
    count = begin = 0
    while begin < len(hand):
        count, begin = count + 1, reach[begin] + 1
    return _Holding(count, max((lay(hand, show)[0] for show in shows(hand, ())), key=to_beat))


def _of_scout(language: Language, seen: View, scout: Scout) -> str:
    ends_round = _ends_by_scout(seen, scout)
    best = best_set_with(seen, scout)
    if best and not ends_round:  # after that no set is shown
        return language.gettext("It makes {cards}.", cards=unbroken(upper_numbers(best)))
    card = scouted_card(seen.active, scout.end, flipped=scout.flipped).up
    if not shows(seen.hand, seen.active):
        beaten = unbroken(short_numbers(language, seen.active))
        return language.gettext(_NOTHING_BEATS[len(seen.active) > 1], number=card, cards=beaten)
    if ends_round:
        return language.gettext(_TRIED)
    return language.gettext("It adds the {number} to your hand.", number=card)


_NOTHING_BEATS = (
    gettext_noop("It adds the {number} to your hand because nothing in it beats the {cards}."),
    gettext_noop("It adds the {number} to your hand because nothing in it beats {cards}."),
)
"""Of a single card to beat, and of several."""


def any_scout_ends(seen: View) -> bool:
    """Whether all others but the owner have scouted in turn: then a Scout ends the round (R20)."""
    return not seen.rules.ends_when_stuck and seen.scouts_in_row + 2 == seen.players


def _ends_by_scout(seen: View, scout: Scout) -> bool:
    """Whether this Scout ends the round: then the set's owner loses nothing (R20-R22)."""
    if seen.rules.ends_when_stuck:
        return _is_stuck(after_scout(seen, scout))
    return any_scout_ends(seen)


def _is_stuck(after: View) -> bool:
    """Whether the player's own Scout ends a two-player round (R21); it still costs a chip."""
    assert after.seat is not None
    return LegalActions(after.hand, after.active, after.chips[after.seat] - 1).stuck()


def _of_show(
    language: Language, hand: Cards, active: Cards, show: Show, scouted: int | None = None
) -> _Reasons:
    left = _left(language, hand, active, show, scouted)
    if not active:
        return _fewer_and_fewer([language.gettext("It starts the new Active Set."), left])
    cards = unbroken(short_numbers(language, active))
    if len(active) == 1:
        beats = language.gettext("It beats the {cards}.", cards=cards)
        scores = language.gettext("It beats the {cards} and scores 1 point.", cards=cards)
    else:
        beats = language.gettext("It beats {cards}.", cards=cards)
        scores = language.ngettext(
            "It beats {cards} and scores {number} point.",
            "It beats {cards} and scores {number} points.",
            len(active),
            cards=cards,
        )
    return [(scores, left), (scores,), (beats,)]


def _left(language: Language, hand: Cards, active: Cards, show: Show, scouted: int | None) -> str:
    """The Show's effect on the rest of the hand; `scouted` is the scouted card's position before.
    It is the best set that the Show joins or makes, else the best one kept from other Shows."""
    _, rest = lay(hand, show)
    if not rest:
        return language.gettext("It ends the round with your hand empty.")  # R19
    sets = [(lay(rest, one)[0], _before(one, show)) for one in shows(rest, ())]

    def best(which: Callable[[Show], bool]) -> Cards:
        found = [cards for cards, place in sets if len(cards) > 1 and which(place)]
        return max(found, key=to_beat, default=())

    joined = best(lambda place: _is_joined(hand, show, place))
    if rest == best(lambda _: True):
        return language.gettext(_LAST[joined == rest], cards=_named(language, rest))
    made = best(lambda place: scouted is not None and place.first <= scouted <= place.last)
    if to_beat(made) > to_beat(joined):
        return language.gettext("It makes {cards}.", cards=unbroken(upper_numbers(made)))
    others = [other for other in shows(hand, active) if other != show]
    kept = best(lambda at: any(at.first <= one.last and one.first <= at.last for one in others))
    if joined or kept:
        return language.gettext(_REST[bool(joined)], cards=_named(language, joined or kept))
    return language.ngettext(
        "It leaves you {number} card.", "It leaves you {number} cards.", len(rest)
    )


def _before(left: Show, show: Show) -> Show:
    """The first and last position of these cards before the Show."""
    moved = show.last - show.first + 1
    first, last = (at if at < show.first else at + moved for at in left)
    return Show(first, last)


def _is_joined(hand: Cards, show: Show, place: Show) -> bool:
    """Whether the Show lay between these cards and was not part of the same set."""
    around = hand[place.first - 1 : place.last]
    return place.first < show.first < place.last and strength(around) is None


_LAST = {
    # Translators: {cards} as in "3 4 5" or "two 7s".
    True: gettext_noop("It joins your last cards: {cards}."),
    False: gettext_noop("It leaves only your last cards: {cards}."),
}
"""Of a set that is all that is left of the hand, by whether the Show joined it."""
_REST = {
    # Translators: {cards} as in "3 4 5" or "two 7s".
    True: gettext_noop("It brings together: {cards}."),
    False: gettext_noop("It keeps together: {cards}."),
}
"""Of another set, by whether the Show joined it."""


def _named(language: Language, cards: Cards) -> str:
    """`two 5s` for a match, `3 4 5` for a run, `8` for a single card."""
    if len(cards) > 1 and to_beat(cards).is_match:
        return match_words(language, cards)
    return unbroken(upper_numbers(cards))
