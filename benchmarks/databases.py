"""A database of one benchmark's own: a file, or one that is made on a PostgreSQL server and dropped again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"


def both() -> list[str]:
    """`sqlite`, and the URL of the PostgreSQL server that may be there."""
    return ["sqlite", os.environ.get("POSTGRES_URL") or POSTGRES]


def each(module: str, databases: Sequence[str], words: Sequence[str]) -> int:
    """Run a module once for every database, each in a process of its own (settings are read once); the worst exit code."""
    command = [sys.executable, "-m", module, *words]
    return max(subprocess.run([*command, "--database", database]).returncode for database in databases)


def unreachable(database: str) -> str | None:
    """Why a database cannot be used; None when it can."""
    if database == "sqlite":
        return None
    try:
        import psycopg

        psycopg.connect(database, connect_timeout=3).close()
    except ImportError:
        return "psycopg is not installed (uv sync --extra postgres)"
    except psycopg.OperationalError as error:
        return str(error).splitlines()[0]
    return None


def told(database: str) -> str:
    """A database as a heading names it, without a password."""
    return "SQLite" if database == "sqlite" else f"PostgreSQL at {database.split('@')[-1]}"


@contextmanager
def fresh(database: str, within: str | None = None, **settings: str) -> Iterator[Path]:
    """Django's environment on an empty database, with these variables; the folder that its files are in."""
    folder = Path(tempfile.mkdtemp(prefix="greenlight-bench-", dir=within))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # also whoever is told to stop drops what it made
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(folder), "DATABASE_URL": "", **settings}
    if database == "sqlite":
        yield folder
        return
    import psycopg

    name = f"greenlight_bench_{os.getpid()}"
    os.environ["DATABASE_URL"] = urlunsplit(urlsplit(database)._replace(path=f"/{name}"))
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    try:
        yield folder
    finally:
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
