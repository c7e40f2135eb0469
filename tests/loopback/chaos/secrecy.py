"""Searches everything that the bot has sent for cards that its reader may not see (R15)."""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bot.tables.core.state import decision_number
from bot.ui.kit.component_id import ComponentId, Verb, parse_component_id
from bot.ui.kit.emojis import plain_text
from engine.actions import parse_action
from engine.cards import Cards, flip
from engine.game import Game
from tests.loopback.chaos.history import History, Step
from tests.loopback.chaos.pictures import PublicPictures

_TELLING = 5
"""So many cards are no coincidence: fewer can stand somewhere by chance."""
_TELLING_ENDS = 7
"""So many single numbers are no coincidence either."""
_COLUMNS = 8
"""A line of columns holds so many cards."""
_LATE = 60.0
"""Seconds between an action and a message in which its hands may be looked for."""
_PRIVATE = {Verb.PLAY, Verb.CHOOSE, Verb.PICK, Verb.CONFIRM, Verb.HINT, Verb.RESULT}
_PLAYS = {Verb.PLAY, Verb.CONFIRM}
_PRIVATE_PICTURES = ("hand", "positions", "both-ways")
_COMMITMENT = re.compile(r"\b[0-9a-f]{64}\b")
"""A commitment or a salt: its digits are no cards, though they may look like some."""
_NO_CARDS = re.compile(r"\bpile \d+ \+ [^=\n]*=\D*\d+(?:, total \D?\d+)?|\b\d+ cards?\b")
"""The points of a round (R22) and numbers of cards: beside cards, they may look like one."""
_PLACED_CARD = re.compile(r"\b\d+: \d+ \w+ \d+\b")
"""A card behind its position, as in an alt text. Beside them, the single numbers of another hand
could stand by chance: `2: 8 over 6, 3: 2 over 6` has 8 6 3 2."""
_TILE = re.compile(r"scout_(\d+)_")


class Sent(NamedTuple):
    """One request: its reader is `audience`, None for everybody; `files` are hashes by name."""

    at: float
    audience: int | None
    channel_id: int | None
    texts: list[str]
    custom_ids: list[str]
    files: dict[str, str]


def read_requests(folder: Path) -> Iterator[Sent]:
    """Read what `tests.loopback.server.request_log` wrote, but not what Discord refused: no member
    has read that, and its reader is not known.
    """
    with (folder / "requests.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            if entry["code"]:
                continue
            texts: list[str] = []
            custom_ids: list[str] = []
            _gather(entry["body"], texts, custom_ids)
            yield Sent(
                entry["sent"],
                entry["audience"],
                entry["channel_id"],
                texts,
                custom_ids,
                entry["files"],
            )


def _gather(value: Any, texts: list[str], custom_ids: list[str], key: str = "") -> None:
    """Collect every text in a body, in order; what buttons and options do is in the custom_ids."""
    if key == "emoji" and isinstance(value, dict):
        # The tile of a number before a label.
        texts += _TILE.findall(str(value.get("name")))
    elif isinstance(value, dict):
        if "custom_id" in value and "options" in value:
            # An option stands for a button, and says which in its value.
            custom_ids += [_of_option(value["custom_id"], one["value"]) for one in value["options"]]
        for name, inner in value.items():
            _gather(inner, texts, custom_ids, name)
    elif isinstance(value, list):
        for inner in value:
            _gather(inner, texts, custom_ids, key)
    elif isinstance(value, str):
        if key == "custom_id":
            custom_ids.append(value)
        elif key not in ("nonce", "image", "url", "id", "value"):
            texts.append(value)
        elif key == "value" and not re.fullmatch(r"[a-z]+ \S*", value):
            # The text of an embed's field, not the value of an option.
            texts.append(value)


def _of_option(custom_id: str, value: str) -> str:
    verb, _, detail = value.partition(" ")
    found = parse_component_id(custom_id)
    return custom_id if found is None else str(found._replace(verb=Verb(verb), detail=detail))


class Secrecy:
    """The checker for the games of one database and the files of one run."""

    def __init__(self, tables: list[History], pictures: PublicPictures) -> None:
        self._tables = tables
        self._by_id = {table.state.id: table for table in tables}
        self._pictures = pictures

    def leaks(self, sent: Sent) -> Iterator[str]:
        """The cards and salts in a request that its reader may not know."""
        yield from self._hands(sent)
        yield from self._salts(sent)
        for custom_id in sent.custom_ids:
            found = parse_component_id(custom_id)
            if found is not None and found.verb in _PRIVATE:
                yield from self._offers(sent, found)
        yield from self._files(sent)

    def _hands(self, sent: Sent) -> Iterator[str]:
        texts = _COMMITMENT.sub("", plain_text("\n".join(sent.texts)))
        texts = _NO_CARDS.sub("=", texts)
        read, lines = _numbers_in(texts), _numbers_in(_PLACED_CARD.sub("=", texts))
        for table in self._tables:
            if sent.channel_id not in table.channels:
                continue
            steps = _around(table, sent.at)
            public = _seen_by_all(steps, sent.at)
            for seat, cards in _hands(steps):
                if sent.audience is not None and sent.audience == table.state.seats[seat].user_id:
                    continue
                ways = [way for way in written(cards) if way in read]
                ways += [way for way in written_in_lines(cards) if way in lines]
                if any(way not in public for way in ways):
                    yield f"the hand of seat {seat} of table {table.state.id}: {cards}"

    def _salts(self, sent: Sent) -> Iterator[str]:
        """With a salt a deal can be found by trying: while its cards are secret, no reader may see
        the salt anywhere."""
        read = "\n".join([*sent.texts, *sent.custom_ids, *sent.files])
        for table in self._tables:
            for number, salt in enumerate(table.salts, 1):
                if salt and salt in read and sent.at < table.revealed_at(number):
                    yield f"the salt of round {number} of table {table.state.id}"

    def _offers(self, sent: Sent, pressed: ComponentId) -> Iterator[str]:
        """A turn's button reveals the hand: it must be the reader's own, and legal at that
        decision."""
        table = self._by_id.get(pressed.table_id)
        seat = None if table is None else table.state.find_seat(sent.audience or 0)
        if table is None or seat is None:
            yield f"{pressed} for a reader without a seat"
            return
        if pressed.verb not in _PLAYS:
            return
        action = parse_action(pressed.detail.partition("--")[0])
        decided = [g for g in table.games if decision_number(g) == pressed.number]
        if not any(action in _legal(game, seat.index) for game in decided):
            yield f"{pressed} is no action of its reader's seat"

    def _files(self, sent: Sent) -> Iterator[str]:
        for name, sha in sent.files.items():
            kind = name.rpartition("-")[0]
            if sent.audience is None and kind in _PRIVATE_PICTURES:
                yield f"{name} is shown to everybody"
            if kind == "table" and not self._pictures.is_public(sha):
                yield f"{name} is not drawn of what everybody knows"


def _legal(game: Game, seat: int) -> list[Any]:
    return game.current.legal_actions(seat) if game.current is not None else []


def _around(table: History, at: float) -> list[Step]:
    return [step for step in table.steps if abs(step.at.timestamp() - at) <= _LATE]


def _hands(steps: list[Step]) -> set[tuple[int, Cards]]:
    """The hands by seat in rounds under way, as they stood, if long enough to search for."""
    return {
        (seat, hand)
        for step in steps
        for game in (step.before, step.after)
        for seat, hand in enumerate(game.current.hands if game.current else ())
        if len(hand) >= _TELLING
    }


def _seen_by_all(steps: list[Step], at: float) -> str:
    """The hands at the end of a round, and the Active Sets: one can be all that a hand was."""
    rounds = [step.after.rounds[-1] for step in steps if step.at.timestamp() <= at]
    seen = [played.active for played in rounds]
    seen += [hand for played in rounds if played.ended is not None for hand in played.hands]
    ways = [
        way
        for shown in seen
        for cards in (shown, flip(shown))
        for way in (_ups(cards), _ends(cards), _placed(cards))
    ]
    return "\n".join(ways)


def written(hand: Cards) -> Iterator[str]:
    """The numbers of a hand in the orders in which its cards could stand in a text."""
    for cards in (hand, flip(hand)):
        yield _ends(cards)
        yield _placed(cards[:_COLUMNS])


def written_in_lines(hand: Cards) -> Iterator[str]:
    """The upper and the lower numbers of a hand, if there are enough in a line."""
    for cards in (hand, flip(hand)):
        if len(line := cards[:_COLUMNS]) >= _TELLING_ENDS:
            yield _ups(line)


def _numbers_in(text: str) -> str:
    return _spaced(re.findall(r"\d+|=", text))


def _ups(cards: Cards) -> str:
    return _spaced(card.up for card in cards)


def _ends(cards: Cards) -> str:
    return _spaced(end for card in cards for end in card)


def _placed(cards: Cards) -> str:
    """Each card behind its position."""
    return _spaced(end for place, card in enumerate(cards, 1) for end in (place, *card))


def _spaced(numbers: Iterable[object]) -> str:
    return f" {' '.join(map(str, numbers))} "
