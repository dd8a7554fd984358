"""What every test can ask for: two people who share nothing, and a film of the first."""

from __future__ import annotations

from importlib import import_module
from uuid import uuid4

import hypothesis
import pytest
from asgiref.sync import SyncToAsync
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connections

from tests import factories
from tools import store
from tools.capabilities import HANDS
from tools.capabilities.order import Delivered, Deliverer
from tools.catalog import TOOLS
from tools.models import Composition, Workspace
from tools.registry.descriptors import ApiTool

# A busy machine is no reason to fail: no test asserts a time.
hypothesis.settings.register_profile("unhurried", hypothesis.settings.default, deadline=None)
hypothesis.settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def _settled(settings, tmp_path):
    """Runs end before a request answers, files land in a folder of the test, and nothing is remembered from before."""
    settings.RUNS_WORKER = "inline"
    settings.RUNS_BACKOFF_SECONDS = 0
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    store.RECENT.clear()
    # A cache of the test's own, without emptying one that somebody else uses.
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid4().hex}}
    yield
    # What asynchronous code still reads meets the emptying of the database, and a connection kept keeps it from being dropped.
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture
def tiers(db) -> None:
    """The rows of the migration, which a transactional test before this one has flushed."""
    import_module("runs.migrations.0002_policy_tiers").add(apps, None)


@pytest.fixture
def studio(tiers) -> Workspace:
    return factories.workspace()


@pytest.fixture
def alice(studio: Workspace) -> User:
    """The owner of the studio."""
    return factories.person("alice", studio)


@pytest.fixture
def bob(tiers) -> User:
    """The owner of another workspace."""
    return factories.person("bob", factories.workspace("Elsewhere"))


@pytest.fixture
def film(studio: Workspace, alice: User) -> Composition:
    """Four clips, a logo, a title, music and a voice, in alice's studio."""
    return factories.composition(studio)


@pytest.fixture
def stand_ins(monkeypatch) -> None:
    """Every verb of the catalogue as if something here carried it out, at once and without a trace."""
    hand = Deliverer(lambda order: Delivered("nowhere"), find=lambda order: None)
    for tool in list(TOOLS):
        if isinstance(tool, ApiTool) and tool.noun == "verbs":
            ready = tool.model_copy(update={"ready": True, "makes": None, "expects": None, "expand": None})
            monkeypatch.setitem(TOOLS._tools, tool.name, ready)
            monkeypatch.setitem(HANDS, tool.name, hand)
