"""The sentences of the engine's refusals, by their codes."""

from collections.abc import Mapping

from bot.text.language import Sentence, gettext_noop
from engine.errors import EngineError, Refusal

# Translators: {rule} is the number of the broken rule, as R10. "K", "F", "L", "R", "S4" and the
# like are what members type. The keys of a record stay English.
_OF_ENGINE: Mapping[Refusal, str] = {
    Refusal.NO_SUCH_SEAT: gettext_noop("There is no such seat at this table ({rule})"),
    Refusal.HANDS_NOT_DEALT: gettext_noop("No cards have been dealt yet ({rule})"),
    Refusal.GAME_OVER: gettext_noop("The game is over ({rule})"),
    Refusal.ROUND_OVER_BY_EMPTY_HAND: gettext_noop(
        "The round is over: a player has no cards left ({rule})"
    ),
    Refusal.ROUND_OVER_UNBEATEN: gettext_noop(
        "The round is over: nobody beat the Active Set ({rule})"
    ),
    Refusal.NOT_YOUR_TURN: gettext_noop("It is not your turn ({rule})"),
    Refusal.HAND_ALREADY_CHOSEN: gettext_noop(
        "You have chosen: wait for the other players ({rule})"
    ),
    Refusal.HAND_NOT_CHOSEN: gettext_noop(
        "First choose whether to keep or flip your hand ({rule})"
    ),
    Refusal.FLIP_NOT_TRUE_OR_FALSE: gettext_noop("A hand is either kept or flipped ({rule})"),
    Refusal.FLIP_AFTER_CHOICE: gettext_noop(
        "You can flip your hand only at the start of a round ({rule})"
    ),
    Refusal.SHOW_WITHOUT_NUMBERS: gettext_noop(
        "A Show names its first and last card by whole numbers ({rule})"
    ),
    Refusal.NO_SUCH_CARDS: gettext_noop("Your hand has only cards 1 to {last} ({rule})"),
    Refusal.NEITHER_MATCH_NOR_RUN: gettext_noop(
        "These cards are neither a match nor a run ({rule})"
    ),
    Refusal.ACTIVE_SET_NOT_BEATEN: gettext_noop(
        "That does not beat the Active Set {active} ({rule})"
    ),
    Refusal.NO_ACTIVE_SET: gettext_noop(
        "There is no Active Set to scout from: show any set ({rule})"
    ),
    Refusal.NO_SCOUT_CHIP: gettext_noop("You have no Scout chip left to pay for scouting ({rule})"),
    Refusal.NO_SUCH_END: gettext_noop(
        "A card is scouted from the left end, L, or the right end, R ({rule})"
    ),
    Refusal.SINGLE_CARD_HAS_LEFT_END: gettext_noop(
        "The Active Set is a single card: scout its left end, L ({rule})"
    ),
    Refusal.SCOUT_WITHOUT_NUMBER: gettext_noop(
        "A Scout has a whole number as position and is flipped or not ({rule})"
    ),
    Refusal.NO_SUCH_POSITION: gettext_noop(
        "A scouted card can go to positions 1 to {last} ({rule})"
    ),
    Refusal.NO_SCOUT_AND_SHOW_FOR_TWO: gettext_noop(
        "With two players there is no Scout & Show ({rule})"
    ),
    Refusal.NOT_SCOUT_THEN_SHOW: gettext_noop("A Scout & Show is a Scout and then a Show ({rule})"),
    Refusal.TOKEN_ALREADY_USED: gettext_noop(
        "You have already used your Scout & Show token this round ({rule})"
    ),
    Refusal.NUMBER_OF_PLAYERS: gettext_noop(
        "SCOUT is for {least} to {most} players, not {players}."
    ),
    Refusal.NUMBER_OF_ROUNDS: gettext_noop("A game has 1 to {most} rounds, not {rounds}."),
    Refusal.NO_DEAL_AFTER_GAME: gettext_noop("No deal is due: the game is over."),
    Refusal.NO_DEAL_DURING_ROUND: gettext_noop("No deal is due: a round is being played."),
    Refusal.MORE_CARDS_THAN_EXIST: gettext_noop("There are not so many cards ({rule})."),
    Refusal.CARDS_NOT_SET_ASIDE: gettext_noop(
        "This round has to be dealt from the cards set aside, in order ({rule})."
    ),
    Refusal.SIZE_OF_HANDS: gettext_noop(
        "The hands do not have the number of cards for this table ({rule})."
    ),
    Refusal.CARDS_OF_OTHER_TABLE: gettext_noop("These are not the cards of this table ({rule})."),
    Refusal.OTHER_START_PLAYER: gettext_noop(
        "Another seat is the start player of this round ({rule})."
    ),
    Refusal.NO_SUCH_START_PLAYER: gettext_noop(
        "The deal names a start player whose seat no table has."
    ),
    Refusal.NO_SUCH_CARD: gettext_noop("A card has two different numbers from 1 to 10 ({rule})."),
    Refusal.POINTS_BEFORE_ROUND_END: gettext_noop("Points are counted when the round is over."),
    Refusal.RESULT_BEFORE_ROUND_END: gettext_noop(
        "Round {number} is not over, so its hands are secret."
    ),
    Refusal.SALT_WITHOUT_HEX_DIGITS: gettext_noop(
        "The salt should be {digits} digits 0-9 and a-f."
    ),
    Refusal.NOT_AN_ACTION: gettext_noop(
        "{text} is not an action. Write K or F, a Show as in S4 or S2-4, a Scout as in L3 or R3f, "
        "or both as in L3f+S2-4."
    ),
    Refusal.NOT_A_CARD: gettext_noop(
        "{text} is not a card. Write two different numbers 1-10 as in 3/7."
    ),
    Refusal.MORE_CARDS_THAN_DECK: gettext_noop("There are only {most} cards."),
    Refusal.RECORD_BEFORE_GAME_END: gettext_noop(
        "Only a finished game has a record: until then it has secrets."
    ),
    Refusal.RECORD_TOO_LONG: gettext_noop("A record is a text of at most {most} characters."),
    Refusal.NOT_JSON: gettext_noop("This text is not JSON."),
    Refusal.UNKNOWN_FORMAT: gettext_noop("this should be {format} or {extended}."),
    Refusal.UNNEEDED_FORMAT: gettext_noop("without names and commitments this should be {format}."),
    Refusal.NAMES_NOT_BY_SEAT: gettext_noop(
        "this should have a name or null for every seat, or be null."
    ),
    Refusal.LENGTH_OF_NAME: gettext_noop("a name should have 1 to {most} characters."),
    Refusal.NAME_WITH_HALF_CHARACTER: gettext_noop(
        "this should be text without broken characters."
    ),
    Refusal.NO_HEX_DIGITS: gettext_noop("it and the salt should be {digits} digits 0-9 and a-f."),
    Refusal.OTHER_DEAL: gettext_noop("another deal was committed to, or the salt is another."),
    Refusal.ROUND_NOT_PLAYED_TO_END: gettext_noop("the actions end before the round is over."),
    Refusal.GAME_NOT_PLAYED_TO_END: gettext_noop("the actions end before the game is over."),
    Refusal.NUMBER_OF_DEALS: gettext_noop("rounds played: {rounds}; deals stored: {deals}."),
    Refusal.NO_LETTERS_BY_SEAT: gettext_noop("this should be one letter, K or F, for every seat."),
    Refusal.NOT_TEXT: gettext_noop("this should be text."),
    Refusal.NOT_WHOLE_NUMBER: gettext_noop("this should be a whole number."),
    Refusal.NOT_A_LIST: gettext_noop("this should be a list of at most {most}."),
    Refusal.OTHER_KEYS: gettext_noop("this should have exactly the keys {keys}."),
    Refusal.OTHER_VALUE: gettext_noop("this should be {expected}."),
}


def refusal_sentence(error: EngineError) -> Sentence:
    """The sentence of an error of the engine, with its place in a record."""
    arguments = {**error.parameters, "rule": error.rule or ""}
    reason, place = Sentence(_OF_ENGINE[error.code], None, **arguments), error.place
    # Translators: Where a record is wrong; {field} is its English key, {reason} begins small.
    text = gettext_noop("round {round}: {reason}")
    if place.round is None:
        text = gettext_noop("{field}: {reason}")
    elif place.action is not None:
        text = gettext_noop("round {round}, action {action}: {reason}")
    elif place.field is not None:
        text = gettext_noop("round {round}, {field}: {reason}")
    return Sentence(text, None, reason=reason, **place._asdict()) if any(place) else reason
