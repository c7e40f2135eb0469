"""All that follows from a day's secret: the deal, the member's seat, and the computers' randomness.

Each is derived with its own label by HMAC-SHA256 (RFC 2104) of the date, so the salt, which becomes
public, reveals neither the computers' randomness nor another day.
"""

import ast
import hashlib
import hmac
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from bot.storage.models.daily import SEATS
from engine.actions import Action
from engine.cards import Deal, shuffled_deal
from engine.commitment import deal_text
from engine.game import Game
from engine.players import Level
from engine.players.registry import quick_player
from engine.view import View, view

LEVEL = Level.HARD
FIRST_DAY = date(2026, 11, 23)
"""The day with the number 1."""


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of a day, and the seat of the member, from 0. All is secret until `closes`."""

    day: date
    deal: Deal = field(repr=False)
    seat: int = field(repr=False)
    salt: str = field(repr=False)
    chance: bytes = field(repr=False)

    @property
    def commitment(self) -> str:
        """The SHA-256 of `committed_text`, as 64 hexadecimal digits."""
        return hashlib.sha256(self.committed_text.encode("ascii")).hexdigest()

    @property
    def committed_text(self) -> str:
        """Day, seat and deal in the one form that is committed to; see engine.commitment."""
        head = f"scout-daily/1\nday: {self.day.isoformat()}\nmember: seat {self.seat + 1}\n"
        return head + deal_text(self.deal, 1, self.salt)

    def begin(self) -> Game:
        """The round before the choice of the hands (R6)."""
        return Game.new(SEATS, length=1).begin_round(self.deal)

    def computers_action(self, game: Game, seat: int) -> Action:
        """The action of the computer in this seat: always the same after the same actions.

        All seats choose their hands at the same time (R6), so a choice depends on no other. Takes
        some ten milliseconds, unless a member has made the same moves lately.
        """
        played = game.rounds[-1]
        before: Iterable[Action] = () if None in played.orientation else played.actions
        return computers_answer(
            self.chance, f"{seat}/{' '.join(map(str, before))}", view(game, seat)
        )

    def action_for_par(self, game: Game, run: int) -> Action:
        """The action of the seat to move in one of the runs whose mean is par."""
        seat, turn = game.rounds[-1].to_move[0], len(game.rounds[-1].actions)
        return _chosen(self.chance, f"par/{run}/{seat}/{turn}", view(game, seat))


def _chosen(chance: bytes, label: str, seen: View) -> Action:
    return quick_player(LEVEL).choose(seen, random.Random(_hmac(chance, label)))


computers_answer = lru_cache(1000)(_chosen)
"""The computer's action, cached: most members of a day begin with the same moves."""


def day_of(now: datetime) -> date:
    """The day, of UTC, whose deal can be played at this time."""
    return now.astimezone(UTC).date()


def closes(day: date) -> datetime:
    """The end of the day, when its cards are no longer secret."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def number_of(day: date) -> int:
    """The day's public number."""
    return (day - FIRST_DAY).days + 1


def daily_deal(key: str, day: date) -> DailyDeal:
    """The deal of the day under the secret `key`, 64 hexadecimal digits."""

    def under(label: str) -> bytes:
        return _hmac(bytes.fromhex(key), f"{label}/{day.isoformat()}")

    deal = shuffled_deal(SEATS, random.Random(under("deal")))
    seat = int.from_bytes(under("seat")) % SEATS
    return DailyDeal(day, deal, seat, under("salt").hex(), under("chance"))


def bar_of(key: str, day: date, user_id: int) -> str:
    """The keyed hash that bars a forgotten member from a second try at the day."""
    return _hmac(bytes.fromhex(key), f"bar/{day.isoformat()}/{user_id}").hex()


@cache
def fingerprint() -> str:
    """A digest of the rules and the computer players as installed: their code and weights."""
    return digest_of(files("engine"))


def digest_of(folder: Traversable) -> str:
    """A digest of the Python code and the JSON files in the folder.

    Comments, docstrings and layout are left out: after an update of only these, a day's results
    still compare. Another version of Python can have another digest.
    """
    digest = hashlib.sha256()
    for name, file in _sources(folder):
        text = file.read_text(encoding="utf-8")
        if name.endswith(".py"):
            text = ast.dump(_WithoutDocstrings().visit(ast.parse(text)))
        digest.update(f"{name}\n{text}".encode())
    return digest.hexdigest()


class _WithoutDocstrings(ast.NodeTransformer):
    """Removes statements that are only a constant, such as docstrings."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        return None if isinstance(node.value, ast.Constant) else node


def _sources(folder: Traversable, path: str = "") -> Iterable[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry, f"{path}{entry.name}/")
        elif entry.name.endswith((".py", ".json")):
            yield f"{path}{entry.name}", entry


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")
