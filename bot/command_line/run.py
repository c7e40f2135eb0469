"""The command `python -m bot run`."""

import argparse

from bot.settings import Settings

DESCRIPTION = (
    "Host the bot on Discord. Settings come from the environment or from .env; .env.example "
    "explains each."
)


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """None: everything is a setting."""


def run(_options: argparse.Namespace) -> int:
    settings = Settings()
    # After the settings, because this takes a second.
    from bot.hosting.host import run as host

    return host(settings)
