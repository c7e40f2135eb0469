"""The engine's errors; every text is a sentence that may be shown to a player."""


class ScoutError(ValueError):
    """Anything the engine refuses."""


class NotationError(ScoutError):
    """A text that is not the notation of an action or a card."""


class IllegalAction(ScoutError):
    """An action that the rules forbid here; `rule` is the number of the rule it breaks."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


class RecordError(ScoutError):
    """A document that is not the record of a game, or one that does not replay."""
