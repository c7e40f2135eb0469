"""Records the bot's requests: counts for figures, and bodies for a search for secrets."""

import hashlib
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.loopback.server.refusals import Json

INVALID = {401, 403, 429}
"""Discord bans an address for 10,000 of these in ten minutes."""


@dataclass
class Entry:
    """One request. `at` and `done` are by time.monotonic(), `sent` by time.time(); `status` is 0
    if no reply was sent, and `code` is Discord's of an error, else 0.

    `audience` is the only member who sees what it sends, None if everybody does.
    """

    route: str
    path: str
    at: float = field(default_factory=time.monotonic)
    sent: float = field(default_factory=time.time)
    done: float = 0.0
    status: int = 0
    code: int = 0
    audience: int | None = None
    channel_id: int | None = None
    body: Any = None
    files: dict[str, bytes] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def counted(self) -> Json:
        return {
            "route": self.route,
            "at": self.at,
            "done": self.done,
            "status": self.status,
            "code": self.code,
        }


class RequestLog:
    """Every request since `reset`; with a `folder`, their bodies as JSON lines and their files."""

    def __init__(self, folder: Path | None = None) -> None:
        self.entries: list[Entry] = []
        self.problems: list[str] = []
        self._folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def reset(self) -> None:
        self.entries.clear()

    def end(self, entry: Entry) -> None:
        """Note a request that is over."""
        entry.done = time.monotonic()
        self.problems += [f"{entry.route}: {problem}" for problem in entry.problems]
        if self._folder is not None:
            self._write(entry, self._folder)
        entry.body, entry.files = None, {}
        self.entries.append(entry)

    def summary(self) -> Json:
        """Counts by route and by status, and all that Discord would count as invalid."""
        statuses = Counter(str(entry.status) for entry in self.entries)
        return {
            "total": len(self.entries),
            "by_route": dict(Counter(entry.route for entry in self.entries)),
            "by_status": dict(statuses),
            "invalid": sum(statuses[str(status)] for status in INVALID),
        }

    def _write(self, entry: Entry, folder: Path) -> None:
        names = {}
        for name, content in entry.files.items():
            names[name] = hashlib.sha256(content).hexdigest()
            file = folder / f"{names[name]}.png"
            if not file.exists():
                file.write_bytes(content)
        line = {
            **entry.counted(),
            "path": entry.path,
            "sent": entry.sent,
            "audience": entry.audience,
            "channel_id": entry.channel_id,
            "body": entry.body,
            "files": names,
        }
        with (folder / "requests.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
