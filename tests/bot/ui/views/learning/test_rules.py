"""The pages of the rules: their examples are true, and they fit."""

import re
from itertools import chain, pairwise

import pytest

from bot.pictures.alt import ALT_LIMIT
from bot.pictures.gallery import hand_picture
from bot.pictures.layouts.hand import Hand
from bot.text.language import ENGLISH, Language
from bot.text.words import unbeaten, upper_numbers
from bot.ui.views.learning import rules as of
from bot.ui.views.learning.rules import PAGES, Page, rules_message
from engine.actions import Action
from engine.cards import Cards, Deal, deck, flip, low_end_up
from engine.game import Game
from engine.legal_actions import lay, take
from engine.round import Ending, Event, Round
from engine.rules import RULES
from engine.sets import strength
from tests.support.discord.limits import message_violations
from tests.support.engine.rounds import changed
from tests.support.ui.rendering import as_sent

_NO_BREAK = "\N{NO-BREAK SPACE}"


def text_of(beginning: str) -> str:
    """With ordinary spaces, as it is read."""
    (text,) = (page.text(ENGLISH) for page in PAGES if page.title.startswith(beginning))
    return text.replace(_NO_BREAK, " ")


def faced(hand: Cards, active: Cards, players: int = 3) -> Round:
    """Seat 0 on turn with this hand, against this set of seat 1."""
    hands = (hand, *[of.STUCK] * (players - 1))
    begun = Round.begin(Deal(hands, (), 0))
    return changed(begun, orientation=(False,) * players, active=active, owner=1)


def beats(shown: Cards, beaten: Cards) -> bool:
    strong, weak = strength(shown), strength(beaten)
    assert strong is not None
    assert weak is not None
    return strong > weak


def shown_against(hand: Cards, active: Cards) -> set[str]:
    played = faced(hand, active)
    return {upper_numbers(played.play(0, show).active) for show in played.legal(0).shows()}


def test_a_round_is_dealt_as_many_cards_as_the_page_says() -> None:
    sizes = [rules.hand_size for rules in RULES.values()]
    fewest, most = min(sizes), max(sizes)
    assert f"dealt {fewest} to {most} cards" in text_of("Your hand")


def test_the_flipped_hand_is_the_engines() -> None:
    assert f"**{upper_numbers(of.HAND)}** is **{upper_numbers(flip(of.HAND))}**" in text_of(
        "Your hand"
    )


def test_a_card_is_written_with_both_numbers() -> None:
    assert f"**{of.HAND[0]}** is a {of.HAND[0].up}." in text_of("Your hand")
    assert f"**{of.TAKEN}** from" in text_of("Your turn: scout")


@pytest.mark.parametrize(
    ("cards", "is_match"), [(of.MATCH, True), (of.RUN_UP, False), (of.RUN_DOWN, False)]
)
def test_the_sets_are_what_they_are_called(cards: Cards, is_match: bool) -> None:
    found = strength(cards)
    assert found is not None
    assert found.is_match is is_match


def test_the_page_names_all_of_the_longest_sets_of_the_hand() -> None:
    longer = {cards for cards in shown_against(of.HAND, ()) if " " in cards}
    named = set(re.findall(r"\*\*([\d ]+)\*\*", text_of("Sets").splitlines()[-1]))
    assert named - {upper_numbers(of.HAND)} == {
        cards for cards in longer if cards not in ("3 4", "4 5")
    }


@pytest.mark.parametrize(("shown", "beaten"), [sets for _, *sets in of.BEATS])
def test_what_is_said_to_beat_beats(shown: Cards, beaten: Cards) -> None:
    assert beats(shown, beaten)
    assert not beats(beaten, shown)
    assert f"**{upper_numbers(shown)}** beats **{upper_numbers(beaten)}**" in text_of("What")


def test_each_example_wins_for_the_reason_that_it_names() -> None:
    pairs = [(strength(shown), strength(beaten)) for _, shown, beaten in of.BEATS]
    decided_by = []
    for strong, weak in pairs:
        assert strong is not None
        assert weak is not None
        decided_by.append([mine > theirs for mine, theirs in zip(strong, weak, strict=True)])
    # The size; the kind though the lowest number is lower; the lowest number.
    assert decided_by[0][0]
    assert decided_by[1] == [False, True, False]
    assert decided_by[2] == [False, False, True]


def test_equals_do_not_beat_each_other() -> None:
    one, other = of.EQUALS
    assert not beats(one, other)
    assert not beats(other, one)


def test_the_page_names_exactly_the_sets_that_win() -> None:
    last = text_of("What").splitlines()[-1]
    named = set(re.findall(r"\*\*([\d ]+)\*\*", last)) - {
        upper_numbers(of.HAND),
        upper_numbers(of.ACTIVE),
    }
    assert named == shown_against(of.HAND, of.ACTIVE)


def test_the_show_is_legal_and_leads_to_what_the_page_says() -> None:
    played = faced(of.HAND, of.ACTIVE).play(0, of.SHOW)
    assert (played.active, played.hands[0], played.piles[0]) == (of.SHOWN, of.LEFT, 2)
    assert "two cards go to your pile" in text_of("Your turn: show")


def test_the_scout_is_legal_and_leads_to_what_the_page_says() -> None:
    played = faced(of.HAND, of.ACTIVE).play(0, of.BOTH.scout)
    assert (played.hands[0], played.active, played.chips[1]) == (of.SCOUTED, of.REST, 1)
    assert played.hands[0][of.BOTH.scout.position - 1] == of.TAKEN.flipped()


def test_all_that_beats_what_the_scout_leaves_is_named_and_bracketed() -> None:
    played = faced(of.HAND, of.ACTIVE)
    winning = played.legal(0).shows_after(of.BOTH.scout)
    longest = [
        show
        for show in winning
        if not any(
            other != show and other.first <= show.first and show.last <= other.last
            for other in winning
        )
    ]
    page = next(page for page in PAGES if page.title == "Your turn: Scout & Show")
    names = ", ".join(f"**{upper_numbers(lay(of.SCOUTED, show)[0])}**" for show in longest)
    assert f"{' and '.join(names.rsplit(', ', 1))} beat it" in text_of(page.title)
    hand = Hand(of.SCOUTED, tuple(winning), of.BOTH.scout.position)
    expected = hand_picture(ENGLISH, hand, of.REST)
    assert page.draw(ENGLISH) == expected


def test_the_scout_and_show_is_legal_and_leads_to_what_the_page_says() -> None:
    played = faced(of.HAND, of.ACTIVE).play(0, of.BOTH)
    assert (played.active, played.hands[0]) == (of.SHOWN_AFTER, of.LEFT_AFTER)
    assert played.tokens[0] is False


def test_the_points_are_those_of_the_engine() -> None:
    over = of.UNBEATEN
    played = changed(
        faced((), over.active),
        hands=over.hands,
        owner=over.owner,
        piles=tuple(score.pile for score in over.scores),
        chips=tuple(score.chips for score in over.scores),
        ended=over.ending,
    )
    assert played.scores() == over.scores


def test_the_example_of_points_has_all_cards_of_three_players() -> None:
    over = of.UNBEATEN
    seen = [low_end_up(card) for card in (*over.active, *chain(*over.hands))]
    assert set(seen) < set(deck(3))
    assert len(seen) == len(set(seen))
    assert len(seen) + sum(score.pile for score in over.scores) == len(deck(3))


def test_the_set_of_the_example_is_as_it_was_shown_before_the_others_scouted() -> None:
    over = of.UNBEATEN
    page = next(page for page in PAGES if page.title.startswith("The end of a round"))
    assert "Nobody beat Clown’s match of 4." in page.draw(ENGLISH).alt
    (shown, *scouts), left = over.log, unbeaten(over)
    for event in scouts:
        assert event.end is not None
        card, left = take(left, event.end)
        assert event == Event(event.seat, card, event.end, over.owner, ())
        assert low_end_up(card) in map(low_end_up, over.hands[event.seat])
    assert [event.seat for event in (shown, *scouts)] == [0, 1, 2]
    assert left == over.active


def test_the_computers_of_the_example_have_their_names_in_the_readers_language() -> None:
    page = next(page for page in PAGES if page.title.startswith("The end of a round"))
    german = Language("de")
    picture = page.draw(german)
    for name in ("Clown", "Jongleur", "Direktor"):
        assert f"{name}:" in page.text(german)
        assert name in picture.alt


def test_a_game_has_as_many_rounds_as_players() -> None:
    assert all(Game.new(players).length == players for players in RULES)
    assert "as many rounds as players" in text_of("The end")


def test_two_players_can_be_stuck_as_the_page_says() -> None:
    faces = faced(of.STUCK, of.STUCK_AGAINST, players=2)
    chips = RULES[2].starting_chips
    assert f"with {chips} Scout chips" in text_of("With two")
    assert faces.legal(0).scouts()
    stuck: list[Action] = changed(faces, chips=(0, chips)).legal_actions(0)
    assert stuck == []


def test_a_show_ends_the_round_of_a_stuck_opponent() -> None:
    before = changed(faced(of.STUCK_AGAINST + of.STUCK, (), players=2), chips=(0, 0), owner=None)
    show = before.legal(0).shows()[1]
    assert before.play(0, show).active == of.STUCK_AGAINST
    assert before.play(0, show).ended is Ending.UNBEATEN


def test_no_set_is_broken_at_the_end_of_a_line() -> None:
    text = "".join(page.text(ENGLISH) for page in PAGES)
    assert not re.search(r"\d \d", text)
    hands = (of.HAND, flip(of.HAND), of.LEFT, of.SCOUTED, of.LEFT_AFTER, of.STUCK)
    for cards in (of.ACTIVE, of.SHOWN, of.SHOWN_AFTER, *of.EQUALS, *hands):
        assert f"**{upper_numbers(cards).replace(' ', _NO_BREAK)}**" in text


@pytest.mark.parametrize("page", PAGES)
def test_a_list_is_followed_by_an_empty_line(page: Page) -> None:
    """Otherwise the next sentence is a part of the last point."""
    for line, after in pairwise(page.text(ENGLISH).splitlines()):
        assert not line.startswith("- ") or after.startswith("- ") or not after


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_short(page: Page) -> None:
    sentences = re.findall(r"\.(?=\s|$)", page.text(ENGLISH))
    assert 2 <= len(sentences) <= 6
    assert len(page.text(ENGLISH)) <= 600
    assert len(page.draw(ENGLISH).alt) <= ALT_LIMIT


@pytest.mark.parametrize("number", range(len(PAGES)))
async def test_every_page_fits(number: int) -> None:
    message = await as_sent(rules_message(ENGLISH, number, pictures=True))
    assert list(message_violations(message)) == []
    assert message["embeds"][0]["footer"]["text"] == f"Page {number + 1} of {len(PAGES)}"


async def test_a_page_after_the_last_is_the_last() -> None:
    beyond = await as_sent(rules_message(ENGLISH, 99, pictures=True))
    assert beyond == await as_sent(rules_message(ENGLISH, len(PAGES) - 1, pictures=True))
