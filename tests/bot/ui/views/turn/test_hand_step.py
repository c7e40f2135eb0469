"""Every step of a choice shows the hand as it is at that step, in its picture and in its text."""

import random
from collections.abc import Iterator

import pytest

from bot.pictures.faces import SeatFace
from bot.pictures.gallery import hand_picture, orientation_picture, positions_picture
from bot.pictures.layouts.hand import Hand, Placing
from bot.pictures.picture import Picture
from bot.tables.preferences import Preferences
from bot.text.language import ENGLISH
from bot.ui.kit.component_id import Verb
from bot.ui.kit.message import Message, Select
from bot.ui.views.elements import NO_AVATARS, seat_faces
from bot.ui.views.turn.hand import HandStep, hand_message, newest, step_picture
from bot.ui.views.turn.menu import MenuPath, OpenMenu, parse_menu_path
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show
from engine.cards import Card
from engine.game import Game
from engine.round import Round
from engine.view import view
from tests.support.engine.hidden_cards import with_other_hands
from tests.support.engine.random_games import PLAYERS, positions
from tests.support.engine.rounds import changed
from tests.support.marks import with_long
from tests.support.pictures.tables import FACES
from tests.support.ui.rendering import look_of, texts_of
from tests.support.ui.table_states import state_of

pytestmark = pytest.mark.slow  # draws every step of many hands

SAMPLE = 3
"""Actions of each position that are looked at."""


def decisions(players: int) -> Iterator[tuple[Game, int, Action]]:
    """Some legal actions of every position of a game, with the seat that can play them."""
    rng = random.Random(players)
    for game in positions(players, seed=players, length=1):
        for seat in game.rounds[-1].to_move[:1]:
            legal = game.rounds[-1].legal_actions(seat)
            for action in rng.sample(legal, min(SAMPLE, len(legal))):
                yield game, seat, action


def shown(
    game: Game,
    seat: int,
    path: MenuPath = MenuPath(),  # noqa: B008 - a value that nothing changes
    *,
    asked: Action | None = None,
    pictures: bool = True,
) -> Message:
    state = state_of(game)
    preferences = Preferences(pictures=pictures, confirm=asked is not None)
    return hand_message(
        ENGLISH, state, state.seats[seat], OpenMenu(path, asked), preferences=preferences
    )


def alt(draft: Message) -> str:
    assert draft.draw is not None
    return draft.draw().alt


def paths(draft: Message) -> list[MenuPath]:
    """The steps that the message's buttons lead to."""
    buttons = [button for row in draft.rows if not isinstance(row, Select) for button in row]
    return [
        parse_menu_path(button.component_id.detail)
        for button in buttons
        if button.component_id.verb == Verb.CHOOSE
    ]


def scouted(played: Round, seat: int, scout: Scout) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The hand with the card in it, and what is left to beat."""
    rest, hand = list(played.active), list(played.hands[seat])
    card = rest.pop(0 if scout.end == "L" else -1)
    hand.insert(scout.position - 1, Card(card.down, card.up) if scout.flipped else card)
    return tuple(hand), tuple(rest)


def owner_of(game: Game) -> SeatFace | None:
    owner = game.rounds[-1].owner
    return None if owner is None else seat_faces(ENGLISH, state_of(game), NO_AVATARS)[owner]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_step_and_more_show_the_hand_and_what_to_beat(players: int) -> None:
    for game, seat, action in decisions(players):
        played = game.rounds[-1]
        if isinstance(action, Orient):
            assert alt(shown(game, seat)) == orientation_picture(ENGLISH, played.hands[seat]).alt
            continue
        legal = tuple(played.legal(seat).shows())
        hand = Hand(played.hands[seat], legal, newest(played, seat))
        expected = hand_picture(ENGLISH, hand, played.active, owner_of(game), True)
        for path in (MenuPath(), MenuPath(more=True)):
            assert alt(shown(game, seat, path)) == expected.alt
        both = alt(shown(game, seat, MenuPath(both=True)))
        scouts = view(game, seat).legal.scouts_before_show()
        ends = {MenuPath(True, end, None, flipped) for end, _, flipped in scouts}
        # The only card is not asked for.
        only = alt(shown(game, seat, ends.pop())) if len(ends) == 1 else expected.alt
        assert both == only


@pytest.mark.parametrize("players", [3, 4, 5])
def test_after_a_chosen_scout_the_card_is_in_the_hand(players: int) -> None:
    looked_at = 0
    for game, seat, action in decisions(players):
        if not isinstance(action, ScoutAndShow):
            continue
        looked_at += 1
        played, scout = game.rounds[-1], action.scout
        hand, rest = scouted(played, seat, scout)
        path = MenuPath(True, *scout)
        shows = tuple(played.legal(seat).shows_after(scout))
        owner = owner_of(game) if rest else None
        expected = hand_picture(ENGLISH, Hand(hand, shows, scout.position), rest, owner, True)
        draft = shown(game, seat, path)
        assert draft.draw is not None
        assert draft.draw() == expected
        said = "\n".join(texts_of(shown(game, seat, path, pictures=False)))
        for cards in filter(None, (hand[:8], rest[:8])):
            for name, numbers in (("up", [c.up for c in cards]), ("down", [c.down for c in cards])):
                assert f"{name:<5}" + "".join(f"{number:>3}" for number in numbers) in said
        assert f"New: card {scout.position}." in said
        assert ("To beat" in said) == bool(rest)
    assert looked_at


@pytest.mark.parametrize("players", PLAYERS)
def test_the_gaps_are_marked_where_a_position_is_chosen(players: int) -> None:
    looked_at = 0
    for game, seat, action in decisions(players):
        scout = action.scout if isinstance(action, ScoutAndShow) else action
        if not isinstance(scout, Scout):
            continue
        looked_at += 1
        both, played = action is not scout, game.rounds[-1]
        card = played.active[0 if scout.end == "L" else -1]
        scouts = played.legal(seat).scouts_before_show() if both else played.legal(seat).scouts()
        placing = Placing(
            played.hands[seat],
            Card(card.down, card.up) if scout.flipped else card,
            scout.end if len(played.active) > 1 else None,
            tuple(s.position for s in scouts if (s.end, s.flipped) == (scout.end, scout.flipped)),
        )
        expected = positions_picture(ENGLISH, placing)
        path = MenuPath(both, scout.end, None, scout.flipped)
        assert alt(shown(game, seat, path)) == expected.alt
        if path._replace(more=True) in paths(shown(game, seat, path)):
            assert alt(shown(game, seat, path._replace(more=True))) == expected.alt
    assert looked_at


@pytest.mark.parametrize("players", PLAYERS)
def test_the_question_shows_the_hand_with_what_would_be_shown(players: int) -> None:
    for game, seat, action in decisions(players):
        played = game.rounds[-1]
        if isinstance(action, Orient):
            flipped = tuple(Card(card.down, card.up) for card in played.hands[seat])
            hand = Hand(flipped if action.flip else played.hands[seat])
            expected = hand_picture(ENGLISH, hand)
        else:
            expected = asked_picture(game, seat, action)
        assert alt(shown(game, seat, asked=action)) == expected.alt


def test_in_words_the_question_names_all_that_can_be_shown() -> None:
    asked = [step for step in decisions(3) if isinstance(step[2], Show)]
    for game, seat, action in asked:
        before = shown(game, seat, pictures=False).content or ""
        (facts,) = [line for line in before.splitlines() if line.startswith("You can show")]
        assert facts in (shown(game, seat, asked=action, pictures=False).content or "").splitlines()
    assert asked


def asked_picture(game: Game, seat: int, action: Show | Scout | ScoutAndShow) -> Picture:
    """The hand after the Scout, if there is one, and below it what would be shown."""
    played = game.rounds[-1]
    hand, rest, new = played.hands[seat], played.active, newest(played, seat)
    if not isinstance(action, Show):
        scout = action.scout if isinstance(action, ScoutAndShow) else action
        hand, rest = scouted(played, seat, scout)
        new = scout.position
    if isinstance(action, Scout):
        # Two players go on after a Scout (R17).
        after = changed(played, hands=_with(played, seat, hand), active=rest)
        brackets = after.legal(seat).shows() if len(played.hands) == 2 else []
    else:
        brackets = [action if isinstance(action, Show) else action.show]
    owner = owner_of(game) if rest else None
    return hand_picture(ENGLISH, Hand(hand, tuple(brackets), new), rest, owner, True)


def _with(played: Round, seat: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*played.hands[:seat], hand, *played.hands[seat + 1 :])


@pytest.mark.parametrize("players", with_long([3], [2, 4, 5]))
def test_no_step_depends_on_a_hidden_card(players: int) -> None:
    rng = random.Random(players)
    for game, seat, action in decisions(players):
        elsewhere = with_other_hands(game, seat, rng)
        scout = action.scout if isinstance(action, ScoutAndShow) else action
        path = MenuPath(action is not scout, *scout) if isinstance(scout, Scout) else MenuPath()
        for step in (path, path._replace(position=None), MenuPath(more=True)):
            assert look_of(shown(game, seat, step)) == look_of(shown(elsewhere, seat, step))
        asked = [look_of(shown(one, seat, asked=action)) for one in (game, elsewhere)]
        assert asked[0] == asked[1]


def test_another_hand_is_another_message_although_the_text_is_the_same() -> None:
    drafts = [
        shown(game, seat)
        for seed in range(4)
        for game in list(positions(3, seed, length=1))[3:4]
        for seat in game.rounds[-1].to_move
    ]
    assert len({draft.digest for draft in drafts}) == len({alt(draft) for draft in drafts}) > 1


def test_a_step_that_leads_nowhere_is_the_first() -> None:
    game, seat = next(
        (game, seat)
        for game, seat, action in decisions(3)
        if not game.rounds[-1].active and isinstance(action, Show)
    )
    for path in (MenuPath(end="R"), MenuPath(True), MenuPath(True, "L", 3), MenuPath(page=2)):
        assert look_of(shown(game, seat, path)) == look_of(shown(game, seat))


def test_a_seat_sees_both_ways_then_its_hand_and_on_its_turn_what_to_beat() -> None:
    for game in positions(3, seed=1, length=1):
        for seat in range(3):
            seen = view(game, seat)
            picture = step_picture(ENGLISH, HandStep(seen, seen.legal.shows()), FACES)
            if seen.orientation is None:
                assert picture is orientation_picture(ENGLISH, seen.hand)
            elif seen.turn != seat:
                owner = None if seen.owner is None else FACES[seen.owner]
                hand = Hand(seen.hand, is_waiting=True)
                assert picture is hand_picture(ENGLISH, hand, owner=owner)
            else:
                owner = None if seen.owner is None else FACES[seen.owner]
                hand = Hand(seen.hand, tuple(seen.legal.shows()))
                assert picture is hand_picture(ENGLISH, hand, seen.active, owner, True)
