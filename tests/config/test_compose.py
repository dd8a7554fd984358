"""compose.yaml stays true without Docker: its settings exist, its commands lead somewhere, and no secret has a default."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands
from django.test import Client

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "compose.yaml").read_text()
COMPOSE = yaml.safe_load(TEXT)
SERVICES = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if "build" in one}
IMAGE = COMPOSE["x-app"]["build"]["dockerfile_inline"]
LISTED = re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(), re.M)

pytestmark = pytest.mark.spec("X-05")


def test_there_is_a_server_workers_and_what_they_need():
    assert OURS.keys() == {"web", "worker", "beat", "migrate"}
    assert SERVICES.keys() - OURS.keys() == {"postgres", "redis"}


def test_every_setting_exists_and_is_that_of_several_machines():
    for one in OURS.values():
        assert one["environment"].keys() <= set(LISTED)
        assert one["environment"]["RUNS_WORKER"] == "celery"
    assert set(re.findall(r"\$\{(\w+)", TEXT)) == {"SECRET_KEY", "POSTGRES_PASSWORD", "PORT"}


def test_no_secret_has_a_default_and_nothing_listens_to_the_world():
    assert set(re.findall(r"\$\{(\w+):\?", TEXT)) == {"SECRET_KEY", "POSTGRES_PASSWORD"}
    for one in SERVICES.values():
        secrets = {name: value for name, value in one.get("environment", {}).items() if "KEY" in name or "PASS" in name}
        assert all(value.startswith("${") for value in secrets.values())
    ports = [port for one in SERVICES.values() for port in one.get("ports", [])]
    assert ports == ["127.0.0.1:${PORT:-8000}:8000"]
    assert "USER greenlight" in IMAGE


def test_every_command_leads_somewhere():
    module, name = SERVICES["web"]["command"][-1].split(":")
    assert callable(getattr(import_module(module), name))
    for one in ("worker", "beat"):
        assert callable(import_module(SERVICES[one]["command"][2]).engine)
    assert SERVICES["migrate"]["command"][2] in get_commands()
    probe = re.search(r"http://127.0.0.1:8000(\S+)'", SERVICES["web"]["healthcheck"]["test"][-1]).group(1)
    assert Client().post(probe).status_code == 405


def test_the_image_takes_in_every_room_and_every_extra_that_is_needed():
    copied = set(re.findall(r"^COPY (\w+) ", IMAGE, re.M))
    assert {"config", "agent", "runs", "tools", "templates", "static"} == copied
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(re.findall(r"--extra (\w+)", IMAGE)) == {"postgres", "redis", "celery"} <= extras.keys()


def test_whatever_one_waits_for_is_there_and_says_when_it_is_fit():
    for one in SERVICES.values():
        for name, waits in one.get("depends_on", {}).items():
            assert waits["condition"] == "service_completed_successfully" or "healthcheck" in SERVICES[name]
    kept = {volume.split(":")[0] for one in SERVICES.values() for volume in one.get("volumes", [])}
    assert kept == COMPOSE["volumes"].keys()
