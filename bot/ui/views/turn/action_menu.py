"""The way to an action in steps, each a list of only legal choices.

The strongest comes first; less important choices are one step further, behind "More…". A menu shows
the emojis of its choices: the number of the chosen card.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from bot.text.language import Language, gettext_noop
from bot.text.moves import action_words
from bot.text.words import capitalised, short_numbers, unbroken
from bot.ui.views.turn.menu import (
    ANOTHER_POSITION,
    FIRST,
    FLIP,
    KEEP,
    MORE,
    SCOUT_AND_SHOW,
    ActionMenu,
    MenuItem,
    MenuPath,
    action_label,
    end_label,
    mark_strongest,
    scouted_card,
    show_labels,
    with_sets,
)
from engine.actions import Action, End, Orient, Scout, ScoutAndShow, Show, parts
from engine.cards import Cards
from engine.legal_actions import LegalActions, lay, put, take
from engine.sets import LINKED, to_beat
from engine.view import View

TOKEN = "token"  # noqa: S105 - the Scout & Show token
_OFFERED = 9
"""Buttons at the first step; with one for a hint there are ten."""
_FEW_SHOWS = 3
"""The number of Shows up to which all are offered at once."""
_SHORT_REST = 2
"""The number of other moves up to which they stay at the first step, if there is room."""
_KEPT = 256
"""Cached first steps of hands on turn, least recently used dropped first: later steps need them."""


def action_menu(
    language: Language, seen: View, path: MenuPath, towards: Action | None = None
) -> ActionMenu:
    """The choices of the seat at this path; the first step if no legal action is behind the path.

    The way `towards` a legal action, if there is one, begins at the first step.
    """
    found = _step(language, seen, path, towards)
    return found if found is not None and found.items else _first(language, seen, towards)


def confirmation(language: Language, seen: View, action: Action) -> ActionMenu | None:
    """The question whether to play this action; None if it is illegal."""
    if action not in seen.legal_actions():
        return None
    move = capitalised(action_words(language, seen, action))
    play = MenuItem(action_label(language, seen, action), action, strongest=True)
    # Translators: "Show 3 4 5 (cards 2–4)?"
    return ActionMenu(language.gettext("**{move}?**", move=move), more=[play], back=FIRST)


def after_scout(seen: View, scout: Scout) -> View:
    """The view with the hand and the Active Set after this legal Scout, all else unchanged. Its
    legal Shows are those that complete a Scout & Show (R12)."""
    card, rest = take(seen.active, scout.end)
    hand = put(seen.hand, card, scout)
    return replace(seen, hand=hand, active=rest, owner=seen.owner if rest else None)


def _step(
    language: Language, seen: View, path: MenuPath, towards: Action | None
) -> ActionMenu | None:
    if path.position is not None and path.end is not None:
        return _shows_after(language, seen, path, Scout(path.end, path.position, path.flipped))
    if path.end is not None:
        return positions(language, seen, path, _before_positions(language, seen, path, towards))
    if path.both:
        return _before_show(language, seen)
    return _rest(language, seen, path, towards) if path.more else None


def _first(language: Language, seen: View, towards: Action | None) -> ActionMenu:
    if seen.orientation is None and seen.legal_actions():
        return ActionMenu(
            language.gettext("Keep your hand as dealt, or flip all of it?"),
            more=[
                MenuItem(language.gettext(KEEP), Orient(flip=False)),
                MenuItem(language.gettext(FLIP), Orient(flip=True)),
            ],
        )
    offered, shows, far_ends = _split(language, seen.legal)
    hinted = [item for item in [*shows, *far_ends] if item.leads_to == _begun(towards)]
    is_more_left = len(shows) + len(far_ends) > len(hinted)
    last = [MenuItem(language.gettext(MORE), MenuPath(more=True))] if is_more_left else []
    return ActionMenu(_first_prompt(language, seen), mark_strongest([*offered, *last, *hinted]))


def _first_prompt(language: Language, seen: View) -> str:
    if not seen.active:
        return language.gettext("**Your turn.** The table is empty: show any set.")
    if not seen.legal.shows():
        texts = _NOTHING_BEATS
    elif not seen.legal.scouts():
        texts = _NO_CHIP
    else:
        texts = _SHOW_OR_SCOUT
    cards = unbroken(short_numbers(language, seen.active))
    return language.gettext(texts[len(seen.active) > 1], cards=cards)


# Translators: {cards} is "7", or "7 8 9" in the second sentence of each pair.
_NOTHING_BEATS = (
    gettext_noop("**Your turn.** Nothing in your hand beats the {cards}: scout it."),
    gettext_noop("**Your turn.** Nothing in your hand beats {cards}: scout from it."),
)
_NO_CHIP = (
    gettext_noop(
        "**Your turn.** Show a set that beats the {cards}. You have no chip left to scout."
    ),
    gettext_noop("**Your turn.** Show a set that beats {cards}. You have no chip left to scout."),
)
_SHOW_OR_SCOUT = (
    gettext_noop("**Your turn.** Show a set that beats the {cards}, or scout the {cards}."),
    gettext_noop("**Your turn.** Show a set that beats {cards}, or scout from {cards}."),
)
"""Of a single card to beat, and of several."""


_Split = tuple[list[MenuItem], list[MenuItem], list[MenuItem]]


@lru_cache(maxsize=_KEPT)
def _split(language: Language, legal: LegalActions) -> _Split:
    """What the first step offers at once, and the Shows and ends behind "More…".

    It offers the strongest Show of each length (a Show that empties the hand (R19) is the only one
    of its length), the Scouts that make a set, and Scout & Show. Without any of the first two it
    offers all ends. Few Shows, or few other moves, are all offered.
    """
    all_ends = ends(language, legal, legal.scouts(), both=False)
    shows = strongest_first(legal.hand, legal.shows())
    items = _show_items(language, legal.hand, shows, shows)
    near = [end for end in all_ends if end.promising] or ([] if shows else all_ends)
    # Usually the first Scout begins a Scout & Show (R12).
    can_both = any(map(legal.shows_after, legal.scouts()))
    both = [MenuItem(language.gettext(SCOUT_AND_SHOW), MenuPath(both=True))] if can_both else []
    room = _OFFERED - len(near) - len(both)
    best = shows if len(shows) <= _FEW_SHOWS else _best_of_each_length(shows)[: room - 1]
    at_once = [*best, *(end.leads_to for end in near)]
    rest = [item for item in [*items, *all_ends] if item.leads_to not in at_once]
    if len(rest) <= _SHORT_REST and len(items) + len(all_ends) + len(both) <= _OFFERED:
        rest = []
    return (
        [*(item for item in [*items, *all_ends] if item not in rest), *both],
        [item for item in items if item in rest],
        [end for end in all_ends if end in rest],
    )


def _begun(towards: Action | None) -> Action | MenuPath | None:
    """The target of the first press towards a Show or a Scout."""
    if isinstance(towards, Scout):
        return MenuPath(end=towards.end, flipped=towards.flipped)
    return towards


def _best_of_each_length(shows: Sequence[Show]) -> list[Show]:
    """The strongest Show of each length, of Shows with the strongest first."""
    best: dict[int, Show] = {}
    for show in shows:
        best.setdefault(show.last - show.first, show)
    return list(best.values())


def strongest_first(hand: Cards, shows: Sequence[Show]) -> list[Show]:
    """Sorted by their strength (R9); equal ones from left to right."""
    return sorted(shows, key=lambda show: to_beat(lay(hand, show)[0]), reverse=True)


def _rest(language: Language, seen: View, path: MenuPath, towards: Action | None) -> ActionMenu:
    _, shows, far_ends = _split(language, seen.legal)
    begun = _begun(towards)
    shows, far_ends = (
        [item for item in items if item.leads_to != begun] for items in (shows, far_ends)
    )
    return ActionMenu(language.gettext("**More moves:**"), shows, far_ends, FIRST, path)


def _before_positions(
    language: Language, seen: View, path: MenuPath, towards: Action | None
) -> MenuPath:
    """The step that offers the end of this path."""
    if path.both:
        return FIRST if _only_end(seen) else MenuPath(both=True)
    end = MenuPath(end=path.end, flipped=path.flipped)
    offered = end in [item.leads_to for item in _first(language, seen, towards).items]
    return FIRST if offered else MenuPath(more=True)


def _only_end(seen: View) -> MenuPath | None:
    """The step after the choice of a card for a Scout & Show, if only one card can be chosen."""
    scouts = seen.legal.scouts_before_show()
    found = {MenuPath(True, end, None, flipped) for end, _, flipped in scouts}
    return found.pop() if len(found) == 1 else None


def _before_show(language: Language, seen: View) -> ActionMenu | None:
    """The question which card to scout; with only one card, where it goes."""
    only = _only_end(seen)
    if only is not None:
        return positions(language, seen, only, FIRST)
    items = ends(language, seen, seen.legal.scouts_before_show(), both=True)
    prompt = language.gettext("**Scout & Show:** which card do you scout?")
    return ActionMenu(prompt, mark_strongest(items), back=FIRST, path=MenuPath(both=True))


def _shows_after(language: Language, seen: View, path: MenuPath, scout: Scout) -> ActionMenu | None:
    if not (legal := seen.legal.shows_after(scout)):
        return None
    after = after_scout(seen, scout)
    shows = strongest_first(after.hand, legal)
    prompt = language.gettext("The table is now empty. Show any set:")
    if after.active:
        cards = unbroken(short_numbers(language, after.active))
        prompt = language.gettext("You now have to beat {cards}:", cards=cards)
    best = _best_of_each_length(shows)
    actions = [ScoutAndShow(scout, show) for show in shows]
    items = [
        item._replace(promising=show in best)
        for item, show in zip(_show_items(language, after.hand, shows, actions), shows, strict=True)
    ]
    back = MenuPath(both=True, end=scout.end, flipped=scout.flipped)
    return ActionMenu(prompt, mark_strongest(items), [], back, path)


def _show_items(
    language: Language, hand: Cards, shows: Sequence[Show], targets: Sequence[Action | MenuPath]
) -> list[MenuItem]:
    labels = show_labels(language, hand, shows)
    return [
        MenuItem(label, target, promising=show.last > show.first)
        for label, show, target in zip(labels, shows, targets, strict=True)
    ]


def ends(
    language: Language, seen: View | LegalActions, scouts: list[Scout], *, both: bool
) -> list[MenuItem]:
    """Each end, as it lies or flipped, with its best possible set; strongest first."""
    ways: dict[tuple[End, bool], list[Scout]] = {}
    for scout in scouts:
        ways.setdefault((scout.end, scout.flipped), []).append(scout)
    found = []
    for (end, flipped), to in ways.items():
        label = end_label(language, seen.active, end, flipped=flipped)
        made = [best_set_with(seen, scout) for scout in to]
        best = max(filter(None, made), key=to_beat, default=())
        found.append((label, MenuPath(both, end, None, flipped), best))
    return _scout_items(language, found)


def _scout_items(
    language: Language, found: Sequence[tuple[str, Action | MenuPath, Cards]]
) -> list[MenuItem]:
    """Items of labels, targets and the best sets that the card makes, strongest first."""
    ordered = sorted(found, key=lambda one: to_beat(one[2]), reverse=True)
    labels = with_sets(language, [label for label, *_ in ordered], [best for *_, best in ordered])
    return [
        MenuItem(label, target, promising=bool(best), short=short)
        for label, (short, target, best) in zip(labels, ordered, strict=True)
    ]


def positions(language: Language, seen: View, path: MenuPath, back: MenuPath) -> ActionMenu | None:
    """The positions that make a set, strongest first; the others are one step further, unless a
    Show has to follow. None if the path's end cannot be scouted."""
    wanted = scouts_on(seen, path)
    if path.end is None or not wanted:
        return None
    # The picture has the position in the gap. Labels this short fit two on a line of a phone.
    targets = [MenuPath(True, *scout) if path.both else scout for scout in wanted]
    made = [
        (str(scout.position), target, best_set_with(seen, scout))
        for scout, target in zip(wanted, targets, strict=True)
    ]
    items = _scout_items(language, made)
    near = mark_strongest([item for item in items if item.promising])
    others = [item for item in items if not item.promising]
    here = path._replace(page=0)
    menu = _where(language, seen, path, [*near, *others], back)
    if path.more:
        return replace(menu, choices=others, back=here._replace(more=False))
    if path.both or not near or len(others) < 2:
        return menu
    another = MenuItem(language.gettext(ANOTHER_POSITION), here._replace(more=True))
    return replace(menu, choices=near, more=[another])


def _where(
    language: Language, seen: View, path: MenuPath, choices: list[MenuItem], back: MenuPath
) -> ActionMenu:
    """The question for the position of the scouted card."""
    assert path.end is not None
    value = scouted_card(seen.active, path.end, flipped=path.flipped).up
    if path.both:
        beside_picture = language.gettext("**Scout & Show:** choose a position.")
    else:
        beside_picture = language.gettext("**Scout:** choose a position.")
    prompt = language.gettext("Where in your hand does the **{number}** go?", number=value)
    return ActionMenu(prompt, choices, back=back, path=path, beside_picture=beside_picture)


def scouts_on(seen: View, path: MenuPath) -> list[Scout]:
    """The Scouts of this path's end, flipped or not; for a Scout & Show those before a Show."""
    scouts = seen.legal.scouts_before_show() if path.both else seen.legal.scouts()
    return [scout for scout in scouts if (scout.end, scout.flipped) == (path.end, path.flipped)]


def best_set_with(seen: View | LegalActions, scout: Scout) -> Cards:
    """The best set, of two cards or more, that the card makes at its position; () for none."""
    card = scouted_card(seen.active, scout.end, flipped=scout.flipped)
    hand, at, linked = seen.hand, scout.position - 1, LINKED[card.up]
    if not (at and linked[hand[at - 1].up]) and not (at < len(hand) and linked[hand[at].up]):
        return ()
    hand = (*hand[:at], card, *hand[at:])
    return max([hand[first:end] for first, end in _spans_around(hand, at)], key=to_beat)


def _spans_around(hand: Cards, index: int) -> list[tuple[int, int]]:
    """Start and end of each longest set that this card makes with others, from left to right."""
    found = []
    for step in (-1, 0, 1):
        first, end = index, index + 1
        while first and hand[first].up - hand[first - 1].up == step:
            first -= 1
        while end < len(hand) and hand[end].up - hand[end - 1].up == step:
            end += 1
        if end - first > 1:
            found.append((first, end))
    return sorted(found)


def with_emojis(seen: View, menu: ActionMenu) -> ActionMenu:
    """The menu with the emojis of what its items lead to; positions are no cards."""
    if menu.path.end is not None and menu.path.position is None:
        return menu

    def marked(items: Sequence[MenuItem]) -> list[MenuItem]:
        return [item._replace(emoji=emoji_for(seen, item.leads_to)) for item in items]

    return replace(menu, choices=marked(menu.choices), more=marked(menu.more))


def emoji_for(seen: View, target: Action | MenuPath) -> str | None:
    """The first number of the set that is shown, or the number that is scouted.

    The token for the way to Scout & Show (R12); None for the choice of the hand (R6) and for pages.
    """
    if isinstance(target, Orient):
        return None
    if isinstance(target, MenuPath) and target.end is None:
        return TOKEN if target.both else None
    if isinstance(target, MenuPath | Scout):
        assert target.end is not None
        return str(scouted_card(seen.active, target.end, flipped=target.flipped).up)
    scout, show = parts(target)
    assert show is not None
    hand = seen.hand if scout is None else after_scout(seen, scout).hand
    return str(hand[show.first - 1].up)
