"""A PostgreSQL server of one's own, in a folder of its own, that ends with the tests.

Debian's package suffices. The server listens on loopback and on a socket in its folder, and does
not wait for the disk, since the machine does not fail; what is committed outlives the server.
"""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

ROLE = "scout"
GUARDED, PASSWORD = "guarded", "open-sesame"
"""A role that needs a password, and that password."""
_DEBIAN = Path("/usr/lib/postgresql")
_HBA = f"""\
host all {GUARDED} 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
local all all trust
"""
_SETTINGS = """\
listen_addresses = '127.0.0.1'
max_connections = 400
fsync = off
full_page_writes = off
autovacuum = off
log_min_messages = fatal
password_encryption = 'scram-sha-256'
"""


def is_installed() -> bool:
    return _binaries() is not None


class PostgresServer:
    """Its files are in `folder`; it can be stopped and started again. `administrator` is the role
    that it begins with.
    """

    def __init__(self, folder: Path, administrator: str = ROLE) -> None:
        self.folder, self._administrator = folder, administrator
        self._user = _owner(folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]

    @property
    def url(self) -> str:
        """Its address, as in DATABASE_URL, without a database."""
        return self.url_for(self._administrator)

    def url_for(self, credentials: str) -> str:
        return f"postgresql+asyncpg://{credentials}@127.0.0.1:{self.port}"

    def create(self) -> None:
        """Make its files."""
        data = self.folder / "data"
        role = self._administrator
        self._run("initdb", "-D", data, "-U", role, "-A", "trust", "-E", "UTF8", "-N")
        (data / "pg_hba.conf").write_text(_HBA)
        place = f"port = {self.port}\nunix_socket_directories = '{self.folder}'"
        self.configure(_SETTINGS + place)

    def configure(self, line: str) -> None:
        """Change a setting from the next start on."""
        with (self.folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(f"{line}\n")

    def start(self) -> None:
        """Start it and wait until it answers."""
        log = self.folder / "log"
        self._run("pg_ctl", "start", "-D", self.folder / "data", "-l", log, "-w", "-s")

    def stop(self, mode: str = "immediate") -> None:
        """End it: with "immediate" as a power cut would, with "fast" after goodbyes."""
        self._run("pg_ctl", "stop", "-D", self.folder / "data", "-m", mode, "-w", "-s")

    def _run(self, program: str, *arguments: str | Path) -> None:
        binaries = _binaries()
        assert binaries is not None, "PostgreSQL is not installed; on Debian: postgresql"
        done = subprocess.run(
            [binaries / program, *arguments],
            cwd=self.folder,
            user=self._user,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr.strip()}")


@contextmanager
def postgres_server(administrator: str = ROLE) -> Iterator[PostgresServer]:
    """A server that runs, with this role; nothing is left of it."""
    folder = Path(mkdtemp(prefix="scout-postgres-"))
    try:
        server = PostgresServer(folder, administrator)
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def _binaries() -> Path | None:
    """Where initdb is: in the PATH, or where Debian puts it, in the newest version."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    folders = [file.parent for file in _DEBIAN.glob("*/bin/initdb")]
    return max(folders, key=lambda folder: int(folder.parent.name), default=None)


def _owner(folder: Path) -> str | None:
    """For root, as whom PostgreSQL does not run: another user, who gets the folder."""
    if os.geteuid() != 0:
        return None
    # Only where there is root.
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    user = "postgres" if "postgres" in names else "nobody"
    shutil.chown(folder, user)
    return user
