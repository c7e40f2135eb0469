"""Catalogues of sentences in other languages: one .po file each, compiled for gettext."""

import hashlib
import os
import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

LOCALES = Path(__file__).parent.parent / "locales"
DOMAIN = "scout"


def catalogue(code: str, locales: Path = LOCALES) -> NullTranslations:
    """The catalogue of a language; English sentences if there is no file.

    A wheel has only compiled files. A checkout has their sources and stores compiled files beside
    them, as Python does with modules: 2 ms instead of 30 for each language.
    """
    folder = locales / code.replace("-", "_") / "LC_MESSAGES"
    source, kept = folder / f"{DOMAIN}.po", folder / f"{DOMAIN}.mo"
    data = kept.read_bytes() if kept.is_file() else b""
    if source.exists():
        written = source.read_bytes()
        if not data.endswith(_digest(written)):
            data = compiled(written)
            _keep(kept, data)
    return GNUTranslations(BytesIO(data)) if data else NullTranslations()


def compiled(source: bytes) -> bytes:
    """A .po file in gettext's binary form, with a digest of the source at its end.

    The build of a wheel runs this module alone, so it imports nothing of the bot.
    """
    # Not needed if the files are compiled already.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    catalog = read_po(BytesIO(source))
    for message in list(catalog):
        forms = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.id and not all(forms):
            # Otherwise Babel writes the English singular for each number in a language of one form.
            catalog.delete(message.id, message.context)
    # Otherwise the dates of the header would be those of the build.
    catalog.creation_date = catalog.revision_date = datetime.fromtimestamp(0, UTC)
    stream = BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue() + _digest(source)


def _digest(source: bytes) -> bytes:
    return hashlib.sha256(source).digest()


def _keep(path: Path, data: bytes) -> None:
    """Replace the file atomically, since other processes read it; or do nothing if it cannot."""
    if sys.dont_write_bytecode:
        return
    made = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}.mo")
    with suppress(OSError):
        try:
            made.write_bytes(data)
            made.replace(path)
        finally:
            made.unlink(missing_ok=True)
