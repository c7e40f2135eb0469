"""Keeps the token and the database's password out of all that the doctor prints."""

from bot.observability.logs import set_up_logs
from bot.observability.scrubbing import Scrubber
from bot.settings import Settings, forms_of


class Secrets:
    """The token and the password of the settings."""

    def __init__(self, settings: Settings) -> None:
        self._scrubber = Scrubber(*settings.secrets)
        self._password = forms_of(settings.database_password)

    def hidden(self, text: str) -> str:
        """The text with `[token]` and `[password]` in their places."""
        for form in self._password:
            text = text.replace(form, "[password]")
        return self._scrubber.text(text)

    def set_up_logs(self) -> None:
        """Log only what ends the program; tokens are replaced."""
        set_up_logs("CRITICAL", self._scrubber)
