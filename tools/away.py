"""The database is away for a moment: what that looks like, and how to find it again."""

from django.db import InterfaceError, OperationalError, connection

AWAY = (OperationalError, InterfaceError)
"""What a database raises that cannot be reached, has ended our session, is locked, or has no room."""


def anew() -> None:
    """Have what is asked next go over a session of its own: that of before may have ended since. Not inside a transaction."""
    if not connection.in_atomic_block:
        connection.close()
