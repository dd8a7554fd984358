"""However many come at once, they share as many connections to PostgreSQL as the pool has."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tools.models import Workspace


@pytest.mark.spec("X-05", "A-13")
@pytest.mark.django_db(transaction=True)
def test_fifty_at_once_are_lent_twenty_connections():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no connections to be short of")

    def ask(_: int) -> int:
        try:
            return Workspace.objects.count()
        finally:
            connection.close()  # as the end of a request does

    with ThreadPoolExecutor(50) as people:
        assert list(people.map(ask, range(200))) == [0] * 200
    assert connection.pool.get_stats()["pool_size"] <= connection.settings_dict["OPTIONS"]["pool"]["max_size"] == 20
