"""The script of the tutorial: legal, worth learning from, and true to what it says."""

import re
from collections.abc import Iterator

import pytest

from bot.text.language import ENGLISH, PSEUDO, Language
from bot.text.words import upper_numbers
from bot.ui.views.learning.tutorial import (
    COMPUTERS,
    DEAL,
    END,
    LEARNER,
    SCRIPT,
    TutorialDecision,
    game_after,
    task_words,
)
from bot.ui.views.turn.action_menu import action_menu
from bot.ui.views.turn.menu import MenuPath
from engine.actions import Action, Orient, Scout, ScoutAndShow, Show, parse_action
from engine.cards import Cards, flip
from engine.legal_actions import lay, put, take
from engine.round import Ending, Round
from engine.sets import Strength, reaches, shows, strength, to_beat
from engine.view import View, view
from tests.support.ui.sentences import bold

SAID = dict(enumerate(SCRIPT))


def position(number: int) -> Round:
    return game_after(number).rounds[-1]


def seen(number: int) -> View:
    return view(game_after(number), LEARNER)


def ways(here: View, path: MenuPath, wanted: Action, language: Language) -> Iterator[list[str]]:
    """Every series of labels that leads from this step to the action."""
    now = action_menu(language, here, path, wanted)
    for choice in [*now.choices, *now.more]:
        named, target = choice.name, choice.leads_to
        if target == wanted:
            yield [named]
        elif isinstance(target, MenuPath):
            yield from ([named, *rest] for rest in ways(here, target, wanted, language))


def shown_from(number: int) -> list[Cards]:
    """The sets that the learner can show."""
    hand = position(number).hands[LEARNER]
    return [lay(hand, show)[0] for show in position(number).legal(LEARNER).shows()]


def only_show(number: int) -> Show:
    """The Show of a decision that is no more than that."""
    show = parse_action(SCRIPT[number].action)
    assert isinstance(show, Show)
    return show


def scouted(number: int) -> Scout:
    """The Scout that a decision is, or begins with."""
    action = parse_action(SCRIPT[number].action)
    scout = action.scout if isinstance(action, ScoutAndShow) else action
    assert isinstance(scout, Scout)
    return scout


def best_with(number: int, scout: Scout) -> Strength:
    """The strength of the best set that the card makes where this Scout puts it."""
    card, _ = take(position(number).active, scout.end)
    hand = put(position(number).hands[LEARNER], card, scout)
    spans = [show for show in shows(hand, ()) if show.first <= scout.position <= show.last]
    return max(to_beat(lay(hand, show)[0]) for show in spans)


def longest(played: Round, flipped: bool) -> int:
    hand = flip(DEAL.hands[LEARNER]) if flipped else DEAL.hands[LEARNER]
    return max(last - first + 1 for first, last in enumerate(reaches([up for up, _ in hand])))


@pytest.mark.parametrize(("number", "decision"), SAID.items())
def test_every_decision_is_the_learners_and_legal(number: int, decision: TutorialDecision) -> None:
    assert LEARNER in position(number).to_move
    assert parse_action(decision.action) in position(number).legal_actions(LEARNER)


@pytest.mark.parametrize("language", [ENGLISH, PSEUDO])
@pytest.mark.parametrize(("number", "decision"), SAID.items())
def test_the_sentence_names_the_labels_to_press_in_their_order(
    number: int, decision: TutorialDecision, language: Language
) -> None:
    assert list(ways(seen(number), MenuPath(), parse_action(decision.action), language)) == [
        bold(task_words(language, number))
    ]


@pytest.mark.parametrize("number", SAID)
def test_each_is_one_sentence(number: int) -> None:
    says = task_words(ENGLISH, number)
    assert re.findall(r"[.!?](?=\s|$)", says) == ["."]
    assert says.endswith(".")
    assert len(says) < 250


def test_the_computers_have_a_name_each() -> None:
    assert 1 + len(COMPUTERS) == len(DEAL.hands)


def test_flipping_makes_the_match_that_is_promised() -> None:
    assert parse_action(SCRIPT[0].action) == Orient(flip=True)
    assert longest(position(0), flipped=False) == 2
    assert longest(position(0), flipped=True) == 3
    assert "9 9 9" in [upper_numbers(cards) for cards in shown_from(1)]


def test_the_first_show_is_on_the_empty_table_and_brings_neighbours_together() -> None:
    assert position(1).active == ()
    assert "9 9 9 9" not in upper_numbers(position(1).hands[LEARNER])
    assert "9 9 9 9" in upper_numbers(position(2).hands[LEARNER])


@pytest.mark.parametrize("number", [3, 6])
def test_a_learner_who_has_to_scout_can_show_nothing(number: int) -> None:
    assert position(number).legal(LEARNER).shows() == []


def test_the_scouted_card_makes_a_run_that_is_shown_later() -> None:
    scout = parse_action(SCRIPT[3].action)
    assert isinstance(scout, Scout)
    taken, _ = take(position(3).active, scout.end)
    assert str(taken) == "5/8"
    hand = put(position(3).hands[LEARNER], taken, scout)
    assert lay(hand, only_show(4))[0] == lay(position(4).hands[LEARNER], only_show(4))[0]
    assert upper_numbers(lay(hand, only_show(4))[0]) == "7 8 9"


@pytest.mark.parametrize(("number", "decided_by"), [(2, "is_match"), (4, "lowest"), (5, "lowest")])
def test_each_show_wins_by_what_is_said(number: int, decided_by: str) -> None:
    mine = strength(lay(position(number).hands[LEARNER], only_show(number))[0])
    theirs = strength(position(number).active)
    assert mine is not None
    assert theirs is not None
    pairs = zip(mine._fields, mine, theirs, strict=True)
    assert next(name for name, my, their in pairs if my != their) == decided_by


@pytest.mark.parametrize(
    ("number", "active"), [(2, "2 3 4"), (3, "3 4 5"), (4, "6 5 4"), (5, "2"), (6, "6 6")]
)
def test_the_active_set_is_the_one_in_the_task(number: int, active: str) -> None:
    assert upper_numbers(position(number).active) == active
    assert active in task_words(ENGLISH, number)


def test_the_scout_and_show_beats_what_is_left() -> None:
    action = parse_action(SCRIPT[6].action)
    assert isinstance(action, ScoutAndShow)
    card, rest = take(position(6).active, action.scout.end)
    assert upper_numbers(rest) == "6"
    hand = put(position(6).hands[LEARNER], card, action.scout)
    assert upper_numbers(lay(hand, action.show)[0]) == "5 6 7 8"


@pytest.mark.parametrize("number", [3, 6])
def test_no_other_scout_makes_a_better_set(number: int) -> None:
    """So the hints on the buttons say the same as the lesson."""
    best = max(best_with(number, scout) for scout in seen(number).legal.scouts())
    assert best_with(number, scouted(number)) == best


def test_the_computers_answer_only_what_they_have_to() -> None:
    """A computer scouts only without a set that beats the Active Set: none loses on purpose."""
    for number, decision in list(SAID.items())[1:]:
        played = position(number).play(LEARNER, parse_action(decision.action))
        for notation in decision.then.split():
            action = parse_action(notation)
            assert isinstance(action, Show) is bool(played.legal(played.turn).shows())
            played = played.play(played.turn, action)


def test_the_learner_wins_with_an_unbeaten_set_as_the_end_says() -> None:
    played = position(len(SCRIPT))
    assert (played.ended, played.owner) == (Ending.UNBEATEN, LEARNER)
    mine, *others = played.scores()
    assert (mine.pile, mine.chips, mine.cards, mine.points) == (8, 4, 1, 12)
    assert max(score.points for score in others) < mine.points
    assert all(said in END for said in ("last card", "8 cards", "4 chips", "12 points"))


def test_the_others_could_only_scout() -> None:
    played = position(6).play(LEARNER, parse_action(SCRIPT[6].action))
    for notation in SCRIPT[6].then.split():
        assert all(isinstance(action, Scout) for action in played.legal_actions(played.turn))
        played = played.play(played.turn, parse_action(notation))
